(* Discrete Laplace noise of parameter a = e^(-rate), around 0: the mass of z is (1 - a)/(1 + a) a^|z|.

   lap z            the mass of z
   below z          the mass of everything up to z, in closed form; esum_lap_upto says that it is that
   lap_near         moving by d changes a mass by a factor of (1/a)^|d| at most
   lap_le_tail      (1) the mass of z is at most (1 - a) times the mass of z and everything above
   below_gap        (3) how much of the mass lies between z - K and z *)
From Twinproof Require Import Prelude Noise.
From Twinproof.last_figure Require Import Sums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Laplace.
Variables (R : realType) (a : R).
Hypothesis a01 : 0 < a < 1.
Implicit Types (z v q : Z) (K n : nat).

Let a_gt0 : 0 < a. Proof. by case/andP: a01. Qed.
Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_lt1 : a < 1. Proof. by case/andP: a01. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let sa_gt0 : 0 < 1 + a. Proof. by rewrite addr_gt0. Qed.
Let da_gt0 : 0 < 1 - a. Proof. by rewrite subr_gt0. Qed.
Let an_gt0 n : 0 < a ^+ n. Proof. exact: exprn_gt0. Qed.
Let an_ge0 n : 0 <= a ^+ n. Proof. exact: exprn_ge0. Qed.
Let an_le1 n : a ^+ n <= 1. Proof. by rewrite exprn_ile1. Qed.

Definition lap z : R := (1 - a) / (1 + a) * a ^+ Z.abs_nat z.

Definition below z : R :=
  if (0 <=? z)%Z then 1 - a ^+ Z.abs_nat (z + 1) / (1 + a) else a ^+ Z.abs_nat z / (1 + a).

Lemma lap_gt0 z : 0 < lap z.
Proof. by rewrite /lap mulr_gt0// divr_gt0. Qed.

Lemma lap_ge0 z : 0 <= lap z. Proof. exact/ltW/lap_gt0. Qed.

Lemma lapN z : lap (- z)%Z = lap z. Proof. by rewrite /lap; congr (_ * _ ^+ _); lia. Qed.

Lemma lap_near x y : a ^+ Z.abs_nat (x - y) * lap x <= lap y.
Proof.
rewrite /lap mulrCA; apply: ler_wpmul2l; first by rewrite divr_ge0 ?ltW.
by rewrite -exprD; apply: ler_wiexpn2l => //; apply/ssrnat.leP; rewrite -plusE; lia.
Qed.

(* ---------------------------------------------------------------- the mass up to z *)
Lemma below_nonneg n : below (Z.of_nat n) = 1 - a ^+ n.+1 / (1 + a).
Proof.
rewrite /below; have -> : (0 <=? Z.of_nat n)%Z by apply/Z.leb_le; lia.
by congr (_ - _ ^+ _ / _); lia.
Qed.

Lemma below_neg n : below (- Z.of_nat n.+1)%Z = a ^+ n.+1 / (1 + a).
Proof.
have [z zn] : exists z, z = (- Z.of_nat n.+1)%Z by eexists.
rewrite -zn /below.
have -> : (0 <=? z)%Z = false by apply/Z.leb_gt; lia.
by congr (_ ^+ _ / _); lia.
Qed.

Lemma Z_cases z : exists n, z = Z.of_nat n \/ z = (- Z.of_nat n.+1)%Z.
Proof. by have [z0|z0] := Z_le_gt_dec 0 z; [exists (Z.to_nat z)|exists (Z.to_nat (- z - 1))]; lia. Qed.

Let abs_opp n : Z.abs_nat (- Z.of_nat n) = n. Proof. lia. Qed.

Lemma tail_le1 n : a ^+ n / (1 + a) <= 1.
Proof. by rewrite ler_pdivr_mulr// mul1r (le_trans (an_le1 n))// ler_addl. Qed.

Lemma below_ge0 z : 0 <= below z.
Proof.
have [n [->|->]] := Z_cases z; first by rewrite below_nonneg subr_ge0 tail_le1.
by rewrite below_neg divr_ge0 ?ltW.
Qed.

