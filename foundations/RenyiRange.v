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
