(* The last figure is (3/4)·eps-differentially private, for all answers, thresholds and eps > 0.

   neighbours             the same threshold, and answers that move by 1 at most
   last_figure_outcomes   for whoever sees whether an answer fired, and its value
   last_figure_private    for whoever sees what the program returns *)
From Twinproof Require Import Prelude Noise Semantics Kleene Privacy.
From Twinproof.last_figure Require Import Sums Laplace Figure Bound Program.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Definition neighbours (m m' : memory) : Prop := adjacent (queries m) (queries m') /\ t m = t m'.

Lemma adjacent_asked answers answers' : adjacent answers answers' -> adjacent (asked answers) (asked answers').
Proof.
move=> adj; have sizes : size answers = size answers' by move: adj; rewrite /adjacent all2E => /andP[/eqP].
rewrite /asked -sizes; move: _.-1 => n {sizes}.
elim: answers answers' n adj => [|q qs IH] [|q' qs'] [|n] //= /andP[qq adj].
by rewrite /adjacent /= qq; exact: IH.
Qed.

Section Private.
Variables (R : realType) (eps : R).
Hypothesis eps0 : (0 < eps)%R.

Let a : R := expR (- (eps / 4)).
Let a01 : (0 < a < 1)%R. Proof. by apply: base_lt1; rewrite divr_gt0 ?ltr0n. Qed.
Let a_ge0 : (0 <= a)%R. Proof. by case/andP: a01 => /ltW. Qed.

(* a bound with the factor a^3 on the left is one with e^(3 eps/4) on the right *)
Lemma price_right x y : (a ^+ 3)%:E * x <= y -> x <= (expR (3 / 4 * eps))%:E * y.
Proof.
have cube : (expR (3 / 4 * eps) * a ^+ 3 = 1)%R.
  rewrite /a -expRMm mulrN; set z := (3 / 4 * eps)%R.
  by rewrite (_ : (3%:R * (eps / 4) = z)%R) ?expRxMexpNx_1// /z mulrCA mulrC.
move=> xy; rewrite -[leLHS]mul1e -[in leLHS]cube EFinM -muleA.
by apply: lee_wpmul2l xy; rewrite lee_fin ltW// expR_gt0.
Qed.

(* for every set X of outcomes:  P(outcome in X) <= e^(3 eps/4) P'(outcome in X) *)
Theorem last_figure_outcomes : differentially_private (figure eps) outcome neighbours (3 / 4 * eps) 0.
Proof.
move=> m m' [adj tt] X; rewrite adde0 !figure_outcomes// -tt; apply: price_right.
have adjA := adjacent_asked adj.
have nn qs o : 0 <= (if o is Some w then fires a qs (t m) w else nothing a qs (t m)).
  by case: o => [w|]; apply: esum_ge0 => T _; rewrite lee_fin mulr_ge0 ?threshold_ge0 ?first_is_ge0 ?none_above_ge0.
rewrite -esum_scale// ?exprn_ge0//; apply: le_esum => -[w|] _; first exact: fires_bound.
apply: le_trans (nothing_bound a01 (t m) adjA); apply: lee_wpmul2r; first exact: (nn _ None).
by rewrite lee_fin ler_wiexpn2l//; case/andP: a01 => _ /ltW.
Qed.

(* for every set X of values:  P(v in X) <= e^(3 eps/4) P'(v in X) *)
Theorem last_figure_private : differentially_private (figure eps) v neighbours (3 / 4 * eps) 0.
Proof.
move=> m m' adj X; rewrite !figure_returns//.
exact: (last_figure_outcomes adj (fun o => X (odflt 0%Z o))).
Qed.
End Private.
