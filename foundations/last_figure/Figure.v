(* What the last figure returns, as sums, and what its value tells about the noisy threshold.

   The answers that are asked get Laplace noise of parameter a = e^(-eps/4), the threshold t of parameter a^2. The first
   noisy answer at or above the noisy threshold T is returned, without its index.

   first_is v T qs    P(the first noisy answer that is at or above T is v), for T <= v
   none_above T qs    P(no noisy answer is at or above T)
   fires qs t v       P(an answer is returned, and it is v)
   nothing qs t       P(no answer is returned)

   first_is_top       (2) at T = v it is at most 1 - a
   first_is_lower     (4) one side only: lowering T by K costs a factor of (1/a)^K at most
   first_is_next      (5) the two sides: T on the left against T + 1 on the right, for a factor of 1/a *)
From Twinproof Require Import Prelude Noise.
From Twinproof.last_figure Require Import Sums Laplace.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

(* answers on neighbouring databases: equally many, and each moves by 1 at most *)
Definition adjacent (qs qs' : seq Z) : bool := all2 (fun q q' => (Z.abs (q - q') <=? 1)%Z) qs qs'.

Section Figure.
Variables (R : realType) (a : R).
Hypothesis a01 : 0 < a < 1.
Implicit Types (v t T q : Z) (qs : seq Z) (K : nat).

Definition threshold t T : R := lap (a ^+ 2) (T - t).

Fixpoint first_is v T qs : R :=
  if qs is q :: rest then lap a (v - q) + below a (T - 1 - q) * first_is v T rest else 0.

Fixpoint none_above T qs : R :=
  if qs is q :: rest then below a (T - 1 - q) * none_above T rest else 1.

Definition fires qs t v : \bar R := \esum_(T in [set T | (T <= v)%Z]) (threshold t T * first_is v T qs)%:E.

Definition nothing qs t : \bar R := \esum_(T in [set: Z]) (threshold t T * none_above T qs)%:E.

Let a_ge0 : 0 <= a. Proof. by case/andP: a01 => /ltW. Qed.
Let a_le1 : a <= 1. Proof. by case/andP: a01 => _ /ltW. Qed.
Let aK_ge0 K : 0 <= a ^+ K. Proof. exact: exprn_ge0. Qed.
Let b_ge0 z : 0 <= below a z. Proof. exact: below_ge0. Qed.

Lemma square01 : 0 < a ^+ 2 < 1.
Proof. by case/andP: a01 => a0 a1; rewrite exprn_gt0//= exprn_ilt1. Qed.

Lemma threshold_ge0 t T : 0 <= threshold t T.
Proof. exact: lap_ge0 square01 _. Qed.

Lemma first_is_ge0 v T qs : 0 <= first_is v T qs.
Proof. by elim: qs => //= q qs IH; apply: addr_ge0; [exact: lap_ge0|exact: mulr_ge0]. Qed.

Lemma none_above_ge0 T qs : 0 <= none_above T qs.
Proof. by elim: qs => //= q qs IH; rewrite mulr_ge0. Qed.

(* (2)  P(the first noisy answer at or above v is v) <= 1 - a: it is the lowest of what fires *)
Lemma first_is_top v qs : first_is v v qs <= 1 - a.
Proof.
elim: qs => [|q qs IH] /=; first by rewrite subr_ge0.
have := lap_le_tail a01 (v - q); rewrite (_ : (v - q - 1 = v - 1 - q)%Z); last lia.
set lam := below a _ => top.
rewrite [leRHS](_ : _ = (1 - a) * (1 - lam) + lam * (1 - a)); last by real_ring.
by apply: ler_add => //; apply: ler_wpmul2l => //; exact: b_ge0.
Qed.

(* (4)  P(the first at or above v is v) <= A^K P(the first at or above v - K is v) *)
Lemma first_is_lower v K qs : a ^+ K * first_is v v qs <= first_is v (v - Z.of_nat K) qs.
Proof.
elim: qs => [|q qs IH] /=; first by rewrite mulr0.
set f := lap a (v - q); set F := below a (v - 1 - q); set FT := below a (v - Z.of_nat K - 1 - q).
set G := first_is v v qs in IH *; set GT := first_is _ _ qs in IH *.
have gap : (1 - a) * (a ^+ K * (F - FT)) <= f * (1 - a ^+ K).
  have := below_gap a01 (v - q) K; rewrite (_ : (v - q - 1 - Z.of_nat K = v - Z.of_nat K - 1 - q)%Z); last lia.
  by rewrite (_ : (v - q - 1 = v - 1 - q)%Z)//; lia.
have FTF : 0 <= F - FT by rewrite subr_ge0 /F /FT below_mono//; lia.
have top : G <= 1 - a by exact: first_is_top.
have step : a ^+ K * (F - FT) * G <= f * (1 - a ^+ K).
  by apply: le_trans gap; rewrite [leRHS]mulrC; apply: ler_wpmul2l => //; exact: mulr_ge0.
have low : FT * (a ^+ K * G) <= FT * GT by apply: ler_wpmul2l => //; exact: b_ge0.
rewrite -subr_ge0 in step; rewrite -subr_ge0 in low; rewrite -subr_ge0.
have -> : f + FT * GT - a ^+ K * (f + F * G) =
    (f * (1 - a ^+ K) - a ^+ K * (F - FT) * G) + (FT * GT - FT * (a ^+ K * G)) by real_ring.
exact: addr_ge0.
Qed.

(* (5)  P(the first at or above T is v) <= A P'(the first at or above T + 1 is v) *)
Lemma first_is_next v T qs qs' : adjacent qs qs' -> a * first_is v T qs <= first_is v (T + 1) qs'.
Proof.
elim: qs qs' => [|q qs IH] [|q' qs'] //=.
move=> /andP[/Z.leb_le qq /IH{}IH]; rewrite mulrDr; apply: ler_add.
  apply: le_trans (lap_near a01 (v - q) (v - q')); apply: ler_wpmul2r; first exact: lap_ge0.
  by rewrite -[leLHS]expr1; apply: ler_wiexpn2l => //; apply/ssrnat.leP; lia.
rewrite mulrCA; apply: ler_pmul => //; first by rewrite mulr_ge0// first_is_ge0.
by apply: below_mono => //; lia.
Qed.

(* none of them fires: T on the left against T + 1 on the right, for nothing *)
Lemma none_above_next T qs qs' : adjacent qs qs' -> none_above T qs <= none_above (T + 1) qs'.
Proof.
elim: qs qs' => [|q qs IH] [|q' qs'] //= /andP[/Z.leb_le qq /IH{}IH].
by apply: ler_pmul => //; [exact: none_above_ge0|apply: below_mono => //; lia].
Qed.
End Figure.
