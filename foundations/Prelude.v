(* What the other files need of numbers and sums: integers as reals, and sums of non-negative terms over any type.

   [zr z] is the integer z as a real number. [\esum_(i in S) F i] is mathcomp-analysis' sum of non-negative extended
   reals, the supremum of the finite partial sums. *)
From Coq Require Export ZArith Lia.
From mathcomp Require Export all_ssreflect all_algebra.
From mathcomp Require Export finmap boolp classical_sets functions cardinality fsbigop reals ereal signed esum.
From mathcomp Require Export topology normedtype sequences exp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Delimit Scope Z_scope with Z.
Export Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ------------------------------------------------------------------------------------------- integers and choice *)
Lemma Z_eqP : Equality.axiom Z.eqb.
Proof. by move=> x y; apply: (iffP idP) => /Z.eqb_eq. Qed.
Canonical Z_eqType := EqType Z (EqMixin Z_eqP).
Canonical Z_choiceType := ChoiceType Z gen_choiceMixin.

Section IntegersAsReals.
Variable R : realType.
Local Open Scope ring_scope.

Definition zr (z : Z) : R := (Z.to_nat z)%:R - (Z.to_nat (- z)%Z)%:R.

Lemma zr_nat n : zr (Z.of_nat n) = n%:R.
Proof. by rewrite /zr Nat2Z.id (_ : Z.to_nat (- Z.of_nat n)%Z = 0%N) ?subr0//; lia. Qed.
Lemma zr0 : zr 0 = 0. Proof. exact: (zr_nat 0). Qed.
Lemma zr1 : zr 1 = 1. Proof. exact: (zr_nat 1). Qed.
Lemma zrN x : zr (- x)%Z = - zr x.
Proof. by rewrite /zr Z.opp_involutive opprB. Qed.
Lemma zrD x y : zr (x + y)%Z = zr x + zr y.
Proof.
rewrite /zr; set n := Z.to_nat; rewrite addrACA -opprD; apply/eqP.
rewrite subr_eq addrAC eq_sym subr_eq -!natrD; apply/eqP; congr (_%:R).
by rewrite /n -!plusE; lia.
Qed.
Lemma zrB x y : zr (x - y)%Z = zr x - zr y. Proof. by rewrite -Z.add_opp_r zrD zrN. Qed.
Lemma zrM x y : zr (x * y)%Z = zr x * zr y.
Proof.
have nonneg m z : zr (Z.of_nat m * z)%Z = m%:R * zr z.
  elim: m => [|m IH]; first by rewrite mul0r zr0.
  by rewrite Nat2Z.inj_succ Z.mul_succ_l zrD IH -addn1 natrD mulrDl mul1r.
have [n [->|->]] : exists n, x = Z.of_nat n \/ x = (- Z.of_nat n)%Z by exists (Z.abs_nat x); lia.
  by rewrite nonneg zr_nat.
by rewrite Z.mul_opp_l !zrN nonneg zr_nat mulNr.
Qed.
Lemma zr_ge0 x : (0 <= x)%Z -> 0 <= zr x.
Proof. by move=> x0; rewrite -(Z2Nat.id x x0) zr_nat. Qed.
Lemma ler_zr x y : (x <= y)%Z -> zr x <= zr y.
Proof. by move=> xy; rewrite -subr_ge0 -zrB; apply: zr_ge0; lia. Qed.
Lemma zr_gt0 x : (0 < x)%Z -> 0 < zr x.
Proof. by move=> x0; apply: lt_le_trans ltr01 _; rewrite -zr1; apply: ler_zr; lia. Qed.
Lemma ltr_zr x y : (x < y)%Z -> zr x < zr y.
Proof. by move=> xy; rewrite -subr_gt0 -zrB; apply: zr_gt0; lia. Qed.
Lemma zr_abs x : zr (Z.abs x) = (Z.abs_nat x)%:R.
Proof. by rewrite -zr_nat; congr zr; lia. Qed.
End IntegersAsReals.

(* --------------------------------------------------------------------------------------------- extended reals *)
Section Extended.
Variable R : realType.
Implicit Types (k : R) (x : \bar R).

Lemma muleKE k x : (0 < k)%R -> (k^-1)%:E * (k%:E * x) = x.
Proof. by move=> k0; rewrite muleA -EFinM mulVr ?mul1e// unitfE gt_eqF. Qed.
Lemma muleVKE k x : (0 < k)%R -> k%:E * ((k^-1)%:E * x) = x.
Proof. by move=> k0; rewrite muleA -EFinM mulrV ?mul1e// unitfE gt_eqF. Qed.
Lemma EFin_ge0 k : (0 <= k)%R -> 0 <= k%:E. Proof. by rewrite lee_fin. Qed.

