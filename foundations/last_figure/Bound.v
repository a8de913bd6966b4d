(* The bound: with A = 1/a = e^(eps/4), every value has P(v) <= A^3 P'(v), and P(nothing) <= A^2 P'(nothing).

   leftover         what the mass of T has to spare when it pays a^2 times the mass of T - 1
   leftovers_pay    what is left over below the threshold pays for the noisy threshold v, which has no partner
   fires_bound      (6) a^3 P(v) <= P'(v)
   fires_bound_low  (7) a^2 P(v) <= P'(v) if v is not above the threshold
   nothing_bound    (8) a^2 P(nothing) <= P'(nothing) *)
From Twinproof Require Import Prelude Noise.
From Twinproof.last_figure Require Import Sums Laplace Figure.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Bound.
Variables (R : realType) (a : R).
Hypothesis a01 : 0 < a < 1.
Implicit Types (v t T q z : Z) (qs : seq Z) (n s : nat).

Let a_gt0 : 0 < a. Proof. by case/andP: a01. Qed.
Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_lt1 : a < 1. Proof. by case/andP: a01. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let b01 : 0 < a ^+ 2 < 1 := square01 a01.
Let an_ge0 n : 0 <= a ^+ n. Proof. exact: exprn_ge0. Qed.
Let p_ge0 t T : 0 <= threshold a t T. Proof. exact: threshold_ge0. Qed.
Let G_ge0 v T qs : 0 <= first_is a v T qs. Proof. exact: first_is_ge0. Qed.

Lemma threshold_next t T : a ^+ 2 * threshold a t (T - 1) <= threshold a t T.
Proof.
have := lap_near b01 (T - 1 - t) (T - t).
by rewrite (_ : Z.abs_nat _ = 1%N) ?expr1//; lia.
Qed.

(* at or below t the masses are a geometric series *)
Lemma threshold_down t T s : (T <= t)%Z -> threshold a t (T - Z.of_nat s) = threshold a t T * (a ^+ 2) ^+ s.
Proof.
move=> Tt; rewrite /threshold /lap -[in RHS]mulrA -exprD; congr (_ * _ ^+ _); rewrite -plusE; lia.
Qed.

Definition leftover t T : R := threshold a t T - a ^+ 2 * threshold a t (T - 1).

Lemma leftover_ge0 t T : 0 <= leftover t T.
Proof. by rewrite /leftover subr_ge0 threshold_next. Qed.

Lemma leftover_low t T s : (T <= t)%Z ->
  leftover t (T - Z.of_nat s) = threshold a t T * (1 - a ^+ 4) * (a ^+ 2) ^+ s.
Proof.
move=> Tt; rewrite /leftover (_ : (T - Z.of_nat s - 1 = T - Z.of_nat s.+1)%Z); last lia.
rewrite !threshold_down// (exprS (a ^+ 2) s); move: ((a ^+ 2) ^+ s) (threshold a t T) => y x.
by real_ring.
Qed.

(* a^2 P(T = v) G_v <= the sum over T < v of leftover(T + 1) G_T *)
Lemma leftovers_pay t v qs :
  ((a ^+ 2 * threshold a t v * first_is a v v qs)%:E <=
   \esum_(n in [set: nat]) (leftover t (v - Z.of_nat n) * first_is a v (v - Z.of_nat n.+1) qs)%:E)%E.
Proof.
pose d := Z.to_nat (v - t); pose m := (v - Z.of_nat d)%Z.
have mt : (m <= t)%Z by rewrite /m /d; lia.
set G := first_is a v v qs; set p := threshold a t m.
have p0 : 0 <= p by exact: p_ge0.
have G0 : 0 <= G by exact: G_ge0.
have u0 : 0 <= 1 - a ^+ 4 by rewrite subr_ge0 exprn_ile1.
have pv : threshold a t v <= p * (a ^+ 2) ^+ d.
  have [vt|vt] := Z_le_gt_dec v t.
    by rewrite /p /m (_ : d = 0%N) ?Z.sub_0_r ?expr0 ?mulr1// /d; lia.
  rewrite /p /threshold /lap -[leRHS]mulrA -exprD.
  by rewrite (_ : Z.abs_nat (v - t) = Z.abs_nat (m - t) + d)%N// -plusE /m /d; lia.
have term s : p * (1 - a ^+ 4) * a ^+ d.+1 * G * (a ^+ 3) ^+ s <=
    leftover t (v - Z.of_nat (d + s)) * first_is a v (v - Z.of_nat (d + s).+1) qs.
  rewrite (_ : (v - Z.of_nat (d + s) = m - Z.of_nat s)%Z); last by rewrite /m -plusE; lia.
  rewrite leftover_low// -/p.
  rewrite (_ : _ * (a ^+ 3) ^+ s = p * (1 - a ^+ 4) * (a ^+ 2) ^+ s * (a ^+ (d + s).+1 * G)); last first.
    rewrite -!exprM -addSn exprD (_ : 3 * s = 2 * s + s)%N; last by rewrite -mulSnr.
    by rewrite exprD; real_ring.
  apply: ler_wpmul2l; last exact: first_is_lower.
  by do 2?apply: mulr_ge0 => //; exact: exprn_ge0.
apply: (@le_trans _ _ (\esum_(s in [set: nat]) (p * (1 - a ^+ 4) * a ^+ d.+1 * G * (a ^+ 3) ^+ s)%:E)%E); last first.
  pose u n := (leftover t (v - Z.of_nat n) * first_is a v (v - Z.of_nat n.+1) qs)%:E.
  have u_ge0 n : (0 <= u n)%E by rewrite lee_fin mulr_ge0// leftover_ge0.
  by apply: le_trans (esum_shift_le d u_ge0); apply: le_esum => s _; rewrite lee_fin; exact: term.
have c_ge0 : 0 <= p * a ^+ d.+1 * G by apply: mulr_ge0 => //; exact: mulr_ge0.
have a3_lt1 : a ^+ 3 < 1 by rewrite exprn_ilt1.
rewrite esum_geometric ?exprn_gt0//; last by do 3?apply: mulr_ge0 => //.
rewrite lee_fin ler_pdivl_mulr ?subr_gt0//.
rewrite [leRHS](_ : _ = p * a ^+ d.+1 * G * (1 - a ^+ 4)); last by real_ring.
apply: ler_pmul.
- by apply: mulr_ge0 => //; apply: mulr_ge0.
- by rewrite subr_ge0 ltW.
- apply: ler_wpmul2r => //; apply: (le_trans (ler_wpmul2l (an_ge0 2) pv)).
  rewrite mulrCA; apply: ler_wpmul2l => //; rewrite -exprM -exprD; apply: ler_wiexpn2l => //.
  by apply/ssrnat.leP; rewrite -plusE -multE; lia.
- by rewrite ler_add2l ler_opp2; apply: ler_wiexpn2l.
Qed.

(* P(v): the threshold v by itself, and all below *)
Lemma fires_left t v qs : (fires a qs t v = (threshold a t v * first_is a v v qs)%:E +
  \esum_(n in [set: nat]) (threshold a t (v - Z.of_nat n.+1) * first_is a v (v - Z.of_nat n.+1) qs)%:E)%E.
Proof. by rewrite /fires esum_down esum_nat_first ?Z.sub_0_r// => n; rewrite lee_fin mulr_ge0. Qed.

(* P'(v): each threshold T + 1 on the right against T on the left *)
Lemma fires_right t v qs qs' : adjacent qs qs' -> (a%:E *
  (\esum_(n in [set: nat]) (threshold a t (v - Z.of_nat n) * first_is a v (v - Z.of_nat n.+1) qs)%:E) <=
  fires a qs' t v)%E.
Proof.
move=> adj; rewrite -esum_scale// => [|n]; last by rewrite lee_fin mulr_ge0.
rewrite /fires esum_down; apply: le_esum => n _; rewrite -EFinM lee_fin mulrCA; apply: ler_wpmul2l => //.
have := first_is_next a01 v (v - Z.of_nat n.+1) adj.
by rewrite (_ : (v - Z.of_nat n.+1 + 1 = v - Z.of_nat n)%Z)//; lia.
Qed.

(* (6)  P(v) <= A^3 P'(v) *)
Theorem fires_bound t v qs qs' : adjacent qs qs' -> ((a ^+ 3)%:E * fires a qs t v <= fires a qs' t v)%E.
Proof.
move=> adj; apply: le_trans (fires_right t v adj); rewrite fires_left.
pose G n := first_is a v (v - Z.of_nat n.+1) qs; have G0 n : 0 <= G n by exact: G_ge0.
rewrite (_ : a ^+ 3 = a * a ^+ 2)// EFinM -muleA; apply: lee_wpmul2l; first by rewrite lee_fin.
rewrite ge0_muleDr; [|by rewrite lee_fin mulr_ge0|by apply: esum_ge0 => n _; rewrite lee_fin mulr_ge0].
rewrite -esum_scale//; last by move=> n; rewrite lee_fin mulr_ge0.
(* split each mass on the right into the price of a step and what is left over *)
rewrite [leRHS](eq_esum (b := fun n => ((a ^+ 2)%:E * (threshold a t (v - Z.of_nat n.+1) * G n)%:E +
   (leftover t (v - Z.of_nat n) * G n)%:E)%E)) => [|n _]; last first.
  rewrite -EFinM -EFinD; congr _%:E; rewrite /leftover (_ : (v - Z.of_nat n - 1 = v - Z.of_nat n.+1)%Z); last lia.
  by set x := threshold _ _ _; set y := threshold _ _ _; rewrite -/(G n); real_ring.
rewrite esumD => [|n _|n _]; last first.
- by rewrite lee_fin mulr_ge0// leftover_ge0.
- by rewrite -EFinM lee_fin; apply: mulr_ge0 => //; apply: mulr_ge0.
by rewrite addeC; apply: lee_add2l; rewrite -EFinM mulrA; exact: leftovers_pay.
Qed.

(* (7)  P(v) <= A^2 P'(v) for values that are not above the threshold *)
Theorem fires_bound_low t v qs qs' : (v <= t)%Z -> adjacent qs qs' ->
  ((a ^+ 2)%:E * fires a qs t v <= fires a qs' t v)%E.
Proof.
move=> vt adj; apply: le_trans (fires_right t v adj); rewrite fires_left.
set U := (X in (_ <= a%:E * X)%E); have U0 : (0 <= U)%E by apply: esum_ge0 => n _; rewrite lee_fin mulr_ge0.
have -> : (\esum_(n in [set: nat]) (threshold a t (v - Z.of_nat n.+1) * first_is a v (v - Z.of_nat n.+1) qs)%:E =
    (a ^+ 2)%:E * U)%E.
  rewrite -esum_scale// => [|n]; last by rewrite lee_fin mulr_ge0.
  apply: eq_esum => n _; rewrite -EFinM mulrA !threshold_down// exprS; congr (_ * _)%:E.
  by rewrite mulrCA.
have a4 : 0 <= a - a ^+ 4 by rewrite subr_ge0 -{2}[a]expr1 ler_wiexpn2l.
rewrite [leRHS](_ : _ = (a - a ^+ 4)%:E * U + (a ^+ 4)%:E * U)%E; last first.
  by rewrite -ge0_muleDl ?lee_fin ?an_ge0// -EFinD subrK.
rewrite ge0_muleDr; [|by rewrite lee_fin mulr_ge0|by apply: mule_ge0 => //; rewrite lee_fin an_ge0].
rewrite [((a ^+ 2)%:E * ((a ^+ 2)%:E * U))%E]muleA -EFinM -EFinM -exprD; apply: lee_add2r.
have a3_lt1 : a ^+ 3 < 1 by rewrite exprn_ilt1.
set g := first_is a v v qs; have g0 : 0 <= g by exact: G_ge0.
set p := threshold a t v; have p0 : 0 <= p by exact: p_ge0.
have low : ((p * g * a / (1 - a ^+ 3))%:E <= U)%E.
  rewrite -esum_geometric ?exprn_gt0//; last by rewrite mulr_ge0// mulr_ge0.
  apply: le_esum => n _; rewrite lee_fin threshold_down// -/p.
  rewrite (_ : _ * _ ^+ n = p * (a ^+ 2) ^+ n * (a ^+ n.+1 * g)); last first.
    by rewrite -!exprM mulSn exprD exprS; move: (a ^+ n) (a ^+ (2 * n)) => x y; real_ring.
  by apply: ler_wpmul2l; [apply: mulr_ge0 => //; exact: exprn_ge0|exact: first_is_lower].
apply: le_trans (lee_wpmul2l _ low); last by rewrite lee_fin.
rewrite -EFinM lee_fin [leRHS]mulrA ler_pdivl_mulr ?subr_gt0//.
by rewrite le_eqVlt (_ : a ^+ 2 * (p * g) * (1 - a ^+ 3) = (a - a ^+ 4) * (p * g * a)) ?eqxx//; real_ring.
Qed.

(* (8)  P(nothing) <= A^2 P'(nothing) *)
Theorem nothing_bound t qs qs' : adjacent qs qs' -> ((a ^+ 2)%:E * nothing a qs t <= nothing a qs' t)%E.
Proof.
move=> adj; rewrite /nothing -esum_scale//; last by move=> T; rewrite lee_fin mulr_ge0// none_above_ge0.
rewrite -(@esum_shift _ (-1)%Z (fun T => (threshold a t T * none_above a T qs')%:E)).
apply: le_esum => T _; rewrite -EFinM lee_fin mulrA (_ : (T - -1 = T + 1)%Z); last lia.
apply: ler_pmul; [by apply: mulr_ge0|exact: none_above_ge0| |exact: none_above_next].
by have := threshold_next t (T + 1)%Z; rewrite (_ : (T + 1 - 1 = T)%Z); [|lia].
Qed.
End Bound.
