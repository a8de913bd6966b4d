(* A whole proof with the Rényi ledger: n adaptive queries with discrete Gaussian noise are zCDP, and so (ε, δ)-private.

     while t < n:  y ←$ 𝒩(query(data, out), σ²);  out ← y :: out;  t ← t + 1

   Each query may depend on all earlier answers; it moves by at most k from one data set to an adjacent one. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules LedgerRules NoiseTable Privacy Facts.
From Twinproof Require Import Powers RenyiRules RenyiNoise RenyiPrivacy RenyiConversions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Adaptive.
Variables (R : realType) (Data : Type) (query : Data -> seq Z -> Z) (n k : Z) (var : R).
Hypotheses (n0 : (0 <= n)%Z) (var0 : (0 < var)%R).

Record memory := Memory { data : Data; out : seq Z; t : Z }.
Definition answered (m : memory) (v : Z) : memory := Memory (data m) (v :: out m) (t m + 1).
Definition round : cmd R memory := draw_gaussian (fun=> var) (fun m => query (data m) (out m)) answered.
Definition adaptive : cmd R memory := While (fun m => (t m <? n)%Z) round.

Definition close (d1 d2 : Data) : Prop := forall o, (Z.abs (query d1 o - query d2 o) <= k)%Z.
Definition adjacent (m1 m2 : memory) : Prop :=
  [/\ close (data m1) (data m2), out m1 = [::], out m2 = [::], t m1 = 0%Z & t m2 = 0%Z].

(* the ledger: a number of steps of 1/(2σ²); after t rounds t·k² have been paid *)
Definition rate : R := (2%:R * var)^-1%R.
Definition steps (w : Z) : R := (zr R w * rate)%R.
Definition invariant (a b : memory) (w : Z) : Prop :=
  [/\ close (data a) (data b), out a = out b, t a = t b, (0 <= t a <= n)%Z & w = (t a * (k * k))%Z].

Lemma steps_counter : is_counter steps rate (zr R) (fun x w => (w + x)%Z).
Proof. by move=> x w; rewrite /steps zrD mulrDl. Qed.
Lemma rate_gt0 : (0 < rate)%R. Proof. by rewrite invr_gt0 mulr_gt0// ltr0n. Qed.

Theorem adaptive_zcdp : zcdp_private adaptive out adjacent (zr R (n * (k * k)) / (2%:R * var))%R.
Proof.
apply/zcdp_private_claim; apply: (r_close (total := concentrated steps) (zero := 0%Z)).
  by move=> al _ _; rewrite /concentrated /steps zr0 mul0r mulr0.
pose b1 m := (t m <? n)%Z.
have loop : ⊢R[all_orders, concentrated steps] adaptive ~R adaptive :
    (fun a b w => invariant a b w /\ b1 a = b1 b) ⇒ (fun a b w => invariant a b w /\ ~ b1 a /\ ~ b1 b) | (fun=> True).
  apply: r_while; last by move=> m1 m2 [].
  apply: (r_conseq (@r_gauss_concentrated R memory Z all_orders steps Z rate (zr R) (fun x w => (w + x)%Z)
    (fun=> var) (fun=> var) (fun m => query (data m) (out m)) (fun m => query (data m) (out m)) answered answered
    (fun _ _ _ => 0%Z) (fun _ _ _ => (k * k)%Z) (fun a b w => invariant a b w /\ b1 a = b1 b) (fun=> True) steps_counter))
    => // [a b w [[near outs ts tn paid] [/Z.ltb_lt an _]]|a b w []//].
  split=> // [|v _].
    rewrite /rate ler_wpmul2r ?(ltW rate_gt0)//; apply: ler_zr; rewrite outs; have := near (out b); nia.
  split; last by rewrite /b1 /= ts.
  split=> //=; [by rewrite outs Z.add_0_r|by rewrite ts|lia|by rewrite paid; lia].
apply: (r_conseq loop) => // [a b w [[near oa ob ta tb] ->]|a b w [[[near outs ts tn paid] _] _]].
  split; last by rewrite /b1 ta tb.
  by split; rewrite ?oa ?ob ?ta ?tb//; lia.
split=> // al _ al1; rewrite /concentrated /steps paid ler_wpmul2l ?(ltW (order_gt0 al1))//.
by rewrite ler_wpmul2r ?(ltW rate_gt0)//; apply: ler_zr; nia.
Qed.

(* with ρ = n·k²/(2σ²):  (ρ + 2·√(ρ·log(1/δ)), δ)-private *)
Theorem adaptive_private (delta : R) : (0 < n)%Z -> (0 < k)%Z -> (0 < delta <= 1)%R ->
  let rho := (zr R (n * (k * k)) / (2%:R * var))%R in
  differentially_private adaptive out adjacent (rho + 2%:R * Num.sqrt (rho * ln (delta^-1))) delta.
Proof.
move=> n1 k1 /andP[d0 d1] rho; apply: zcdp_private_textbook => //; last exact: adaptive_zcdp.
by apply: ltW; rewrite divr_gt0 ?mulr_gt0 ?ltr0n//; apply: zr_gt0; nia.
Qed.
End Adaptive.
