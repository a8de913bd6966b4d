(* A whole proof with δ: a count is released with noise where it is not 0, and only if the noisy count exceeds a threshold T;
   that is (ε, e^(−T·ε)/(1 + e^(−ε)))-private. It is one cell of the stability histogram.

   Where both counts are positive, or both are 0, no δ is needed. Where the left count is 1 and the right one 0, the left run
   is bad if its sample exceeds T, a ghost says so, and [U-Tail] pays. Where the left count is 0 and the right one 1, the right
   run samples alone, and a ghost coin of the left run pays for it: [ω-Coin-R]. [ω-Pointwise-Bad] and [Ghost] end both. *)
From Twinproof Require Import Prelude Noise Lists FiniteNoise PermuteAndFlip Semantics Kleene Judgments Rules.
From Twinproof Require Import StructuralRules BudgetRules LedgerRules SampleMap NoiseTable Credit Tails Ghosts Privacy.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

Record cell := Cell { count : Z; noisy : Z; bad : bool }.
Definition set_noisy m v := Cell (count m) v (bad m).
Definition set_bad m v := Cell (count m) (noisy m) v.
(* all but the ghost *)
Definition visible m := (count m, noisy m).

Section Stability.
Variables (R : realType) (eps : R) (T : Z).
Hypotheses (eps_gt0 : 0 < eps) (T0 : (0 <= T)%Z).

(* ------------------------------------------------------------------------------------------------------- the program *)
Definition positive_count m : bool := (0 <? count m)%Z.
Definition law_of m : law R := LaplaceNoise eps (count m).
Definition add_noise : cmd R cell := draw_law id law_of set_noisy.
Definition cut : cmd R cell := If (fun m => noisy m <=? T)%Z (Assign R (fun m => set_noisy m 0)) Skip.
Definition none : cmd R cell := Assign R (fun m => set_noisy m 0).
Definition released : cmd R cell := If positive_count (Seq add_noise cut) none.

Definition adjacent (a b : cell) : Prop :=
  [/\ (0 <= count a)%Z, (0 <= count b)%Z & (Z.abs (count a - count b) <= 1)%Z].
Definition delta : R := power eps T / (1 + expR (- eps)).
Lemma delta_ge0 : 0 <= delta.
Proof. exact: (@tail_bound_ge0 R (LaplaceNoise eps 0) (AtLeast T)). Qed.

Definition rates : seq R := [:: eps].
Notation "⊢ c ~ d : P ⇒ Q | L" := (⊢ω[total rates] c ~ω d : P ⇒ Q | L)
  (at level 90, c at level 60, d at level 60, P at level 85, Q at level 85, L at level 85).
Notation all := (fun=> True).
Lemma nothing_pruned (c : cmd R cell) (P : cell -> Prop) : ⊢ c ~⟨0, 0⟩ Skip : (fun _ _ => ~ True) ⇒ (fun a _ => ~ P a).
Proof. by move=> m1 m2 []. Qed.

Definition agree (a b : cell) (w : counters) : Prop := noisy a = noisy b /\ (w 0%N <= 1)%Z.
Lemma at_most_eps w : (w 0%N <= 1)%Z -> total rates w <= eps.
Proof.
move=> w1; rewrite /total /= addr0 -[leRHS]mul1r ler_wpmul2r ?(ltW eps_gt0)//.
by rewrite -(zr1 R); apply: ler_zr.
Qed.

