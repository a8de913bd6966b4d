(* 3/4 is the best constant: with answers g, g, g, 4g + 1 against all of them 1 higher, threshold 0 and output 4g + 1,
   the loss tends to 3/4 eps as g grows.

   passing          P(the noisy threshold is at most v, and three answers g stay below it)
   passing_next     when the answers go up by 1, only a^2 of it is left, but for a^(3g)
   tight_ratio      P'(v) <= (a^3 + C a^g) P(v), with a C that does not depend on g
   tight_example    for every c < 3/4 there are inputs and a value with a loss above c eps
   best_constant    the program is (c eps)-differentially private if and only if 3/4 <= c *)
From Twinproof Require Import Prelude Noise Semantics Kleene Privacy.
From Twinproof.last_figure Require Import Sums Laplace Figure Bound Program Private.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Ratio.
Variables (R : realType) (a : R).
Hypothesis a01 : 0 < a < 1.
Implicit Types (T : Z) (n g : nat).

Let a_gt0 : 0 < a. Proof. by case/andP: a01. Qed.
Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_lt1 : a < 1. Proof. by case/andP: a01. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let an_ge0 n : 0 <= a ^+ n. Proof. exact: exprn_ge0. Qed.
Let b01 : 0 < a ^+ 2 < 1 := square01 a01.
Let p_ge0 T : 0 <= threshold a 0 T. Proof. exact: threshold_ge0. Qed.
Let F_ge0 z : 0 <= below a z. Proof. exact: below_ge0. Qed.
Let F_le1 z : below a z <= 1. Proof. exact: below_le1. Qed.
Let f_ge0 z : 0 <= lap a z. Proof. exact: lap_ge0. Qed.

Definition output g : Z := (4 * Z.of_nat g + 1)%Z.
Definition three_and_output g (d : Z) : seq Z :=
  [:: Z.of_nat g + d; Z.of_nat g + d; Z.of_nat g + d; output g + d]%Z.

Definition pass q T : R := threshold a 0 T * below a (T - 1 - q) ^+ 3.
Definition passing g (d : Z) : \bar R := \esum_(T in [set T | (T <= output g)%Z]) (pass (Z.of_nat g + d) T)%:E.

Let pass_ge0 q T : 0 <= pass q T. Proof. by rewrite mulr_ge0// exprn_ge0. Qed.
Let passing_ge0 g d : (0 <= passing g d)%E. Proof. by apply: esum_ge0 => T _; rewrite lee_fin. Qed.

(* P(v) is at least the probability that the first three pass and the fourth is v *)
Lemma fires_ge g : ((lap a 0)%:E * passing g 0 <= fires a (three_and_output g 0) 0 (output g))%E.
Proof.
rewrite -esum_scale//; last by move=> T; rewrite lee_fin.
apply: le_esum => T _; rewrite -EFinM lee_fin /pass mulrCA; apply: ler_wpmul2l => //=.
rewrite mulr0 addr0 (_ : (output g - (output g + 0) = 0)%Z); last lia.
set F := below _ _; set f := lap a (_ - _).
have F0 : 0 <= F by exact: F_ge0. have f0 : 0 <= f by exact: f_ge0.
rewrite [leRHS](_ : _ = f + F * f + F ^+ 2 * f + lap a 0 * F ^+ 3); last by real_ring.
by rewrite ler_addr; do 2?apply: addr_ge0 => //; apply: mulr_ge0 => //; exact: exprn_ge0.
Qed.

