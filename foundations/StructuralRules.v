(* The structural rules, [Skip] to [Split], are sound for both kinds of judgment: b_… with a budget, w_… with a ledger.

   An assignment x ← e is a function u on memories, so Ψ[e⟨1⟩/x⟨1⟩] is [fun a b => Psi (u a) b]. A rigid variable is a
   variable of Coq, so a premise about all values of i is a premise for all i. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ====================================================================================================== two phases *)
(* while b ∧ g do c; while b do c  means the same as  while b do c. Let F be what the program after them makes of f; the one
   loop makes W of F, the two make U. Each of W and U lies above the unfolding of the other, and so above the other. *)
Lemma split_loop (R : realType) (Mem : Type) (b g : Mem -> bool) (c d : cmd R Mem) f m : (forall a, 0 <= f a) ->
  wp (Seq (While (fun a => b a && g a) c) (Seq (While b c) d)) f m = wp (Seq (While b c) d) f m.
Proof.
move=> f0; pose F := wp d f; pose W := wp (While b c) F; pose U := wp (While (fun a => b a && g a) c) W.
have F0 a : 0 <= F a by apply: wp_ge0.
have W0 a : 0 <= W a by apply: (@wp_ge0 _ _ (While b c)).
have U0 a : 0 <= U a by apply: (@wp_ge0 _ _ (While (fun a => b a && g a) c)).
have unfW a := @wp_unfold _ _ b c F a F0; rewrite -/W in unfW.
have unfU a := @wp_unfold _ _ (fun a => b a && g a) c W a W0; rewrite -/U in unfU.
have UW a : U a <= W a by apply: wp_park => // a'; have := unfW a'; case: (b a') => //=; case: (g a').
apply/eqP; rewrite eq_le; apply/andP; split; first exact: UW.
apply: (@wp_park _ _ b c F U) => // a; have := unfU a; have := unfW a; case: (b a) => /= Wa; last exact: le_trans.
by case: (g a) => //=; apply: le_trans; apply: le_trans Wa; apply: wp_mono.
Qed.

(* ================================================================================================= with a budget *)
Section Budget.
Variables (R : realType) (Mem : Type).
Implicit Types (c d : cmd R Mem) (Phi Psi Th P : Mem -> Mem -> Prop) (eps delta : R).

(* ─────────────────────────────────── [Skip]
   ⊢ skip ~⟨0,0⟩ skip : Ψ ⇒ Ψ *)
Theorem b_skip Psi : ⊢ (Skip : cmd R Mem) ~⟨0, 0⟩ Skip : Psi ⇒ Psi.
Proof. by apply/left_against_skip => m1 m2 pre _ <- f f0; apply. Qed.

(* ─────────────────────────────────────────────── [Assn-L]
   ⊢ x ← e ~⟨0,0⟩ skip : Ψ[e⟨1⟩/x⟨1⟩] ⇒ Ψ *)
Theorem b_assign_left (u : Mem -> Mem) Psi : ⊢ Assign R u ~⟨0, 0⟩ Skip : (fun a b => Psi (u a) b) ⇒ Psi.
Proof. by apply/left_against_skip => m1 m2 pre _ <- f f0; apply. Qed.

(* ─────────────────────────────────────────────── [Assn-R]
   ⊢ skip ~⟨0,0⟩ x ← e : Ψ[e⟨2⟩/x⟨2⟩] ⇒ Ψ *)
Theorem b_assign_right (u : Mem -> Mem) Psi : ⊢ Skip ~⟨0, 0⟩ Assign R u : (fun a b => Psi a (u b)) ⇒ Psi.
Proof. by apply/skip_against_right => m1 m2 pre; rewrite /Pr /= ind1. Qed.

(* ─────────────────────────────────────────────────────────── [Samp-L]
   ⊢ y ←$ L_ρ(e) ~⟨0,0⟩ skip : ∀v. Ψ[v/y⟨1⟩] ⇒ Ψ              for one-sided noise, ∀v ≥ e⟨1⟩ *)
Lemma b_sample_left k (rho : Mem -> R) e y Psi :
  ⊢ draw k rho e y ~⟨0, 0⟩ Skip : (fun a b => forall v, inside k (e a) v -> Psi (y a v) b) ⇒ Psi.