(* ---------------------------------------------------------------------------------------------- without a bad event *)
Definition alike (a b : cell) : Prop := adjacent a b /\ positive_count a = positive_count b.
Lemma pure_case : ⊢ released ~⟨eps, 0⟩ released : alike ⇒ (fun a b => noisy a = noisy b).
Proof.
apply: (w_pointwise (zero := fun=> 0%Z) (total := total rates)) => [|i]; first exact: total_zero.
apply: (@w_conseq _ _ _ _ _ _ _ (fun a b w => alike a b /\ w 0%N = 0%Z) _ agree _ all) => //; first last.
- by move=> a b w [[ab w1] _] ai; split; [rewrite -ab|apply: at_most_eps].
- by move=> a b w [ab ->].
apply: w_cond_left; apply: w_cond_right.
- apply: (w_seq (Psi' := agree) (L' := all)) (nothing_pruned _ _); last first.
    move=> m1 m2 w0 [ab w1] f g qual /=; rewrite ab.
    by case: ifP => _; apply: (here qual); rewrite /agree.
  apply: (w_conseq (@w_pay_law R cell counters Z (total rates) id id _ Z eps (zr R) (raise 0%N) law_of law_of
    set_noisy set_noisy (fun _ _ _ v => v) (fun _ _ _ => 0%Z) (fun a b _ _ => Z.abs (count a - count b)) agree all
    (@integer_counter R rates 0%N erefl) _)) => //; last by move=> a b w [].
  move=> a b w [[[[[ca cb cab] _] w0] _] _]; split=> // v _; split=> //=.
    by apply: ler_wpmul2r; [exact: ltW|apply: ler_zr; lia].
  by rewrite /agree /= /raise /= w0; split.
- by move=> m1 m2 w0 [[[[_ e] _] p] np]; move: np; rewrite -e.
- by move=> m1 m2 w0 [[[[_ e] _] np] p]; move: p; rewrite -e.
- by move=> m1 m2 w0 [[[_ w1] _] _] f g qual; apply: (here qual); rewrite /agree /= w1.
Qed.

