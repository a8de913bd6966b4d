(* Who is kept with probability q only: a run that tosses a coin, and goes on as the other run does where it is false, is
   (log(1 + q·(e^ε − 1)), q·δ)-close to it if it is (ε, δ)-close where the coin is true. The coin may be tossed inside of
   a conditional: all that comes after that belongs to both of its branches. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules BudgetRules LedgerRules SampleMap.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section AfterACondition.
Variables (R : realType) (Mem : Type).
Implicit Types (b : Mem -> bool) (c d e : cmd R Mem) (Phi Psi : Mem -> Mem -> Prop) (eps delta : R).

(* ⊢ if b then (c; e) else (d; e) ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
   ────────────────────────────────────────────────── [Cond-Seq], and likewise on the right
   ⊢ if b then c else d; e ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ *)
Theorem b_cond_seq_left b c d e c2 eps delta Phi Psi :
  (⊢ If b (Seq c e) (Seq d e) ~⟨eps, delta⟩ c2 : Phi ⇒ Psi) -> ⊢ Seq (If b c d) e ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof. by move=> J m1 m2 pre X; have := J _ _ pre X; rewrite {1}/Pr /=. Qed.
Theorem b_cond_seq_right b c d e c1 eps delta Phi Psi :
  (⊢ c1 ~⟨eps, delta⟩ If b (Seq c e) (Seq d e) : Phi ⇒ Psi) -> ⊢ c1 ~⟨eps, delta⟩ Seq (If b c d) e : Phi ⇒ Psi.
Proof. by move=> J m1 m2 pre X; have := J _ _ pre X; rewrite {2}/Pr /=. Qed.
End AfterACondition.

Section Subsample.
Variables (R : realType) (Mem : Type) (q : R) (y : Mem -> bool -> Mem).
Hypothesis q01 : (0 <= q <= 1)%R.
Implicit Types (c d : cmd R Mem) (Kept Out Psi : Mem -> Mem -> Prop) (eps delta : R).

Let pr c m X : R := fine (Pr c m X).
Let prE c m X : (pr c m X)%:E = Pr c m X.
Proof. by rewrite fineK// ge0_fin_numE ?wp_ge0//; apply: le_lt_trans (wp_le1 _ _ _ _) (ltry _). Qed.
Let pr_ge0 c m X : (0 <= pr c m X)%R. Proof. by rewrite -lee_fin prE wp_ge0. Qed.

Lemma tossed d m X : Pr (Seq (toss (fun=> q) y) d) m X = ((1 - q) * pr d (y m false) X + q * pr d (y m true) X)%:E.
Proof.
rewrite -(@coin_sum _ q (fun b => pr d (y m b) X))//; apply: eq_esum => v _.
by rewrite EFinM prE.
Qed.

(* ⊢ d₁ ~⟨ε,δ⟩ c₂ : Φ₁ ⇒ Ψ      ⊢ d₁ ~⟨0,0⟩ c₂ : Φ₀ ⇒ Ψ
   0 ≤ q ≤ 1      1 + q·(e^ε − 1) ≤ e^ε'      q·δ ≤ δ'
   ──────────────────────────────────────────────────────────────────────────── [Subsample-L]
   ⊢ y ←$ B(q); d₁ ~⟨ε',δ'⟩ c₂ : Φ₁[true/y⟨1⟩] ∧ Φ₀[false/y⟨1⟩] ⇒ Ψ

   q is over rigid variables. *)
Theorem b_subsample_left d1 c2 Kept Out Psi eps delta eps' delta' :
  (1 + q * (expR eps - 1) <= expR eps')%R -> (q * delta <= delta')%R ->
  (⊢ d1 ~⟨eps, delta⟩ c2 : Kept ⇒ Psi) -> (⊢ d1 ~⟨0, 0⟩ c2 : Out ⇒ Psi) ->
  ⊢ Seq (toss (fun=> q) y) d1 ~⟨eps', delta'⟩ c2 : (fun a b => Kept (y a true) b /\ Out (y a false) b) ⇒ Psi.
Proof.
move=> le_eps le_delta J1 J0 m1 m2 [/J1 kept /J0 out] X; have /andP[q0 q1] := q01.
move: (kept X) (out X); rewrite tossed -!prE -!EFinM -!EFinD !lee_fin expR0 mul1r addr0.
set F1 := pr d1 _ X; set F0 := pr d1 _ X; set G := pr c2 _ _ => kept1 out1; have G0 : (0 <= G)%R by apply: pr_ge0.
apply: (@le_trans _ _ ((1 - q) * G + q * (expR eps * G + delta)))%R.
  by apply: ler_add; apply: ler_wpmul2l; rewrite ?subr_ge0.
apply: le_trans (ler_add (ler_wpmul2r G0 le_eps) le_delta).
by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (expR eps) => E; nsatz.
Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ d₂ : Φ₁ ⇒ Ψ      ⊢ c₁ ~⟨0,0⟩ d₂ : Φ₀ ⇒ Ψ
   0 ≤ ε, δ      0 ≤ q ≤ 1      1 + q·(e^ε − 1) ≤ e^ε'      q·δ ≤ δ'
   ──────────────────────────────────────────────────────────────────────────── [Subsample-R]
   ⊢ c₁ ~⟨ε',δ'⟩ y ←$ B(q); d₂ : Φ₁[true/y⟨2⟩] ∧ Φ₀[false/y⟨2⟩] ⇒ Ψ

   q is over rigid variables. *)