Proof.
apply/left_against_skip => m1 m2 pre _ <-; apply: hoare_sample => v.
by move=> /eqP nz; apply: pre; apply: contrapT => out; apply: nz; apply: noise_outside.
Qed.

(* ─────────────────────────────────────────────────────────────────── [Samp-R]
   ⊢ skip ~⟨0,0⟩ y ←$ L_ρ(e) : 0 < ρ⟨2⟩ ∧ ∀v. Ψ[v/y⟨2⟩] ⇒ Ψ    for one-sided noise, ∀v ≥ e⟨2⟩ *)
Lemma b_sample_right k (rho : Mem -> R) e y Psi :
  ⊢ Skip ~⟨0, 0⟩ draw k rho e y :
    (fun a b => (0 < rho b)%R /\ forall v, inside k (e b) v -> Psi a (y b v)) ⇒ Psi.
Proof.
apply/skip_against_right => m1 m2 [rho0 pre]; rewrite -(noise_total k (e m2) rho0).
apply: le_esum => v _; have [iv|out] := pselect (inside k (e m2) v); last by rewrite noise_outside// mul0e.
by rewrite ind1 ?mule1//; apply: pre.
Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ c : Φ ∧ b⟨1⟩ ⇒ Ψ      ⊢ d₁ ~⟨ε,δ⟩ c : Φ ∧ ¬b⟨1⟩ ⇒ Ψ
   ────────────────────────────────────────────────────────────────── [Cond-L]
   ⊢ if b then c₁ else d₁ ~⟨ε,δ⟩ c : Φ ⇒ Ψ *)
Theorem b_cond_left (b : Mem -> bool) c1 d1 c eps delta Phi Psi :
  (⊢ c1 ~⟨eps, delta⟩ c : Phi ∧ b⟨1⟩ ⇒ Psi) ->
  (⊢ d1 ~⟨eps, delta⟩ c : Phi ∧ ¬ b⟨1⟩ ⇒ Psi) ->
  ⊢ If b c1 d1 ~⟨eps, delta⟩ c : Phi ⇒ Psi.
Proof.
move=> J1 J2 m1 m2 pre X; rewrite /Pr /=; case: ifP => bm; [apply: J1|apply: J2] => //; split=> //.
by rewrite bm.
Qed.

(* ⊢ c ~⟨ε,δ⟩ c₂ : Φ ∧ b⟨2⟩ ⇒ Ψ      ⊢ c ~⟨ε,δ⟩ d₂ : Φ ∧ ¬b⟨2⟩ ⇒ Ψ
   ────────────────────────────────────────────────────────────────── [Cond-R]
   ⊢ c ~⟨ε,δ⟩ if b then c₂ else d₂ : Φ ⇒ Ψ *)
Theorem b_cond_right (b : Mem -> bool) c2 d2 c eps delta Phi Psi :
  (⊢ c ~⟨eps, delta⟩ c2 : Phi ∧ b⟨2⟩ ⇒ Psi) ->
  (⊢ c ~⟨eps, delta⟩ d2 : Phi ∧ ¬ b⟨2⟩ ⇒ Psi) ->
  ⊢ c ~⟨eps, delta⟩ If b c2 d2 : Phi ⇒ Psi.
Proof.
move=> J1 J2 m1 m2 pre X; rewrite [Pr (If _ _ _) _ _]/Pr /=.
by case: ifP => bm; [apply: J1|apply: J2] => //; split=> //; rewrite bm.
Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ P ⇒ Ψ      ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ ¬P ⇒ Ψ
   ────────────────────────────────────────────────────────────── [Case]
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ *)
Theorem b_case P c1 c2 eps delta Phi Psi :
  (⊢ c1 ~⟨eps, delta⟩ c2 : Phi ∧ P ⇒ Psi) ->
  (⊢ c1 ~⟨eps, delta⟩ c2 : Phi ∧ ¬ P ⇒ Psi) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof. by move=> J1 J2 m1 m2 pre; have [p|np] := pselect (P m1 m2); [apply: J1|apply: J2]. Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
   ────────────────────────────────── [Frame]   Θ speaks of no x⟨1⟩ that c₁ writes, no x⟨2⟩ that c₂ writes
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ Θ ⇒ Ψ ∧ Θ

   [get1] and [get2] read the variables that Θ speaks of. *)