Lemma below_le1 z : below z <= 1.
Proof.
have [n [->|->]] := Z_cases z; last by rewrite below_neg tail_le1.
by rewrite below_nonneg ler_subl_addr ler_addl divr_ge0 ?ltW.
Qed.

Let inv_split : 1 - a / (1 + a) = (1 + a)^-1.
Proof. by apply: (mulIf (lt0r_neq0 sa_gt0)); rewrite mulrBl mulfVK ?mulVf ?gt_eqF// mul1r addrK. Qed.

(* P(S <= z) = P(S <= z - 1) + P(S = z) *)
Lemma below_step z : below z = below (z - 1)%Z + lap z.
Proof.
have key n : a ^+ n / (1 + a) = a ^+ n.+1 / (1 + a) + (1 - a) / (1 + a) * a ^+ n.
  by rewrite [_ / _ * _]mulrAC -mulrDl exprS mulrBl mul1r [a * _ + _]addrC subrK.
have [n [->|->]] := Z_cases z; rewrite /lap.
  case: n => [|n].
    rewrite (_ : (Z.of_nat 0 - 1 = - Z.of_nat 1)%Z)// below_neg below_nonneg /= expr0 mulr1 !expr1.
    by rewrite inv_split -mulrDl [a + _]addrC subrK mul1r.
  rewrite (_ : (Z.of_nat n.+1 - 1 = Z.of_nat n)%Z); last lia.
  by rewrite !below_nonneg Zabs2Nat.id [in RHS]key opprD addrA subrK.
rewrite (_ : (- Z.of_nat n.+1 - 1 = - Z.of_nat n.+2)%Z); last lia.
by rewrite !below_neg abs_opp [in LHS]key.
Qed.

Lemma below_mono x y : (x <= y)%Z -> below x <= below y.
Proof.
move=> xy; rewrite (_ : y = (x + Z.of_nat (Z.to_nat (y - x)))%Z); last lia.
elim: (Z.to_nat _) => [|n IH]; first by rewrite Z.add_0_r.
rewrite [leRHS]below_step (_ : (x + Z.of_nat n.+1 - 1 = x + Z.of_nat n)%Z); last lia.
by rewrite (le_trans IH)// ler_addl lap_ge0.
Qed.

(* (1)  P(S = z) <= (1 - a) P(S >= z) *)
Lemma lap_le_tail z : lap z <= (1 - a) * (1 - below (z - 1)%Z).
Proof.
rewrite /lap -mulrA; apply: ler_wpmul2l; first exact: ltW.
have [n [->|->]] := Z_cases z.
  case: n => [|n].
    by rewrite (_ : (Z.of_nat 0 - 1 = - Z.of_nat 1)%Z)// below_neg /= expr1 expr0 mulr1 inv_split.
  rewrite (_ : (Z.of_nat n.+1 - 1 = Z.of_nat n)%Z); last lia.
  by rewrite below_nonneg Zabs2Nat.id subKr mulrC.
rewrite (_ : (- Z.of_nat n.+1 - 1 = - Z.of_nat n.+2)%Z); last lia.
rewrite below_neg abs_opp ler_subr_addr mulrC -mulrDl ler_pdivr_mulr// mul1r.
by apply: ler_add; [exact: an_le1|rewrite exprS -[leRHS]mulr1 ler_wpmul2l].
Qed.

(* (3)  P(z - K <= S < z) <= P(S = z) (A^K - 1)/(1 - a) with A = 1/a, multiplied out *)
Lemma below_gap z K :
  (1 - a) * (a ^+ K * (below (z - 1)%Z - below (z - 1 - Z.of_nat K)%Z)) <= lap z * (1 - a ^+ K).
