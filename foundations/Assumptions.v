(* What the theorems of the rules and the last theorems rest on. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments StructuralRules BudgetRules LedgerRules Privacy.
From Twinproof Require Import Facts AboveThreshold Coming FiniteNoise PermuteAndFlip SampleMap NoiseTable Subsampled CoinBlocks.
From Twinproof Require Import Credit Tails Intervals Ghosts HockeyStick Excess Stability.
From Twinproof Require Import Powers Theta Bounded RenyiRules RenyiNoise RenyiTable RenyiPrivacy RenyiConversions RenyiBlocks
  BoundedRange RenyiRange Composition Subsample AdaptiveGaussian.
From Twinproof.last_figure Require Import Bound Private Tight.

Definition semantics := (wp_loop_sup, probability_measure, wp_expectation, set_form_function_form, unary_is_hoare).
Definition noises := (laplace_total, one_sided_total, laplace_price, one_sided_price).
Definition noise_totals :=
  (coin_total, choice_total, response_total, uniform_total, choose_total, permute_and_flip_total, truncated_total,
   gaussian_total).
Definition noise_prices :=
  ((same_price, choice_price, choice_transposed, response_price, uniform_price, choose_price, permute_and_flip_price),
   (laplace_exact_price, one_sided_exact_price, truncated_price, gaussian_price)).
Definition noise_tails :=
  ((coin_tail, laplace_tail, laplace_tail_below, laplace_tail_both, one_sided_tail, one_sided_first, tail_le_power, tail_le_half),
   (truncated_tail, truncated_tail_below, truncated_share, truncated_share_below, gaussian_tail, gaussian_tail_below, coin_tail_false, choice_tail, response_tail),
   (uniform_tail, uniform_tail_below, law_tail)).
Definition structural_rules :=
  ((b_skip, b_assign_left, b_assign_right, b_sample_left, b_sample_right, b_cond_left, b_cond_right, b_case),
   (b_frame, b_exists, b_inst, b_exfalso, b_unfold_left, b_unfold_right, b_split_left, b_split_right),
   (w_skip, w_assign_left, w_assign_right, w_sample_left, w_sample_right, w_cond_left, w_cond_right, w_case),
   (w_frame, w_exists, w_inst, w_exfalso, w_unfold_left, w_unfold_right, w_split_left, w_split_right)).
Definition budget_rules :=
  (b_seq, b_conseq, b_forall_eq, b_lap_gen, b_one_lap_gen, b_while, b_while_left, b_while_right).
Definition compositions := (optimal_sum, two_points, b_ac_while, b_cond_seq_left, b_cond_seq_right, b_subsample_left, b_subsample_right).
Definition ledgers := (integer_counter, integer_beside_real, real_counter, total_zero, real_total_zero).
Definition ledger_rules :=
  (w_sample, w_pay, w_seq, w_conseq, w_while, w_while_left, w_while_right, w_while_async, w_pointwise).
Definition sampling_rules :=
  ((w_sample_map, w_sample_priced, w_sample_counters, b_sample_map, w_alone_left, w_alone_right),
   (w_draw_left, w_draw_right, b_draw_left, b_draw_right, w_coin_left, w_coin_alone_right),
   (w_outcomes, expectE, w_coins, w_coins_counters, w_coin_left_counters, w_coin_right_counters),
   (law_total, law_outside, law_price, w_sample_law, w_pay_law, w_pays_law, w_law_left, w_law_right),
   (b_law_left, b_law_right),
   (amplification_left, amplification_right)).
Definition solver_facts :=
  ((exp_positive, exp_above_tangent, exp_below_inverse, exp_order, exp_above_one, exp_below_one, exp_sum, exp_multiple),
   (exp_opposite, log_order, log_below, log_above, log_scale_below, log_scale_above, log_below_tangent, log_above_inverse, log_sign, log_sign_below),
   (log_product, log_power, log_inverse, sqrt_nonnegative, sqrt_square, sqrt_order, sqrt_product),
   (up_above, up_order, up_below_zero, up_above_zero)).
Definition end_of_proofs := (privacy, pure_privacy, above_threshold_private).
Definition noise_examples :=
  (subsampled_private, one_sampling_private, warner_private, choice_private, one_way_choice_private, stability_private).
Definition coming := w_sample_left_in_expectation.
Definition renyi_rules :=
  ((holder, theta_largest, bounded_ratio, gaussian_renyi, r_skip_left, r_skip_right),
   (r_skip, r_assign_left, r_assign_right, r_assign, r_seq, r_conseq, r_pay_more, r_cond_left, r_cond_right, r_cond, r_case),
   (r_frame, r_exists, r_exfalso, r_unfold_left, r_unfold_right, r_split_left, r_split_right, r_inst),
   (r_while, r_while_left, r_while_right, r_while_async, r_draw_left, r_draw_right),
   (r_sample_map, r_sample_moved, r_sample_bounded, r_gauss, r_gauss_concentrated, r_gauss_order, r_laplace),
   (r_laplace_concentrated, r_laplace_order, concentrated_price, plain_price),
   (r_pure, r_pure_concentrated, r_law_left, r_law_right, r_sample_law, r_law_bounded, r_block, r_mech),
   (bounded_range, r_sample_range, choose_range, r_choose)).
Definition renyi_ends :=
  ((claim_exact, claim_conseq, claim_case, claim_exists, claim_inst, claim_ghost, claim_ghost_right, claim_seq, claim_post, r_close_bad, r_close, renyi_private_claim, zcdp_private_claim),
   (rdp_dp, rdp_dp_sym, zcdp_dp_sym, zcdp_dp_textbook, renyi_private_dp, zcdp_private_dp, zcdp_private_textbook),
   (pure_claim, pure_zcdp, adaptive_zcdp, adaptive_private)).
Definition credit_rules :=
  ((u_skip, u_assign, u_seq, u_cond, u_conseq, u_while, u_and, u_case, u_exists, u_inst, u_exfalso, u_all, u_unfold, u_split),
   (u_hoare, u_keep, u_frame, u_draw, u_draw_mean, u_sample, u_free, u_mean, u_tail, u_part, w_pointwise_bad)).
Definition intervals := (w_sample_block, interval_price, w_sample_int, w_sample_int_counters).
Definition ghosts :=
  (erases_wp, b_ghost, b_ghost_right, erase_ghost_law, erase_ghost_coin, u_coin, u_coin_mean, w_coin_right, w_good_right, w_good_right_counters).
Definition hockey_sticks :=
  (w_sample_coin, u_sample_coin, hockey_stick, gaussian_hockey_stick, (excess_up_to, law_excess, b_excess, w_budget)).
Definition last_figure := (fires_bound_low, last_figure_outcomes, last_figure_private, tight_example, best_constant).

Definition everything :=
  ((semantics, noises, noise_totals, noise_prices, noise_tails, structural_rules, budget_rules, ledgers, ledger_rules),
   (sampling_rules, solver_facts, end_of_proofs, noise_examples, coming, credit_rules, intervals, ghosts, hockey_sticks),
   (last_figure, renyi_rules, renyi_ends, compositions)).
Print Assumptions everything.