Theorem b_frame (A B : Type) (get1 : Mem -> A) (get2 : Mem -> B) (Th : A -> B -> Prop) c1 c2 eps delta Phi Psi :
  keeps get1 c1 -> keeps get2 c2 ->
  (⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ∧ (fun a b => Th (get1 a) (get2 b)) ⇒ Psi ∧ (fun a b => Th (get1 a) (get2 b)).
Proof.
move=> k1 k2 J m1 m2 [pre th] X.
have H1 : hoare (eq m1) c1 (fun a => get1 a = get1 m1) by apply: (hoare_conseq _ _ (hoare_keeps (x := get1 m1) k1)) => // _ <-.
have H2 : hoare (eq m2) c2 (fun a => get2 a = get2 m2) by apply: (hoare_conseq _ _ (hoare_keeps (x := get2 m2) k2)) => // _ <-.
pose X1 := X `&` [set a | get1 a = get1 m1].
apply: (@le_trans _ _ (Pr c1 m1 X1)).
  apply: le_trans (wp_within H1 _) _ => //; apply: wp_mono => a; first exact: mule_ge0.
  have [ga|ga] := pselect (get1 a = get1 m1); last by rewrite ind0// mul0e.
  by rewrite ind1// mul1e; apply: ind_le => Xa; split.
apply: le_trans (J _ _ pre X1) _; apply: lee_add2r; apply: lee_wpmul2l; first by rewrite lee_fin ltW ?expR_gt0.
apply: le_trans (wp_within H2 _) _ => //; apply: wp_mono => b; first exact: mule_ge0.
have [gb|gb] := pselect (get2 b = get2 m2); last by rewrite ind0// mul0e.
by rewrite ind1// mul1e; apply: ind_le => -[a [Xa ga] ab]; exists a => //; split=> //; rewrite ga gb.
Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ P ⇒ Ψ
   ─────────────────────────────── [Exists]   i is rigid and not in Φ, Ψ, ε, δ, c₁, c₂
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ ∃i. P ⇒ Ψ *)
Theorem b_exists (T : Type) (P : T -> Mem -> Mem -> Prop) c1 c2 eps delta Phi Psi :
  (forall i, ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ∧ P i ⇒ Psi) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ∧ (fun a b => exists i, P i a b) ⇒ Psi.
Proof. by move=> J m1 m2 [pre [i p]]; apply: (J i). Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
   ──────────────────────────── [Inst]   i is rigid, e is over rigid variables and of the type of i
   (⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ)[e/i] *)
Theorem b_inst (T : Type) (c1 c2 : T -> cmd R Mem) (eps delta : T -> R) (Phi Psi : T -> Mem -> Mem -> Prop) (e : T) :
  (forall i, ⊢ c1 i ~⟨eps i, delta i⟩ c2 i : Phi i ⇒ Psi i) ->
  ⊢ c1 e ~⟨eps e, delta e⟩ c2 e : Phi e ⇒ Psi e.
Proof. by move=> J; apply: J. Qed.

(* ───────────────────────────────── [Exfalso]
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : false ⇒ Ψ *)
Theorem b_exfalso c1 c2 eps delta Psi : ⊢ c1 ~⟨eps, delta⟩ c2 : (fun _ _ => False) ⇒ Psi.
Proof. by []. Qed.

(* ⊢ if b then (c; while b do c) else skip; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ
   ───────────────────────────────────────────────────────────── [Unfold], and likewise on the right
   ⊢ while b do c; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ *)
Theorem b_unfold_left (b : Mem -> bool) c d e eps delta Phi Psi :
  (⊢ Seq (If b (Seq c (While b c)) Skip) d ~⟨eps, delta⟩ e : Phi ⇒ Psi) ->
  ⊢ Seq (While b c) d ~⟨eps, delta⟩ e : Phi ⇒ Psi.
