(* The rules of the Rényi ledger with the table of the noises: one side samples alone, two samplings at the pure price of
   their row, and two samplings of which the row bounds the price in both directions. *)
From Twinproof Require Import Prelude Noise FiniteNoise PermuteAndFlip Semantics Kleene Judgments Rules LedgerRules SampleMap.
From Twinproof Require Import NoiseTable Facts Powers Bounded RenyiRules RenyiNoise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Rules.
Variables (R : realType) (Mem St V : Type) (A : set R) (total : R -> St -> R) (enc : V -> Z) (dec : Z -> V).
Hypothesis code : cancel enc dec.
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (al : R).
Local Notation draw_law := (draw_law dec).

(* ─────────────────────────────────────────────────────────── [R-Samp-L]
   ⊢R y ←$ N_θ(e) ~ skip : ∀v ∈ values(θ⟨1⟩, e⟨1⟩). Ψ[v/y⟨1⟩] ⇒ Ψ | L *)
Theorem r_law_left l y Psi L : coded enc dec l ->
  ⊢R[A, total] draw_law l y ~R Skip :
    (fun a b w => forall v, value_of (l a) (enc v) -> L (y a v) -> Psi (y a v) b w) ⇒ Psi | L.
Proof. by move=> coded1; apply/r_skip_right => al _ _; apply: w_law_left. Qed.

(* ─────────────────────────────────────────────────────────────────── [R-Samp-R]
   ⊢R skip ~ y ←$ N_θ(e) : lawful(θ⟨2⟩, e⟨2⟩) ∧ ∀v ∈ values(θ⟨2⟩, e⟨2⟩). Ψ[v/y⟨2⟩] ⇒ Ψ | L *)
Theorem r_law_right l y Psi L : coded enc dec l ->
  ⊢R[A, total] Skip ~R draw_law l y :
    (fun a b w => lawful (l b) /\ forall v, value_of (l b) (enc v) -> Psi a (y b v) w) ⇒ Psi | L.
Proof. by move=> coded2; apply/r_skip_left => al _ _; apply: w_law_right. Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Map]
   ⊢R y₁ ←$ N_θ₁(e₁) ~ y₂ ←$ N_θ₂(e₂) :
         lawful(θ₁, e₁) ∧ (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
         ∧ ∀v. K(v) ⇒ φ(v) ∈ values(θ₂, e₂) ∧ fits(v, φ(v)) ∧ price(v, φ(v)) ≤ c(v)
                      ∧ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L

   K(v): v ∈ values(θ₁, e₁) ∧ L[v/y₁⟨1⟩]. The pure price, at every order; here φ and c may look at the sample. *)
Theorem r_sample_law l1 l2 y1 y2 (phi : Mem -> Mem -> St -> V -> V) (M : Mem -> Mem -> St -> Z)
    (pay : Mem -> Mem -> St -> V -> St) Psi L : coded enc dec l1 ->
  ⊢R[A, total] draw_law l1 y1 ~R draw_law l2 y2 :
    (fun a b w => let K v := value_of (l1 a) (enc v) /\ L (y1 a v) in
      [/\ lawful (l1 a), forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u
        & forall v, K v -> let u := phi a b w v in
            [/\ value_of (l2 b) (enc u), fits (l1 a) (l2 b) (M a b w) (enc v) (enc u),
                forall al, A al -> (1 < al)%R ->
                  (price (l1 a) (l2 b) (M a b w) (enc v) (enc u) <= total al (pay a b w v) - total al w)%R
              & Psi (y1 a v) (y2 b u) (pay a b w v)]]) ⇒ Psi | L.
Proof.
move=> coded1; apply: r_pure => al Aal al1 m1 m2 w0 [ok inj after] f g q.
apply: (@w_sample_law _ _ _ _ (total al) _ _ code l1 l2 y1 y2 phi M pay Psi L) q => //.
by split=> // v /after[iu row paid post]; split=> //; apply: paid.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [R-Samp]
   ⊢R y₁ ←$ N_θ₁(e₁) ~ y₂ ←$ N_θ₂(e₂) :
         0 ≤ ε ∧ lawful(θ₁, e₁) ∧ lawful(θ₂, e₂)
         ∧ (∀v w ∈ values(θ₁, e₁). φ(v) = φ(w) ⇒ v = w) ∧ (∀u ∈ values(θ₂, e₂). ψ(u) ∈ values(θ₁, e₁) ∧ φ(ψ(u)) = u)
         ∧ (∀v ∈ values(θ₁, e₁). φ(v) ∈ values(θ₂, e₂) ∧ fits(v, φ(v)) ∧ steps(v, φ(v)) · unit ≤ ε
                                  ∧ fits(φ(v), v) ∧ steps(φ(v), v) · unit ≤ ε)
         ∧ α·ε²/2 ≤ c ∧ ∀v. K(v) ⇒ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   ε and c are over both memories and the counters, not over v; that φ has an inverse ψ is said by what it reaches, and
   steps · unit is the price of the row. *)
