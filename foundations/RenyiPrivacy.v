(* From the ledger to Rényi privacy and zero-concentrated privacy of the outputs, blocks, and the conversions to (ε, δ).

   [outcome c m x i] is the probability that c, started in m, ends with the output x = i. A claim says, for all related
   memories: but for a part of the left outcomes that has at most the mass δ, the Rényi divergence of the outcomes is at
   most [cost al], at every order al of A:  Σ_i μ(i)^al · ν(i)^(1−al) <= e^((al−1)·cost al). *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules StructuralRules BudgetRules LedgerRules SampleMap.
From Twinproof Require Import Credit Ghosts Privacy Facts Powers Bounded RenyiRules RenyiNoise.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ------------------------------------------------------------------------------------------------ laws of outputs *)
Section Outcomes.
Variables (R : realType) (Mem O : Type).
Implicit Types (c : cmd R Mem) (m : Mem) (x : Mem -> O) (E X : set Mem) (S : set O).

Lemma Pr_fin c m X : Pr c m X \is a fin_num.
Proof. by rewrite ge0_fin_numE ?wp_ge0//; apply: le_lt_trans (wp_le1 _ _ _ _) (ltry _). Qed.
Lemma Pr_ge0 c m X : 0 <= Pr c m X. Proof. exact: wp_ge0. Qed.

(* the probability of the output i, together with the event E *)
Definition outcome_in c m x E (i : O) : R := fine (Pr c m [set a | x a = i /\ E a]).
Definition outcome c m x (i : O) : R := fine (Pr c m [set a | x a = i]).

Lemma outcome_inE c m x E i : (outcome_in c m x E i)%:E = Pr c m [set a | x a = i /\ E a].
Proof. by rewrite fineK// Pr_fin. Qed.
Lemma outcomeE c m x i : (outcome c m x i)%:E = Pr c m [set a | x a = i].
Proof. by rewrite fineK// Pr_fin. Qed.
Lemma outcome_in_ge0 c m x E i : (0 <= outcome_in c m x E i)%R.
Proof. by rewrite -lee_fin outcome_inE; apply: Pr_ge0. Qed.
Lemma outcome_ge0 c m x i : (0 <= outcome c m x i)%R.
Proof. by rewrite -lee_fin outcomeE; apply: Pr_ge0. Qed.
Lemma outcome_in_le c m x E i : (outcome_in c m x E i <= outcome c m x i)%R.
Proof. by rewrite -lee_fin outcome_inE outcomeE; apply: wp_mono => // a; apply: ind_le => -[]. Qed.
Lemma outcome_in_true c m x : outcome_in c m x (fun=> True) = outcome c m x.
Proof. by apply/funext => i; congr fine; congr (Pr c m _); apply/seteqP; split=> a //= []. Qed.

Lemma outcomes_in c m x E S : \esum_(i in (S : set {classic O})) (outcome_in c m x E i)%:E = Pr c m [set a | S (x a) /\ E a].
Proof.
have [_ _ _ measure] := probability_measure c m.
rewrite (eq_esum (b := fun i : {classic O} => Pr c m [set a | x a = i /\ E a])) => [|i _]; last exact: outcome_inE.
rewrite -measure; last by move=> i j _ _ [a [[<- _] [<- _]]].
congr (Pr c m _); apply/seteqP; split=> [a [i Si [xi Ea]]|a [Sa Ea]]; last by exists (x a).
by split=> //=; rewrite xi.
Qed.
Lemma outcomes c m x S : \esum_(i in (S : set {classic O})) (outcome c m x i)%:E = P[x ∈ S | c, m].
Proof. by rewrite -outcome_in_true outcomes_in; congr (Pr c m _); apply/seteqP; split=> a //= []. Qed.

