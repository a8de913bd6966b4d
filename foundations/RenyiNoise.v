(* Sampling with the ledger of Rényi privacy: the general rule, discrete Gaussian noise, discrete Laplace noise and every
   other noise whose masses are within a factor; and what a pure ledger says of a Rényi ledger.

   [pay a b w] is the state of the ledger afterwards. The price is the difference of the totals, at each order. *)
From Twinproof Require Import Prelude Noise FiniteNoise PermuteAndFlip Semantics Kleene Judgments Rules BudgetRules LedgerRules.
From Twinproof Require Import SampleMap NoiseTable Facts Powers Theta Bounded RenyiRules.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ------------------------------------------------------------------------------------------------ the general rule *)
Section Sampling.
Variables (R : realType) (Mem St : Type) (A : set R) (total : R -> St -> R).
Implicit Types (P : Mem -> noise R) (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (al : R).

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Pair]
   ⊢R y₁ ←$ P₁ ~ y₂ ←$ P₂ :
         (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
         ∧ Σ_{v : K(v)} P₁(v)^α · P₂(φ(v))^(1−α) · e^(−(α−1)·c(v)) ≤ 1
         ∧ ∀v. K(v) ⇒ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L

   K(v): v is a value of P₁, and L[v/y₁⟨1⟩]. Where P₁(v) > 0 and P₂(φ(v)) = 0 the sum is infinite. *)
