(* The semantics is the usual one: a loop is the supremum of its approximants, and a program turns a memory into a
   sub-distribution on memories, whose expectations wp gives.

   [wp_loop_sup]     wp (while b do c) f m  =  sup over n of the runs that leave the loop after at most n iterations.
   [probability_measure]  X |-> wp c 1_X m is not negative, additive for every family of disjoint sets, at most 1.
   [wp_expectation]  wp c f m  =  the sum over all memories a of  f(a) · (the mass of a). *)
From Twinproof Require Import Prelude Noise Semantics.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the indicator of a set *)
Definition ind (R : realType) (T : Type) (X : set T) (a : T) : \bar R := if `[< X a >] then 1 else 0.
Arguments ind {R T}.

Section Indicators.
Variables (R : realType) (T : Type).
Implicit Types (X Y : set T) (a : T).
Lemma ind_ge0 X a : 0 <= @ind R T X a. Proof. by rewrite /ind; case: ifP; rewrite ?lee01. Qed.
Lemma ind_le1 X a : @ind R T X a <= 1. Proof. by rewrite /ind; case: ifP; rewrite ?lee01. Qed.
Lemma ind1 X a : X a -> ind X a = 1 :> \bar R. Proof. by move=> Xa; rewrite /ind asboolT. Qed.
Lemma ind0 X a : ~ X a -> ind X a = 0 :> \bar R. Proof. by move=> Xa; rewrite /ind asboolF. Qed.
Lemma ind_le X Y a : (X a -> Y a) -> ind X a <= ind Y a :> \bar R.
Proof. by move=> XY; have [Xa|nX] := pselect (X a); [rewrite !ind1//; apply: XY|rewrite ind0// ind_ge0]. Qed.

(* the indicator of a union of disjoint sets is the sum of the indicators *)
Lemma ind_bigcup (I : choiceType) (S : set I) (X : I -> set T) a : trivIset S X ->
  ind (\bigcup_(i in S) X i) a = \esum_(i in S) ind (X i) a :> \bar R.
Proof.
move=> disj; have [[i Si Xi]|none] := pselect ((\bigcup_(i in S) X i) a); last first.
  by rewrite ind0// esum1// => i Si; rewrite ind0// => Xi; apply: none; exists i.
rewrite ind1; last by exists i.
rewrite (esumID [set i]); last by move=> j _; apply: ind_ge0.
rewrite (_ : S `&` [set i] = [set i]); last by apply/seteqP; split=> [j []//|j ->].
rewrite esum_set1 ?ind_ge0// ind1// esum1 ?adde0// => j [Sj /= ji]; rewrite ind0// => Xj.
by apply: ji; apply: disj => //; exists a.
Qed.
End Indicators.
#[global] Hint Extern 0 (is_true (_ <= ind _ _)) => exact: ind_ge0 : core.
#[global] Hint Extern 0 (is_true (ind _ _ <= _)) => exact: ind_le1 : core.

Section Kleene.
Variables (R : realType) (Mem : Type).
Implicit Types (f g h : Mem -> \bar R) (m a : Mem) (c d : cmd R Mem) (b : Mem -> bool).

(* ------------------------------------------------------------------------------------------------------- continuity *)
Definition sup_of (F : nat -> Mem -> \bar R) a : \bar R := ereal_sup [set F n a | n in [set: nat]].
Definition increasing (F : nat -> Mem -> \bar R) := forall n k a, (n <= k)%N -> F n a <= F k a.

Lemma le_sup_of F n a : F n a <= sup_of F a. Proof. by apply: ereal_sup_ub; exists n. Qed.
Lemma sup_of_le F a x : (forall n, F n a <= x) -> sup_of F a <= x.
Proof. by move=> Fx; apply: ub_ereal_sup => _ [n _ <-]. Qed.
Lemma sup_of_ge0 F a : (forall n a, 0 <= F n a) -> 0 <= sup_of F a.
Proof. by move=> F0; apply: le_trans (le_sup_of F 0%N a). Qed.

Lemma muleSup (r : R) (u : nat -> \bar R) : (0 <= r)%R -> (forall n, 0 <= u n) ->
  r%:E * ereal_sup [set u n | n in [set: nat]] <= ereal_sup [set r%:E * u n | n in [set: nat]].
Proof.
rewrite le_eqVlt => /orP[/eqP <-|r0] u0.
  by rewrite mul0e; apply: (@le_trans _ _ (0 * u 0%N)); [rewrite mul0e|apply: ereal_sup_ub; exists 0%N].
rewrite -[leRHS](muleVKE _ r0); apply: lee_wpmul2l; first by rewrite lee_fin ltW.
apply: ub_ereal_sup => _ [n _ <-]; rewrite -[leLHS](muleKE _ r0); apply: lee_wpmul2l.
  by rewrite lee_fin invr_ge0 ltW.
by apply: ereal_sup_ub; exists n.
Qed.

(* monotone convergence for finite sums, then for all sums *)
Lemma sum_sup (I : Type) (s : seq I) (u : nat -> I -> \bar R) :
  (forall n i, 0 <= u n i) -> (forall n k i, (n <= k)%N -> u n i <= u k i) ->
  \sum_(i <- s) ereal_sup [set u n i | n in [set: nat]] <= ereal_sup [set \sum_(i <- s) u n i | n in [set: nat]].
Proof.
move=> u0 up; elim: s => [|i s IH].
  by rewrite big_nil; apply: ereal_sup_ub; exists 0%N => //; rewrite big_nil.
rewrite big_cons; apply: le_trans (lee_add2l _ IH) _.
set A := ereal_sup [set u n i | n in _]; set B := ereal_sup [set \sum_(_ <- s) _ | n in _].
set C := ereal_sup _; have C_ub n : u n i + \sum_(j <- s) u n j <= C.
  by apply: ereal_sup_ub; exists n => //; rewrite big_cons.
have sum0 n : 0 <= \sum_(j <- s) u n j by apply: sume_ge0.
have mixed n k : u n i + \sum_(j <- s) u k j <= C.
  apply: le_trans (C_ub (maxn n k)); apply: lee_add; first by apply: up; apply: leq_maxl.
  by apply: lee_sum => j _; apply: up; apply: leq_maxr.
have C0 : 0 <= C by apply: le_trans (C_ub 0%N); apply: adde_ge0.
have [Cy|Cfin] := eqVneq C +oo; first by rewrite Cy leey.
have fC : C \is a fin_num by rewrite ge0_fin_numE// ltey.
have finite n : \sum_(j <- s) u n j \is a fin_num.
  rewrite ge0_fin_numE//; apply: le_lt_trans (_ : C < +oo); last by rewrite ltey.
  by apply: le_trans (mixed 0%N n); apply: lee_addr.
have A_le n : A <= C - \sum_(j <- s) u n j.
  by apply: ub_ereal_sup => _ [k _ <-]; rewrite lee_subr_addr//.
have A0 : 0 <= A by apply: le_trans (u0 0%N i) _; apply: ereal_sup_ub; exists 0%N.
have fA : A \is a fin_num.
  rewrite ge0_fin_numE//; apply: le_lt_trans (A_le 0%N) _.
  by rewrite ltey_eq fin_numB fC finite.
rewrite -lee_subr_addl//; apply: ub_ereal_sup => _ [n _ <-].
by rewrite lee_subr_addl// -lee_subr_addr.
Qed.

Lemma esum_sup (I : choiceType) (S : set I) (u : nat -> I -> \bar R) :
  (forall n i, 0 <= u n i) -> (forall n k i, (n <= k)%N -> u n i <= u k i) ->
  \esum_(i in S) ereal_sup [set u n i | n in [set: nat]] <= ereal_sup [set \esum_(i in S) u n i | n in [set: nat]].
Proof.
move=> u0 up; apply: ub_ereal_sup => _ [A [finA AS] <-]; rewrite fsbig_finite//=.
apply: le_trans (sum_sup _ u0 up) _; apply: ub_ereal_sup => _ [n _ <-].
apply: (@le_trans _ _ (\esum_(i in S) u n i)); last by apply: ereal_sup_ub; exists n.
by rewrite -fsbig_finite//; apply: ereal_sup_ub; exists A.
Qed.

Lemma wp_continuous c F m : (forall n a, 0 <= F n a) -> increasing F ->
  wp c (sup_of F) m = sup_of (fun n => wp c (F n)) m.
Proof.
move=> F0 up; apply/eqP; rewrite eq_le; apply/andP; split; last first.
  by apply: sup_of_le => n; apply: wp_mono => // a; apply: le_sup_of.
elim: c F m F0 up => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] F m //= F0 up.
- apply: le_trans (@esum_sup _ _ (fun n v => (p m v)%:E * F n (u m v)) _ _) => [|n v|n k v nk]; last 2 first.
  + by apply: mule_ge0; [exact: massE_ge0|].
  + by apply: lee_wpmul2l; [exact: massE_ge0|apply: up].
  by apply: le_esum => v _; apply: muleSup => //; apply: mass_ge0.
- apply: le_trans (IHc (fun n => wp d (F n)) _ _ _) => [|n a|n k a nk]; last 2 first.
  + exact: wp_ge0.
  + by apply: wp_mono => // a'; apply: up.
  by apply: wp_mono => a; [apply: wp_ge0 => a'; apply: sup_of_ge0|apply: IHd].
- by case: ifP => bm; [apply: le_trans (IHc _ _ F0 up) _|apply: le_trans (IHd _ _ F0 up) _];
    apply: sup_of_le => n; apply: le_trans (le_sup_of _ n _); rewrite bm.
- pose W n := wp (While b c) (F n); have W0 n a : 0 <= W n a by apply: (@wp_ge0 _ _ (While b c)).
  have upW : increasing W by move=> n k a nk; apply: (@wp_mono _ _ (While b c)) => // a'; apply: up.
  apply: (@wp_park _ _ b c (sup_of F) (sup_of W)) => a; first exact: sup_of_ge0.
  case: ifP => ba; [apply: le_trans (IHc _ _ W0 upW) _|]; apply: sup_of_le => n; apply: le_trans (le_sup_of W n a);
    by have := @wp_unfold _ _ b c (F n) a (F0 n); rewrite ba.
Qed.

(* -------------------------------------------------------------------------------------------------- approximants *)
(* the runs that leave the loop after at most n iterations *)
Fixpoint approximant b c f n : Mem -> \bar R :=
  if n is k.+1 then fun m => if b m then wp c (approximant b c f k) m else f m
  else fun m => if b m then 0 else f m.

Lemma approximant_ge0 b c f n a : (forall a, 0 <= f a) -> 0 <= approximant b c f n a.
Proof. by move=> f0; elim: n a => [|n IH] a /=; case: ifP => // _; apply: wp_ge0. Qed.

Lemma approximant_up b c f : (forall a, 0 <= f a) -> increasing (approximant b c f).
Proof.
move=> f0 n k a nk; elim: n k a nk => [|n IH] [|k] a //= nk; case: ifP => // ba.
  by apply: wp_ge0 => a'; apply: approximant_ge0.
by apply: wp_mono => a'; [apply: approximant_ge0|apply: IH].
Qed.

Theorem wp_loop_sup b c f m : (forall a, 0 <= f a) ->
  wp (While b c) f m = ereal_sup [set approximant b c f n m | n in [set: nat]].
Proof.
move=> f0; have A0 n a := @approximant_ge0 b c f n a f0; have up := approximant_up b c f0.
apply/eqP; rewrite eq_le; apply/andP; split.
  apply: (@wp_park _ _ b c f (sup_of (approximant b c f))) => a; first exact: sup_of_ge0.
  case: ifP => ba; last by apply: le_trans (le_sup_of _ 0%N a); rewrite /= ba.
  by rewrite wp_continuous//; apply: sup_of_le => n; apply: le_trans (le_sup_of _ n.+1 a); rewrite /= ba.
apply: ub_ereal_sup => _ [n _ <-]; elim: n m => [|n IH] m; rewrite wp_while//=; case: ifP => // bm.
  by apply: wp_ge0 => a; apply: (@wp_ge0 _ _ (While b c)).
exact: wp_mono.
Qed.

(* --------------------------------------------------------------------------------------------- a sub-distribution *)
(* the probability that c, started in m, ends in X *)
Definition Pr c m (X : set Mem) : \bar R := wp c (ind X) m.

Theorem probability_measure c m :
  [/\ Pr c m set0 = 0, forall X, 0 <= Pr c m X, Pr c m setT <= 1
    & forall (I : choiceType) (S : set I) (X : I -> set Mem), trivIset S X ->
        Pr c m (\bigcup_(i in S) X i) = \esum_(i in S) Pr c m (X i)].
Proof.
split=> [|X||I S X disj]; [|exact: wp_ge0|exact: wp_le1|].
  by rewrite -[RHS](wp0 c m); apply: wp_ext => a; rewrite ind0.
rewrite /Pr -wp_esum//; apply: wp_ext => a; exact: ind_bigcup.
Qed.

(* wp is the expectation under the masses of single memories *)
Theorem wp_expectation c f m : (forall a, 0 <= f a) -> (forall a, f a \is a fin_num) ->
  wp c f m = \esum_(a in [set: {classic Mem}]) (f a * Pr c m [set a]).
Proof.
move=> f0 fin; rewrite (@wp_ext _ _ c f (fun x => \esum_(a in [set: {classic Mem}]) (f a * ind [set a] x))).
  rewrite wp_esum => [|a x]; last exact: mule_ge0.
  apply: eq_esum => a _; have [->|n0] := eqVneq (f a) 0.
    by rewrite mul0e -[RHS](wp0 c m); apply: wp_ext => x; rewrite mul0e.
  rewrite -(fineK (fin a)) wp_scale// -lte_fin fineK// lt_neqAle eq_sym n0; exact: f0.
move=> x; rewrite (esumID [set (x : {classic Mem})]) => [|a _]; last exact: mule_ge0.
rewrite setTI esum_set1; last exact: mule_ge0.
rewrite ind1// mule1 esum1 ?adde0// => a [_ /= ax]; rewrite ind0 ?mule0// => xa; exact: ax.
Qed.
End Kleene.