Proof.
move=> J m1 m2 pre X; have := J _ _ pre X; rewrite {1}/Pr /= -/(wp (While b c) _ m1).
by rewrite -wp_while// => a; apply: wp_ge0.
Qed.
Theorem b_unfold_right (b : Mem -> bool) c d e eps delta Phi Psi :
  (⊢ e ~⟨eps, delta⟩ Seq (If b (Seq c (While b c)) Skip) d : Phi ⇒ Psi) ->
  ⊢ e ~⟨eps, delta⟩ Seq (While b c) d : Phi ⇒ Psi.
Proof.
move=> J m1 m2 pre X; have := J _ _ pre X; rewrite {2}/Pr /= -/(wp (While b c) _ m2).
by rewrite -wp_while// => a; apply: wp_ge0.
Qed.

(* ⊢ while b ∧ g do c; while b do c; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ
   ────────────────────────────────────────────────────── [Split], and likewise on the right
   ⊢ while b do c; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ

   g is any expression of the program; it may speak of rigid variables. *)
Theorem b_split_left (b g : Mem -> bool) c d e eps delta Phi Psi :
  (⊢ Seq (While (fun a => b a && g a) c) (Seq (While b c) d) ~⟨eps, delta⟩ e : Phi ⇒ Psi) ->
  ⊢ Seq (While b c) d ~⟨eps, delta⟩ e : Phi ⇒ Psi.
Proof. by move=> J m1 m2 pre X; have := J _ _ pre X; rewrite /Pr split_loop. Qed.
Theorem b_split_right (b g : Mem -> bool) c d e eps delta Phi Psi :
  (⊢ e ~⟨eps, delta⟩ Seq (While (fun a => b a && g a) c) (Seq (While b c) d) : Phi ⇒ Psi) ->
  ⊢ e ~⟨eps, delta⟩ Seq (While b c) d : Phi ⇒ Psi.
Proof. by move=> J m1 m2 pre X; have := J _ _ pre X; rewrite /Pr split_loop. Qed.
End Budget.

(* ================================================================================================= with a ledger *)
Section Ledger.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (c d : cmd R Mem) (Phi Psi P : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* ─────────────────────────────────── [ω-Skip]
   ⊢ω skip ~ skip : Ψ ⇒ Ψ | L *)
Theorem w_skip Psi L : ⊢ω[total] (Skip : cmd R Mem) ~ω Skip : Psi ⇒ Psi | L.
Proof. by move=> m1 m2 w0 pre f g q; apply: here q pre. Qed.

(* ─────────────────────────────────────────────── [ω-Assn-L]
   ⊢ω x ← e ~ skip : Ψ[e⟨1⟩/x⟨1⟩] ⇒ Ψ | L *)
Theorem w_assign_left (u : Mem -> Mem) Psi L :
  ⊢ω[total] Assign R u ~ω Skip : (fun a b w => Psi (u a) b w) ⇒ Psi | L.
Proof. by move=> m1 m2 w0 pre f g q; apply: here q pre. Qed.

(* ─────────────────────────────────────────────── [ω-Assn-R]
   ⊢ω skip ~ x ← e : Ψ[e⟨2⟩/x⟨2⟩] ⇒ Ψ | L *)
Theorem w_assign_right (u : Mem -> Mem) Psi L :
  ⊢ω[total] Skip ~ω Assign R u : (fun a b w => Psi a (u b) w) ⇒ Psi | L.
Proof. by move=> m1 m2 w0 pre f g q; apply: here q pre. Qed.

(* ─────────────────────────────────────────────────────────── [ω-Samp-L]
   ⊢ω y ←$ L_ρ(e) ~ skip : ∀v. Ψ[v/y⟨1⟩] ⇒ Ψ | L              for one-sided noise, ∀v ≥ e⟨1⟩ *)
Lemma w_sample_left k (rho : Mem -> R) e y Psi L :
  ⊢ω[total] draw k rho e y ~ω Skip : (fun a b w => forall v, inside k (e a) v -> Psi (y a v) b w) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 pre f g q /=; have [f0 g0 _ _] := q.