Lemma wp_scale_ind c m X (k : \bar R) : 0 <= k -> wp c (fun a => k * ind X a) m = k * Pr c m X.
Proof.
case: k => [k| |] //; rewrite ?lee_fin => k0.
  move: k0; rewrite le_eqVlt => /orP[/eqP <-|k0]; last exact: wp_scale.
  by rewrite mul0e -[RHS](wp0 c m); apply: wp_ext => a; rewrite mul0e.
rewrite (@wp_ext _ _ c _ (fun a => \esum_(n in [set: nat]) ind X a)) => [|a]; last first.
  have [Xa|nX] := pselect (X a); first by rewrite ind1// mule1 esum_ones.
  by rewrite ind0// mule0 esum1.
rewrite wp_esum// (eq_esum (b := fun n : nat => Pr c m X * 1)) => [|n _]; last by rewrite mule1.
by rewrite esumZ// ?Pr_ge0 ?Pr_fin// esum_ones muleC.
Qed.

(* an expectation that depends on the output alone is a sum over the outputs *)
Lemma wp_by_output c m x E (F : O -> \bar R) : (forall i, 0 <= F i) ->
  wp c (fun a => ind E a * F (x a)) m = \esum_(i in [set: {classic O}]) ((outcome_in c m x E i)%:E * F i).
Proof.
move=> F0; pose X (i : {classic O}) := [set a | x a = i /\ E a].
rewrite (@wp_ext _ _ c _ (fun a => \esum_(i in [set: {classic O}]) (F i * ind (X i) a))) => [|a].
  rewrite wp_esum => [|i a]; last exact: mule_ge0.
  by apply: eq_esum => i _; rewrite wp_scale_ind// outcome_inE muleC.
have pos i b : 0 <= F i * ind (X i) b by apply: mule_ge0.
rewrite (esumID [set (x a : {classic O})]) => [|i _]; last exact: pos.
rewrite setTI esum_set1; last exact: pos.
rewrite [X in _ + X]esum1 ?adde0 => [|i [_ /= ni]]; last by rewrite ind0 ?mule0// => -[xi _]; apply: ni.
have [Ea|nE] := pselect (E a); first by rewrite !ind1// mule1 mul1e.
by rewrite !ind0 ?mule0 ?mul0e// => -[].
Qed.
End Outcomes.

(* ------------------------------------------------------------------------------------------------------ definitions *)
Section Definitions.
Variables (R : realType) (Mem O : Type).
Implicit Types (c mechanism : cmd R Mem) (x output : Mem -> O) (Phi adjacent : Mem -> Mem -> Prop).

(* e^((al−1)·D) for the Rényi divergence D of the order al *)
Definition renyi_sum (al : R) (p q : O -> R) : \bar R := \esum_(i in [set: {classic O}]) renyi_term al (p i) (q i).

Definition renyi_claim (A : set R) (cost : R -> R) (delta : R) c1 x1 c2 x2 Phi : Prop :=
  forall m1 m2, Phi m1 m2 -> exists mu : O -> R,
    [/\ forall i, (0 <= mu i)%R, forall i, (mu i <= outcome c1 m1 x1 i)%R,
        \esum_(i in [set: {classic O}]) (outcome c1 m1 x1 i)%:E <= \esum_(i in [set: {classic O}]) (mu i)%:E + delta%:E
      & forall al, A al -> (1 < al)%R -> renyi_sum al mu (outcome c2 m2 x2) <= (expR ((al - 1) * cost al))%:E].

(* (al, r)-Rényi privacy, and rho-zCDP: D_al ≤ al·rho for all orders *)
Definition renyi_private mechanism output adjacent (al r : R) : Prop :=
  forall m1 m2, adjacent m1 m2 ->
    renyi_sum al (outcome mechanism m1 output) (outcome mechanism m2 output) <= (expR ((al - 1) * r))%:E.
Definition zcdp_private mechanism output adjacent (rho : R) : Prop :=
  forall al, (1 < al)%R -> renyi_private mechanism output adjacent al (al * rho)%R.

