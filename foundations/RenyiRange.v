(* Bounded range in the Rényi ledger: two noises of which the logarithm of the ratio stays in an interval of the length ε
   cost α·ε²/8. The exponential mechanism is one: with the same value on both sides, ε is the rate times how far the
   changes of the scores are apart. *)
From Twinproof Require Import Prelude Noise Lists FiniteNoise PermuteAndFlip Semantics Kleene Judgments Rules LedgerRules SampleMap.
From Twinproof Require Import NoiseTable Facts Powers Bounded BoundedRange RenyiRules RenyiNoise.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Rule.
Variables (R : realType) (Mem St : Type) (A : set R) (total : R -> St -> R).
Implicit Types (P : Mem -> noise R) (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (al : R).

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Range]
   ⊢R y₁ ←$ P₁ ~ y₂ ←$ P₂ :
         Σ_v P₁(v) = 1 ∧ Σ_v P₂(v) = 1 ∧ (∃κ. ∀v. e^κ·P₂(v) ≤ P₁(v) ≤ e^(κ+ε)·P₂(v))
         ∧ α·ε²/8 ≤ c ∧ ∀v. K(v) ⇒ Ψ[v/y₁⟨1⟩, v/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   ε and c are over both memories and the counters, not over v. *)
Theorem r_sample_range P1 P2 y1 y2 (eps : Mem -> Mem -> St -> R) (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢R[A, total] (Sample P1 y1 : cmd R Mem) ~R Sample P2 y2 :
    (fun a b w =>
      [/\ \esum_(v in [set: Z]) (P1 a v)%:E = 1, \esum_(v in [set: Z]) (P2 b v)%:E = 1,
          exists kap, forall v, (expR kap * P2 b v <= P1 a v)%R /\ (P1 a v <= expR (kap + eps a b w) * P2 b v)%R,
          forall al, A al -> (1 < al)%R -> (al * (eps a b w ^+ 2 / 8%:R) <= total al (pay a b w) - total al w)%R
        & forall v, kept P1 y1 L a v -> Psi (y1 a v) (y2 b v) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [mass1 mass2 [kap both] price post] f g q.
apply: (@r_sample_moved _ _ _ A total P1 P2 y1 y2 (fun _ _ _ v => v) pay Psi L al Aal al1) q; split=> // al' A' al1'.
apply: (@le_trans _ _ (\esum_(v in [set: Z]) renyi_term al' (P1 m1 v) (P2 m2 v))).
  by apply: esum_sub => // v; apply: renyi_term_ge0.
apply: le_trans (bounded_range (lo := kap) (hi := (kap + eps m1 m2 w0)%R) al1' _ _ _ _ _ _) _ => //.
- by move=> v; apply: mass_ge0.
- by move=> v; apply: mass_ge0.
- by move=> v _; case: (both v).
- by move=> v _; case: (both v).
by rewrite addrAC subrr add0r lee_fin ler_expR ler_wpmul2l ?subr_ge0 ?(ltW al1')//; apply: price.
Qed.
End Rule.

(* ------------------------------------------------------------------------------------------ the exponential mechanism *)
Section Choose.
Variable R : realType.
Implicit Types (rho : R) (s : seq Z) (v M : Z).

(* all scores grow by at most M, and shrink by at most M': the logarithms of the ratios lie in an interval of (M + M')·ρ *)
Lemma choose_range rho s1 s2 M M' : (0 <= rho)%R -> (0 < len s1)%Z -> raised_by M s1 s2 -> raised_by M' s2 s1 ->
  exists kap, forall v, (expR kap * choose rho s2 v <= choose rho s1 v)%R /\
                        (choose rho s1 v <= expR (kap + zr R (M + M') * rho) * choose rho s2 v)%R.
Proof.
move=> rho0 ne1 [len12 grow] [_ shrink]; have ne2 : (0 < len s2)%Z by rewrite -len12.
pose Z1 := (\sum_(i < size s1) score_weight rho s1 i)%R; pose Z2 := (\sum_(i < size s2) score_weight rho s2 i)%R.
have z1 : (0 < Z1)%R by apply: score_sum_gt0. have z2 : (0 < Z2)%R by apply: score_sum_gt0.
exists (ln Z2 - ln Z1 - zr R M * rho)%R => v.
have [vs|out] := pselect (0 <= v < len s1)%Z; last first.
  by rewrite !choose_outside ?mulr0 -?len12.
have mass (s : seq Z) (T : R) : (0 < T)%R -> T = (\sum_(i < size s) score_weight rho s i)%R -> len s1 = len s ->
    choose rho s v = expR (zr R (get 0%Z s v) * rho - ln T).
  move=> T0 TE eqs; rewrite /= /choose_mass rho0 /= ifT; last by blia.
  rewrite -TE expRB expR_ln// /score_weight /get (_ : (v <? 0)%Z = false)//; blia.
rewrite (mass s1 Z1 z1 erefl erefl) (mass s2 Z2 z2 erefl len12) -!expRD !ler_expR zrD.
have g := ler_wpmul2r rho0 (ler_zr R (grow v vs)); have h : (get 0%Z s1 v - get 0%Z s2 v <= M')%Z by apply: shrink; rewrite -len12.
have {h} h := ler_wpmul2r rho0 (ler_zr R h); rewrite !zrB in g h.
move: (ln Z1) (ln Z2) (zr R (get _ _ _)) (zr R (get _ _ _)) (zr R M) (zr R M') g h => x y a b m m' g h.
split; rewrite -subr_ge0.
  by move: g; rewrite -subr_ge0; congr (0 <= _)%R; nsatz.
by move: h; rewrite -subr_ge0; congr (0 <= _)%R; nsatz.
Qed.
End Choose.

Section ChooseRule.
Variables (R : realType) (Mem St : Type) (A : set R) (total : R -> St -> R).
Implicit Types (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (al : R) (s : Mem -> seq Z).

Definition draw_choose (rho : Mem -> R) s y : cmd R Mem := draw_law id (fun m => ChooseNoise (rho m) (s m)) y.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Choose]
   ⊢R y₁ ←$ choose_ρ₁(s₁) ~ y₂ ←$ choose_ρ₂(s₂) :
         0 ≤ ρ₁⟨1⟩ ∧ ρ₁⟨1⟩ = ρ₂⟨2⟩ ∧ 0 < |s₁⟨1⟩| = |s₂⟨2⟩| ∧ (∀j. −M' ≤ s₂⟨2⟩[j] − s₁⟨1⟩[j] ≤ M)
         ∧ α·((M + M')·ρ₁⟨1⟩)²/8 ≤ c ∧ ∀v. 0 ≤ v < |s₁⟨1⟩| ⇒ Ψ[v/y₁⟨1⟩, v/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L *)
Theorem r_choose (rho1 rho2 : Mem -> R) s1 s2 y1 y2 (M M' : Mem -> Mem -> St -> Z) (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢R[A, total] draw_choose rho1 s1 y1 ~R draw_choose rho2 s2 y2 :
    (fun a b w =>
      [/\ [/\ (0 <= rho1 a)%R, rho1 a = rho2 b & (0 < len (s1 a))%Z],
          raised_by (M a b w) (s1 a) (s2 b), raised_by (M' a b w) (s2 b) (s1 a),
          forall al, A al -> (1 < al)%R ->
            (al * ((zr R (M a b w + M' a b w) * rho1 a) ^+ 2 / 8%:R) <= total al (pay a b w) - total al w)%R
        & forall v, (0 <= v < len (s1 a))%Z -> L (y1 a v) -> Psi (y1 a v) (y2 b v) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> al Aal al1 m1 m2 w0 [[rho0 rho12 ne1] grow shrink price post] f g q.
have [len12 _] := grow.
apply: (@r_sample_range _ _ _ A total (fun m => choose (rho1 m) (s1 m)) (fun m => choose (rho2 m) (s2 m)) y1 y2
  (fun a b w => zr R (M a b w + M' a b w) * rho1 a)%R pay Psi L al Aal al1) q.
split=> //.
- exact: choose_total.
- by apply: choose_total; rewrite -?rho12// -len12.
- by rewrite -rho12; apply: choose_range.
- move=> v [nz Lv]; apply: post => //; apply: contrapT => out; move/eqP: nz; apply; exact: choose_outside.
Qed.
End ChooseRule.