have [gy|gfin] := eqVneq (g m2) +oo; first by rewrite gy leey.
have gf : g m2 \is a fin_num by rewrite ge0_fin_numE// ltey.
apply: (@le_trans _ _ (\esum_(v in [set: Z]) (g m2 * (noise_of k (rho m1) (e m1) v)%:E))).
  apply: le_esum => v _; rewrite muleC; have [iv|out] := pselect (inside k (e m1) v); last first.
    by rewrite noise_outside// !mule0.
  by apply: lee_wpmul2r => //; apply: here q _; apply: pre.
by rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l => //; apply: mass_le1.
Qed.

(* ─────────────────────────────────────────────────────────────────── [ω-Samp-R]
   ⊢ω skip ~ y ←$ L_ρ(e) : 0 < ρ⟨2⟩ ∧ ∀v. Ψ[v/y⟨2⟩] ⇒ Ψ | L    for one-sided noise, ∀v ≥ e⟨2⟩ *)
Lemma w_sample_right k (rho : Mem -> R) e y Psi L :
  ⊢ω[total] Skip ~ω draw k rho e y :
    (fun a b w => (0 < rho b)%R /\ forall v, inside k (e b) v -> Psi a (y b v) w) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [rho0 pre] f g q /=; have [f0 g0 _ _] := q; set p := noise_of k (rho m2) (e m2).
have le v : (p v)%:E * f m1 <= (p v)%:E * g (y m2 v).
  have [iv|out] := pselect (inside k (e m2) v); last by rewrite /p noise_outside// !mul0e.
  by apply: lee_wpmul2l => //; apply: here q _; apply: pre.
have [fy|fn] := eqVneq (f m1) +oo; last first.
  have ff : f m1 \is a fin_num by rewrite ge0_fin_numE// ltey.
  apply: (@le_trans _ _ (f m1 * \esum_(v in [set: Z]) (p v)%:E)); first by rewrite noise_total// mule1.
  by rewrite -esumZ//; apply: le_esum => v _; rewrite muleC.
have [v pv] : exists v, (0 < p v)%R.
  apply: contrapT => none; have := noise_total k (e m2) rho0; rewrite esum1 => [/eqP|v _].
    by rewrite eq_sym onee_eq0.
  congr (_%:E); apply/eqP; rewrite eq_le mass_ge0 andbT leNgt; apply/negP => pv; apply: none; by exists v.
rewrite fy; apply: (@le_trans _ _ ((p v)%:E * g (y m2 v))).
  by apply: le_trans (le v); rewrite fy gt0_muley ?lte_fin ?leey.
by apply: (@esum_one _ _ v setT (fun v => (p v)%:E * g (y m2 v))) => // v'; apply: mule_ge0.
Qed.

(* ⊢ω c₁ ~ c : Φ ∧ b⟨1⟩ ⇒ Ψ | L      ⊢ω d₁ ~ c : Φ ∧ ¬b⟨1⟩ ⇒ Ψ | L
   ────────────────────────────────────────────────────────────────── [ω-Cond-L]
   ⊢ω if b then c₁ else d₁ ~ c : Φ ⇒ Ψ | L *)
Theorem w_cond_left (b : Mem -> bool) c1 d1 c Phi Psi L :
  (⊢ω[total] c1 ~ω c : Phi ∧ b⟨1⟩ ⇒ Psi | L) ->
  (⊢ω[total] d1 ~ω c : Phi ∧ ¬ b⟨1⟩ ⇒ Psi | L) ->
  ⊢ω[total] If b c1 d1 ~ω c : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 m1 m2 w0 pre f g q /=; case: ifP => bm; first by apply: (J1 _ _ _ _ _ _ q).
by apply: (J2 _ _ _ _ _ _ q); split=> //; rewrite bm.
Qed.

(* ⊢ω c ~ c₂ : Φ ∧ b⟨2⟩ ⇒ Ψ | L      ⊢ω c ~ d₂ : Φ ∧ ¬b⟨2⟩ ⇒ Ψ | L
   ────────────────────────────────────────────────────────────────── [ω-Cond-R]
   ⊢ω c ~ if b then c₂ else d₂ : Φ ⇒ Ψ | L *)
