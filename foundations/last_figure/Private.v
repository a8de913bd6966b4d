(* The last figure is (3/4)·eps-differentially private, for all answers, thresholds and eps > 0.

   last_figure_outcomes   whoever sees whether an answer fired, and its value
   last_figure_private    whoever sees what the program returns; it reads like the definition of differential privacy
   last_figure_judgment   the same as a judgment of the logic *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments.
From Twinproof.last_figure Require Import Sums Laplace Figure Bound Program.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Lemma adjacent_size answers answers' : adjacent answers answers' -> size answers = size answers'.
Proof. by rewrite /adjacent all2E => /andP[/eqP]. Qed.

Lemma adjacent_asked answers answers' : adjacent answers answers' -> adjacent (asked answers) (asked answers').
Proof.
move=> adj; rewrite /asked -(adjacent_size adj); move: _.-1 => n.
elim: answers answers' n adj => [|q qs IH] [|q' qs'] [|n] //= /andP[qq adj].
by rewrite /adjacent /= qq; exact: IH.
Qed.

Section Private.
Variables (R : realType) (eps : R) (t : Z) (answers answers' : seq Z).
Hypothesis eps0 : (0 < eps)%R.
Hypothesis adj : adjacent answers answers'.

Let a : R := expR (- (eps / 4)).
Let a01 : (0 < a < 1)%R. Proof. by apply: base_lt1; rewrite divr_gt0 ?ltr0n. Qed.
Let a_ge0 : (0 <= a)%R. Proof. by case/andP: a01 => /ltW. Qed.

Lemma cube_price : (expR (3 / 4 * eps) * a ^+ 3 = 1)%R.
Proof.
rewrite /a -expRMm mulrN; set x := (3 / 4 * eps)%R.
by rewrite (_ : (3%:R * (eps / 4) = x)%R) ?expRxMexpNx_1// /x mulrCA mulrC.
Qed.

(* a bound with the factor a^3 on the left is one with e^(3 eps/4) on the right *)
Lemma price_right x y : (a ^+ 3)%:E * x <= y -> x <= (expR (3 / 4 * eps))%:E * y.
Proof.
move=> xy; rewrite -[leLHS]mul1e -[in leLHS]cube_price EFinM -muleA.
by apply: lee_wpmul2l xy; rewrite lee_fin ltW// expR_gt0.
Qed.

(* P(outcome in X) <= e^(3 eps/4) P'(outcome in X) for every set X of outcomes *)
Theorem last_figure_outcomes m m' (X : set (option Z)) :
  Pr (figure eps answers t) m [set x | X (outcome answers x)] <=
  (expR (3 / 4 * eps))%:E * Pr (figure eps answers' t) m' [set x | X (outcome answers' x)].
Proof.
have adjA := adjacent_asked adj; rewrite !figure_outcomes//; apply: price_right.
have nn qs o : 0 <= (if o is Some w then fires a qs t w else nothing a qs t).
  by case: o => [w|]; apply: esum_ge0 => T _; rewrite lee_fin mulr_ge0 ?threshold_ge0 ?first_is_ge0 ?none_above_ge0.
rewrite -esum_scale// ?exprn_ge0//; apply: le_esum => -[w|] _; first exact: fires_bound.
apply: le_trans (nothing_bound a01 t adjA); apply: lee_wpmul2r; first exact: (nn _ None).
by rewrite lee_fin ler_wiexpn2l//; case/andP: a01 => _ /ltW.
Qed.

(* P(v in X) <= e^(3 eps/4) P'(v in X) for every set X of values *)
Theorem last_figure_private m m' (X : set Z) :
  Pr (figure eps answers t) m [set x | X (v x)] <=
  (expR (3 / 4 * eps))%:E * Pr (figure eps answers' t) m' [set x | X (v x)].
Proof.
rewrite !figure_returns//; exact: (last_figure_outcomes m m' (fun o => X (odflt 0%Z o))).
Qed.

Theorem last_figure_judgment :
  budget (figure eps answers t) (figure eps answers' t) (3 / 4 * eps) 0 (fun _ _ => True) (fun x y => v x = v y).
Proof.
move=> m m' _ X; rewrite adde0; apply: le_trans (last_figure_private m m' [set w | exists2 x, X x & v x = w]).
by apply: wp_mono => x; [exact: ind_ge0|apply: ind_le => Xx; exists x].
Qed.
End Private.