Theorem r_sample_map P1 P2 y1 y2 (phi : Mem -> Mem -> St -> Z -> Z) (pay : Mem -> Mem -> St -> Z -> St) Psi L :
  ⊢R[A, total] (Sample P1 y1 : cmd R Mem) ~R Sample P2 y2 :
    (fun a b w => let K := kept P1 y1 L a in
      [/\ forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u,
          forall al, A al -> (1 < al)%R ->
            \esum_(v in K) (renyi_term al (P1 a v) (P2 b (phi a b w v))
              * (expR (- ((al - 1) * (total al (pay a b w v) - total al w))))%:E) <= 1
        & forall v, K v -> Psi (y1 a v) (y2 b (phi a b w v)) (pay a b w v)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [inj sum1 post] f g [f0 g0 fL fg] /=; set K := kept P1 y1 L m1 in inj sum1 post *.
have s0 := conjugate_gt0 al1.
rewrite (esumID K); last by move=> v _; apply: mule_ge0.
rewrite setTI [X in _ + X]esum1 ?adde0; last first.
  move=> v [_ out]; have [->|p0] := eqVneq (P1 m1 v) 0%R; first by rewrite mul0e.
  by rewrite fL ?mule0// => Lv; apply: out.
apply: (@le_trans _ _ (\esum_(v in K) ((P2 m2 (phi m1 m2 w0 v))%:E * g (y2 m2 (phi m1 m2 w0 v))))); last first.
  apply: (@esum_injective _ _ _ K setT (phi m1 m2 w0) (fun v => (P2 m2 v)%:E * g (y2 m2 v))) => // [v|v u].
    exact: mule_ge0.
  by rewrite !inE; apply: inj.
apply: (holder al1 _ _ _ _ (sum1 al Aal al1)) => // [v|v|v Kv _]; [exact: mass_ge0|exact: mass_ge0|].
exact: fg (post v Kv).
Qed.

(* The same with one price for all values:  Σ_v P₁(v)^α · P₂(φ(v))^(1−α) ≤ e^((α−1)·c) *)
Theorem r_sample_moved P1 P2 y1 y2 (phi : Mem -> Mem -> St -> Z -> Z) (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢R[A, total] (Sample P1 y1 : cmd R Mem) ~R Sample P2 y2 :
    (fun a b w => let K := kept P1 y1 L a in
      [/\ forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u,
          forall al, A al -> (1 < al)%R ->
            \esum_(v in K) renyi_term al (P1 a v) (P2 b (phi a b w v))
              <= (expR ((al - 1) * (total al (pay a b w) - total al w)))%:E
        & forall v, K v -> Psi (y1 a v) (y2 b (phi a b w v)) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [inj sum1 post] f g q.
apply: (@r_sample_map P1 P2 y1 y2 phi (fun a b w _ => pay a b w) Psi L al Aal al1) q; split=> // al' A' al1'.
set c := (_ * _)%R; have e0 : 0 <= (expR (- c))%:E by rewrite lee_fin ltW// expR_gt0.
rewrite (eq_esum (b := fun v => (expR (- c))%:E * renyi_term al' (P1 m1 v) (P2 m2 (phi m1 m2 w0 v)))) => [|v _]; last exact: muleC.
rewrite esumZ// => [|v]; last exact: renyi_term_ge0.
apply: le_trans (lee_wpmul2l e0 (sum1 al' A' al1')) _.
by rewrite -EFinM -expRD addNr expR0.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Bounded]
   ⊢R y₁ ←$ P₁ ~ y₂ ←$ P₂ :
         0 ≤ ε ∧ (φ is one to one from the values of P₁ to those of P₂) ∧ Σ_v P₂(v) = 1
         ∧ (∀v. P₁(v) ≤ e^ε·P₂(φ(v)) ∧ P₂(φ(v)) ≤ e^ε·P₁(v))
         ∧ ∀v. K(v) ⇒ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + α·ε²/2 / ω]   ⇒   Ψ | L

   ε is over both memories and the counters, not over v. *)
Theorem r_sample_bounded P1 P2 y1 y2 (phi : Mem -> Mem -> St -> Z -> Z) (eps : Mem -> Mem -> St -> R)
    (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢R[A, total] (Sample P1 y1 : cmd R Mem) ~R Sample P2 y2 :
    (fun a b w => let V := [set v | P1 a v != 0%R] in
      [/\ (0 <= eps a b w)%R /\ \esum_(u in [set: Z]) (P2 b u)%:E = 1,
          (forall v u, V v -> V u -> phi a b w v = phi a b w u -> v = u) /\
          (forall u, P2 b u != 0%R -> exists2 v, V v & phi a b w v = u),
          forall v, V v -> (P1 a v <= expR (eps a b w) * P2 b (phi a b w v))%R /\
                           (P2 b (phi a b w v) <= expR (eps a b w) * P1 a v)%R,
          forall al, A al -> (1 < al)%R -> (al * (eps a b w ^+ 2 / 2%:R) <= total al (pay a b w) - total al w)%R
        & forall v, kept P1 y1 L a v -> Psi (y1 a v) (y2 b (phi a b w v)) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [[e0 mass2] [inj onto] both price post] f g q.
apply: (@r_sample_moved P1 P2 y1 y2 phi pay Psi L al Aal al1) q; split=> // [v u [v1 _] [u1 _]|al' A' al1'].
  exact: inj.
pose V := [set v | P1 m1 v != 0%R].
apply: (@le_trans _ _ (\esum_(v in V) renyi_term al' (P1 m1 v) (P2 m2 (phi m1 m2 w0 v)))).
  by apply: esum_sub => [v|v []//]; apply: renyi_term_ge0.
apply: le_trans (bounded_ratio (eps := eps m1 m2 w0) al1' e0 _ _ _ _ _ _) _ => //.
- by move=> v; apply: mass_ge0.
- by move=> v; apply: mass_ge0.
- by move=> v /both[].
- by move=> v /both[].
- by apply: le_trans (mass_le1 (P1 m1)); apply: esum_sub.
- rewrite -mass2; apply/eqP; rewrite eq_le; apply/andP; split.
    apply: (@esum_injective _ _ _ V setT (phi m1 m2 w0) (fun u => (P2 m2 u)%:E)) => // v u; rewrite !inE; exact: inj.
  rewrite -(@esum_image _ _ _ V (phi m1 m2 w0) (fun u => (P2 m2 u)%:E)); last by move=> v u; rewrite !inE; apply: inj.
  rewrite (esumID [set phi m1 m2 w0 v | v in V])// setTI [X in _ + X]esum1 ?adde0// => u [_ nu].
  have [->//|nz] := eqVneq (P2 m2 u) 0%R; by case: nu; have [v Vv <-] := onto u nz; exists v.
by rewrite lee_fin ler_expR ler_wpmul2l// ?price// subr_ge0 ltW.
Qed.
End Sampling.

(* ------------------------------------------------------------------------------------------------- discrete Gaussian *)
Section Gaussian.
Variable R : realType.
Implicit Types (al var : R) (e v k d : Z).

(* D_α(𝒩(e₁, σ²), 𝒩(e₂, σ²) moved by −k) ≤ α·d²/(2σ²), with d = k + e₁ − e₂ *)
Theorem gaussian_renyi al var e1 e2 k : (1 < al)%R -> (0 < var)%R ->
  \esum_(v in [set: Z]) renyi_term al (gaussian var e1 v) (gaussian var e2 (v + k)%Z)
  <= (expR ((al - 1) * (al * (zr R ((k + e1 - e2) * (k + e1 - e2)) / (2%:R * var)))))%:E.
Proof.
move=> al1 var0; have B0 := bell_sum_gt0 var0; set B := fine (bell_sum var) in B0.
pose K := (2%:R * var)^-1%R; have K0 : (0 < K)%R by rewrite invr_gt0 mulr_gt0// ltr0n.
pose d := zr R (k + e1 - e2); pose t := ((al - 1) * d + zr R e1)%R; set c := expR _.
have c0 : 0 <= (c / B)%:E by rewrite lee_fin divr_ge0 ?ltW// expR_gt0.
rewrite (eq_esum (b := fun v => (c / B)%:E * hill K t v)) => [|v _]; last first.
  have mass e u : gaussian var e u = expR (- (K * (zr R (u - e) * zr R (u - e))) - ln B).
    by rewrite /= /gaussian_mass var0 /bell expr2 -/B expRB expR_ln// -/K [(K * _)%R]mulrC.
  rewrite !mass renyi_termE ?expR_gt0// !rpow_exp -expRD /hill /c -EFinM; congr (_%:E).
  have -> : (B^-1 = expR (- ln B))%R by rewrite expRN expR_ln.
  rewrite -!expRD; congr expR.
  have -> : zr R (v + k - e2) = (zr R v - zr R e1 + d)%R by rewrite /d !zrB !zrD; nsatz.
  rewrite zrM -/d zrB -/K /t; move: (zr R v) (zr R e1) (ln B) => x e b; nsatz.
rewrite esumZ// => [|v]; last exact: hill_ge0.
apply: le_trans (lee_wpmul2l c0 (theta_largest K0 t)) _.
have -> : theta K 0 = B%:E.
  rewrite /B fineK ?bell_sum_finite//; apply: eq_esum => v _; rewrite /hill /bell subr0 expr2 -/K.
  by rewrite [(K * _)%R]mulrC.
by rewrite -EFinM divfK ?gt_eqF.
Qed.
End Gaussian.

Section GaussianRule.
Variables (R : realType) (Mem St : Type).
Implicit Types (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (e : Mem -> Z) (var : Mem -> R).

Definition draw_gaussian var e y : cmd R Mem := draw_law id (fun m => GaussianNoise (var m) (e m)) y.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Gauss]
   ⊢R y₁ ←$ 𝒩(e₁, σ₁²) ~ y₂ ←$ 𝒩(e₂, σ₂²) :
         0 < σ₁²⟨1⟩ ∧ σ₁²⟨1⟩ = σ₂²⟨2⟩ ∧ α·(k + e₁⟨1⟩ − e₂⟨2⟩)²/(2·σ₁²⟨1⟩) ≤ c
         ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   k and c are over both memories and the counters, not over v: a shift may not look at the sample. *)
Theorem r_gauss (A : set R) (total : R -> St -> R) var1 var2 e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z)
    (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢R[A, total] draw_gaussian var1 e1 y1 ~R draw_gaussian var2 e2 y2 :
    (fun a b w => let d := (k a b w + e1 a - e2 b)%Z in
      [/\ (0 < var1 a)%R, var1 a = var2 b,
          forall al, A al -> (1 < al)%R -> (al * (zr R (d * d) / (2%:R * var1 a)) <= total al (pay a b w) - total al w)%R
        & forall v, L (y1 a v) -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [var0 var12 price post] f g q.
apply: (@r_sample_moved _ _ _ A total _ _ y1 y2 (fun a b w v => v + k a b w)%Z pay Psi L al Aal al1) q.
split=> [v u _ _ eqs|al' A' al1'|v [_ Lv]]; [lia| |exact: post].
apply: (@le_trans _ _ (\esum_(v in [set: Z]) renyi_term al' (gaussian (var1 m1) (e1 m1) v) (gaussian (var1 m1) (e2 m2) (v + k m1 m2 w0)%Z))).
  by rewrite var12; apply: esum_sub => // v; apply: renyi_term_ge0.
apply: le_trans (gaussian_renyi _ _ _ al1' var0) _.
by rewrite lee_fin ler_expR ler_wpmul2l ?subr_ge0 ?(ltW al1')//; apply: price.
Qed.

(* [R-Gauss] in the ledger of zCDP, with a counter of the rate ρ: the price p is an integer or a real, as the counter is,
   and (k + e₁⟨1⟩ − e₂⟨2⟩)²/(2·σ₁²⟨1⟩) ≤ p·ρ. *)
Theorem r_gauss_concentrated (A : set R) (total : St -> R) (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St)
    var1 var2 e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z) (p : Mem -> Mem -> St -> T) Psi L :
  is_counter total rho value raise ->
  ⊢R[A, concentrated total] draw_gaussian var1 e1 y1 ~R draw_gaussian var2 e2 y2 :
    (fun a b w => let d := (k a b w + e1 a - e2 b)%Z in
      [/\ (0 < var1 a)%R, var1 a = var2 b, (zr R (d * d) / (2%:R * var1 a) <= value (p a b w) * rho)%R
        & forall v, L (y1 a v) -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (raise (p a b w) w)]) ⇒ Psi | L.
Proof.
move=> counter al Aal al1 m1 m2 w0 [var0 var12 price post] f g q.
apply: (@r_gauss A (concentrated total) _ _ _ _ _ _ k (fun a b w => raise (p a b w) w) Psi L al Aal al1) q.
split=> // al' _ al1'; rewrite /concentrated counter mulrDr addrAC subrr add0r.
by rewrite ler_wpmul2l// ltW// order_gt0.
Qed.

(* [R-Gauss] at one order α:  α·(k + e₁⟨1⟩ − e₂⟨2⟩)²/(2·σ₁²⟨1⟩) ≤ p·ρ *)
Theorem r_gauss_order (al : R) (total : St -> R) (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St)
    var1 var2 e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z) (p : Mem -> Mem -> St -> T) Psi L :
  is_counter total rho value raise ->
  ⊢R[one_order al, plain total] draw_gaussian var1 e1 y1 ~R draw_gaussian var2 e2 y2 :
    (fun a b w => let d := (k a b w + e1 a - e2 b)%Z in
      [/\ (0 < var1 a)%R, var1 a = var2 b, (al * (zr R (d * d) / (2%:R * var1 a)) <= value (p a b w) * rho)%R
        & forall v, L (y1 a v) -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (raise (p a b w) w)]) ⇒ Psi | L.
Proof.
move=> counter al0 Aal al1 m1 m2 w0 [var0 var12 price post] f g q.
apply: (@r_gauss (one_order al) (plain total) _ _ _ _ _ _ k (fun a b w => raise (p a b w) w) Psi L al0 Aal al1) q.
by split=> // al' -> _; rewrite /plain counter addrAC subrr add0r.
Qed.
End GaussianRule.

(* -------------------------------------------------------------------------------------------------- discrete Laplace *)
Section LaplaceRule.
Variables (R : realType) (Mem St : Type).
Implicit Types (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (e : Mem -> Z) (rho : Mem -> R).

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Lap]
   ⊢R y₁ ←$ L_ρ₁(e₁) ~ y₂ ←$ L_ρ₂(e₂) :
         0 < ρ₁⟨1⟩ ∧ ρ₁⟨1⟩ = ρ₂⟨2⟩ ∧ α·(|k + e₁⟨1⟩ − e₂⟨2⟩|·ρ₁⟨1⟩)²/2 ≤ c
         ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   k and c are not over v. (For a k(v) there is [R-Pure], at the pure price.) *)
Theorem r_laplace (A : set R) (total : R -> St -> R) rho1 rho2 e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z)
    (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢R[A, total] draw Laplace rho1 e1 y1 ~R draw Laplace rho2 e2 y2 :
    (fun a b w => let d := (k a b w + e1 a - e2 b)%Z in
      [/\ (0 < rho1 a)%R, rho1 a = rho2 b,
          forall al, A al -> (1 < al)%R ->
            (al * ((zr R (Z.abs d) * rho1 a) ^+ 2 / 2%:R) <= total al (pay a b w) - total al w)%R
        & forall v, L (y1 a v) -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [rho0 rho12 price post] f g q.
apply: (@r_sample_bounded _ _ _ A total _ _ y1 y2 (fun a b w v => v + k a b w)%Z
  (fun a b w => zr R (Z.abs (k a b w + e1 a - e2 b)) * rho1 a)%R pay Psi L al Aal al1) q.
have mass_gt0 (e v : Z) : (0 < laplace (rho1 m1) e v)%R.
  have /andP[a0 a1] := base_lt1 rho0.
  by rewrite /= /laplace_mass rho0 mulr_gt0 ?exprn_gt0// divr_gt0 ?subr_gt0// addr_gt0.
rewrite -rho12; split=> // [||v _|v [_ Lv]]; last exact: post.
- split; first by rewrite mulr_ge0 ?(ltW rho0)// zr_ge0//; lia.
  exact: laplace_total.
- split=> [v u _ _|u _]; first by lia.
  exists (u - k m1 m2 w0)%Z; last by lia.
  exact: lt0r_neq0 (mass_gt0 _ _).
- split; first exact: laplace_price.
  have := @laplace_price R (rho1 m1) (e2 m2) (e1 m1) (- k m1 m2 w0) (v + k m1 m2 w0) rho0.
  rewrite (_ : v + k m1 m2 w0 + - k m1 m2 w0 = v)%Z; last by lia.
  by rewrite (_ : Z.abs (- _ + _ - _) = Z.abs (k m1 m2 w0 + e1 m1 - e2 m2))%Z//; lia.
Qed.
End LaplaceRule.

(* ------------------------------------------------------------------------------------------------------ with counters *)
(* What the rules ask of a price, α·x ≤ total(pay) − total: in the ledger of zCDP it is x ≤ p·ρ for a counter of the rate ρ
   that is raised by p, and at one order α it is α·x ≤ p·ρ. *)
Section Counters.
Variables (R : realType) (St T : Type) (total : St -> R) (rho : R) (value : T -> R) (raise : T -> St -> St).
Hypothesis counter : is_counter total rho value raise.

Lemma concentrated_price (al x : R) p w : (1 < al)%R -> (x <= value p * rho)%R ->
  (al * x <= concentrated total al (raise p w) - concentrated total al w)%R.
Proof.
move=> al1 le; rewrite /concentrated counter mulrDr addrAC subrr add0r.
by rewrite ler_wpmul2l// ltW// order_gt0.
Qed.
Lemma plain_price (al x : R) p w : (al * x <= value p * rho)%R -> (al * x <= plain total al (raise p w) - plain total al w)%R.
Proof. by move=> le; rewrite /plain counter addrAC subrr add0r. Qed.
End Counters.

Section LaplaceCounters.
Variables (R : realType) (Mem St : Type).
Implicit Types (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (e : Mem -> Z).

(* [R-Lap] in the ledger of zCDP:  (|k + e₁⟨1⟩ − e₂⟨2⟩|·ρ₁⟨1⟩)²/2 ≤ p·ρ *)
Theorem r_laplace_concentrated (A : set R) (total : St -> R) (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St)
    (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z) (p : Mem -> Mem -> St -> T) Psi L :
  is_counter total rho value raise ->
  ⊢R[A, concentrated total] draw Laplace rho1 e1 y1 ~R draw Laplace rho2 e2 y2 :
    (fun a b w => let d := (k a b w + e1 a - e2 b)%Z in
      [/\ (0 < rho1 a)%R, rho1 a = rho2 b, ((zr R (Z.abs d) * rho1 a) ^+ 2 / 2%:R <= value (p a b w) * rho)%R
        & forall v, L (y1 a v) -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (raise (p a b w) w)]) ⇒ Psi | L.
Proof.
move=> counter al Aal al1 m1 m2 w0 [rho0 rho12 price post] f g q.
apply: (@r_laplace _ _ _ A (concentrated total) _ _ _ _ _ _ k (fun a b w => raise (p a b w) w) Psi L al Aal al1) q.
by split=> // al' _ al1'; apply: (concentrated_price counter).
Qed.

(* [R-Lap] at one order α:  α·(|k + e₁⟨1⟩ − e₂⟨2⟩|·ρ₁⟨1⟩)²/2 ≤ p·ρ *)
Theorem r_laplace_order (al : R) (total : St -> R) (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St)
    (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z) (p : Mem -> Mem -> St -> T) Psi L :
  is_counter total rho value raise ->
  ⊢R[one_order al, plain total] draw Laplace rho1 e1 y1 ~R draw Laplace rho2 e2 y2 :
    (fun a b w => let d := (k a b w + e1 a - e2 b)%Z in
      [/\ (0 < rho1 a)%R, rho1 a = rho2 b, (al * ((zr R (Z.abs d) * rho1 a) ^+ 2 / 2%:R) <= value (p a b w) * rho)%R
        & forall v, L (y1 a v) -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (raise (p a b w) w)]) ⇒ Psi | L.
Proof.
move=> counter al0 Aal al1 m1 m2 w0 [rho0 rho12 price post] f g q.
apply: (@r_laplace _ _ _ (one_order al) (plain total) _ _ _ _ _ _ k (fun a b w => raise (p a b w) w) Psi L al0 Aal al1) q.
by split=> // al' -> _; apply: (plain_price counter).
Qed.
End LaplaceCounters.

(* ------------------------------------------------------------------------------------------------------ a pure ledger *)
Section Pure.
Variables (R : realType) (Mem St : Type).
Implicit Types (c : cmd R Mem) (Phi Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (f : Mem -> \bar R).

Lemma conjugate_gt1 (al : R) : (1 < al)%R -> (1 < conjugate al)%R.
Proof. by move=> al1; rewrite ltr_pdivl_mulr ?subr_gt0// mul1r ltr_subl_addr ltr_addl. Qed.

(* the power lies above its tangent at t *)
Lemma power_tangent (s t : R) (x : \bar R) : (1 < s)%R -> (0 < t)%R -> 0 <= x ->
  (s * rpow (s - 1) t)%:E * x <= pw s x + ((s - 1) * rpow s t)%:E.
Proof.
move=> s1 t0; have s0 := order_gt0 s1; have r0 : (0 < s * rpow (s - 1) t)%R by rewrite mulr_gt0 ?rpow_gt0.
case: x => [x| |] //=; last by move=> _; rewrite gt0_muley ?lte_fin// addye.
rewrite lee_fin le_eqVlt => /orP[/eqP <-|x0].
  by rewrite mule0 rpow0 add0e lee_fin mulr_ge0 ?rpow_ge0// subr_ge0 ltW.
rewrite -EFinM -EFinD lee_fin; have le := ler_wpmul2l (ltW (expR_gt0 (s * ln t))) (bernoulli (ln x - ln t) s1).
rewrite -{1}(expR_ln x0) /rpow x0 t0 -mulrA -expRD (_ : (s - 1) * ln t + ln x = s * ln t + (ln x - ln t))%R; last by nsatz.
apply: le_trans (le_trans _ le) _; first by rewrite [expR (s * ln t + _)]expRD mulrCA.
by rewrite mulrDr -expRD (_ : s * ln t + s * (ln x - ln t) = s * ln x)%R 1?[((s - 1) * _)%R]mulrC//; nsatz.
Qed.

(* Jensen: the power of an expectation lies below the expectation of the power *)
Lemma wp_power c f m (s : R) : (1 < s)%R -> (forall a, 0 <= f a) -> pw s (wp c f m) <= wp c (fun a => pw s (f a)) m.
Proof.
move=> s1 f0; have s0 := order_gt0 s1; have J0 : 0 <= wp c (fun a => pw s (f a)) m by apply: wp_ge0.
have tangent t : (0 < t)%R ->
    (s * rpow (s - 1) t)%:E * wp c f m <= wp c (fun a => pw s (f a)) m + ((s - 1) * rpow s t)%:E.
  move=> t0; have k0 : (0 < s * rpow (s - 1) t)%R by rewrite mulr_gt0 ?rpow_gt0.
  have d0 : (0 <= (s - 1) * rpow s t)%R by rewrite mulr_ge0 ?rpow_ge0// subr_ge0 ltW.
  rewrite -wp_scale//; apply: (@le_trans _ _ (wp c (fun a => pw s (f a) + ((s - 1) * rpow s t)%:E) m)).
    by apply: wp_mono => a; [apply: mule_ge0 => //; rewrite lee_fin ltW|apply: power_tangent].
  by rewrite wp_add//; apply: lee_add2l; apply: wp_cst_le.
have := wp_ge0 c m f0; case E: (wp c f m) tangent => [W| |] // tangent W0.
  move: W0; rewrite lee_fin le_eqVlt => /orP[/eqP <-|W0]; first by rewrite /= rpow0.
  have := tangent W W0; case: (wp c _ m) J0 => [J| |] //= J0; last by move=> _; rewrite leey.
  rewrite -EFinM -EFinD !lee_fin (_ : s * rpow (s - 1) W * W = s * rpow s W)%R; last first.
    by rewrite -mulrA -{2}(rpow_id (ltW W0)) -rpowD// subrK.
  by rewrite mulrBl mul1r -ler_subl_addr opprB addrCA subrr addr0.
have := tangent 1%R ltr01; rewrite !rpow1 mulr1 gt0_muley ?lte_fin//.
by case: (wp c _ m) J0 => [J| |].
Qed.

(* ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L
   ──────────────────────── [R-Pure]   the ledgers have the same totals
   ⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L *)
Theorem r_pure (A : set R) (total : R -> St -> R) c1 c2 Phi Psi L :
  (forall al, A al -> (1 < al)%R -> ⊢ω[total al] c1 ~ω c2 : Phi ⇒ Psi | L) ->
  ⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi | L.
Proof.
move=> J al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg].
apply: le_trans (wp_power c1 m1 (conjugate_gt1 al1) f0) _; apply: (J al Aal al1 _ _ _ pre); split=> // a nL.
by rewrite fL// pw0.
Qed.

(* In the ledger of zCDP: where the ledger does not go back, a pure price is enough, as α > 1. w₀ is rigid and new. *)
Theorem r_pure_concentrated (A : set R) (total : St -> R) c1 c2 Phi Psi L :
  (forall w0, ⊢ω[total] c1 ~ω c2 : Phi ∧ (fun _ _ w => w = w0) ⇒ Psi ∧ (fun _ _ w => (total w0 <= total w)%R) | L) ->
  ⊢R[A, concentrated total] c1 ~R c2 : Phi ⇒ Psi | L.
Proof.
move=> J al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg].
apply: le_trans (wp_power c1 m1 (conjugate_gt1 al1) f0) _.
apply: (J w0 _ _ _ (conj pre erefl)); split=> // [a nL|a b w [ps le]]; first by rewrite fL// pw0.
apply: le_trans (fg _ _ _ ps); apply: lee_wpmul2r => //; rewrite lee_fin ler_expR /concentrated -mulrBr.
by rewrite ler_pemull ?subr_ge0// ltW.
Qed.
End Pure.