Theorem w_cond_right (b : Mem -> bool) c2 d2 c Phi Psi L :
  (⊢ω[total] c ~ω c2 : Phi ∧ b⟨2⟩ ⇒ Psi | L) ->
  (⊢ω[total] c ~ω d2 : Phi ∧ ¬ b⟨2⟩ ⇒ Psi | L) ->
  ⊢ω[total] c ~ω If b c2 d2 : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 m1 m2 w0 pre f g q /=; case: ifP => bm; first by apply: (J1 _ _ _ _ _ _ q).
by apply: (J2 _ _ _ _ _ _ q); split=> //; rewrite bm.
Qed.

(* ⊢ω c₁ ~ c₂ : Φ ∧ P ⇒ Ψ | L      ⊢ω c₁ ~ c₂ : Φ ∧ ¬P ⇒ Ψ | L
   ────────────────────────────────────────────────────────────── [ω-Case]
   ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L *)
Theorem w_case P c1 c2 Phi Psi L :
  (⊢ω[total] c1 ~ω c2 : Phi ∧ P ⇒ Psi | L) ->
  (⊢ω[total] c1 ~ω c2 : Phi ∧ ¬ P ⇒ Psi | L) ->
  ⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L.
Proof. by move=> J1 J2 m1 m2 w0 pre; have [p|np] := pselect (P m1 m2 w0); [apply: J1|apply: J2]. Qed.

(* ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L
   ────────────────────────────────── [ω-Frame]   Θ speaks of no x⟨1⟩ that c₁ writes, no x⟨2⟩ that c₂ writes,
   ⊢ω c₁ ~ c₂ : Φ ∧ Θ ⇒ Ψ ∧ Θ | L                 and of no counter of the ledger *)
Theorem w_frame (A B : Type) (get1 : Mem -> A) (get2 : Mem -> B) (Th : A -> B -> Prop) c1 c2 Phi Psi L :
  keeps get1 c1 -> keeps get2 c2 ->
  (⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L) ->
  ⊢ω[total] c1 ~ω c2 : Phi ∧ (fun a b _ => Th (get1 a) (get2 b)) ⇒ Psi ∧ (fun a b _ => Th (get1 a) (get2 b)) | L.