Theorem r_law_bounded l1 l2 y1 y2 (phi : Mem -> Mem -> St -> V -> V) (M M' : Mem -> Mem -> St -> Z)
    (eps : Mem -> Mem -> St -> R) (pay : Mem -> Mem -> St -> St) Psi L : coded enc dec l1 -> coded enc dec l2 ->
  ⊢R[A, total] draw_law l1 y1 ~R draw_law l2 y2 :
    (fun a b w => let val1 v := value_of (l1 a) (enc v) in let val2 u := value_of (l2 b) (enc u) in
      [/\ [/\ (0 <= eps a b w)%R, lawful (l1 a) & lawful (l2 b)],
          (forall v u, val1 v -> val1 u -> phi a b w v = phi a b w u -> v = u) /\
          (forall u, val2 u -> exists2 v, val1 v & phi a b w v = u),
          forall v, val1 v -> let u := phi a b w v in
            [/\ val2 u, fits (l1 a) (l2 b) (M a b w) (enc v) (enc u),
                (price (l1 a) (l2 b) (M a b w) (enc v) (enc u) <= eps a b w)%R,
                fits (l2 b) (l1 a) (M' a b w) (enc u) (enc v)
              & (price (l2 b) (l1 a) (M' a b w) (enc u) (enc v) <= eps a b w)%R],
          forall al, A al -> (1 < al)%R -> (al * (eps a b w ^+ 2 / 2%:R) <= total al (pay a b w) - total al w)%R
        & forall v, val1 v -> L (y1 a v) -> Psi (y1 a v) (y2 b (phi a b w v)) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> coded1 coded2 al Aal al1 m1 m2 w0 [[e0 ok1 ok2] [inj onto] both price post] f g q.
pose Phi a b w v := enc (phi a b w (dec v)).
have q' : renyi_qualifies al (total al) Psi L w0 f g by [].
have inside v : drawn (l1 m1) v != 0%R -> value_of (l1 m1) (enc (dec v)) /\ enc (dec v) = v.
  by move=> nz; have iv := drawn_value nz; rewrite (coded1 m1).
have ratio v : value_of (l1 m1) v -> let u := Phi m1 m2 w0 v in
    (drawn (l1 m1) v <= expR (eps m1 m2 w0) * drawn (l2 m2) u)%R /\ (drawn (l2 m2) u <= expR (eps m1 m2 w0) * drawn (l1 m1) v)%R.
  move=> iv; have vE := coded1 m1 v iv; have iv' : value_of (l1 m1) (enc (dec v)) by rewrite vE.
  have [iu row1 le1 row2 le2] := both (dec v) iv'; rewrite vE in row1 le1 row2 le2; split.
    apply: le_trans (law_price ok1 iv iu row1) _; apply: ler_wpmul2r; first exact: mass_ge0.
    by rewrite ler_expR.
  apply: le_trans (law_price ok2 iu iv row2) _; apply: ler_wpmul2r; first exact: mass_ge0.
  by rewrite ler_expR.
rewrite /NoiseTable.draw_law.
apply: (@r_sample_bounded _ _ _ A total (fun m => drawn (l1 m)) (fun m => drawn (l2 m)) (fun m v => y1 m (dec v))
  (fun m v => y2 m (dec v)) Phi eps pay Psi L al Aal al1) q'.
split=> //.
- by split=> //; apply: law_total.
- split=> [v u /inside[iv vE] /inside[iu uE] /(can_inj code) eqs|u nz].
    by rewrite -vE -uE; congr enc; apply: inj.
  have iu := drawn_value nz; have uE := coded2 m2 u iu.
  have [|v iv vu] := onto (dec u); first by rewrite uE.
  have PhiE : Phi m1 m2 w0 (enc v) = u by rewrite /Phi code vu.
  exists (enc v) => //=; have [_] := ratio _ iv; rewrite PhiE => le.
  have : (0 < expR (eps m1 m2 w0) * drawn (l1 m1) (enc v))%R.
    by apply: lt_le_trans le; rewrite lt_neqAle eq_sym nz mass_ge0.
  by rewrite pmulr_rgt0 ?expR_gt0// => /lt0r_neq0.
- by move=> v nz; apply: ratio; apply: drawn_value nz.
- move=> v [nz Lv]; have [iv _] := inside v nz; rewrite /Phi code; exact: post.
Qed.
End Rules.
