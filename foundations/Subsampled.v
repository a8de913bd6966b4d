(* A whole proof: a count of at most one row, where the row is looked at with probability q only, is κ-private with
   e^κ = 1 + q·(e^ε − 1). And two mechanisms of one sampling: Warner's response, and the exponential mechanism.

   The run that has the row tosses its coin alone: [ω-Coin-L] and [ω-Coin-R'] pay one κ, and get one ε back where the coin
   is true. [ω-Samp] spends that ε where the two counts differ. *)
From Twinproof Require Import Prelude Noise Lists FiniteNoise PermuteAndFlip Semantics Kleene Judgments Rules.
From Twinproof Require Import StructuralRules BudgetRules LedgerRules SampleMap NoiseTable Privacy.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

(* ------------------------------------------------------------------------------------------- a subsampled count *)
Record row_mem := RowMem { has_row : bool; looked : bool; count : Z }.
Definition set_looked m v := RowMem (has_row m) v (count m).
Definition set_count m v := RowMem (has_row m) (looked m) v.

Section Subsampled.
Variables (R : realType) (q eps kappa : R).
Hypotheses (q01 : 0 <= q <= 1) (eps_gt0 : 0 < eps) (amplified : expR kappa = 1 + q * (expR eps - 1)).

Definition look : cmd R row_mem := toss (fun=> q) set_looked.
Definition leave : cmd R row_mem := Assign R (fun m => set_looked m false).
Definition release : cmd R row_mem := draw_law id (fun m => LaplaceNoise eps (bit (looked m))) set_count.
Definition subsampled : cmd R row_mem := Seq (If has_row look leave) release.

Lemma kappa_ge0 : 0 <= kappa.
Proof.
have /andP[q0 _] := q01; rewrite -ler_expR expR0 amplified ler_addl mulr_ge0// subr_ge0 ltW//.
by rewrite expR_gt1.
Qed.

(* the first counter counts κ, the second ε *)
Definition sub_rates : seq R := [:: kappa; eps].
Definition begin (_ _ : row_mem) (w : counters) : Prop := w 0%N = 0%Z /\ w 1%N = 0%Z.
Definition looked_at (a b : row_mem) (w : counters) : Prop :=
  (w 0%N <= 1)%Z /\ (w 1%N + (if looked a == looked b then 0 else 1) <= 0)%Z.

Definition coin_price (_ _ : row_mem) (_ : counters) (v : bool) : seq (nat * Z) :=
  if v then [:: (0%N, 1%Z); (1%N, (-1)%Z)] else [:: (0%N, 1%Z)].
Lemma coin_price_value a b w v : price_of sub_rates (coin_price a b w v) = if v then kappa - eps else kappa.
Proof.
have zrN1 : zr R (-1) = -1 by rewrite -(zr1 R) -zrN.
by case: v; rewrite /price_of !big_cons big_nil /= zr1 ?zrN1 mul1r ?mulN1r addr0.
Qed.

Notation "⊢ c ~ d : P ⇒ Q" := (⊢ω[total sub_rates] c ~ω d : P ⇒ Q | (fun=> True))
  (at level 90, c at level 60, d at level 60, P at level 85, Q at level 85).

Lemma both_look : ⊢ look ~ look : begin ⇒ looked_at.
Proof.
apply: (w_conseq (@w_pays_law R row_mem bool sub_rates bit truth_of (fun=> CoinNoise q) (fun=> CoinNoise q)
  set_looked set_looked (fun _ _ _ v => v) (fun _ _ _ => 0%Z) (fun _ _ _ _ => [::]) looked_at (fun=> True)
  truth_of_bit _)); [exact: booleans_coded| |by move=> a b w []|by []].
move=> a b w [w0 w1] /=; split=> // v [_ _]; split=> //; [by case: v|by rewrite /price_of big_nil|].
by rewrite /looked_at /= eqxx w0 w1.
Qed.

Lemma left_looks : ⊢ look ~ leave : begin ⇒ looked_at.
Proof.
pose mid (a b : row_mem) (w : counters) := (w 0%N <= 1)%Z /\ (w 1%N + (if looked a then 1 else 0) <= 0)%Z.
have alone : ⊢ look ~ Skip : begin ⇒ mid.
  apply: (w_conseq (@w_coin_left_counters R row_mem sub_rates (fun=> q) set_looked coin_price mid (fun=> True))) => //.
    move=> a b w [w0 w1]; split=> //; [by case|by rewrite !coin_price_value amplification_left|].
    by case=> _; rewrite /mid /= /raise /= w0 w1; split.
  by move=> a b w [].
apply: (w_seq alone (c1' := Skip) (c2' := leave) (Psi' := mid)).
  apply: (w_conseq (@w_assign_right R row_mem counters (total sub_rates) (fun m => set_looked m false)
    looked_at (fun=> True))) => //.
    by move=> a b w [w0 w1]; split=> //=; move: w1; case: (looked a).
  by move=> a b w [].
by move=> m1 m2 [].
Qed.

Lemma right_looks : ⊢ leave ~ look : begin ⇒ looked_at.
Proof.
pose mid (a b : row_mem) (w : counters) := looked a = false /\ begin a b w.
have first : ⊢ leave ~ Skip : begin ⇒ mid.
  apply: (w_conseq (@w_assign_left R row_mem counters (total sub_rates) (fun m => set_looked m false)
    mid (fun=> True))) => //.
  by move=> a b w [].
apply: (w_seq first (c1' := Skip) (c2' := look) (Psi' := mid)); last by move=> m1 m2 [].
apply: (w_conseq (@w_coin_right_counters R row_mem sub_rates (fun=> q) set_looked coin_price looked_at (fun=> True))) => //.
  move=> a b w [la [w0 w1]]; split=> //; [by case|by rewrite !coin_price_value amplification_right|].
  by case; rewrite /looked_at /= la /raise /= w0 w1; split.
by move=> a b w [].
Qed.

Lemma nobody_looks : ⊢ leave ~ leave : begin ⇒ looked_at.
Proof. by move=> m1 m2 w0 [w1 w2] f g qual; apply: (here qual); rewrite /looked_at /= w1 w2. Qed.

Lemma looks : ⊢ If has_row look leave ~ If has_row look leave : begin ⇒ looked_at.
Proof.
apply: w_cond_left; apply: w_cond_right.
- by apply: (w_conseq both_look) => // a b w; [case=> -[]|case].
- by apply: (w_conseq left_looks) => // a b w; [case=> -[]|case].
- by apply: (w_conseq right_looks) => // a b w; [case=> -[]|case].
- by apply: (w_conseq nobody_looks) => // a b w; [case=> -[]|case].
Qed.

Definition counted (a b : row_mem) (w : counters) : Prop := [/\ count a = count b, (w 0%N <= 1)%Z & (w 1%N <= 0)%Z].
(* the same noisy count on both sides: one ε where they looked at different rows *)
Lemma releases : ⊢ release ~ release : looked_at ⇒ counted.
Proof.
pose p (a b : row_mem) (_ : counters) (_ : Z) := if looked a == looked b then 0%Z else 1%Z.
apply: (w_conseq (@w_pay_law R row_mem counters Z (total sub_rates) id id _ Z eps (zr R) (raise 1%N)
  (fun m => LaplaceNoise eps (bit (looked m))) (fun m => LaplaceNoise eps (bit (looked m))) set_count set_count
  (fun _ _ _ v => v) (fun _ _ _ => 0%Z) p counted (fun=> True)
  (@integer_counter R sub_rates 1%N erefl) _)) => //; last by move=> a b w [].
move=> a b w [w0 w1]; split=> // v _; split=> //=.
by apply: ler_wpmul2r; [exact: ltW|apply: ler_zr; rewrite /p /bit; case: (looked a); case: (looked b) => /=; lia].
Qed.

(* for all memories: whether the row is there or not *)
Theorem subsampled_private : differentially_private subsampled count (fun _ _ => True) kappa 0.
Proof.
apply: (@pure_privacy _ _ _ _ _ _ sub_rates) => i.
have whole : ⊢ subsampled ~ subsampled : begin ⇒ counted.
  by apply: (w_seq looks releases) => m1 m2 [].
apply: (w_conseq whole) => // [a b w [_ zero]|a b w [[same_count w0 w1] _] ai]; first by split; apply: zero.
split; first by rewrite -same_count.
rewrite /total /= addr0; have k0 := kappa_ge0; have e0 := ltW eps_gt0.
apply: (@le_trans _ _ (zr R 1 * kappa + zr R 0 * eps)); last by rewrite zr1 zr0 mul1r mul0r addr0.
by apply: ler_add; apply: ler_wpmul2r => //; apply: ler_zr.
Qed.
End Subsampled.

(* ------------------------------------------------------------------------------------------- one sampling alone *)
Section OneSampling.
Variable R : realType.

(* a mechanism that draws its answer from a noise of the table, when no pair of equal answers costs more than ε *)
Theorem one_sampling_private (Mem V : Type) (enc : V -> Z) (dec : Z -> V) (l : Mem -> law R) (y : Mem -> V -> Mem)
    (answer : Mem -> V) (adjacent : Mem -> Mem -> Prop) (M : Mem -> Mem -> Z) (eps : R) :
  cancel enc dec -> coded enc dec l -> (forall m v, answer (y m v) = v) ->
  (forall a b, adjacent a b -> lawful (l a) /\ forall v, value_of (l a) (enc v) ->
     [/\ value_of (l b) (enc v), fits (l a) (l b) (M a b) (enc v) (enc v)
       & price (l a) (l b) (M a b) (enc v) (enc v) <= eps]) ->
  differentially_private (draw_law dec l y) answer adjacent eps 0.
Proof.
move=> code coded1 got row; apply/privacy.
apply: (b_conseq (@b_sample_map _ _ eps _ _ _ _ (fun _ _ v => v) (fun a b => answer a = answer b))) => //.
move=> a b adj; have [ok rows] := row a b adj; split=> // v nz; have iv := drawn_value nz.
have cv := coded1 _ _ iv; have := rows (dec v); rewrite cv => /(_ iv)[iu fit le_eps]; rewrite !got; split=> //.
apply: le_trans (law_price ok iv iu fit) _; apply: ler_wpmul2r; first exact: mass_ge0.
by rewrite ler_expR.
Qed.

(* Warner: a bit, told with randomized_response(bit, ε), is ε-private *)
Theorem warner_private (eps : R) : 0 <= eps ->
  differentially_private (draw_law truth_of (fun m : bool * bool => ResponseNoise eps m.1) (fun m v => (m.1, v)))
    snd (fun _ _ => True) eps 0.
Proof.
move=> e0; apply: (@one_sampling_private _ _ bit truth_of _ _ _ _ (fun _ _ => 0%Z)) => //.
- exact: truth_of_bit.
- exact: booleans_coded.
move=> [a x] [b z] _ /=; split=> // v iv; split=> //; rewrite -[leRHS]mul1r -(zr1 R); apply: ler_wpmul2r => //.
by apply: ler_zr; rewrite /truth; do 2?case: ifP => _; lia.
Qed.

(* the exponential mechanism, and permute-and-flip, with the rate ρ over scores that move by at most 1: 2ρ; over scores
   that all move in one direction: ρ *)
Definition close (s1 s2 : seq Z) : Prop :=
  len s1 = len s2 /\ forall j, (0 <= j < len s1)%Z -> (Z.abs (get 0 s1 j - get 0 s2 j) <= 1)%Z.
Definition one_way (s1 s2 : seq Z) : Prop :=
  (forall j, (0 <= j < len s1)%Z -> (get 0 s1 j <= get 0 s2 j)%Z) \/
  (forall j, (0 <= j < len s1)%Z -> (get 0 s2 j <= get 0 s1 j)%Z).

Definition choice_of (exponential : bool) (rho : R) : cmd R (seq Z * Z) :=
  draw_law id (fun m => if exponential then ChooseNoise rho m.1 else PermuteAndFlipNoise rho m.1) (fun m v => (m.1, v)).

Theorem choice_private exponential rho : 0 <= rho ->
  differentially_private (choice_of exponential rho) snd (fun a b => (0 < len a.1)%Z /\ close a.1 b.1) (zr R 2 * rho) 0.
Proof.
move=> r0; apply: (@one_sampling_private _ _ id id _ _ _ _ (fun _ _ => 1%Z)) => //.
move=> [s1 x] [s2 z] /= [ne [eqs near]]; split; first by case: exponential.
move=> v; have up : raised_by 1 s1 s2 by split=> // j js; have := near j js; lia.
have cheap : (0 <= v < len s1)%Z -> zr R (1 - (get 0 s2 v - get 0 s1 v))%Z * rho <= zr R 2 * rho.
  by move=> vs; apply: ler_wpmul2r => //; apply: ler_zr; have := near v vs; lia.
by case: exponential => /= vs; split=> //; rewrite -?eqs//; apply: cheap.
Qed.

Theorem one_way_choice_private exponential rho : 0 <= rho ->
  differentially_private (choice_of exponential rho) snd
    (fun a b => [/\ (0 < len a.1)%Z, close a.1 b.1 & one_way a.1 b.1]) rho 0.
Proof.
move=> r0; pose M (a b : seq Z * Z) : Z :=
  if `[< forall j, (0 <= j < len a.1)%Z -> (get 0 a.1 j <= get 0 b.1 j)%Z >] then 1%Z else 0%Z.
apply: (@one_sampling_private _ _ id id _ _ _ _ M) => //.
move=> [s1 x] [s2 z] /= [ne [eqs near] way]; split; first by case: exponential.
move=> v; have up : raised_by (M (s1, x) (s2, z)) s1 s2.
  split=> // j js; have := near j js; rewrite /M /=; case: asboolP => [_|nup]; first by lia.
  by case: way => // /(_ j js); lia.
have cheap : (0 <= v < len s1)%Z -> zr R (M (s1, x) (s2, z) - (get 0 s2 v - get 0 s1 v))%Z * rho <= rho.
  move=> vs; rewrite -[leRHS]mul1r -(zr1 R); apply: ler_wpmul2r => //; apply: ler_zr; have := near v vs.
  by rewrite /M /=; case: asboolP => [up'|nup]; [have := up' v vs; lia|lia].
by case: exponential => /= vs; split=> //; rewrite -?eqs//; apply: cheap.
Qed.
End OneSampling.