Proof.
elim: K => [|K IH]; first by rewrite Z.sub_0_r subrr mulr0 mulr0 expr0 subrr mulr0.
set D := below (z - 1) - _ in IH; set w := (z - 1 - Z.of_nat K)%Z in D IH.
rewrite (_ : (z - 1 - Z.of_nat K.+1 = w - 1)%Z); last by rewrite /w; lia.
have -> : below (z - 1)%Z - below (w - 1)%Z = D + lap w by rewrite /D [below w]below_step opprD addrA subrK.
have near : a ^+ K.+1 * lap w <= lap z.
  by have := lap_near w z; rewrite (_ : Z.abs_nat (w - z) = K.+1)// /w; lia.
have -> : lap z * (1 - a ^+ K.+1) = a * (lap z * (1 - a ^+ K)) + (1 - a) * lap z by real_ring.
have -> : (1 - a) * (a ^+ K.+1 * (D + lap w)) = a * ((1 - a) * (a ^+ K * D)) + (1 - a) * (a ^+ K.+1 * lap w).
  by real_ring.
by apply: ler_add; apply: ler_wpmul2l => //; exact: ltW.
Qed.

(* ---------------------------------------------------------------- the closed form is the mass *)
Local Open Scope ereal_scope.

Lemma esum_lap_upto z : \esum_(x in [set x | (x <= z)%Z]) (lap x)%:E = (below z)%:E.
Proof.
have low n : \esum_(x in [set x | (x <= - Z.of_nat n.+1)%Z]) (lap x)%:E = (below (- Z.of_nat n.+1)%Z)%:E.
  rewrite esum_down; set z0 := (- _)%Z.
  have geo k : lap (z0 - Z.of_nat k)%Z = (lap z0 * a ^+ k)%R.
    by rewrite /lap -[in RHS]mulrA -exprD; congr (_ * _ ^+ _)%R; rewrite -plusE /z0; lia.
  under eq_esum do rewrite geo.
  rewrite esum_geometric ?lap_ge0//; congr _%:E; apply: (mulIf (lt0r_neq0 da_gt0)); rewrite mulfVK ?gt_eqF//.
  by rewrite below_neg /lap mulrC mulrA mulrAC /z0 abs_opp.
have [n [->|->]] := Z_cases z; last exact: low.
have step w : \esum_(x in [set x | (x <= w - 1)%Z]) (lap x)%:E = (below (w - 1)%Z)%:E ->
    \esum_(x in [set x | (x <= w)%Z]) (lap x)%:E = (below w)%:E.
  move=> IH; rewrite esum_down esum_nat_first; last by move=> k; rewrite lee_fin lap_ge0.
  rewrite Z.sub_0_r below_step EFinD addeC; congr (_ + _); rewrite -IH esum_down.
  by apply: eq_esum => k _; congr (lap _)%:E; lia.
elim: n => [|n IH]; apply: step; first exact: (low 0%N).
by rewrite (_ : (Z.of_nat n.+1 - 1 = Z.of_nat n)%Z)//; lia.
Qed.

Lemma esum_lap_under q T : \esum_(x in [set x | (x < T)%Z]) (lap (x - q)%Z)%:E = (below (T - 1 - q)%Z)%:E.
Proof.
rewrite -esum_lap_upto; apply/esym/reindex_esum; split=> [x /=|x y _ _ /=|x /= xT]; [lia|lia|].
by exists (x + q)%Z => /=; lia.
Qed.

(* total mass 1, around any q *)
Lemma esum_lap q : \esum_(x in [set: Z]) (lap (x - q)%Z)%:E = 1.
Proof.
rewrite (@esum_shift _ q (fun x => (lap x)%:E)).
rewrite (esumID [set x | (x <= 0)%Z]); last by move=> x _; rewrite lee_fin lap_ge0.
rewrite !setTI esum_lap_upto (@reindex_esum _ _ _ [set x | (x <= - 1)%Z] _ Z.opp); last first.
  split=> [x /=|x y _ _ /=|x /= x0]; [lia|lia|by exists (- x)%Z => /=; lia].
under eq_esum do rewrite lapN.
rewrite esum_lap_upto -EFinD (below_nonneg 0) (below_neg 0); congr _%:E.
by rewrite subrK.
Qed.
End Laplace.
