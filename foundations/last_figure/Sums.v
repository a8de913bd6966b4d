(* Sums of nonnegative terms over all naturals or all integers: what the proof of the last figure needs of them.

   esum_nat_first   the sum over n >= 0 is the term at 0 plus the sum from 1 on
   esum_shift_le    a sum from d on is at most the whole sum
   esum_geometric   c + c x + c x^2 + ... = c / (1 - x)
   esum_down        the sum over the integers up to v, counted downwards from v
   esum_scale       a real factor moves out of a sum
   real_ring        a tactic for equations that hold in every commutative ring *)
From Twinproof Require Import Prelude Noise.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Ltac real_ring := repeat match goal with H : @eq Z _ _ |- _ => clear H end; rewrite ?exprS ?expr0; nsatz.

Section Sums.
Variable R : realType.

Lemma esum_nat_first (u : nat -> \bar R) : (forall n, 0 <= u n) ->
  \esum_(n in [set: nat]) u n = u 0%N + \esum_(n in [set: nat]) u n.+1.
Proof.
move=> u0; rewrite (esumID [set 0%N])// !setTI esum_set1//; congr (_ + _).
rewrite (@reindex_esum _ _ _ [set: nat] (~` [set 0%N]) succn)//; split=> //.
- by move=> m n _ _ [].
- by case=> [|n] //= _; exists n.
Qed.

Lemma esum_shift_le (d : nat) (u : nat -> \bar R) : (forall n, 0 <= u n) ->
  \esum_(n in [set: nat]) u (d + n)%N <= \esum_(n in [set: nat]) u n.
Proof. by move=> u0; apply: (@esum_injective _ _ _ _ _ (addn d)) => // m n _ _ /addnI. Qed.

Lemma esum_scale (I : choiceType) (S : set I) (k : R) (u : I -> \bar R) : (0 <= k)%R ->
  (forall i, 0 <= u i) -> \esum_(i in S) (k%:E * u i) = k%:E * \esum_(i in S) u i.
Proof. by move=> k0 u0; apply: esumZ => //; rewrite lee_fin. Qed.

Lemma esum_geometric (c x : R) : (0 <= c)%R -> (0 < x < 1)%R ->
  \esum_(n in [set: nat]) (c * x ^+ n)%:E = (c / (1 - x))%:E.
Proof.
move=> c0 x01; rewrite EFinM -geometric_sum// -esum_scale// => n.
by rewrite lee_fin exprn_ge0//; case/andP: x01 => /ltW.
Qed.

Lemma esum_down (v : Z) (u : Z -> \bar R) :
  \esum_(T in [set T | (T <= v)%Z]) u T = \esum_(n in [set: nat]) u (v - Z.of_nat n)%Z.
Proof.
apply: reindex_esum; split=> [n _ /=|m n _ _ /=|T /= Tv]; [lia|lia|].
by exists (Z.to_nat (v - T)) => //=; lia.
Qed.
End Sums.
