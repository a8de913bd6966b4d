(* What the solver is told of exp, log and sqrt, as theorems: one for each schema of smt/known.py.

   t, u and v are any real numbers. Where log is taken of what is not positive, or sqrt of what is negative, nothing is
   said. [up_...] are about rounding up to a set of numbers that has 0 and, below every positive number, another one
   (and likewise above every negative number): the numbers of 64 binary digits are such a set. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions reals ereal signed topology normedtype.
From mathcomp Require Import derive realfun sequences exp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Facts.
Variable R : realType.
Implicit Types t u v : R.

(* ------------------------------------------------------------------------------------------------------------ exp *)
Lemma exp_positive t : 0 < expR t.
Proof. exact: expR_gt0. Qed.

Lemma exp_above_tangent t : 1 + t <= expR t.
Proof.
have [t0|t0] := leP 0 t; first exact: expR_ge1Dx.
have [|c] := @MVT R expR expR t 0 t0 (fun x _ => is_derive_expR x).
  by apply/continuous_subspaceT => x; exact: continuous_expR.
rewrite in_itv/= expR0 sub0r => /andP[_ c0] step.
have below : expR c * - t <= - t.
  by rewrite -{2}[- t]mul1r ler_pmul2r ?oppr_gt0// -(expR0 R) ler_expR ltW.
by move: below; rewrite -step ler_subl_addl -ler_subl_addr opprK.
Qed.

Lemma exp_below_inverse t : expR t * (1 - t) <= 1.
Proof. by rewrite -[leRHS](expR0 R) -(subrr t) expRD ler_pmul2l ?expR_gt0// exp_above_tangent. Qed.

Lemma exp_order t u : (t <= u) = (expR t <= expR u).
Proof. by rewrite ler_expR. Qed.

Lemma exp_above_one t : (0 <= t) = (1 <= expR t).
Proof. by rewrite -[in RHS](expR0 R) ler_expR. Qed.

Lemma exp_below_one t : (t <= 0) = (expR t <= 1).
Proof. by rewrite -[in RHS](expR0 R) ler_expR. Qed.

Lemma exp_sum t u v : v = t + u -> expR v = expR t * expR u.
Proof. by move=> ->; rewrite expRD. Qed.

Lemma exp_multiple (n : nat) t u : u = n%:R * t -> expR u = expR t ^+ n.
Proof. by move=> ->; rewrite expRMm. Qed.

Lemma exp_opposite t u : u = - t -> expR t * expR u = 1.
Proof. by move=> ->; rewrite -expRD subrr expR0. Qed.

(* ------------------------------------------------------------------------------------------------------------ log *)
Lemma log_order t u : 0 < t -> 0 < u -> (t <= u) = (ln t <= ln u).
Proof. by move=> t0 u0; rewrite ler_ln. Qed.

Lemma log_below t u : 0 < u -> (t <= ln u) = (expR t <= u).
Proof. by move=> u0; rewrite -{2}(lnK u0) ler_expR. Qed.

Lemma log_above t u : 0 < u -> (ln u <= t) = (u <= expR t).
Proof. by move=> u0; rewrite -{2}(lnK u0) ler_expR. Qed.

Lemma log_scale_below t u : 0 < u -> (t + ln u <= 0) = (expR t * u <= 1).
Proof. by move=> u0; rewrite -{2}(lnK u0) -expRD -{1}expR0 ler_expR. Qed.

Lemma log_scale_above t u : 0 < u -> (0 <= t + ln u) = (1 <= expR t * u).
Proof. by move=> u0; rewrite -{2}(lnK u0) -expRD -{1}expR0 ler_expR. Qed.

Lemma log_below_tangent t : 0 < t -> ln t <= t - 1.
Proof. by move=> t0; rewrite ler_subr_addr addrC -[leRHS](lnK t0) exp_above_tangent. Qed.

Lemma log_above_inverse t : 0 < t -> t - 1 <= t * ln t.
Proof.
move=> t0; have := exp_above_tangent (- ln t); rewrite expRN (lnK t0) -(ler_pmul2l t0) mulrDr mulr1 mulrN.
by rewrite mulfV ?gt_eqF// ler_subl_addr -ler_subl_addl.
Qed.

Lemma log_sign t : 0 < t -> (1 <= t) = (0 <= ln t).
Proof. by move=> t0; rewrite (log_below 0 t0) expR0. Qed.

Lemma log_sign_below t : 0 < t -> (t <= 1) = (ln t <= 0).
Proof. by move=> t0; rewrite (log_above 0 t0) expR0. Qed.

Lemma log_product t u v : 0 < t -> 0 < u -> v = t * u -> ln v = ln t + ln u.
Proof. by move=> t0 u0 ->; rewrite lnM. Qed.

Lemma log_power (n : nat) t u : 0 < t -> u = t ^+ n -> ln u = n%:R * ln t.
Proof.
move=> t0 ->; elim: n => [|n IH]; first by rewrite expr0 ln1 mul0r.
by rewrite exprS lnM ?posrE ?exprn_gt0// IH -{1}[ln t]mul1r -mulrDl -[1]/(1%:R) -natrD add1n.
Qed.

Lemma log_inverse t u : 0 < t -> u * t = 1 -> ln u = - ln t.
Proof.
move=> t0 ut; have u0 : 0 < u by rewrite -(pmulr_lgt0 _ t0) ut ltr01.
by apply/eqP; rewrite -addr_eq0 -lnM ?posrE// ut ln1.
Qed.

(* ----------------------------------------------------------------------------------------------------------- sqrt *)
Lemma sqrt_nonnegative t : 0 <= Num.sqrt t.
Proof. exact: sqrtr_ge0. Qed.

Lemma sqrt_square t : 0 <= t -> Num.sqrt t * Num.sqrt t = t.
Proof. by move=> t0; rewrite -expr2 sqr_sqrtr. Qed.

Lemma sqrt_order t u : 0 <= t -> 0 <= u -> (t <= u) = (Num.sqrt t <= Num.sqrt u).
Proof.
move=> t0; rewrite le_eqVlt => /orP[/eqP<-|u0]; last by rewrite ler_sqrt.
rewrite sqrtr0; apply/idP/idP => [t1|]; first by rewrite (@le_anti _ _ t 0) ?t0 ?t1// sqrtr0.
by move=> s0; rewrite -(sqr_sqrtr t0) (@le_anti _ _ (Num.sqrt t) 0) ?s0 ?sqrtr_ge0// expr0n.
Qed.

Lemma sqrt_product t u v : 0 <= t -> 0 <= u -> v = t * u -> Num.sqrt v = Num.sqrt t * Num.sqrt u.
Proof. by move=> t0 u0 ->; rewrite sqrtrM. Qed.

(* ---------------------------------------------------------------------------------------------------- rounding up *)
Section RoundingUp.
Variables (digits : R -> Prop) (up : R -> R).
Hypothesis rounded : forall t, digits (up t) /\ t <= up t.
Hypothesis least : forall t u, digits u -> t <= u -> up t <= u.
Hypothesis zero : digits 0.
Hypothesis negative : forall t, t < 0 -> exists2 u, digits u & t <= u < 0.

Lemma up_above t : t <= up t.
Proof. by have [] := rounded t. Qed.

Lemma up_order t u : t <= u -> up t <= up u.
Proof. by move=> tu; apply: least (le_trans tu (up_above u)); have [] := rounded u. Qed.

Lemma up_below_zero t : (t <= 0) = (up t <= 0).
Proof. by apply/idP/idP => [|]; [exact: least|exact: le_trans (up_above t)]. Qed.

Lemma up_above_zero t : (0 <= t) = (0 <= up t).
Proof.
apply/idP/idP => [t0|]; first exact: le_trans t0 (up_above t).
apply: contraTT; rewrite -!ltNge => /negative[u du /andP[tu u0]]; exact: le_lt_trans (least du tu) u0.
Qed.
End RoundingUp.
End Facts.