Theorem b_subsample_right c1 d2 Kept Out Psi eps delta eps' delta' : (0 <= eps)%R -> (0 <= delta)%R ->
  (1 + q * (expR eps - 1) <= expR eps')%R -> (q * delta <= delta')%R ->
  (⊢ c1 ~⟨eps, delta⟩ d2 : Kept ⇒ Psi) -> (⊢ c1 ~⟨0, 0⟩ d2 : Out ⇒ Psi) ->
  ⊢ c1 ~⟨eps', delta'⟩ Seq (toss (fun=> q) y) d2 : (fun a b => Kept a (y b true) /\ Out a (y b false)) ⇒ Psi.
Proof.
move=> eps0 delta0 le_eps le_delta J1 J0 m1 m2 [/J1 kept /J0 out] X; have /andP[q0 q1] := q01.
move: (kept X) (out X); rewrite tossed -!prE -!EFinM -!EFinD !lee_fin expR0 mul1r addr0.
set F := pr c1 _ X; set G1 := pr d2 _ _; set G0 := pr d2 _ _ => kept1 out1.
have pos1 : (0 <= G1)%R by apply: pr_ge0. have pos0 : (0 <= G0)%R by apply: pr_ge0.
have F0 : (0 <= F)%R by apply: pr_ge0.
have mix0 : (0 <= (1 - q) * G0 + q * G1)%R by rewrite addr_ge0// mulr_ge0// subr_ge0.
apply: le_trans (ler_add (ler_wpmul2r mix0 le_eps) le_delta).
have E1 : (1 <= expR eps)%R by rewrite -(expR0 R) ler_expR.
move: kept1 E1 (expR_gt0 eps); move: (expR eps) => E kept1 E1 E0.
have more : (0 <= E - 1)%R by rewrite subr_ge0. have rest : (0 <= 1 - q)%R by rewrite subr_ge0.
have lam0 : (0 <= 1 + q * (E - 1))%R by rewrite addr_ge0 ?mulr_ge0.
rewrite -subr_ge0 -(pmulr_rge0 _ E0).
rewrite [X in (0 <= X)%R](_ : _ = E * (1 + q * (E - 1)) * (1 - q) * (G0 - F) + (1 + q * (E - 1)) * q * (E * G1 + delta - F)
  + q * (1 - q) * (E - 1) * (E - 1) * F + q * delta * (1 - q) * (E - 1))%R; last by nsatz.
by rewrite !addr_ge0// !mulr_ge0// ?subr_ge0// ltW.
Qed.
End Subsample.