Lemma esumZ (I : choiceType) (S : set I) (r : \bar R) (F : I -> \bar R) : 0 <= r -> r \is a fin_num ->
  (forall i, 0 <= F i) -> \esum_(i in S) (r * F i) = r * \esum_(i in S) F i.
Proof.
move=> r0 fr F0; have [->|rn0] := eqVneq r 0.
  by rewrite mul0e esum1// => i _; rewrite mul0e.
have r_gt0 : 0 < r by rewrite lt_neqAle eq_sym rn0.
have le1 (k : R) (F' : I -> \bar R) : (0 < k)%R -> (forall i, 0 <= F' i) ->
    \esum_(i in S) (k%:E * F' i) <= k%:E * \esum_(i in S) F' i.
  move=> k0 F'0; apply: ub_ereal_sup => _ [A finA <-].
  rewrite -ge0_mule_fsumr//; apply: lee_wpmul2l; first by rewrite lee_fin ltW.
  by apply: ereal_sup_ub; exists A.
move: r_gt0; rewrite -(fineK fr) lte_fin => k0; set k := fine r in k0 *.
apply/eqP; rewrite eq_le le1//=.
have kV0 : (0 < k^-1)%R by rewrite invr_gt0.
rewrite -[leRHS](muleVKE _ k0); apply: lee_wpmul2l; first by rewrite lee_fin ltW.
have kF0 i : 0 <= k%:E * F i by apply: mule_ge0 => //; rewrite lee_fin ltW.
apply: le_trans (le1 _ _ kV0 kF0).
by apply: le_esum => i _; rewrite muleKE.
Qed.

Lemma esumC (I J : choiceType) (A : set I) (B : set J) (F : I -> J -> \bar R) : (forall i j, 0 <= F i j) ->
  \esum_(i in A) \esum_(j in B) F i j = \esum_(j in B) \esum_(i in A) F i j.
Proof.
move=> F0; rewrite (@esum_esum _ _ _ A (fun=> B))// (@esum_esum _ _ _ B (fun=> A))//.
rewrite (@reindex_esum R _ _ (B `*`` fun=> A) (A `*`` fun=> B) (fun x : J * I => (x.2, x.1)))//=.
split.
- by move=> [j i] [].
- by move=> [j i] [j' i'] _ _ [-> ->].
- by move=> [i j] [Ai Bj]; exists (j, i).
Qed.

Lemma esum_sub (I : choiceType) (A B : set I) (F : I -> \bar R) : (forall i, 0 <= F i) -> A `<=` B ->
  \esum_(i in A) F i <= \esum_(i in B) F i.
Proof.
move=> F0 AB; apply: ub_ereal_sup => _ [X [finX XA] <-]; apply: ereal_sup_ub; exists X => //.
by split=> // i /XA /AB.
Qed.

Lemma esum_one (I : choiceType) (i : I) (A : set I) (F : I -> \bar R) : (forall j, 0 <= F j) -> A i ->
  F i <= \esum_(j in A) F j.
Proof.
by move=> F0 Ai; rewrite -(@esum_set1 _ _ i F)//; apply: esum_sub => // _ ->.
Qed.

(* a sum over the image of an injective function *)
Lemma esum_injective (I J : choiceType) (A : set I) (B : set J) (phi : I -> J) (F : J -> \bar R) :
  (forall j, 0 <= F j) -> {in A &, injective phi} -> (forall i, A i -> B (phi i)) ->
  \esum_(i in A) F (phi i) <= \esum_(j in B) F j.
Proof.
move=> F0 inj AB; rewrite -(@esum_image _ _ _ A phi F)//; apply: esum_sub => // _ [i Ai <-]; exact: AB.
Qed.

Lemma esum_ones : \esum_(n in [set: nat]) 1 = +oo :> \bar R.
Proof.
apply/eqyP => r r0; apply: esum_ge; exists `I_(Num.bound r); first by split=> //; exact: finite_II.
rewrite -(@fsbig_ord _ _ _ (Num.bound r) (fun=> 1)) sumEFin sumr_const card_ord lee_fin.
exact: ltW (archi_boundP (ltW r0)).
Qed.

Lemma le_all_eps x (y : \bar R) k : (0 < k)%R -> (forall n, x <= y + (k / n.+1%:R)%:E) -> x <= y.
Proof.
move=> k0 xy; apply: lee_adde => e; have ke0 : (0 <= k / e%:num)%R by rewrite divr_ge0// ltW.
apply: le_trans (xy (Num.bound (k / e%:num))) _; apply: lee_add2l; rewrite lee_fin ler_pdivr_mulr//.
rewrite mulrC -ler_pdivr_mulr//; apply: ltW; apply: lt_trans (archi_boundP ke0) _; by rewrite ltr_nat.
Qed.
End Extended.
