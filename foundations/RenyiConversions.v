(* From Rényi privacy and zero-concentrated privacy to (ε, δ), and from pure privacy to zero-concentrated privacy. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules LedgerRules Credit Privacy Facts.
From Twinproof Require Import Powers Bounded RenyiRules RenyiNoise RenyiPrivacy.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Numbers.
Variable R : realType.
Implicit Types (al r rho eps delta p q z : R).

(* (1 − 1/α)^α/(α−1) *)
Definition kappa al : R := expR (al * ln (1 - al^-1)) / (al - 1).

Lemma below_one al : 1 < al -> 0 < 1 - al^-1.
Proof. by move=> al1; rewrite subr_gt0 invf_lt1// order_gt0. Qed.
Lemma kappaE al : 1 < al -> kappa al = al^-1 * expR ((al - 1) * ln (1 - al^-1)).
Proof.
move=> al1; have l0 := below_one al1; have a0 := order_gt0 al1; have b0 : 0 < al - 1 by rewrite subr_gt0.
rewrite /kappa -{1}(subrK 1 al) mulrDl mul1r expRD expR_ln// -mulrA mulrC; congr (_ * _).
have -> : 1 - al^-1 = (al - 1) / al by rewrite mulrBl divff ?mul1r// gt_eqF.
by rewrite mulrAC divff ?mul1r// gt_eqF.
Qed.
Lemma kappa_ge0 al : 1 < al -> 0 <= kappa al.
Proof. by move=> al1; rewrite divr_ge0// ?subr_ge0 ltW// expR_gt0. Qed.
Lemma kappa_le al : 1 < al -> kappa al <= al^-1.
Proof.
move=> al1; have a0 := order_gt0 al1; rewrite kappaE// ler_pimulr ?invr_ge0 ?(ltW a0)//.
rewrite -[leRHS](expR0 R) ler_expR mulr_ge0_le0 ?subr_ge0 ?(ltW al1)//.
by rewrite -log_sign_below ?below_one// ler_subl_addl ler_addr invr_ge0 ltW.
Qed.
Lemma kappa_le1 al : 1 < al -> kappa al <= 1.
Proof. by move=> al1; apply: le_trans (kappa_le al1) _; have /andP[] := order_weight al1. Qed.

(* (1 − e^(−z))⁺ ≤ κ·e^((α−1)·z) *)
Lemma loss_bound al z : 1 < al -> expR z <= 1 + kappa al * expR (al * z).
Proof.
move=> al1; have l0 := below_one al1; have a0 := order_gt0 al1; have n0 : al != 0 by rewrite gt_eqF.
have := young (al * z + (al - 1) * ln (1 - al^-1)) (- ln (1 - al^-1)) (order_weight al1).
have aV : al^-1 * al = 1 by rewrite mulVf.
have -> : al^-1 * (al * z + (al - 1) * ln (1 - al^-1)) + (1 - al^-1) * - ln (1 - al^-1) = z.
  by move: aV (ln _); move: (al^-1) => k aV y; nsatz.
rewrite expRD expRN expR_ln// mulfV ?gt_eqF// addrC => /le_trans; apply.
by rewrite kappaE// ler_add2l mulrA mulrAC.
Qed.

Local Open Scope ereal_scope.
Lemma term_bound al eps p q : (1 < al)%R -> (0 <= p)%R -> (0 <= q)%R ->
  p%:E <= (expR eps * q)%:E + (kappa al * expR (- ((al - 1) * eps)))%:E * renyi_term al p q.
Proof.
move=> al1; have k0 : (0 < kappa al)%R by rewrite divr_gt0 ?expR_gt0 ?subr_gt0.
have K0 : (0 < kappa al * expR (- ((al - 1) * eps)))%R by rewrite mulr_gt0 ?expR_gt0.
have KE : 0 <= (kappa al * expR (- ((al - 1) * eps)))%:E by rewrite lee_fin ltW.
rewrite [in X in X -> _]le_eqVlt => /orP[/eqP <-|p0].
  by move=> q0; rewrite renyi_term0 mule0 adde0 lee_fin mulr_ge0// ltW// expR_gt0.
rewrite le_eqVlt => /orP[/eqP <-|q0].
  by rewrite /renyi_term [(p <= 0)%R]leNgt p0 lexx mulr0 add0e gt0_muley ?lte_fin ?leey.
rewrite renyi_termE// -EFinM -EFinD lee_fin.
have e0 : (0 < expR eps * q)%R by rewrite mulr_gt0 ?expR_gt0.
have := ler_wpmul2l (ltW e0) (loss_bound (ln p - ln q - eps) al1).
rewrite mulrDr mulr1 => le; apply: le_trans (le_trans _ le) _.
  by rewrite !expRB !expR_ln// mulrC mulrA !divfK// gt_eqF// expR_gt0.
rewrite ler_add2l [leLHS]mulrCA -[leRHS]mulrA; apply: ler_wpmul2l; first exact: ltW.
have qE : (expR eps * q = expR (eps + ln q))%R by rewrite expRD expR_ln.
rewrite qE /rpow p0 q0 -!expRD ler_expR le_eqVlt; apply/orP; left; apply/eqP.
move: (ln p) (ln q) => x y; nsatz.
Qed.
End Numbers.

Local Open Scope ereal_scope.
Section ToBudgets.
Variables (R : realType) (Mem O : Type).
Implicit Types (c : cmd R Mem) (x : Mem -> O) (Phi : Mem -> Mem -> Prop) (al r rho eps delta : R) (A : set R).

(* ⊢ c₁ ~[α: r, δ₀] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ 1 < α ∧ e^((α−1)·(cost − ε))·(1−1/α)^α/(α−1) ≤ δ
   ────────────────────────────────────────────────────────────────────────────────────────────────── [RDP-DP]
   ⊢ c₁ ~⟨ε, δ + δ₀⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   α is an order of the premise, over rigid variables: its one order, where cost is r, or any one, where cost is α·r. *)
Theorem rdp_dp A (cost : R -> R) (delta0 : R) al eps delta c1 x1 c2 x2 Phi : A al -> (1 < al)%R ->
  (expR ((al - 1) * (cost al - eps)) * kappa al <= delta)%R ->
  renyi_claim A cost delta0 c1 x1 c2 x2 Phi ->
  ⊢ c1 ~⟨eps, delta + delta0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> Aal al1 enough J m1 m2 pre X; have [mu [mu0 le_mu rest bound]] := J m1 m2 pre.
pose S : set {classic O} := [set x1 a | a in X]; have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW// expR_gt0.
have muE i : 0 <= (mu i)%:E by rewrite lee_fin.
have pE i : 0 <= (outcome c1 m1 x1 i)%:E by rewrite lee_fin outcome_ge0.
have qE i : 0 <= (outcome c2 m2 x2 i)%:E by rewrite lee_fin outcome_ge0.
have dE i : 0 <= (outcome c1 m1 x1 i - mu i)%:E by rewrite lee_fin subr_ge0.
have mufin (Y : set {classic O}) : \esum_(i in Y) (mu i)%:E \is a fin_num.
  rewrite ge0_fin_numE; last exact: esum_ge0.
  apply: (@le_lt_trans _ _ 1); last exact: ltry.
  apply: (@le_trans _ _ (\esum_(j in Y) (outcome c1 m1 x1 j)%:E)); first by apply: le_esum => j _; rewrite lee_fin.
  by rewrite outcomes; apply: wp_le1.
have split (Y : set {classic O}) : \esum_(i in Y) (outcome c1 m1 x1 i)%:E
    = \esum_(i in Y) (mu i)%:E + \esum_(i in Y) (outcome c1 m1 x1 i - mu i)%:E.
  by rewrite -esumD//; apply: eq_esum => i _; rewrite -EFinD addrCA subrr addr0.
have lost : \esum_(i in S) (outcome c1 m1 x1 i - mu i)%:E <= delta0%:E.
  apply: (@le_trans _ _ (\esum_(i in [set: {classic O}]) (outcome c1 m1 x1 i - mu i)%:E)); first exact: esum_sub.
  by move: rest; rewrite split lee_add2lE.
apply: (@le_trans _ _ (\esum_(i in S) (outcome c1 m1 x1 i)%:E)).
  by rewrite outcomes; apply: wp_mono => // a; apply: ind_le => Xa; exists a.
rewrite split EFinD addeA; apply: lee_add => //.
pose K := (kappa al * expR (- ((al - 1) * eps)))%R; have K0 : 0 <= K%:E.
  by rewrite lee_fin mulr_ge0 ?kappa_ge0// ltW// expR_gt0.
apply: (@le_trans _ _ (\esum_(i in S) ((expR eps)%:E * (outcome c2 m2 x2 i)%:E + K%:E * renyi_term al (mu i) (outcome c2 m2 x2 i)))).
  by apply: le_esum => i _; rewrite -EFinM; apply: term_bound => //; apply: outcome_ge0.
have t0 i : 0 <= renyi_term al (mu i) (outcome c2 m2 x2 i) by apply: renyi_term_ge0.
rewrite esumD; [|by move=> i _; apply: mule_ge0|by move=> i _; apply: mule_ge0].
rewrite !esumZ//; apply: lee_add.
  apply: lee_wpmul2l => //; rewrite outcomes; apply: wp_mono => // b; apply: ind_le => -[a Xa xx]; by exists a.
apply: (@le_trans _ _ (K%:E * (expR ((al - 1) * cost al))%:E)).
  by apply: lee_wpmul2l => //; apply: le_trans (bound al Aal al1); apply: esum_sub.
by rewrite -EFinM lee_fin; apply: le_trans enough; rewrite /K -mulrA -expRD mulrC mulrBr addrC.
Qed.

(* ⊢ c₁ ~[α: r, δ₀] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ 1 < α ∧ 0 < δ ∧ cost + log(1/δ)/(α−1) ≤ ε
   ──────────────────────────────────────────────────────────────────────────────────── [RDP-DP-sym]
   ⊢ c₁ ~⟨ε, δ + δ₀⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   α and cost as in [RDP-DP]. *)
Theorem rdp_dp_sym A (cost : R -> R) (delta0 : R) al eps delta c1 x1 c2 x2 Phi : A al -> (1 < al)%R -> (0 < delta)%R ->
  (cost al + ln (delta^-1) / (al - 1) <= eps)%R ->
  renyi_claim A cost delta0 c1 x1 c2 x2 Phi ->
  ⊢ c1 ~⟨eps, delta + delta0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> Aal al1 d0 le_eps; apply: (rdp_dp Aal al1); have b0 : (0 < al - 1)%R by rewrite subr_gt0.
apply: (@le_trans _ _ (expR ((al - 1) * (cost al - eps)))); first by rewrite ler_pimulr ?kappa_le1// ltW// expR_gt0.
rewrite -[leRHS](expR_ln d0) ler_expR; move: le_eps; rewrite -ler_subr_addl ler_pdivr_mulr// lnV ?posrE// => le.
by rewrite -ler_opp2 -mulrN opprB mulrC.
Qed.

(* ⊢ c₁ ~[all α: r, δ₀] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ 0 ≤ r ≤ ε ∧ 0 < δ ∧ 4·r·log(1/δ) ≤ (ε − r)²
   ──────────────────────────────────────────────────────────────────────────────────────────── [zCDP-DP-sym]
   ⊢ c₁ ~⟨ε, δ + δ₀⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩ *)
Theorem zcdp_dp_sym (delta0 : R) rho eps delta c1 x1 c2 x2 Phi : (0 <= rho)%R -> (0 < delta)%R -> (rho <= eps)%R ->
  (4%:R * rho * ln (delta^-1) <= (eps - rho) ^+ 2)%R ->
  renyi_claim all_orders (fun al => al * rho)%R delta0 c1 x1 c2 x2 Phi ->
  ⊢ c1 ~⟨eps, delta + delta0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
rewrite le_eqVlt => /orP[/eqP<-|rho0].
  move=> d0 eps0 _ J; have al1 : (1 < 1 + delta^-1)%R by rewrite ltr_addl invr_gt0.
  apply: (@rdp_dp all_orders _ delta0 (1 + delta^-1)%R eps delta c1 x1 c2 x2 Phi I al1 _ J).
  rewrite mulr0 sub0r mulrN; apply: (@le_trans _ _ (kappa (1 + delta^-1)%R)).
    by rewrite ler_pimull ?kappa_ge0// -[leRHS](expR0 R) ler_expR oppr_le0 mulr_ge0// subr_ge0 ltW.
  apply: le_trans (kappa_le al1) _.
  by rewrite -[leRHS]invrK lef_pinv ?posrE ?invr_gt0// ?ler_addr// addr_gt0// invr_gt0.
move=> d0 le_eps enough J; move: le_eps; rewrite le_eqVlt => /orP[/eqP E|lt_eps].
  have d1 : (1 <= delta)%R.
    rewrite log_sign//; move: enough; rewrite -E subrr expr0n /= pmulr_rle0 ?mulr_gt0// ?ltr0n//.
    by rewrite lnV ?posrE// oppr_le0.
  move=> m1 m2 pre X; have [mu [mu0 le_mu rest _]] := J m1 m2 pre.
  have muE i : 0 <= (mu i)%:E by rewrite lee_fin.
  have le_p : \esum_(i in [set: {classic O}]) (mu i)%:E <= \esum_(i in [set: {classic O}]) (outcome c1 m1 x1 i)%:E.
    by apply: le_esum => j _; rewrite lee_fin.
  have mufin : \esum_(i in [set: {classic O}]) (mu i)%:E \is a fin_num.
    rewrite ge0_fin_numE; last exact: esum_ge0.
    by apply: le_lt_trans le_p _; rewrite outcomes; apply: le_lt_trans (wp_le1 _ _ _ _) (ltry _).
  have delta0_ge0 : 0 <= delta0%:E by move: (le_trans le_p rest); rewrite -[X in X <= _]adde0 lee_add2lE.
  apply: (@le_trans _ _ (0 + (delta + delta0)%:E)); last first.
    by apply: lee_add2r; apply: mule_ge0; [rewrite lee_fin ltW// expR_gt0|apply: Pr_ge0].
  rewrite add0e EFinD; apply: le_trans (lee_add (_ : 1 <= delta%:E) delta0_ge0); last by rewrite lee_fin.
  by rewrite adde0; apply: wp_le1.
have g0 : (0 < eps - rho)%R by rewrite subr_gt0.
have two : (0 < 2%:R * rho)%R by rewrite mulr_gt0// ltr0n.
pose b := ((eps - rho) / (2%:R * rho))%R; have b0 : (0 < b)%R by rewrite divr_gt0.
have bE : (b * (rho + rho) = eps - rho)%R by rewrite -mulr2n -mulr_natl /b divfK ?gt_eqF.
have al1 : (1 < 1 + b)%R by rewrite ltr_addl.
apply: (@rdp_dp_sym all_orders _ delta0 (1 + b)%R eps delta c1 x1 c2 x2 Phi I al1 d0 _ J).
rewrite addrAC subrr add0r -ler_subr_addl ler_pdivr_mulr//.
have four : (0 < 4%:R * rho)%R by rewrite mulr_gt0// ltr0n.
rewrite -(ler_pmul2l four); apply: le_trans enough _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
have -> : (4%:R : R) = (1 + 1 + (1 + 1))%R by rewrite -[4%N]/(1 + 1 + (1 + 1))%N !natrD.
rewrite expr2; move: bE; clear; move: b => b bE; nsatz.
Qed.

(* The textbook form: ρ-zCDP gives (ρ + 2·√(ρ·log(1/δ)), δ). *)
Theorem zcdp_dp_textbook (delta0 : R) rho delta c1 x1 c2 x2 Phi : (0 <= rho)%R -> (0 < delta)%R -> (delta <= 1)%R ->
  renyi_claim all_orders (fun al => al * rho)%R delta0 c1 x1 c2 x2 Phi ->
  ⊢ c1 ~⟨rho + 2%:R * Num.sqrt (rho * ln (delta^-1)), delta + delta0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> rho0 d0 d1 J; have l0 : (0 <= ln (delta^-1))%R by rewrite lnV ?posrE// oppr_ge0 -log_sign_below.
have r0 : (0 <= rho * ln delta^-1)%R by rewrite mulr_ge0.
apply: (zcdp_dp_sym rho0 d0 _ _ J); first by rewrite ler_addl mulr_ge0// sqrtr_ge0.
rewrite addrAC subrr add0r exprMn sqr_sqrtr// mulrA.
by rewrite -natrX.
Qed.
End ToBudgets.

(* --------------------------------------------------------------------------------- the same as claims about privacy *)
Section Privacy.
Variables (R : realType) (Mem O : Type).
Implicit Types (mechanism : cmd R Mem) (output : Mem -> O) (adjacent : Mem -> Mem -> Prop) (al r rho eps delta : R).

Lemma renyi_private_claim mechanism output adjacent al r : (1 < al)%R ->
  renyi_private mechanism output adjacent al r <->
  renyi_claim (one_order al) (fun=> r) 0 mechanism output mechanism output adjacent.
Proof.
move=> al1; split=> [J|/claim_exact J m1 m2 adj]; last exact: J.
by apply/claim_exact => m1 m2 adj al' -> _; apply: J.
Qed.
Lemma zcdp_private_claim mechanism output adjacent rho :
  zcdp_private mechanism output adjacent rho <->
  renyi_claim all_orders (fun al => al * rho)%R 0 mechanism output mechanism output adjacent.
Proof.
split=> [J|/claim_exact J al al1 m1 m2 adj]; last exact: J.
by apply/claim_exact => m1 m2 adj al _ al1; apply: J.
Qed.

(* (α, r)-Rényi privacy gives (ε, δ) where e^((α−1)·(r − ε))·(1−1/α)^α/(α−1) ≤ δ *)
Theorem renyi_private_dp mechanism output adjacent al r eps delta : (1 < al)%R ->
  (expR ((al - 1) * (r - eps)) * kappa al <= delta)%R ->
  renyi_private mechanism output adjacent al r -> differentially_private mechanism output adjacent eps delta.
Proof.
move=> al1 enough /(renyi_private_claim _ _ _ _ al1) J; apply/privacy; rewrite -[delta]addr0.
exact: (rdp_dp (A := one_order al) (cost := fun=> r) erefl al1 enough J).
Qed.
(* ρ-zCDP gives (ε, δ) where for some α > 1  e^((α−1)·(α·ρ − ε))·(1−1/α)^α/(α−1) ≤ δ *)
Theorem zcdp_private_dp mechanism output adjacent al rho eps delta : (1 < al)%R ->
  (expR ((al - 1) * (al * rho - eps)) * kappa al <= delta)%R ->
  zcdp_private mechanism output adjacent rho -> differentially_private mechanism output adjacent eps delta.
Proof. by move=> al1 enough J; apply: (renyi_private_dp al1 enough); apply: J. Qed.
(* ρ-zCDP gives (ρ + 2·√(ρ·log(1/δ)), δ) *)
Theorem zcdp_private_textbook mechanism output adjacent rho delta : (0 <= rho)%R -> (0 < delta)%R -> (delta <= 1)%R ->
  zcdp_private mechanism output adjacent rho ->
  differentially_private mechanism output adjacent (rho + 2%:R * Num.sqrt (rho * ln (delta^-1))) delta.
Proof.
move=> rho0 d0 d1 /zcdp_private_claim J; apply/privacy; rewrite -[X in ⊢ _ ~⟨_, X⟩ _ : _ ⇒ _]addr0.
exact: zcdp_dp_textbook J.
Qed.

(* ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      ⊢ c₂ ~⟨ε,0⟩ c₁ : Φ⁻¹ ⇒ x₂⟨1⟩ = x₁⟨2⟩      ⊢ skip ~⟨0,0⟩ c₂ : Φ ⇒ true
   ──────────────────────────────────────────────────────────────────────────────────────────────── [R-Pure]
   ⊢ c₁ ~[α: α·ε²/2, 0] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   Φ ⇒ 0 ≤ ε. Φ⁻¹ is Φ with ⟨1⟩ and ⟨2⟩ exchanged. For all orders the bound is ε²/2. *)
Theorem pure_claim (A : set R) (c1 c2 : cmd R Mem) (x1 x2 : Mem -> O) (Phi : Mem -> Mem -> Prop) eps : (0 <= eps)%R ->
  (⊢ c1 ~⟨eps, 0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b)) ->
  (⊢ c2 ~⟨eps, 0⟩ c1 : (fun a b => Phi b a) ⇒ (fun a b => x2 a = x1 b)) ->
  (⊢ Skip ~⟨0, 0⟩ c2 : Phi ⇒ (fun _ _ => True)) ->
  renyi_claim A (fun al => al * (eps ^+ 2 / 2%:R))%R 0 c1 x1 c2 x2 Phi.
Proof.
move=> e0 J1 J2 /skip_against_right ends; apply/claim_exact => m1 m2 pre al _ al1.
have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW// expR_gt0.
apply: bounded_ratio => // [i|i|i _|i _||].
- exact: outcome_ge0.
- exact: outcome_ge0.
- rewrite -lee_fin EFinM !outcomeE; apply: le_trans (J1 _ _ pre _) _; rewrite adde0; apply: lee_wpmul2l => //.
  by apply: wp_mono => // b; apply: ind_le => -[a /= <-].
- rewrite -lee_fin EFinM !outcomeE; apply: le_trans (J2 _ _ pre _) _; rewrite adde0; apply: lee_wpmul2l => //.
  by apply: wp_mono => // b; apply: ind_le => -[a /= <-].
- by rewrite outcomes; apply: wp_le1.
- apply/eqP; rewrite eq_le outcomes; apply/andP; split; first exact: wp_le1.
  by apply: le_trans (ends _ _ pre) _; apply: wp_mono => // a; apply: ind_le.
Qed.

(* ε-privacy of a mechanism that always ends is ε²/2-zCDP; adjacency goes both ways *)
Theorem pure_zcdp mechanism output adjacent eps : (0 <= eps)%R ->
  (forall a b, adjacent a b -> adjacent b a) -> (forall a b, adjacent a b -> 1 <= Pr mechanism b setT) ->
  differentially_private mechanism output adjacent eps 0 ->
  zcdp_private mechanism output adjacent (eps ^+ 2 / 2%:R)%R.
Proof.
move=> e0 sym ends /privacy J; apply/zcdp_private_claim; apply: pure_claim => //.
- move=> m1 m2 /sym adj X; apply: le_trans (J _ _ adj X) _; apply: lee_add2r; apply: lee_wpmul2l.
    by rewrite lee_fin ltW// expR_gt0.
  by apply: wp_mono => // b; apply: ind_le => -[a Xa ab]; exists a.
- by apply/skip_against_right => m1 m2 adj; apply: le_trans (ends _ _ adj) _; apply: wp_mono => // a; apply: ind_le.
Qed.
End Privacy.
