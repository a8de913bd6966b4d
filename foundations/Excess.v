(* Two samplings of one noise, of which the right one is moved, at the price ⟨ε, δ⟩: δ pays for the excess of the masses on the
   left over e^ε times those on the right, which is the hockey-stick divergence.

   [excess_within P d eps delta]  P(A) ≤ e^ε · P(A + d) + δ for every set A
   [excess_up_to]     for noise that falls off on both sides it is enough to know one tail, at the largest distance
   [law_excess]       the table: Gaussian, Laplace and truncated Laplace noise
   [b_sample_moved]   the rule *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules BudgetRules LedgerRules SampleMap.
From Twinproof Require Import PermuteAndFlip NoiseTable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Sets.
Variable R : realType.
Implicit Types (P : noise R) (Q : Z -> R) (A H : set Z) (c delta : R).

(* H has all values at which the left mass is larger than c times the right one: no other set has a larger excess *)
Lemma excess_of_set P Q H c delta A : (0 <= c)%R -> (forall v, 0 <= Q v)%R ->
  (forall v, H v -> c * Q v <= P v)%R -> (forall v, ~ H v -> P v <= c * Q v)%R ->
  (\esum_(v in H) (P v)%:E <= c%:E * (\esum_(v in H) (Q v)%:E) + delta%:E)%E ->
  (\esum_(v in A) (P v)%:E <= c%:E * (\esum_(v in A) (Q v)%:E) + delta%:E)%E.
Proof.
move=> c0 Q0 above below enough; have P0 v : 0 <= (P v)%:E by [].
have cQ0 v : 0 <= (c * Q v)%:E by rewrite lee_fin mulr_ge0.
have scaled (B : set Z) : c%:E * (\esum_(v in B) (Q v)%:E) = \esum_(v in B) (c * Q v)%:E.
  by rewrite -esumZ.
rewrite !scaled in enough *.
rewrite (esumID H)// [X in _ <= X + _](esumID H)//.
rewrite (esumID A)// [X in _ <= X + _](esumID A)// in enough.
rewrite -addeA [X in _ <= _ + X]addeC addeA; apply: lee_add; last first.
  by apply: le_esum => v [_ nH]; rewrite lee_fin; apply: below.
rewrite [A `&` H]setIC; have fin : \esum_(v in H `&` ~` A) (P v)%:E \is a fin_num.
  rewrite ge0_fin_numE ?esum_ge0//; apply: (@le_lt_trans _ _ 1); last exact: ltry.
  by apply: le_trans (mass_le1 P); apply: esum_sub.
rewrite -(lee_add2lE _ _ fin) addeC; apply: le_trans enough _; rewrite -addeA addeCA.
by apply: lee_add2r; apply: le_esum => v [Hv _]; rewrite lee_fin; apply: above.
Qed.

(* a set with all that is larger than one of its elements *)
Lemma up_sets (U : set Z) : (forall v u, (v <= u)%Z -> U v -> U u) ->
  [\/ U = set0, U = setT | exists t, U = [set v | (t <= v)%Z]].
Proof.
move=> up; have [[v Uv]|none] := pselect (exists v, U v); last first.
  by apply: Or31; apply/seteqP; split=> v //= Uv; apply: none; exists v.
have [all|] := pselect (forall u, U u); first by apply: Or32; apply/seteqP; split.
move=> /existsNP[u nU]; apply: Or33.
have uv : (u < v)%Z by case: (Z_lt_le_dec u v) => // /up /(_ Uv).
have [n vn] : exists n, v = (u + Z.of_nat n)%Z by exists (Z.to_nat (v - u)); lia.
elim: n v Uv vn {uv} => [|n IH] v Uv vn; first by case: nU; rewrite (_ : u = v)//; lia.
have [Uw|nw] := pselect (U (v - 1)%Z); first by apply: (IH _ Uw); lia.
exists v; apply/seteqP; split=> w /=; last by move=> vw; apply: up vw Uv.
by move=> Uw; case: (Z_lt_le_dec w v) => // wv; case: nw; apply: up Uw; lia.
Qed.
End Sets.

(* -------------------------------------------------------------------------------------------------------- the excess *)
Section Excess.
Variable R : realType.
Implicit Types (P : noise R) (d D t T : Z) (eps delta : R).

Definition excess_within P d eps delta : Prop := forall A : set Z,
  \esum_(v in A) (P v)%:E <= (expR eps)%:E * (\esum_(v in A) (P (v + d)%Z)%:E) + delta%:E.
(* P(v ≥ t) *)
Definition from P t : \bar R := \esum_(v in [set v | (t <= v)%Z]) (P v)%:E.
Definition even P : Prop := forall v, P (- v)%Z = P v.
(* the quotient of the masses of v + d and v falls as v grows *)
Definition log_concave P : Prop :=
  forall v u d, (v <= u)%Z -> (0 <= d)%Z -> (P v * P (u + d)%Z <= P u * P (v + d)%Z)%R.
(* up to T the masses stay within e^ε of those D further out, and from T on they do not *)
Definition crosses_at P D eps T : Prop :=
  (forall v, (v < T)%Z -> P v <= expR eps * P (v + D)%Z)%R /\ (forall v, (T <= v)%Z -> expR eps * P (v + D)%Z <= P v)%R.

Lemma from_shift P t d : \esum_(v in [set v | (t <= v)%Z]) (P (v + d)%Z)%:E = from P (t + d).
Proof.
rewrite /from (@reindex_esum R _ _ [set v | (t <= v)%Z] [set v | (t + d <= v)%Z] (fun v => (v + d)%Z))//.
split; [by move=> v /=; lia|by move=> v u _ _ /=; lia|move=> v /= tv].
by exists (v - d)%Z => /=; lia.
Qed.
Lemma all_shift P d : \esum_(v in [set: Z]) (P (v + d)%Z)%:E = \esum_(v in [set: Z]) (P v)%:E.
Proof.
rewrite [RHS](@reindex_esum R _ _ [set: Z] [set: Z] (fun v => (v + d)%Z))//.
by split=> [|v u _ _ /=|v _]; [|lia|exists (v - d)%Z => //=; lia].
Qed.

Lemma excess_mirrored P d eps delta : even P -> excess_within P d eps delta -> excess_within P (- d) eps delta.
Proof.
move=> ev E A; pose B := [set v | A (- v)%Z].
have flip (F : Z -> \bar R) : \esum_(v in A) F v = \esum_(v in B) F (- v)%Z.
  rewrite (@reindex_esum R _ _ B A (fun v => (- v)%Z))//.
  by split=> [v|v u _ _ /=|v Av]//; [lia|exists (- v)%Z => //=; rewrite /B /= Z.opp_involutive].
rewrite !flip; have := E B; congr (_ <= _ * _ + _); first by apply: eq_esum => v _; rewrite ev.
by apply: eq_esum => v _; rewrite -[(_ + _)%Z]Z.opp_involutive ev; congr (P _)%:E; lia.
Qed.

Lemma excess_crossing P D eps delta T : crosses_at P D eps T ->
  from P T <= (expR eps)%:E * from P (T + D) + delta%:E -> excess_within P D eps delta.
Proof.
move=> [low high] enough A; apply: (@excess_of_set R P (fun v => P (v + D)%Z) [set v | (T <= v)%Z]).
- by rewrite ltW// expR_gt0.
- by move=> v; apply: mass_ge0.
- by move=> v /= Tv; apply: high.
- by move=> v /= Tv; apply: low; lia.
- by rewrite from_shift.
Qed.

(* P(A) ≤ e^ε·P(A + d) + δ for all d with |d| ≤ D, if  P(X ≥ T) ≤ e^ε·P(X ≥ T + D) + δ  at the point T of the distance D:
   a smaller distance has a smaller excess, since further out there is less mass *)
Theorem excess_up_to P D eps delta T d : even P -> log_concave P -> crosses_at P D eps T -> (0 <= eps)%R -> (0 <= delta)%R ->
  from P T <= (expR eps)%:E * from P (T + D) + delta%:E -> (Z.abs d <= D)%Z -> excess_within P d eps delta.
Proof.
move=> ev concave cross eps0 delta0 enough dD.
suff up x : (0 <= x <= D)%Z -> excess_within P x eps delta.
  case: (Z_lt_le_dec d 0) => d0; last by apply: up; lia.
  by rewrite -[d]Z.opp_involutive; apply: excess_mirrored => //; apply: up; lia.
move=> [x0 xD] A; have largest := excess_crossing cross enough; have e0 := expR_gt0 eps.
have eE : 0 <= (expR eps)%:E by rewrite lee_fin ltW.
pose H := [set v | exists2 w, (w <= v)%Z & (expR eps * P (w + x)%Z < P w)%R].
apply: (@excess_of_set R P (fun v => P (v + x)%Z) H); first by rewrite ltW.
- by move=> v; apply: mass_ge0.
- move=> v [w wv lt]; have Pw : (0 < P w)%R by apply: le_lt_trans lt; rewrite mulr_ge0 ?mass_ge0 ?(ltW e0).
  rewrite -(ler_pmul2l Pw); apply: (@le_trans _ _ (P v * (expR eps * P (w + x)%Z))%R).
    by rewrite mulrCA [leRHS]mulrCA ler_pmul2l//; apply: concave.
  by rewrite [leRHS]mulrC ler_wpmul2l ?mass_ge0// ltW.
- by move=> v nH; rewrite leNgt; apply/negP => lt; apply: nH; exists v => //; lia.
have [|->|->|[t ->]] := @up_sets H.
- by move=> v u vu [w wv lt]; exists w => //; lia.
- by rewrite !esum_set0 mule0 add0e lee_fin.
- rewrite all_shift -[leLHS]adde0; apply: lee_add; last by rewrite lee_fin.
  rewrite -[leLHS]mul1e; apply: lee_wpmul2r; first by apply: esum_ge0 => v _; rewrite lee_fin mass_ge0.
  by rewrite lee_fin -expR0 ler_expR.
- apply: le_trans (largest [set v | (t <= v)%Z]) _; apply: lee_add => //; apply: lee_wpmul2l => //.
  rewrite (eq_esum (b := fun v => (P (v + (D - x) + x)%Z)%:E)) => [|v _]; last by congr (P _)%:E; lia.
  apply: (@esum_injective _ _ _ _ _ (fun v => (v + (D - x))%Z) (fun v => (P (v + x)%Z)%:E)) => [v|v u _ _ /=|v /=].
  + by rewrite lee_fin mass_ge0.
  + lia.
  + lia.
Qed.
End Excess.

(* --------------------------------------------------------------------------------------------------------- the table *)
Section Table.
Variable R : realType.
Implicit Types (rho variance eps delta : R) (e v u k d D A T : Z).

(* the same noise around 0 *)
Definition centred (l : law R) : noise R :=
  match l with
  | LaplaceNoise rho _ => laplace rho 0
  | TruncatedNoise rho A _ => truncated rho A 0
  | GaussianNoise variance _ => gaussian variance 0
  | _ => drawn l
  end.
(* both are the same noise, around centres that are k + e₁ − e₂ = d apart *)
Definition moved (l1 l2 : law R) k d : Prop :=
  match l1, l2 with
  | LaplaceNoise r1 e1, LaplaceNoise r2 e2 => r1 = r2 /\ d = (k + e1 - e2)%Z
  | TruncatedNoise r1 A1 e1, TruncatedNoise r2 A2 e2 => [/\ r1 = r2, A1 = A2 & d = (k + e1 - e2)%Z]
  | GaussianNoise s1 e1, GaussianNoise s2 e2 => s1 = s2 /\ d = (k + e1 - e2)%Z
  | _, _ => False
  end.
(* where the masses cross: in numbers, for each noise of the table *)
Definition crossing (l : law R) D eps T : Prop :=
  match l with
  | LaplaceNoise rho _ =>
      (zr R (Z.abs (T - 1 + D) - Z.abs (T - 1)) * rho <= eps <= zr R (Z.abs (T + D) - Z.abs T) * rho)%R
  | TruncatedNoise rho A _ =>
      [/\ (- A <= T)%Z,
          T = (- A)%Z \/ (T - 1 + D <= A)%Z /\ (zr R (Z.abs (T - 1 + D) - Z.abs (T - 1)) * rho <= eps)%R
        & (A < T + D)%Z \/ (eps <= zr R (Z.abs (T + D) - Z.abs T) * rho)%R]
  | GaussianNoise variance _ =>
      (zr R (D * (2 * (T - 1) + D)) <= 2%:R * variance * eps <= zr R (D * (2 * T + D)))%R
  | _ => False
  end.


Lemma laplace_even rho : even (laplace rho 0).
Proof. by move=> v; rewrite /= /laplace_mass (_ : Z.abs_nat (- v - 0) = Z.abs_nat (v - 0)); last by lia. Qed.
Lemma truncated_even rho A : even (truncated rho A 0).
Proof.
move=> v; rewrite /= /truncated_mass (_ : Z.abs_nat (- v - 0) = Z.abs_nat (v - 0)); last by lia.
by rewrite (_ : Z.abs (- v - 0) = Z.abs (v - 0)); last by lia.
Qed.
Lemma gaussian_even variance : even (gaussian variance 0).
Proof. by move=> v; rewrite /= /gaussian_mass /bell (_ : (- v - 0 = - (v - 0))%Z) ?zrN ?sqrrN//; lia. Qed.

Local Open Scope ring_scope.
(* powers of a number below 1 *)
Lemma ler_powers (a : R) (m n p q : nat) : 0 < a < 1 -> (p + q <= m + n)%N -> a ^+ m * a ^+ n <= a ^+ p * a ^+ q.
Proof. by move=> /andP[a0 a1] le; rewrite -!exprD; apply: ler_wiexpn2l => //; apply: ltW. Qed.

Lemma laplace_concave rho : 0 < rho -> log_concave (laplace rho 0).
Proof.
move=> rho0 v u d vu d0; have a01 := base_lt1 rho0; have /andP[a0 a1] := a01.
rewrite /= /laplace_mass rho0; set c := _ / _; have c0 : 0 <= c by rewrite divr_ge0 ?subr_ge0 ?addr_ge0 ?(ltW a0) ?(ltW a1).
rewrite mulrACA [leRHS]mulrACA; apply: ler_wpmul2l; first exact: mulr_ge0.
by apply: ler_powers => //; apply/ssrnat.leP; rewrite -!plusE; lia.
Qed.
Lemma truncated_concave rho A : 0 < rho -> (0 <= A)%Z -> log_concave (truncated rho A 0).
Proof.
move=> rho0 A0 v u d vu d0; have a01 := base_lt1 rho0.
have [vA|out] := pselect (Z.abs (v - 0) <= A)%Z; last by rewrite truncated_outside// mul0r mulr_ge0 ?mass_ge0.
have [uA|out] := pselect (Z.abs (u + d - 0) <= A)%Z; last by rewrite [X in _ * X]truncated_outside// mulr0 mulr_ge0 ?mass_ge0.
rewrite /= !truncated_conditional//; try lia.
set c := _ / _; rewrite mulrACA [leRHS]mulrACA; apply: ler_wpmul2l; last exact: laplace_concave.
rewrite -expr2; exact: sqr_ge0.
Qed.
Lemma gaussian_concave variance : 0 < variance -> log_concave (gaussian variance 0).
Proof.
move=> s0 v u d vu d0; have Z0 := bell_sum_gt0 s0; have s2 : 0 < 2%:R * variance by rewrite mulr_gt0// ltr0n.
rewrite /= /gaussian_mass s0 mulrACA [leRHS]mulrACA; apply: ler_wpmul2r; first by rewrite -invfM invr_ge0 mulr_ge0// ltW.
rewrite /bell -!expRD ler_expR -!opprD ler_opp2 -!mulrDl ler_wpmul2r ?invr_ge0 ?(ltW s2)//.
by rewrite !expr2 -!zrM -!zrD; apply: ler_zr; nia.
Qed.

Lemma laplace_crosses rho D eps T : 0 < rho -> (0 <= D)%Z ->
  zr R (Z.abs (T - 1 + D) - Z.abs (T - 1)) * rho <= eps <= zr R (Z.abs (T + D) - Z.abs T) * rho ->
  crosses_at (laplace rho 0) D eps T.
Proof.
move=> rho0 D0 /andP[low high]; have price v := @laplace_exact_price R rho 0 0 v (v + D)%Z rho0.
split=> v vT; rewrite (price v).
- apply: ler_wpmul2r; first exact: mass_ge0.
  by rewrite ler_expR; apply: le_trans low; rewrite ler_pmul2r//; apply: ler_zr; lia.
- apply: ler_wpmul2r; first exact: mass_ge0.
  by rewrite ler_expR; apply: le_trans high _; rewrite ler_pmul2r//; apply: ler_zr; lia.
Qed.
Lemma truncated_crosses rho A D eps T : 0 < rho -> (0 <= A)%Z -> (0 <= D)%Z -> (- A <= T)%Z ->
  (T = (- A)%Z \/ (T - 1 + D <= A)%Z /\ zr R (Z.abs (T - 1 + D) - Z.abs (T - 1)) * rho <= eps) ->
  ((A < T + D)%Z \/ eps <= zr R (Z.abs (T + D) - Z.abs T) * rho) ->
  crosses_at (truncated rho A 0) D eps T.
Proof.
move=> rho0 A0 D0 AT low high; have e0 := ltW (expR_gt0 eps).
have price v : (Z.abs (v - 0) <= A)%Z -> (Z.abs (v + D - 0) <= A)%Z -> _ := @truncated_price R rho A 0 0 v (v + D)%Z rho0.
split=> v vT.
- have [vA|out] := pselect (Z.abs (v - 0) <= A)%Z; last by rewrite truncated_outside// mulr_ge0 ?mass_ge0.
  case: low => [E|[TA low]]; first by move: vA vT; rewrite E; lia.
  rewrite (price v)//; last by lia.
  apply: ler_wpmul2r; first exact: mass_ge0.
  by rewrite ler_expR; apply: le_trans low; rewrite ler_pmul2r//; apply: ler_zr; lia.
- have [uA|out] := pselect (Z.abs (v + D - 0) <= A)%Z; last by rewrite [X in _ * X]truncated_outside// mulr0 mass_ge0.
  case: high => [TA|high]; first by move: uA; lia.
  rewrite (price v)//; last by lia.
  apply: ler_wpmul2r; first exact: mass_ge0.
  by rewrite ler_expR; apply: le_trans high _; rewrite ler_pmul2r//; apply: ler_zr; lia.
Qed.
Lemma gaussian_crosses variance D eps T : 0 < variance -> (0 <= D)%Z ->
  zr R (D * (2 * (T - 1) + D)) <= 2%:R * variance * eps <= zr R (D * (2 * T + D)) ->
  crosses_at (gaussian variance 0) D eps T.
Proof.
move=> s0 D0 /andP[low high]; have s2 : 0 < 2%:R * variance by rewrite mulr_gt0// ltr0n.
have price v := @gaussian_price R variance 0 0 v (v + D)%Z s0.
split=> v vT; rewrite (price v); (apply: ler_wpmul2r; first exact: mass_ge0); rewrite ler_expR.
- by rewrite ler_pdivr_mulr// [leRHS]mulrC; apply: le_trans low; apply: ler_zr; nia.
- by rewrite ler_pdivl_mulr// mulrC; apply: le_trans high _; apply: ler_zr; nia.
Qed.
Local Open Scope ereal_scope.

(* P₁(A) ≤ e^ε·P₂(A + k) + δ *)
Theorem law_excess (l1 l2 : law R) k d D eps delta T : lawful l1 -> moved l1 l2 k d -> (Z.abs d <= D)%Z ->
  (0 <= eps)%R -> (0 <= delta)%R ->
  (D = 0%Z \/ crossing l1 D eps T /\ from (centred l1) T <= (expR eps)%:E * from (centred l1) (T + D) + delta%:E) ->
  forall A : set Z, \esum_(v in A) (drawn l1 v)%:E <= (expR eps)%:E * (\esum_(v in A) (drawn l2 (v + k)%Z)%:E) + delta%:E.
Proof.
move=> ok mv dD eps0 delta0 enough A.
suff [e [one two] within] : exists2 e, (forall v, drawn l1 v = centred l1 (v - e)%Z) /\
    (forall v, drawn l2 (v + k)%Z = centred l1 (v - e + d)%Z) & excess_within (centred l1) d eps delta.
  pose B := [set v | A (v + e)%Z].
  have shift (F : Z -> \bar R) : \esum_(v in A) F (v - e)%Z = \esum_(v in B) F v.
    rewrite (@reindex_esum R _ _ B A (fun v => (v + e)%Z)); last first.
      by split=> [v|v u _ _ /=|v Av]//; [lia|exists (v - e)%Z; rewrite /B /= ?Z.sub_simpl_r ?Z.sub_add//; lia].
    by apply: eq_esum => v _; rewrite Z.add_simpl_r.
  rewrite (eq_esum (b := fun v => (centred l1 (v - e)%Z)%:E)) => [|v _]; last by rewrite one.
  rewrite [X in _ * X](eq_esum (b := fun v => (centred l1 (v - e + d)%Z)%:E)) => [|v _]; last by rewrite two.
  by rewrite (shift (fun v => (centred l1 v)%:E)) (shift (fun v => (centred l1 (v + d)%Z)%:E)); apply: within.
have none : d = 0%Z -> excess_within (centred l1) d eps delta.
  move=> -> B; rewrite -[leLHS]adde0; apply: lee_add; last by rewrite lee_fin.
  rewrite (eq_esum (b := fun v => (centred l1 (v + 0)%Z)%:E)) => [|v _]; last by rewrite Z.add_0_r.
  rewrite -[leLHS]mul1e; apply: lee_wpmul2r; first by apply: esum_ge0 => v _; rewrite lee_fin mass_ge0.
  by rewrite lee_fin -expR0 ler_expR.
have within : excess_within (centred l1) d eps delta.
  case: enough => [D0|[cross enough]]; first by apply: none; lia.
  have D0 : (0 <= D)%Z by lia.
  have [even_ concave crosses] : [/\ even (centred l1), log_concave (centred l1) & crosses_at (centred l1) D eps T].
    case: l1 ok mv cross {enough none} => //=.
    - by move=> rho e ok _ cross; split; [exact: laplace_even|exact: laplace_concave|exact: laplace_crosses].
    - move=> rho A1 e [rho0 A0] _ [AT low high].
      by split; [exact: truncated_even|exact: truncated_concave|exact: truncated_crosses].
    - by move=> variance e ok _ cross; split; [exact: gaussian_even|exact: gaussian_concave|exact: gaussian_crosses].
  exact: (excess_up_to even_ concave crosses).
case: l1 l2 mv within {ok none enough} => // [r1 e1|r1 A1 e1|s1 e1] [] // => [r2 e2 [<- dE]|r2 A2 e2 [<- <- dE]|s2 e2 [<- dE]] within;
  exists e1 => //; split=> v.
- by rewrite /= /laplace_mass Z.sub_0_r.
- by rewrite /= /laplace_mass Z.sub_0_r (_ : v + k - e2 = v - e1 + d)%Z//; rewrite dE; lia.
- by rewrite /= /truncated_mass Z.sub_0_r.
- by rewrite /= /truncated_mass Z.sub_0_r (_ : v + k - e2 = v - e1 + d)%Z//; rewrite dE; lia.
- by rewrite /= /gaussian_mass Z.sub_0_r.
- by rewrite /= /gaussian_mass Z.sub_0_r (_ : v + k - e2 = v - e1 + d)%Z//; rewrite dE; lia.
Qed.
End Table.

(* ---------------------------------------------------------------------------------------------------------- the rule *)
Section Rule.
Variables (R : realType) (Mem : Type).
Implicit Types (l : Mem -> law R) (y : Mem -> Z -> Mem) (k : Mem -> Mem -> Z) (Psi : Mem -> Mem -> Prop) (eps delta : R).
Let id_ (v : Z) := v.

Lemma b_sample_within l1 l2 y1 y2 k eps delta Psi :
  ⊢ draw_law id_ l1 y1 ~⟨eps, delta⟩ draw_law id_ l2 y2 :
    (fun a b => (forall A : set Z, \esum_(v in A) (drawn (l1 a) v)%:E
        <= (expR eps)%:E * (\esum_(v in A) (drawn (l2 b) (v + k a b)%Z)%:E) + delta%:E) /\
      forall v, value_of (l1 a) v -> Psi (y1 a v) (y2 b (v + k a b)%Z)) ⇒ Psi.
Proof.
move=> m1 m2 [within post] X; rewrite /Pr /=.
pose A := [set v | X (y1 m1 v) /\ value_of (l1 m1) v].
have P0 (l : law R) v : 0 <= (drawn l v)%:E by rewrite lee_fin mass_ge0.
apply: (@le_trans _ _ (\esum_(v in A) (drawn (l1 m1) v)%:E)).
  rewrite [leLHS](esumID A) => [|v _]; last by apply: mule_ge0; [exact: P0|exact: ind_ge0].
  rewrite setTI [X in _ + X]esum1 ?adde0; last first.
    move=> v [_ nA]; have [Xv|nX] := pselect (X (y1 m1 v)); last by rewrite ind0// mule0.
    by rewrite law_outside ?mul0e// => iv; apply: nA.
  by apply: le_esum => v [Xv _]; rewrite ind1// mule1.
apply: le_trans (within A) _; apply: lee_add => //; apply: lee_wpmul2l; first by rewrite lee_fin ltW// expR_gt0.
apply: (@le_trans _ _ (\esum_(v in A) ((drawn (l2 m2) (v + k m1 m2)%Z)%:E * ind (image Psi X) (y2 m2 (v + k m1 m2)%Z)))).
  by apply: le_esum => v [Xv iv]; rewrite ind1 ?mule1//; exists (y1 m1 v) => //; apply: post.
apply: (@esum_injective _ _ _ A setT (fun v => (v + k m1 m2)%Z)
  (fun v => (drawn (l2 m2) v)%:E * ind (image Psi X) (y2 m2 v))) => // [v|v u _ _ /=]; first exact: mule_ge0.
lia.
Qed.

(* P(X ≥ T) − e^ε·P(X ≥ T + D) ≤ δ, where X has the noise N_θ(0), and T is where P(v) and e^ε·P(v + D) cross
   ──────────────────────────────────────────────────────────────────────────────────────────── [Excess]
   ⊢ y₁ ←$ N_θ₁(e₁) ~⟨ε,δ⟩ y₂ ←$ N_θ₂(e₂) :
         θ₁⟨1⟩ = θ ∧ θ₂⟨2⟩ = θ ∧ |k + e₁⟨1⟩ − e₂⟨2⟩| ≤ D ∧ ∀v ∈ values(θ₁, e₁⟨1⟩). Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩]  ⇒  Ψ

   N is Laplace, truncated Laplace or Gaussian noise; θ, D, ε and δ are numbers, 0 ≤ ε, 0 ≤ δ and 0 ≤ D. For D = 0 nothing
   is asked of δ. *)
Theorem b_excess l1 l2 y1 y2 k D eps delta T Psi : (0 <= eps)%R -> (0 <= delta)%R ->
  ⊢ draw_law id_ l1 y1 ~⟨eps, delta⟩ draw_law id_ l2 y2 :
    (fun a b => [/\ lawful (l1 a), exists2 d, moved (l1 a) (l2 b) (k a b) d & (Z.abs d <= D)%Z,
       D = 0%Z \/ crossing (l1 a) D eps T /\
         from (centred (l1 a)) T <= (expR eps)%:E * from (centred (l1 a)) (T + D) + delta%:E
       & forall v, value_of (l1 a) v -> Psi (y1 a v) (y2 b (v + k a b)%Z)]) ⇒ Psi.
Proof.
move=> eps0 delta0 m1 m2 [ok [d mv dD] enough post]; apply: (@b_sample_within l1 l2 y1 y2 k eps delta Psi m1 m2); split=> //.
exact: (law_excess ok mv dD eps0 delta0 enough).
Qed.
End Rule.

(* ⊢ω c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ Ψ ∧ Σ_ρ ω_ρ·ρ ≤ ε | true
   ──────────────────────────────────────────────────── [ω-Budget]
   ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ Ψ

   Φ and Ψ speak of no counter. *)
Theorem w_budget (R : realType) (Mem St : Type) (total : St -> R) (zero : St) (eps : R) (c1 c2 : cmd R Mem)
    (Phi Psi : Mem -> Mem -> Prop) : total zero = 0%R ->
  (⊢ω[total] c1 ~ω c2 : (fun a b w => Phi a b /\ w = zero) ⇒ (fun a b w => Psi a b /\ (total w <= eps)%R) | (fun=> True)) ->
  ⊢ c1 ~⟨eps, 0⟩ c2 : Phi ⇒ Psi.
Proof.
move=> total0 J m1 m2 pre X; have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW ?expR_gt0.
rewrite adde0 -wp_scale ?expR_gt0//; apply: (J m1 m2 zero (conj pre erefl)).
split=> // [b|a b w [ab spent]]; first exact: mule_ge0.
have [Xa|nX] := pselect (X a); last by rewrite ind0// mule0; apply: mule_ge0.
by rewrite !ind1 ?mule1//; [rewrite lee_fin ler_expR total0 subr0|exists a].
Qed.
