(* What the theorems of the rules and the last theorems rest on. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments StructuralRules BudgetRules LedgerRules Privacy.
From Twinproof Require Import AboveThreshold Coming.
From Twinproof.last_figure Require Import Bound Private Tight.

Definition semantics := (wp_loop_sup, probability_measure, wp_expectation, set_form_function_form, unary_is_hoare).
Definition noises := (laplace_total, one_sided_total, laplace_price, one_sided_price).
Definition structural_rules :=
  ((b_skip, b_assign_left, b_assign_right, b_sample_left, b_sample_right, b_cond_left, b_cond_right, b_case),
   (b_frame, b_exists, b_inst, b_exfalso, b_unfold_left, b_unfold_right, b_split_left, b_split_right),
   (w_skip, w_assign_left, w_assign_right, w_sample_left, w_sample_right, w_cond_left, w_cond_right, w_case),
   (w_frame, w_exists, w_inst, w_exfalso, w_unfold_left, w_unfold_right, w_split_left, w_split_right)).
Definition budget_rules :=
  (b_seq, b_conseq, b_forall_eq, b_lap_gen, b_one_lap_gen, b_while, b_while_left, b_while_right).
Definition ledgers := (integer_counter, integer_beside_real, real_counter, total_zero, real_total_zero).
Definition ledger_rules :=
  (w_sample, w_pay, w_seq, w_conseq, w_while, w_while_left, w_while_right, w_while_async, w_pointwise).
Definition end_of_proofs := (privacy, pure_privacy, above_threshold_private).
Definition coming :=
  (w_pointwise_up_to_bad, w_sample_left_in_expectation, w_coin_right, credit_seq, credit_while, r_seq, r_while).
Definition last_figure := (fires_bound_low, last_figure_outcomes, last_figure_private, tight_example, best_constant).

Definition everything :=
  (semantics, noises, structural_rules, budget_rules, ledgers, ledger_rules, end_of_proofs, coming, last_figure).
Print Assumptions everything.