(* ------------------------------------------------------------------------------------------ the left run has the count *)
Definition flag : cmd R cell := Assign R (fun m => set_bad m (T + 1 <=? noisy m)%Z).
Definition clear : cmd R cell := Assign R (fun m => set_bad m false).
Definition flagged : cmd R cell := Seq clear (If positive_count (Seq add_noise (Seq flag cut)) none).
Lemma flagged_erased : erases visible flagged released.
Proof.
apply: erase_skip_left; first exact: erase_ghost.
have seen m m' : visible m = visible m' -> count m = count m' /\ noisy m = noisy m' by case.
apply: erase_if => [m m' /seen[c _]||]; first by rewrite /positive_count c.
- apply: erase_seq.
    by apply: erase_sample => [m m' /seen[c _]|v m m' /seen[c _]]; rewrite /visible /law_of /= c.
  apply: erase_skip_left; first exact: erase_ghost.
  apply: erase_if => [m m' /seen[_ n]||]; [by rewrite n| |exact: erase_skip].
  by apply: erase_assign => m m' /seen[c _]; rewrite /visible /= c.
by apply: erase_assign => m m' /seen[c _]; rewrite /visible /= c.
Qed.

Definition left_only (a b : cell) : Prop := count a = 1%Z /\ count b = 0%Z.
Lemma left_case : ⊢ released ~⟨eps, delta⟩ released : left_only ⇒ (fun a b => noisy a = noisy b).
Proof.
apply: (b_ghost _ (fun _ _ _ => flagged_erased)) => [|a a' b [_ ->]//].
apply: (@w_pointwise_bad R cell counters Z (total rates) (fun=> 0%Z) noisy noisy eps delta flagged released left_only
  (fun m => count m = 1%Z) bad).
- exact: total_zero.
- move=> i; pose done (a b : cell) (w : counters) := (~ bad a -> noisy a = 0%Z) /\ (w 0%N <= 1)%Z.
  pose small (a : cell) := ~ bad a -> (noisy a <= T)%Z.
  apply: (@w_conseq _ _ _ _ _ _ _ (fun a b w => left_only a b /\ (w 0%N <= 1)%Z) _
    (fun a b w => done a b w /\ noisy b = 0%Z) _ all) => //; first last.
  + by move=> a b w [[[na w1] nb] _] [ai nbad]; split; [rewrite nb -ai na|apply: at_most_eps].
  + by move=> a b w [ab ->].
  apply: (w_seq (c1 := flagged) (c1' := Skip) (c2 := Skip) (c2' := released)
    (Psi' := fun a b w => done a b w /\ count b = 0%Z) (L' := all)) (nothing_pruned _ _); last first.
    move=> m1 m2 w0 [dn cb] f g qual; rewrite /= /positive_count cb /=; apply: (here qual).
    by split.
  apply: (w_seq (c2 := Skip) (c2' := Skip) (Psi' := fun a b w => left_only a b /\ (w 0%N <= 1)%Z) (L' := all))
    (nothing_pruned _ _); first by move=> m1 m2 w0 h f g qual; apply: (here qual).
  apply: w_cond_left; last by move=> m1 m2 w0 [[[c1 _] _] np]; case: np; rewrite /positive_count c1.
  apply: (w_seq (c2 := Skip) (c2' := Skip) (Psi' := fun a b w => count b = 0%Z /\ (w 0%N <= 1)%Z) (L' := all))
    (nothing_pruned _ _).
    apply: (w_conseq (@w_law_left R cell counters Z (total rates) id id law_of set_noisy
      (fun a b w => count b = 0%Z /\ (w 0%N <= 1)%Z) all _)) => //; last by move=> a b w [].
    by move=> a b w [[[_ cb] w1] _] v.
  move=> m1 m2 w0 [cb w1] f g qual /=; case: Z.leb_spec => le_T; apply: (here qual); split=> //; split=> //=.
  by case: Z.leb_spec => //; lia.
- apply: (u_seq (T := fun m => count m = 1%Z /\ bad m = false) (ga := fun=> delta)).
    by apply: (u_conseq (@u_assign R cell (fun m => set_bad m false) (fun m => count m = 1%Z /\ bad m = false) (fun=> delta))).
  apply: u_cond; last by apply: (@u_case _ _ (fun=> True)) => m [[[c1 _] np]] //; case: np; rewrite /positive_count c1.
  apply: (u_seq (T := fun m => (noisy m <= T)%Z) (ga := fun=> 0)).
    apply: (u_tail (enc := id) (dec := id) (t := fun=> AtLeast T) (tau := fun=> delta)) => // m v [[c1 _] _] _ /=.
    by rewrite c1 add0r => nt; split=> //; lia.
  apply: (u_seq (T := fun m => bad m = false) (ga := fun=> 0)).
    apply: (u_conseq (@u_assign R cell (fun m => set_bad m (T + 1 <=? noisy m)%Z) (fun m => bad m = false) (fun=> 0))) => //.
    by move=> m le_T; split=> //=; apply/Z.leb_gt; lia.
  apply: u_cond.
    apply: (u_conseq (@u_assign R cell (fun m => set_noisy m 0) (fun m => ~ bad m) (fun=> 0))) => // m [-> _].
    by split.
  by apply: (u_conseq (@u_skip R cell (fun m => ~ bad m) (fun=> 0))) => // m [-> _]; split.
- by move=> a b [].
- by move=> a b _; apply: delta_ge0.
Qed.

(* ----------------------------------------------------------------------------------------- the right run has the count *)
Definition coin_flip : cmd R cell := ghost_coin (fun=> delta) set_bad.
Definition tossed : cmd R cell := If positive_count (Seq add_noise cut) (Seq coin_flip none).
Lemma tossed_erased : erases visible tossed released.
Proof.
have seen m m' : visible m = visible m' -> count m = count m' /\ noisy m = noisy m' by case.
apply: erase_if => [m m' /seen[c _]||]; first by rewrite /positive_count c.
- apply: erase_seq.
    by apply: erase_sample => [m m' /seen[c _]|v m m' /seen[c _]]; rewrite /visible /law_of /= c.
  apply: erase_if => [m m' /seen[_ n]||]; [by rewrite n| |exact: erase_skip].
  by apply: erase_assign => m m' /seen[c _]; rewrite /visible /= c.
apply: erase_skip_left; first exact: erase_ghost_coin.
by apply: erase_assign => m m' /seen[c _]; rewrite /visible /= c.
Qed.

Definition right_only (a b : cell) : Prop := count a = 0%Z /\ count b = 1%Z.
Lemma right_case : ⊢ released ~⟨eps, delta⟩ released : right_only ⇒ (fun a b => noisy a = noisy b).
Proof.
apply: (b_ghost _ (fun _ _ _ => tossed_erased)) => [|a a' b [_ ->]//].
apply: (@w_pointwise_bad R cell counters Z (total rates) (fun=> 0%Z) noisy noisy eps delta tossed released right_only
  (fun m => count m = 0%Z) bad).
- exact: total_zero.
- move=> i; pose fine_so_far (a : cell) := ~ bad a.
  apply: (@w_conseq _ _ _ _ _ _ _ (fun a b w => right_only a b /\ (w 0%N <= 1)%Z) _ agree _ fine_so_far); first last.
  + by move=> a [].
  + by move=> a b w [[ab w1] _] [ai nbad]; split; [rewrite -ab|apply: at_most_eps].
  + by move=> a b w [ab ->].
  apply: w_cond_left; first by move=> m1 m2 w0 [[[c0 _] _]]; rewrite /positive_count c0.
  apply: w_cond_right; last by move=> m1 m2 w0 [[[[_ c1] _] _] np]; case: np; rewrite /positive_count c1.
  apply: (w_seq (Psi' := fun a b w => (noisy b <= T)%Z /\ (w 0%N <= 1)%Z) (L' := fine_so_far)).
  + apply: (w_conseq (@w_coin_right R cell counters Z (total rates) id id (fun=> delta) set_bad law_of set_noisy
      (fun _ _ _ => AtLeast T) (fun a b w => (noisy b <= T)%Z /\ (w 0%N <= 1)%Z) fine_so_far _ _)) => //.
    * by move=> m; apply.
    * move=> a b w [[[[_ c1] w1] _] _]; split=> // v _ /=; rewrite c1 => nt; split=> //; lia.
    * by move=> a b w [].
  + move=> m1 m2 w0 [le_T w1] f g qual /=; rewrite (_ : (noisy m2 <=? T)%Z = true); last by apply/Z.leb_le.
    exact: (here qual).
  + apply: (b_conseq (@b_assign_left R cell (fun m => set_noisy m 0) (fun a _ => ~ fine_so_far a))) => //.
- apply: u_cond; first by move=> m [c0]; rewrite /positive_count c0.
  apply: (u_seq (T := fun m => ~ bad m) (ga := fun=> 0)).
    by apply: u_coin => m _; rewrite add0r; split=> //; apply: delta_ge0.
  by apply: (u_conseq (@u_assign R cell (fun m => set_noisy m 0) (fun m => ~ bad m) (fun=> 0))).
- by move=> a b [].
- by move=> a b _; apply: delta_ge0.
Qed.

Theorem stability_private : differentially_private released noisy adjacent eps delta.
Proof.
apply/privacy; apply: (@b_case _ _ (fun a b => positive_count a = positive_count b)).
  by apply: (b_conseq pure_case) => // a b _; split=> //; apply: delta_ge0.
apply: (@b_case _ _ (fun a _ => positive_count a)).
  apply: (b_conseq left_case) => // a b [[[ca cb cab] ne]]; rewrite /left_only /positive_count in ne *.
  by case: Z.ltb_spec ne => // p; case: Z.ltb_spec => // q _ _; lia.
apply: (b_conseq right_case) => // a b [[[ca cb cab] ne]]; rewrite /right_only /positive_count in ne *.
by case: Z.ltb_spec ne => // p; case: Z.ltb_spec => // q _ _; lia.
Qed.
End Stability.