Proof.
move=> k1 k2 J m1 m2 w0 [pre th] f g [f0 g0 fL fg].
have H1 : hoare (eq m1) c1 (fun a => get1 a = get1 m1) by apply: (hoare_conseq _ _ (hoare_keeps (x := get1 m1) k1)) => // _ <-.
pose outside b : \bar R := if `[< get2 b = get2 m2 >] then 0 else +oo.
have o0 b : 0 <= outside b by rewrite /outside; case: ifP; rewrite ?leey.
apply: (@le_trans _ _ (wp c2 (fun b => g b + outside b) m2)); last first.
  rewrite wp_add// [X in _ + X](hoare_keeps (x := get2 m2) k2) ?adde0// => b gb; by rewrite /outside asboolT.
apply: le_trans (wp_within H1 f0) _; apply: (J _ _ _ pre); split=> [a|b|a nL|a b w ps]; first exact: mule_ge0.
- exact: adde_ge0.
- by rewrite fL// mule0.
have [ga|ga] := pselect (get1 a = get1 m1); last by rewrite ind0// mul0e mule0; apply: adde_ge0.
rewrite ind1// mul1e /outside; case: asboolP => gb; last by rewrite addey ?leey// gt_eqF// (lt_le_trans _ (g0 b)).
by rewrite adde0; apply: fg; split=> //; rewrite ga gb.
Qed.

(* ⊢ω c₁ ~ c₂ : Φ ∧ P ⇒ Ψ | L
   ─────────────────────────────── [ω-Exists]   i is rigid and not in Φ, Ψ, L, the rates, c₁, c₂
   ⊢ω c₁ ~ c₂ : Φ ∧ ∃i. P ⇒ Ψ | L *)
Theorem w_exists (T : Type) (P : T -> Mem -> Mem -> St -> Prop) c1 c2 Phi Psi L :
  (forall i, ⊢ω[total] c1 ~ω c2 : Phi ∧ P i ⇒ Psi | L) ->
  ⊢ω[total] c1 ~ω c2 : Phi ∧ (fun a b w => exists i, P i a b w) ⇒ Psi | L.
Proof. by move=> J m1 m2 w0 [pre [i p]]; apply: (J i). Qed.

(* ───────────────────────────────── [ω-Exfalso]
   ⊢ω c₁ ~ c₂ : false ⇒ Ψ | L *)
Theorem w_exfalso c1 c2 Psi L : ⊢ω[total] c1 ~ω c2 : (fun _ _ _ => False) ⇒ Psi | L.
Proof. by []. Qed.

(* ⊢ω if b then (c; while b do c) else skip; d ~ e : Φ ⇒ Ψ | L
   ───────────────────────────────────────────────────────────── [ω-Unfold], and likewise on the right
   ⊢ω while b do c; d ~ e : Φ ⇒ Ψ | L *)
Theorem w_unfold_left (b : Mem -> bool) c d e Phi Psi L :
  (⊢ω[total] Seq (If b (Seq c (While b c)) Skip) d ~ω e : Phi ⇒ Psi | L) ->
  ⊢ω[total] Seq (While b c) d ~ω e : Phi ⇒ Psi | L.
Proof.
move=> J m1 m2 w0 pre f g q; have := J _ _ _ pre f g q; case: q => f0 _ _ _ /=.
by rewrite -/(wp (While b c) _ m1) -wp_while// => a; apply: wp_ge0.
Qed.
Theorem w_unfold_right (b : Mem -> bool) c d e Phi Psi L :
  (⊢ω[total] e ~ω Seq (If b (Seq c (While b c)) Skip) d : Phi ⇒ Psi | L) ->
  ⊢ω[total] e ~ω Seq (While b c) d : Phi ⇒ Psi | L.
Proof.
move=> J m1 m2 w0 pre f g q; have := J _ _ _ pre f g q; case: q => _ g0 _ _ /=.
by rewrite -/(wp (While b c) _ m2) -wp_while// => a; apply: wp_ge0.
Qed.

(* ⊢ω while b ∧ g do c; while b do c; d ~ e : Φ ⇒ Ψ | L
   ────────────────────────────────────────────────────── [ω-Split], and likewise on the right
   ⊢ω while b do c; d ~ e : Φ ⇒ Ψ | L *)
Theorem w_split_left (b g : Mem -> bool) c d e Phi Psi L :
  (⊢ω[total] Seq (While (fun a => b a && g a) c) (Seq (While b c) d) ~ω e : Phi ⇒ Psi | L) ->
  ⊢ω[total] Seq (While b c) d ~ω e : Phi ⇒ Psi | L.
Proof. by move=> J m1 m2 w0 pre f h q; have := J _ _ _ pre f h q; case: q => f0 _ _ _; rewrite split_loop. Qed.
Theorem w_split_right (b g : Mem -> bool) c d e Phi Psi L :
  (⊢ω[total] e ~ω Seq (While (fun a => b a && g a) c) (Seq (While b c) d) : Phi ⇒ Psi | L) ->
  ⊢ω[total] e ~ω Seq (While b c) d : Phi ⇒ Psi | L.
Proof. by move=> J m1 m2 w0 pre f h q; have := J _ _ _ pre f h q; case: q => _ h0 _ _; rewrite split_loop. Qed.
End Ledger.

(* ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L
   ──────────────────────────── [ω-Inst]   i is rigid, e is over rigid variables and of the type of i
   (⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L)[e/i]             (the rates of the ledger may speak of i, too) *)
Theorem w_inst (R : realType) (Mem St T : Type) (total : T -> St -> R) (c1 c2 : T -> cmd R Mem)
    (Phi Psi : T -> Mem -> Mem -> St -> Prop) (L : T -> Mem -> Prop) (e : T) :
  (forall i, ⊢ω[total i] c1 i ~ω c2 i : Phi i ⇒ Psi i | L i) ->
  ⊢ω[total e] c1 e ~ω c2 e : Phi e ⇒ Psi e | L e.
Proof. by move=> J; apply: J. Qed.
