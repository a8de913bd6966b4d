(* A whole proof: Above Threshold is (ε, 0)-differentially private for all lists of answers, all thresholds and all ε.

   The program is that of gallery/private/above_threshold.py, and the proof applies the rules that its certificate applies,
   in the same order: [ω-Pointwise]; [ω-Seq] to the loop, with [ω-Samp] for the threshold; [ω-While]; in its body [ω-Seq],
   [ω-Samp], [Cond-L] and [Cond-R], [Assn-L] and [Assn-R]. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules StructuralRules BudgetRules LedgerRules.
From Twinproof Require Import Privacy Steps Lists.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

#[local] Set Primitive Projections.
Record mem := Mem { answers : seq Z; nothing : Z; first : Z; bar : Z; i : Z; answer : Z; noisy : Z }.
#[local] Unset Primitive Projections.
Definition set_nothing m v := Mem (answers m) v (first m) (bar m) (i m) (answer m) (noisy m).
Definition set_first m v := Mem (answers m) (nothing m) v (bar m) (i m) (answer m) (noisy m).
Definition set_bar m v := Mem (answers m) (nothing m) (first m) v (i m) (answer m) (noisy m).
Definition set_i m v := Mem (answers m) (nothing m) (first m) (bar m) v (answer m) (noisy m).
Definition set_answer m v := Mem (answers m) (nothing m) (first m) (bar m) (i m) v (noisy m).
Definition set_noisy m v := Mem (answers m) (nothing m) (first m) (bar m) (i m) (answer m) v.

Section AboveThreshold.
Variables (R : realType) (eps : R) (threshold : Z).
Hypothesis eps_gt0 : 0 < eps.

(* ----------------------------------------------------------------------------------------------------- the program *)
Definition hit (m : mem) : Prop := (bar m <= noisy m)%Z /\ first m = nothing m.

Definition body : cmd R mem :=
  Seq (Assign R (fun m => set_answer m (get 0%Z (answers m) (i m))))
 (Seq (draw Laplace (fun=> eps / 4%:R) answer set_noisy)
 (Seq (If (cond hit) (Assign R (fun m => set_first m (i m))) Skip)
      (Assign R (fun m => set_i m (i m + 1)%Z)))).

Definition above_threshold : cmd R mem :=
  Seq (Assign R (fun m => set_nothing m (len (answers m))))
 (Seq (Assign R (fun m => set_first m (nothing m)))
 (Seq (draw Laplace (fun=> eps / 2%:R) (fun=> threshold) set_bar)
 (Seq (Assign R (fun m => set_i m 0%Z))
      (While (cond (fun m => i m < len (answers m))%Z) body)))).

(* two lists of one length whose items differ by at most 1 *)
Definition adjacent (a b : mem) : Prop :=
  len (answers a) = len (answers b) /\
  forall j, (Z.abs (get 0 (answers a) j - get 0 (answers b) j) <= 1)%Z.

(* ------------------------------------------------------------------------------------------------------- the coupling *)
Definition rates : seq R := [:: eps / 2%:R; eps / 4%:R].

(* At the loop: the noisy threshold is 1 higher on the right, both runs have found the same, and the second counter is
   paid only once something was found. *)
Definition invariant (a b : mem) (w : counters) : Prop :=
  adjacent a b /\ (bar a + 1 = bar b)%Z /\ first a = first b /\ i a = i b /\
  nothing a = len (answers a) /\ nothing b = len (answers b) /\ (w 0%N <= 1)%Z /\ (w 1%N <= 2)%Z /\
  (first a = nothing a -> (w 1%N <= 0)%Z).

(* The right noise is 1 higher where the left run finds its answer; elsewhere both draw the same noise. *)
Definition shift (a b : mem) (w : counters) (v : Z) : Z :=
  if `[< (bar a <= v)%Z /\ first a = nothing a >] then 1%Z else (answer b - answer a)%Z.

(* Nothing is pruned inside, so all unary premises are { false } c { false }. *)
Definition all_kept (m : mem) : Prop := True.
Lemma nothing_pruned (c : cmd R mem) : ⊢ c ~⟨0, 0⟩ Skip : (fun _ _ => False) ⇒ (fun _ _ => False).
Proof. exact: b_exfalso. Qed.

Lemma follow c1 c2 c1' c2' (Phi T Psi : mem -> mem -> counters -> Prop) :
  (⊢ω[total rates] c1 ~ω c2 : Phi ⇒ T | all_kept) -> (⊢ω[total rates] c1' ~ω c2' : T ⇒ Psi | all_kept) ->
  ⊢ω[total rates] Seq c1 c1' ~ω Seq c2 c2' : Phi ⇒ Psi | all_kept.
Proof. by move=> J1 J2; apply: (sw_seq J1 J2 (nothing_pruned _)) => // a b; apply. Qed.

Ltac step := cbv beta iota zeta delta [set_nothing set_first set_bar set_i set_answer set_noisy raise eqn hit
  invariant adjacent shift inside allowed answers nothing first bar i answer noisy] in *; intros; take_apart.

(* the invariant after i ← i + 1, after the conditional, and after the draw, seen from before each *)
Definition counted a b w := invariant (set_i a (i a + 1)%Z) (set_i b (i b + 1)%Z) w.
Definition compared a b w :=
  (hit a <-> hit b) /\ (hit a -> counted (set_first a (i a)) (set_first b (i b)) w) /\ (~ hit a -> counted a b w).
Definition read (a b : mem) w :=
  invariant a b w /\ (i a < len (answers a))%Z /\
  answer a = get 0%Z (answers a) (i a) /\ answer b = get 0%Z (answers b) (i b).

Ltac done_or_lia := first
  [ assumption
  | match goal with |- _ /\ _ => split; done_or_lia | |- _ <-> _ => split; done_or_lia end
  | lia
  | progress intros; take_apart; done_or_lia ].

Lemma together_again a b w : invariant a b w -> (i a < len (answers a))%Z <-> (i b < len (answers b))%Z.
Proof. by step; lia. Qed.
Lemma read_close a b w : read a b w -> (Z.abs (answer a - answer b) <= 1)%Z.
Proof. by move=> [[[_ adj] [_ [_ [ii _]]]] [_ [-> ->]]]; rewrite -ii. Qed.

Lemma shift_injective a b w v u : read a b w -> (v + shift a b w v = u + shift a b w u)%Z -> v = u.
Proof. by move=> h; have := read_close h; rewrite /shift; case: asboolP => hv; case: asboolP => hu; step; lia. Qed.

Lemma coupled a b w v : read a b w -> let d := (shift a b w v + answer a - answer b)%Z in
  compared (set_noisy a v) (set_noisy b (v + shift a b w v)%Z) (raise 1 (Z.abs d) w).
Proof.
move=> h; have close := read_close h; case: h => inv [ia _]; rewrite /compared /counted.
rewrite /shift; case: asboolP => hv; step; done_or_lia.
Qed.

Lemma body_ok : ⊢ω[total rates] body ~ω body :
  (fun a b w => invariant a b w /\ (i a < len (answers a))%Z) ⇒ invariant | all_kept.
Proof.
apply: (follow (T := read)).
  by apply: (sw_pre (@sw_assign _ _ rates _ _ read all_kept)) => a b w; rewrite /read; step; do !split.
apply: (follow (T := compared)).
  apply: (@sw_sample _ _ rates Laplace 1 _ _ _ _ _ _ shift) => // [a b w _|a b w v u h _ _|a b w v h _].
  - by rewrite /= divr_gt0.
  - exact: shift_injective h.
  - by split; last exact: coupled.
apply: (follow (T := counted)).
  by apply: (sw_cond (@sw_assign _ _ rates _ _ counted all_kept) (@w_skip _ _ _ _ counted all_kept)) => a b w [? []].
exact (@sw_assign _ _ rates _ _ invariant all_kept).
Qed.

Lemma loop_ok : ⊢ω[total rates] While (cond (fun m => i m < len (answers m))%Z) body
    ~ω While (cond (fun m => i m < len (answers m))%Z) body : invariant ⇒ invariant | all_kept.
Proof.
apply: (sw_while (I := invariant) body_ok (nothing_pruned _)) => // [a b w inv|a b n _|a b w inv].
- by split=> //; exact: together_again inv.
- by apply: n.
- by split=> //; exact: together_again inv.
Qed.

(* what is paid in the end: once eps/2, and at most twice eps/4 *)
Lemma paid (w : counters) : (w 0%N <= 1)%Z -> (w 1%N <= 2)%Z -> total rates w <= eps.
Proof.
move=> w1 w2; have e2 : 0 <= eps / 2%:R by rewrite divr_ge0// ltW.
have e4 : eps / 4%:R = eps / 2%:R / 2%:R by rewrite -mulrA -invfM -natrM.
rewrite /total /= addr0 e4; apply: (@le_trans _ _ (1 * (eps / 2%:R) + 2%:R * (eps / 2%:R / 2%:R))); last first.
  by rewrite mul1r [2%:R * _]mulrC divfK ?pnatr_eq0// -splitr.
have c1 : zr R (w 0%N) <= 1 by rewrite -(zr1 R); apply: ler_zr.
have c2 : zr R (w 1%N) <= 2%:R by apply: le_trans (ler_zr R w2) _; rewrite (zr_nat R 2).
have e22 : 0 <= eps / 2%:R / 2%:R by rewrite divr_ge0.
by apply: ler_add; apply: ler_wpmul2r.
Qed.

(* ------------------------------------------------------------------------------------------------------ the theorem *)
Theorem above_threshold_private : differentially_private above_threshold first adjacent eps 0.
Proof.
apply: (pure_privacy (rates := rates)) => o.
pose start a b (w : counters) := adjacent a b /\ w 0%N = 0%Z /\ w 1%N = 0%Z.
suff whole : ⊢ω[total rates] above_threshold ~ω above_threshold : start ⇒ invariant | all_kept.
  apply: (w_conseq whole) => [a b w [adj zero]|a b w [inv _] fo|//]; first by split=> //; split; apply: zero.
  by case: inv => _ [_ [ff [_ [_ [_ [w1 [w2 _]]]]]]]; split; [exact: (eq_trans (esym ff) fo)|exact: paid].
pose named a b w := start a b w /\ nothing a = len (answers a) /\ nothing b = len (answers b).
pose reset a b w := named a b w /\ first a = first b.
pose noised a b w := invariant (set_i a 0%Z) (set_i b 0%Z) w.
apply: (follow (T := named)).
  by apply: (sw_pre (@sw_assign _ _ rates _ _ named all_kept)) => a b w; rewrite /named /start; step; do !split.
apply: (follow (T := reset)).
  apply: (sw_pre (@sw_assign _ _ rates _ _ reset all_kept)) => a b w; rewrite /reset /named /start.
  by step; done_or_lia.
apply: (follow (T := noised)).
  apply: (@sw_sample _ _ rates Laplace 0 _ _ _ _ _ _ (fun _ _ _ _ => 1%Z)) => // [a b w _|a b w v u _ _ _|a b w v].
  - by rewrite /= divr_gt0.
  - by lia.
  - by move=> h _; split=> //; move: h; rewrite /noised /reset /named /start; step; done_or_lia.
apply: (follow (T := invariant)); last exact: loop_ok.
exact (@sw_assign _ _ rates _ _ invariant all_kept).
Qed.
End AboveThreshold.