Lemma renyi_sum_ge0 al p q : 0 <= renyi_sum al p q.
Proof. by apply: esum_ge0 => i _; apply: renyi_term_ge0. Qed.

(* without δ a claim is about the outcomes themselves *)
Lemma claim_exact (A : set R) (cost : R -> R) c1 x1 c2 x2 Phi :
  renyi_claim A cost 0 c1 x1 c2 x2 Phi <->
  (forall m1 m2, Phi m1 m2 -> forall al, A al -> (1 < al)%R ->
     renyi_sum al (outcome c1 m1 x1) (outcome c2 m2 x2) <= (expR ((al - 1) * cost al))%:E).
Proof.
split=> [J m1 m2 pre al Aal al1|J m1 m2 pre]; last first.
  exists (outcome c1 m1 x1); split=> //; [exact: outcome_ge0|by rewrite adde0|exact: J].
have [mu [mu0 le_mu enough bound]] := J m1 m2 pre; suff <- : mu = outcome c1 m1 x1 by apply: bound.
apply/funext => i; apply/eqP; rewrite eq_le le_mu /= -subr_le0 -lee_fin.
have p0 j : 0 <= (outcome c1 m1 x1 j)%:E by rewrite lee_fin outcome_ge0.
have d0 j : 0 <= (outcome c1 m1 x1 j - mu j)%:E by rewrite lee_fin subr_ge0.
have muE j : 0 <= (mu j)%:E by rewrite lee_fin.
move: enough; rewrite adde0 (eq_esum (b := fun j : {classic O} => (mu j)%:E + (outcome c1 m1 x1 j - mu j)%:E)) => [|j _]; last first.
  by rewrite -EFinD addrCA subrr addr0.
rewrite esumD// -[X in _ <= X]adde0 lee_add2lE; last first.
  rewrite ge0_fin_numE; last exact: esum_ge0.
  apply: (@le_lt_trans _ _ 1); last exact: ltry.
  apply: (@le_trans _ _ (\esum_(j in [set: {classic O}]) (outcome c1 m1 x1 j)%:E)); first by apply: le_esum => j _; rewrite lee_fin.
  by rewrite outcomes; apply: wp_le1.
by apply: le_trans; apply: (@esum_one _ _ (i : {classic O}) setT (fun j => (outcome c1 m1 x1 j - mu j)%:E)).
Qed.
End Definitions.

(* ---------------------------------------------------------------------------------------------------------- closing *)
Section Claims.
Variables (R : realType) (Mem O : Type).
Implicit Types (c : cmd R Mem) (x : Mem -> O) (Phi : Mem -> Mem -> Prop) (cost : R -> R) (A : set R).

(* ⊢ c₁ ~[α: r', δ'] c₂ : Φ' ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ Φ'      Φ ⇒ r' ≤ r ∧ δ' ≤ δ
   ──────────────────────────────────────────────────────────────────────────────── [R-Conseq]
   ⊢ c₁ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   What holds for all orders holds for one of them, with α·r' in the place of r'. *)