(* P'(v) is at most that, plus the probability that one of the first three is v *)
Lemma fires_le g : (fires a (three_and_output g 1) 0 (output g) <=
  (3 * lap a (3 * Z.of_nat g))%:E + (a * lap a 0)%:E * passing g 1)%E.
Proof.
have l1 : lap a (output g - (output g + 1)) = a * lap a 0.
  by rewrite /lap (_ : Z.abs_nat _ = 1%N) ?expr1 ?mulr1 1?mulrC//; lia.
have l3 : (output g - (Z.of_nat g + 1) = 3 * Z.of_nat g)%Z by rewrite /output; lia.
set f := lap a (3 * Z.of_nat g); have f0 : 0 <= f by exact: f_ge0.
have c0 : 0 <= a * lap a 0 by exact: mulr_ge0.
apply: (@le_trans _ _ (\esum_(T in [set T | (T <= output g)%Z])
    ((3 * f)%:E * (threshold a 0 T)%:E + (a * lap a 0)%:E * (pass (Z.of_nat g + 1) T)%:E))%E).
  apply: le_esum => T _; rewrite -!EFinM -EFinD lee_fin /pass [_ * (_ * _ ^+ 3)]mulrCA [3 * f * _]mulrC -mulrDr.
  apply: ler_wpmul2l => //=; rewrite mulr0 addr0 l1 l3 -/f; set F := below _ _.
  have F0 : 0 <= F by exact: F_ge0. have F1 : F <= 1 by exact: F_le1.
  rewrite [leLHS](_ : _ = f + F * f + F ^+ 2 * f + a * lap a 0 * F ^+ 3); last by real_ring.
  rewrite ler_add2r [3 * f](_ : _ = f + 1 * f + 1 * f); last by rewrite mul1r mulr_natl !mulrS mulr0n addr0 addrA.
  by apply: ler_add; [apply: ler_add => //|]; apply: ler_wpmul2r => //; rewrite exprn_ile1.
have f3 : 0 <= 3 * f by rewrite mulr_ge0 ?ler0n.
rewrite esumD => [|T _|T _]; try by rewrite -EFinM lee_fin; apply: mulr_ge0.
rewrite !esum_scale//; try by move=> T; rewrite lee_fin.
apply: lee_add => //; rewrite -[leRHS]mule1; apply: lee_wpmul2l; first by rewrite lee_fin.
rewrite -(esum_lap b01 0); apply: esum_sub => // T; rewrite lee_fin; exact: lap_ge0.
Qed.

(* far below g an answer g hardly ever stays below the threshold *)
Lemma pass_low g T : (T < 0)%Z -> below a (T - 1 - Z.of_nat g) <= a ^+ g.
Proof.
move=> T0; have [n nE] : exists n, (T - 1 - Z.of_nat g = - Z.of_nat n.+1)%Z.
  by exists (Z.to_nat (Z.of_nat g - T)); lia.
rewrite nE below_neg//; apply: (@le_trans _ _ (a ^+ n.+1)).
  by rewrite ler_pdivr_mulr ?addr_gt0// ler_pemulr// ler_addl.
by apply: ler_wiexpn2l => //; apply/ssrnat.leP; lia.
Qed.

Lemma passing_next g : (passing g 1 <= (a ^+ 2)%:E * passing g 0 + (a ^+ (3 * g))%:E)%E.
Proof.
pose T n := (output g - Z.of_nat n.+1)%Z; pose q := (Z.of_nat g + 0)%Z.
apply: (@le_trans _ _ (\esum_(n in [set: nat])
    ((a ^+ 2)%:E * (pass q (T n))%:E + (a ^+ (3 * g))%:E * (threshold a 0 (T n + 1))%:E))%E).
  rewrite /passing esum_down; apply: le_esum => n _; rewrite -!EFinM -EFinD lee_fin /pass.
  rewrite (_ : (output g - Z.of_nat n = T n + 1)%Z); last by rewrite /T; lia.
  rewrite (_ : (T n + 1 - 1 - (Z.of_nat g + 1) = T n - 1 - q)%Z); last by rewrite /q; lia.
  have [T0|T0] := Z_lt_ge_dec (T n) 0.
    apply: ler_paddl; first by apply: mulr_ge0 => //; exact: pass_ge0.
    rewrite mulrC; apply: ler_wpmul2r => //; rewrite mulnC exprM.
    have := pass_low g T0; rewrite (_ : (T n - 1 - Z.of_nat g = T n - 1 - q)%Z); last by rewrite /q; lia.
    by apply: ler_expn2r; rewrite ?nnegrE.
  apply: ler_paddr; first exact: mulr_ge0.
  rewrite [leRHS]mulrA; apply: ler_wpmul2r; first exact: exprn_ge0.
  rewrite /threshold /lap mulrCA -exprS.
  by rewrite (_ : Z.abs_nat (T n + 1 - 0) = (Z.abs_nat (T n - 0)).+1)//; lia.
have t0 n : (0 <= (threshold a 0 (T n + 1))%:E)%E by rewrite lee_fin.
have s0 n : (0 <= (pass q (T n))%:E)%E by rewrite lee_fin.
rewrite esumD => [|n _|n _]; [|by rewrite mule_ge0// lee_fin..]; rewrite !esum_scale//.
apply: lee_add.
  apply: lee_wpmul2l; rewrite ?lee_fin// /passing esum_down.
  apply: (esum_shift_le 1 (u := fun n => (pass q (output g - Z.of_nat n))%:E)) => n; by rewrite lee_fin.
rewrite -[leRHS]mule1; apply: lee_wpmul2l; rewrite ?lee_fin//.
rewrite -(esum_lap b01 0).
apply: (@esum_injective _ _ _ _ _ (fun n => T n + 1)%Z (fun x => (lap (a ^+ 2) (x - 0))%:E)).
- by move=> x; rewrite lee_fin; exact: lap_ge0.
- by move=> m n _ _; rewrite /T; lia.
- by [].
Qed.

(* the noisy threshold g is drawn, and three times half of the noise stays below *)
Definition middle : R := (1 - a ^+ 2) / (1 + a ^+ 2) * (a / (1 + a)) ^+ 3.
Lemma middle_gt0 : 0 < middle.
Proof.
rewrite /middle; apply: mulr_gt0; last by rewrite exprn_gt0// divr_gt0// addr_gt0.
by case/andP: b01 => b0 b1; rewrite divr_gt0 ?subr_gt0// addr_gt0.
Qed.

Lemma passing_ge g : ((middle * a ^+ (2 * g))%:E <= passing g 0)%E.
Proof.
rewrite (_ : middle * _ = pass (Z.of_nat g + 0) (Z.of_nat g)).
  apply: (@esum_one _ _ (Z.of_nat g) _ (fun T => (pass (Z.of_nat g + 0) T)%:E)); last first.
    by change (Z.of_nat g <= output g)%Z; rewrite /output; lia.
  by move=> T; rewrite lee_fin.
rewrite /pass /threshold /lap (_ : (Z.of_nat g - 1 - (Z.of_nat g + 0) = - Z.of_nat 1)%Z); last lia.
by rewrite below_neg// expr1 /middle (_ : Z.abs_nat _ = g); [rewrite -exprM mulrAC|lia].
Qed.

Definition slack : R := 4 / middle.
Lemma slack_ge0 : 0 <= slack. Proof. by rewrite /slack divr_ge0 ?ler0n// ltW// middle_gt0. Qed.

(* P'(v) <= (a^3 + C a^g) P(v) *)
Lemma tight_ratio g : (fires a (three_and_output g 1) 0 (output g) <=
  (a ^+ 3 + slack * a ^+ g)%:E * fires a (three_and_output g 0) 0 (output g))%E.
Proof.
set c := lap a 0; set E := passing g 0; have c0 : 0 <= c by exact: f_ge0.
have E0 : (0 <= E)%E by exact: passing_ge0.
have k0 : 0 <= slack * a ^+ g by rewrite mulr_ge0// slack_ge0.
apply: le_trans (lee_wpmul2l _ (fires_ge g)); last by rewrite lee_fin addr_ge0.
apply: (le_trans (fires_le g)); rewrite -/c -/E.
have -> : lap a (3 * Z.of_nat g) = c * a ^+ (3 * g).
  by rewrite /c /lap expr0 mulr1; congr (_ * _ ^+ _); rewrite -multE; lia.
set rest : R := a ^+ (3 * g); have rest0 : 0 <= rest by exact: an_ge0.
apply: (@le_trans _ _ ((3 * (c * rest))%:E + (a * c)%:E * ((a ^+ 2)%:E * E + rest%:E))%E).
  by apply: lee_add2l; apply: lee_wpmul2l; [rewrite lee_fin; exact: mulr_ge0|exact: passing_next].
apply: (@le_trans _ _ ((a ^+ 3 * c)%:E * E + (4 * (c * rest))%:E)%E).
  rewrite ge0_muleDr; [|by apply: mule_ge0 => //; rewrite lee_fin; exact: an_ge0|by rewrite lee_fin].
  rewrite muleA -!EFinM (_ : a * c * a ^+ 2 = a ^+ 3 * c); last by real_ring.
  rewrite addeCA; apply: lee_add2l; rewrite -EFinD lee_fin -[a * c * rest]mulrA.
  rewrite (_ : 4 * (c * rest) = 3 * (c * rest) + c * rest); last by rewrite !mulr_natl -mulrSr.
  by rewrite ler_add2l ler_pimull// mulr_ge0.
rewrite [leRHS](_ : _ = (a ^+ 3 * c)%:E * E + (slack * a ^+ g * c)%:E * E)%E; last first.
  by rewrite muleA -EFinM mulrDl EFinD ge0_muleDl// lee_fin mulr_ge0.
apply: lee_add2l.
apply: (@le_trans _ _ ((slack * a ^+ g * c)%:E * (middle * a ^+ (2 * g))%:E)%E); last first.
  by apply: lee_wpmul2l; [rewrite lee_fin mulr_ge0|exact: passing_ge].
have m1 : slack * middle = 4 by rewrite /slack divfK// gt_eqF// middle_gt0.
rewrite -EFinM lee_fin -m1 /rest (mulSn 2 g) exprD; move: (a ^+ g) (a ^+ (2 * g)) => x y.
by rewrite le_eqVlt (_ : slack * middle * (c * (x * y)) = slack * x * c * (middle * y)) ?eqxx//; real_ring.
Qed.

(* P(v) is not 0 *)
Lemma fires_gt0 g : (0 < fires a (three_and_output g 0) 0 (output g))%E.
Proof.
apply: lt_le_trans (fires_ge g); apply: mule_gt0; first by rewrite lte_fin; exact: lap_gt0.
by apply: lt_le_trans (passing_ge g); rewrite lte_fin mulr_gt0 ?middle_gt0// exprn_gt0.
Qed.
End Ratio.

Section BestConstant.
Variables (R : realType) (eps : R).
Hypothesis eps0 : 0 < eps.
Let a : R := expR (- (eps / 4)).
Let quarter0 : 0 < eps / 4. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Let a01 : 0 < a < 1. Proof. exact: base_lt1. Qed.

(* a^g gets as small as we like: e^x >= 1 + x *)
Lemma small_power (x d : R) : 0 <= x -> 0 < d -> exists g : nat, x * a ^+ g < d.
Proof.
move=> x0 d0; have k0 : 0 <= x / d / (eps / 4) by apply: divr_ge0; [apply: divr_ge0 => //|]; exact: ltW.
exists (Num.bound (x / d / (eps / 4))); set g := Num.bound _.
have big : x / d < g%:R * (eps / 4) by rewrite -ltr_pdivr_mulr//; exact: archi_boundP.
have E0 : 0 < expR (g%:R * (eps / 4)) by exact: expR_gt0.
rewrite /a -expRMm mulrN expRN -ltr_pdivl_mulr ?invr_gt0// invrK -ltr_pdivr_mull// mulrC.
apply: lt_trans big _; apply: lt_le_trans (expR_ge1Dx _); first by rewrite ltr_addr.
by rewrite mulr_ge0 ?ler0n// ltW.
Qed.

Local Open Scope ereal_scope.

(* for every constant c < 3/4 there are neighbours and a value w with P(w) > e^(c eps) P'(w) *)
Theorem tight_example (c : R) : (c < 3 / 4)%R -> exists m m' w, neighbours m m' /\
  (expR (c * eps))%:E * P[v ∈ [set w] | figure eps, m'] < P[v ∈ [set w] | figure eps, m].
Proof.
move=> c34; set k := expR (c * eps).
have k0 : (0 < k)%R by exact: expR_gt0.
have room : (0 < k^-1 - a ^+ 3)%R.
  rewrite subr_gt0 -expRN /a -expRMm ltr_expR mulrN ltr_opp2.
  by rewrite (_ : (3%:R * (eps / 4) = 3 / 4 * eps)%R) ?ltr_pmul2r// mulrCA mulrC.
have [g small] := small_power (slack_ge0 a01) room.
pose start d := Memory (rcons (three_and_output g d) 0%Z) 0 0 0 0 0 0.
exists (start 0%Z), (start 1%Z), (output g); split.
  have up x : (Z.abs (x + 0 - (x + 1)) <=? 1)%Z by apply/Z.leb_le; lia.
  split=> //; change (adjacent (rcons (three_and_output g 0) 0%Z) (rcons (three_and_output g 1) 0%Z)).
  by rewrite /adjacent /three_and_output; cbn [rcons all2]; rewrite !up.
have one d : P[v ∈ [set output g] | figure eps, start d] = fires a (three_and_output g d) 0 (output g).
  rewrite figure_returns// -[three_and_output g d]/(asked (queries (start d))) -(figure_fires eps0 (start d)); congr Pr.
  apply/seteqP; split=> x /=; last by move=> ->.
  by case: (outcome x) => [w /= ->//|]; rewrite /output /odflt /oapp; lia.
have fin : fires a (three_and_output g 0) 0 (output g) \is a fin_num.
  rewrite ge0_fin_numE; last exact/ltW/fires_gt0.
  by rewrite -one; apply: le_lt_trans (ltey 1); apply: wp_le1.
rewrite !one; have := tight_ratio a01 g; have := fires_gt0 a01 g.
move: fin; case: (fires a (three_and_output g 0) 0 _) => [P| |]// _; rewrite lte_fin => P0.
rewrite -EFinM => /(lee_wpmul2l (x := k%:E)); rewrite lee_fin => /(_ (ltW k0)) /le_lt_trans; apply.
rewrite -EFinM lte_fin mulrA -[ltRHS]mul1r ltr_pmul2r// -[ltRHS](@divff _ k) ?gt_eqF// ltr_pmul2l//.
by rewrite addrC -ltr_subr_addr.
Qed.

(* 3/4 is the best constant *)
Theorem best_constant (c : R) : differentially_private (figure eps) v neighbours (c * eps) 0 <-> (3 / 4 <= c)%R.
Proof.
split=> [dp|c34 m m' adj X].
  rewrite leNgt; apply/negP => /tight_example[m [m' [w [adj]]]].
  by rewrite ltNge => /negP; apply; have := dp m m' adj [set w]; rewrite adde0.
rewrite adde0; apply: le_trans (last_figure_private eps0 adj X) _; rewrite adde0.
by apply: lee_wpmul2r; [exact: wp_ge0|rewrite lee_fin ler_expR ler_wpmul2r// ltW].
Qed.
End BestConstant.