Theorem claim_conseq A A' cost cost' (delta delta' : R) c1 x1 c2 x2 Phi Phi' :
  (forall al, A' al -> (1 < al)%R -> A al /\ (cost al <= cost' al)%R) -> (delta <= delta')%R ->
  (forall a b, Phi' a b -> Phi a b) ->
  renyi_claim A cost delta c1 x1 c2 x2 Phi -> renyi_claim A' cost' delta' c1 x1 c2 x2 Phi'.
Proof.
move=> costs deltas pre J m1 m2 /pre /J[mu [mu0 le_mu rest bound]]; exists mu; split=> // [|al A'al al1].
  by apply: le_trans rest _; apply: lee_add2l; rewrite lee_fin.
have [Aal le_cost] := costs al A'al al1; apply: le_trans (bound al Aal al1) _.
by rewrite lee_fin ler_expR ler_wpmul2l// subr_ge0 ltW.
Qed.

(* [Case], [Exists] and [Inst] for claims: they are about one pair of memories at a time *)
Theorem claim_case (P : Mem -> Mem -> Prop) A cost (delta : R) c1 x1 c2 x2 Phi :
  renyi_claim A cost delta c1 x1 c2 x2 (fun a b => Phi a b /\ P a b) ->
  renyi_claim A cost delta c1 x1 c2 x2 (fun a b => Phi a b /\ ~ P a b) ->
  renyi_claim A cost delta c1 x1 c2 x2 Phi.
Proof. by move=> yes no m1 m2 pre; have [holds|fails] := pselect (P m1 m2); [exact: yes|exact: no]. Qed.

Theorem claim_exists (T : Type) (P : T -> Mem -> Mem -> Prop) A cost (delta : R) c1 x1 c2 x2 Phi :
  (forall i, renyi_claim A cost delta c1 x1 c2 x2 (fun a b => Phi a b /\ P i a b)) ->
  renyi_claim A cost delta c1 x1 c2 x2 (fun a b => Phi a b /\ exists i, P i a b).
Proof. by move=> J m1 m2 [pre [i holds]]; exact: (J i). Qed.

Theorem claim_inst (T : Type) (A : T -> set R) (cost : T -> R -> R) (delta : T -> R) (c1 c2 : T -> cmd R Mem) x1 x2
    (Phi : T -> Mem -> Mem -> Prop) e :
  (forall i, renyi_claim (A i) (cost i) (delta i) (c1 i) x1 (c2 i) x2 (Phi i)) ->
  renyi_claim (A e) (cost e) (delta e) (c1 e) x1 (c2 e) x2 (Phi e).
Proof. exact. Qed.

(* ⊢ c₁ᴴ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩
   ─────────────────────────────────────────── [Ghost]   c₁ = erase_h(c₁ᴴ), and the same on the right
   ⊢ c₁ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   x₁ and x₂ are no ghosts. Φ may be what makes c₁ᴴ erasable, as for budgets. *)
Theorem claim_ghost (S : Type) (seen : Mem -> S) A cost (delta : R) c1h c1 x1 c2 x2 Phi :
  renyi_claim A cost delta c1h x1 c2 x2 Phi -> (forall m1 m2, Phi m1 m2 -> erases seen c1h c1) -> blind seen x1 ->
  renyi_claim A cost delta c1 x1 c2 x2 Phi.
Proof.
move=> J erased bx m1 m2 pre; have := J m1 m2 pre.
rewrite (_ : outcome c1h m1 x1 = outcome c1 m1 x1)//; apply/funext => i; congr fine.
apply: (erases_wp m1 (erased m1 m2 pre)) => // a a' aa.
by rewrite /ind /= (bx _ _ aa).
Qed.

(* The same on the right. *)
Theorem claim_ghost_right (S : Type) (seen : Mem -> S) A cost (delta : R) c1 x1 c2h c2 x2 Phi :
  renyi_claim A cost delta c1 x1 c2h x2 Phi -> (forall m1 m2, Phi m1 m2 -> erases seen c2h c2) -> blind seen x2 ->
  renyi_claim A cost delta c1 x1 c2 x2 Phi.
Proof.
move=> J erased bx m1 m2 pre; have := J m1 m2 pre.
rewrite (_ : outcome c2h m2 x2 = outcome c2 m2 x2)//; apply/funext => i; congr fine.
apply: (erases_wp m2 (erased m1 m2 pre)) => // a a' aa.
by rewrite /ind /= (bx _ _ aa).
Qed.
End Claims.

Section Close.
Variables (R : realType) (Mem St O : Type) (A : set R) (total : R -> St -> R) (zero : St).
Implicit Types (c : cmd R Mem) (x : Mem -> O) (Phi : Mem -> Mem -> Prop) (B P : Mem -> Prop) (al : R).

(* the dual form, with a function of the outputs that is not 0 only on a finite set, gives the sum over that set *)
Lemma dual_sum (al r : R) (X : set {classic O}) (p q : O -> R) : (1 < al)%R -> finite_set X ->
  (forall i, 0 <= p i)%R -> (forall i, 0 <= q i)%R ->
  (forall F : O -> R, (forall i, 0 <= F i)%R ->
    pw (conjugate al) (\esum_(i in [set: {classic O}]) ((p i)%:E * (F i)%:E))
    <= (expR r)%:E * \esum_(i in [set: {classic O}]) ((q i)%:E * (rpow (conjugate al) (F i))%:E)) ->
  \esum_(i in X) renyi_term al (p i) (q i) <= (expR ((al - 1) * r))%:E.
Proof.
move=> al1 finX p0 q0 dual; set s := conjugate al in dual; have s0 : (0 < s)%R by apply: conjugate_gt0.
have only (Y : set {classic O}) (G H : O -> R) : (forall i, 0 <= G i)%R -> (forall i, ~ Y i -> H i = 0%R) -> (forall i, 0 <= H i)%R ->
    \esum_(i in [set: {classic O}]) ((G i)%:E * (H i)%:E) = \esum_(i in Y) ((G i)%:E * (H i)%:E).
  move=> G0 HY H0; rewrite (esumID Y) => [|i _]; last by apply: mule_ge0; rewrite lee_fin.
  by rewrite setTI [X in _ + X]esum1 ?adde0// => i [_ nY]; rewrite HY// mule0.
have absolute i : (0 < p i)%R -> (0 < q i)%R.
  move=> pi; have := dual (fun j => if `[< j = i >] then 1%R else 0%R) _.
  rewrite !(only [set (i : {classic O})])//; try by move=> j; rewrite ?rpow_ge0//; case: ifP.
  - rewrite !esum_set1; try by apply: mule_ge0; rewrite lee_fin// ?rpow_ge0//; case: ifP.
    rewrite asboolT// rpow1 !mule1 -EFinM /= lee_fin => /(_ _) le.
    have : (0 < expR r * q i)%R by apply: lt_le_trans (rpow_gt0 s pi) _; apply: le => j; case: ifP.
    by rewrite pmulr_rgt0 ?expR_gt0.
  - by move=> j nj; rewrite asboolF ?rpow0// => ji; apply: nj; rewrite ji.
  - by move=> j nj; rewrite asboolF// => ji; apply: nj; rewrite ji.
pose F i : R := if `[< X i >] && (0 < p i)%R then rpow (al - 1) (p i / q i) else 0%R.
have F0 i : (0 <= F i)%R by rewrite /F; case: ifP => // _; apply: rpow_ge0.
pose T (i : {classic O}) := renyi_term al (p i) (q i); have T0 i : 0 <= T i by apply: renyi_term_ge0.
have FX i : ~ X i -> F i = 0%R by move=> nX; rewrite /F asboolF.
have FT i : X i -> (p i)%:E * (F i)%:E = T i.
  move=> Xi; rewrite /F asboolT//=; case: ifP => [pi|/negbT]; last first.
    rewrite -leNgt => le0; have E : p i = 0%R by apply/eqP; rewrite eq_le le0 p0.
    by rewrite /T E renyi_term0 mul0e.
  have qi := absolute i pi; have r0 : (0 < p i / q i)%R by rewrite divr_gt0.
  rewrite /T renyi_termE// -EFinM; congr (_%:E); rewrite -{1}(rpow_id (ltW pi)) /rpow pi qi r0 -!expRD; congr expR.
  by rewrite ln_div ?posrE//; nsatz.
have FsT i : X i -> (q i)%:E * (rpow s (F i))%:E = T i.
  move=> Xi; rewrite /F asboolT//=; case: ifP => [pi|/negbT]; last first.
    rewrite -leNgt => le0; have E : p i = 0%R by apply/eqP; rewrite eq_le le0 p0.
    by rewrite /T E renyi_term0 rpow0 mule0.
  have qi := absolute i pi; have r0 : (0 < p i / q i)%R by rewrite divr_gt0.
  have sal : (s * (al - 1) = al)%R by rewrite /s /conjugate divfK// gt_eqF// subr_gt0.
  rewrite /T renyi_termE// -EFinM; congr (_%:E); rewrite [rpow (al - 1) _]/rpow r0 rpow_exp mulrA sal.
  by rewrite -{1}(rpow_id (ltW qi)) /rpow pi qi -!expRD; congr expR; rewrite ln_div ?posrE//; nsatz.
have := dual F F0; rewrite !(only X)//; first last.
- by move=> i; rewrite rpow_ge0.
- by move=> i /FX ->; rewrite rpow0.
rewrite (eq_esum (b := T)); last exact: FT.
rewrite [X in _ * X](eq_esum (b := T)); last exact: FsT.
have Tfin : \esum_(i in X) T i \is a fin_num.
  rewrite esum_fset// fsbig_finite//=; apply/sum_fin_numP => i _ _.
  rewrite /T /renyi_term; case: leP => // pi; case: leP => // qi; by have := absolute i pi; rewrite ltNge qi.
have M0 : 0 <= \esum_(i in X) T i by apply: esum_ge0.
move: M0; rewrite -(fineK Tfin); set M := fine _; rewrite lee_fin le_eqVlt => /orP[/eqP <- _|M0].
  by rewrite lee_fin ltW// expR_gt0.
rewrite /= -EFinM !lee_fin {1}/rpow M0 -{2}(expR_ln M0) -expRD ler_expR => le.
rewrite -(expR_ln M0) ler_expR.
have sal : ((al - 1) * (s - 1) = 1)%R.
  have sE : (s * (al - 1) = al)%R by rewrite /s /conjugate divfK// gt_eqF// subr_gt0.
  by rewrite mulrBr mulr1 mulrC sE opprB addrCA subrr addr0.
have -> : (ln M = (al - 1) * ((s - 1) * ln M))%R by rewrite mulrA sal mul1r.
rewrite ler_wpmul2l ?subr_ge0 ?(ltW al1)//.
by rewrite mulrBl mul1r ler_subl_addr.
Qed.

(* ⊢R c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ (¬B⟨1⟩ ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ total ω ≤ cost) | ¬B⟨1⟩      ⊢ᵤ c₁ : {P | δ} ⇒ {¬B | 0}
   Φ ⇒ P⟨1⟩ ∧ 0 ≤ δ
   ──────────────────────────────────────────────────────────────────────────────────────────────────── [R-Close-Bad]
   ⊢ c₁ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   cost is r, and total ω is Σ_ρ ω_ρ·ρ. B and P speak of the left memory; Φ speaks of no counter. *)
Theorem r_close_bad (cost : R -> R) (delta : R) (x1 x2 : Mem -> O) c1 c2 Phi P B :
  (forall al, A al -> (1 < al)%R -> total al zero = 0%R) ->
  (⊢R[A, total] c1 ~R c2 : (fun a b w => Phi a b /\ w = zero) ⇒
     (fun a b w => ~ B a -> x1 a = x2 b /\ forall al, A al -> (1 < al)%R -> (total al w <= cost al)%R) | (fun a => ~ B a)) ->
  (⊢ᵤ c1 : P | (fun=> delta) ⇒ (fun a => ~ B a) | (fun=> 0%R)) ->
  (forall a b, Phi a b -> P a /\ (0 <= delta)%R) ->
  renyi_claim A cost delta c1 x1 c2 x2 Phi.
Proof.
move=> total0 J C PhiP m1 m2 pre; have [Pm d0] := PhiP _ _ pre.
exists (outcome_in c1 m1 x1 (fun a => ~ B a)); split=> [i|i||al Aal al1]; [exact: outcome_in_ge0|exact: outcome_in_le| |].
  have bad : Pr c1 m1 [set a | B a] <= delta%:E.
    have := C m1 Pm; rewrite positive_id//; apply: le_trans; apply: wp_mono => // a.
    have [Ba|nB] := pselect (B a); last by rewrite ind0.
    by rewrite /worth asboolF; [exact: ind_le1|apply].
  rewrite outcomes outcomes_in; apply: le_trans (lee_add2l _ bad); rewrite /Pr -wp_add//; apply: wp_mono => // a.
  have [Ba|nB] := pselect (B a); last by apply: le_trans (lee_addl _ _); rewrite ?ind_ge0//; apply: ind_le.
  by rewrite [ind [set a | B a] a]ind1//; apply: le_trans (ind_le1 _ _ _) _; apply: lee_addr.
have e0 : 0 <= (expR (cost al))%:E by rewrite lee_fin ltW// expR_gt0.
apply: ub_ereal_sup => _ [X [finX _] <-]; rewrite -esum_fset//; last by move=> i _; apply: renyi_term_ge0.
apply: (dual_sum al1 finX) => [i|i|F F0]; [exact: outcome_in_ge0|exact: outcome_ge0|].
have FE i : 0 <= (F i)%:E by rewrite lee_fin.
have FsE i : 0 <= (rpow (conjugate al) (F i))%:E by rewrite lee_fin rpow_ge0.
rewrite -(wp_by_output c1 m1 x1 (fun a => ~ B a) FE) -outcome_in_true -(wp_by_output c2 m2 x2 (fun=> True) FsE).
rewrite -wp_scale ?expR_gt0// => [|b]; last exact: mule_ge0.
apply: (J al Aal al1 m1 m2 zero (conj pre erefl)); split=> [a|b|a nB|a b w post].
- exact: mule_ge0.
- by apply: mule_ge0 => //; apply: mule_ge0.
- by rewrite ind0// mul0e.
have [Ba|nB] := pselect (B a).
  by rewrite ind0 ?mul0e ?pw0 ?mule0; [apply: mule_ge0 => //; apply: mule_ge0|apply].
have [xx paid] := post nB; rewrite !ind1// !mul1e xx /= total0// subr0.
by apply: lee_wpmul2r => //; rewrite lee_fin ler_expR; apply: paid.
Qed.

(* ⊢R c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ Σ_ρ ω_ρ·ρ ≤ r | true
   ──────────────────────────────────────────────────────────────── [R-Close]
   ⊢ c₁ ~[α: r, 0] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   α are the orders of the ledger; Φ speaks of no counter. There is no pruning by the output: outputs that are close
   one by one need not be close together. *)
Theorem r_close (cost : R -> R) (x1 x2 : Mem -> O) c1 c2 Phi :
  (forall al, A al -> (1 < al)%R -> total al zero = 0%R) ->
  (⊢R[A, total] c1 ~R c2 : (fun a b w => Phi a b /\ w = zero) ⇒
     (fun a b w => x1 a = x2 b /\ forall al, A al -> (1 < al)%R -> (total al w <= cost al)%R) | (fun=> True)) ->
  renyi_claim A cost 0 c1 x1 c2 x2 Phi.
Proof.
move=> total0 J; apply: (@r_close_bad cost 0 x1 x2 c1 c2 Phi (fun=> True) (fun=> False)) => //.
  by apply: (r_conseq J) => // a b w [].
move=> m _; rewrite (_ : positive 0 = 0%R) ?positive_id// -[leRHS](wp0 c1 m) le_eqVlt; apply/orP; left; apply/eqP.
apply: wp_ext => a; rewrite /worth asboolT; last by [].
by rewrite positive_id// (_ : Num.min _ _ = 0%R)//; apply/min_idPr.
Qed.
End Close.
