(* Programs and what they mean: [wp c f m] is the expectation of f over the memories in which c ends, started in m.

   Expressions are functions of the memory, so x <- e is a function from memories to memories. A sampling names the
   noise that it draws (a function of the memory) and where the value goes. A loop is the least function that satisfies
   its unfolding; Kleene.v shows that it is the supremum of its approximants. Here it is shown that wp is monotone,
   homogeneous and additive, and that no program has more than the mass 1. *)
From Twinproof Require Import Prelude Noise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Semantics.
Variables (R : realType) (Mem : Type).
Implicit Types (f g h : Mem -> \bar R) (m a : Mem) (k : R).

Inductive cmd :=
| Skip
| Assign of (Mem -> Mem)
| Sample of (Mem -> noise R) & (Mem -> Z -> Mem)
| Seq of cmd & cmd
| If of (Mem -> bool) & cmd & cmd
| While of (Mem -> bool) & cmd.
Implicit Types (c d : cmd) (b : Mem -> bool).

(* what lies above its own unfolding *)
Definition prefixed b (T : (Mem -> \bar R) -> Mem -> \bar R) f : set (Mem -> \bar R) :=
  [set h | (forall a, 0 <= h a) /\ (forall a, (if b a then T h a else f a) <= h a)].

Fixpoint wp c f : Mem -> \bar R :=
  match c with
  | Skip => f
  | Assign u => fun m => f (u m)
  | Sample p u => fun m => \esum_(v in [set: Z]) ((p m v)%:E * f (u m v))
  | Seq c d => wp c (wp d f)
  | If b c d => fun m => if b m then wp c f m else wp d f m
  | While b c => fun m => ereal_inf [set h m | h in prefixed b (wp c) f]
  end.

Lemma massE_ge0 (p : noise R) v : 0 <= (p v)%:E. Proof. by rewrite lee_fin mass_ge0. Qed.
Hint Resolve massE_ge0 : core.

(* ------------------------------------------------------------------------------------------- monotone, and loops *)
Lemma wp_ge0 c f m : (forall a, 0 <= f a) -> 0 <= wp c f m.
Proof.
elim: c f m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] f m //=.
- by move=> f0; apply: esum_ge0 => v _; apply: mule_ge0.
- by move=> f0; apply: IHc => a; apply: IHd.
- by move=> f0; case: ifP => _; [apply: IHc|apply: IHd].
- by move=> f0; apply: lb_ereal_inf => _ [h [h0 _] <-].
Qed.

Lemma wp_mono c f g m : (forall a, 0 <= f a) -> (forall a, f a <= g a) -> wp c f m <= wp c g m.
Proof.
elim: c f g m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] f g m //=.
- by move=> f0 fg; apply: le_esum => v _; apply: lee_wpmul2l.
- by move=> f0 fg; apply: IHc => a; [exact: wp_ge0|exact: IHd].
- by move=> f0 fg; case: ifP => _; [apply: IHc|apply: IHd].
- move=> f0 fg; apply: lb_ereal_inf => _ [h [h0 hpre] <-].
  apply: ereal_inf_lb; exists h => //; split=> // a.
  by apply: le_trans (hpre a); case: ifP.
Qed.

Lemma wp_ext c f g m : (forall a, f a = g a) -> wp c f m = wp c g m.
Proof. by move=> fg; congr (wp c _ m); apply/funext. Qed.

(* the loop lies above its unfolding, and below everything that does *)
Lemma wp_unfold b c f m : (forall a, 0 <= f a) ->
  (if b m then wp c (wp (While b c) f) m else f m) <= wp (While b c) f m.
Proof.
move=> f0; apply: lb_ereal_inf => _ [h [h0 hpre] <-].
apply: le_trans (hpre m); case: ifP => // bm.
apply: wp_mono => a; first exact: (@wp_ge0 (While b c)).
by apply: ereal_inf_lb; exists h.
Qed.

Lemma wp_park b c f h m : (forall a, 0 <= h a) -> (forall a, (if b a then wp c h a else f a) <= h a) ->
  wp (While b c) f m <= h m.
Proof. by move=> h0 hpre; apply: ereal_inf_lb; exists h. Qed.

Lemma wp_while b c f m : (forall a, 0 <= f a) ->
  wp (While b c) f m = if b m then wp c (wp (While b c) f) m else f m.
Proof.
move=> f0; apply/eqP; rewrite eq_le wp_unfold// andbT.
apply: (@wp_park b c f (fun x => if b x then wp c (wp (While b c) f) x else f x)) => x.
  by case: ifP => _ //; apply: wp_ge0 => y; apply: (@wp_ge0 (While b c)).
case: ifP => bx //; apply: wp_mono => y; last exact: wp_unfold.
by case: ifP => _ //; apply: wp_ge0 => z; apply: (@wp_ge0 (While b c)).
Qed.

(* --------------------------------------------------------------------------------------------------- homogeneous *)
Lemma wp0 c m : wp c (fun=> 0) m = 0.
Proof.
elim: c m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] m //=.
- by apply: esum1 => v _; rewrite mule0.
- by rewrite (_ : wp d _ = fun=> 0) ?IHc//; apply/funext => x; apply: IHd.
- by case: ifP.
- apply/eqP; rewrite eq_le; apply/andP; split; last by apply: lb_ereal_inf => _ [h [h0 _] <-].
  by apply: (@wp_park b c (fun=> 0) (fun=> 0)) => // x; case: ifP => _ //; rewrite IHc.
Qed.

Lemma wp_scale_le c f k m : (0 < k)%R -> (forall a, 0 <= f a) ->
  wp c (fun a => k%:E * f a) m <= k%:E * wp c f m.
Proof.
move=> k0; have kE0 : 0 <= k%:E by rewrite lee_fin ltW.
elim: c f m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] f m //= f0.
- rewrite -esumZ//; last by move=> v; apply: mule_ge0.
  by apply: le_esum => v _; rewrite muleCA.
- apply: le_trans (IHc _ _ _); last by move=> a; apply: wp_ge0.
  by apply: wp_mono => a; [apply: wp_ge0 => a'; apply: mule_ge0|apply: IHd].
- by case: ifP => _; [apply: IHc|apply: IHd].
- have W0 a : 0 <= wp (While b c) f a by apply: (@wp_ge0 (While b c)).
  apply: (@wp_park b c (fun a => k%:E * f a) (fun a => k%:E * wp (While b c) f a)) => a; first exact: mule_ge0.
  have := @wp_unfold b c f a f0; case: ifP => ba H; last exact: lee_wpmul2l.
  by apply: le_trans (IHc _ _ _) _ => //; apply: lee_wpmul2l.
Qed.

Lemma wp_scale c f k m : (0 < k)%R -> (forall a, 0 <= f a) -> wp c (fun a => k%:E * f a) m = k%:E * wp c f m.
Proof.
move=> k0 f0; apply/eqP; rewrite eq_le wp_scale_le//=.
have kV0 : (0 < k^-1)%R by rewrite invr_gt0.
rewrite -[leRHS](muleVKE _ k0); apply: lee_wpmul2l; first by rewrite lee_fin ltW.
have kf0 a : 0 <= k%:E * f a by apply: mule_ge0 => //; rewrite lee_fin ltW.
apply: le_trans (wp_scale_le c m kV0 kf0).
by rewrite (_ : (fun a => (k^-1)%:E * (k%:E * f a)) = f)//; apply/funext => a; rewrite muleKE.
Qed.

(* ------------------------------------------------------------------------------------------------------- additive *)
Lemma wp_esum_le (I : choiceType) (S : set I) c (F : I -> Mem -> \bar R) m : (forall i a, 0 <= F i a) ->
  wp c (fun a => \esum_(i in S) F i a) m <= \esum_(i in S) wp c (F i) m.
Proof.
elim: c F m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] F m //= F0.
- rewrite esumC; last by move=> i v; apply: mule_ge0.
  by apply: le_esum => v _; rewrite esumZ.
- apply: le_trans (IHc _ _ _); last by move=> i a; apply: wp_ge0.
  by apply: wp_mono => a; [apply: wp_ge0 => a'; apply: esum_ge0|apply: IHd].
- by case: ifP => _; [apply: IHc|apply: IHd].
- have W0 i a : 0 <= wp (While b c) (F i) a by apply: (@wp_ge0 (While b c)).
  apply: (@wp_park b c _ (fun a => \esum_(i in S) wp (While b c) (F i) a)) => a; first exact: esum_ge0.
  case: ifP => ba.
    apply: le_trans (IHc _ _ W0) _.
    by apply: le_esum => i _; have := @wp_unfold b c (F i) a (F0 i); rewrite ba.
  by apply: le_esum => i _; have := @wp_unfold b c (F i) a (F0 i); rewrite ba.
Qed.

Lemma wp_add_le c f g m : (forall a, 0 <= f a) -> (forall a, 0 <= g a) ->
  wp c (fun a => f a + g a) m <= wp c f m + wp c g m.
Proof.
elim: c f g m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] f g m //= f0 g0.
- rewrite -esumD; try by move=> v _; apply: mule_ge0.
  by apply: le_esum => v _; rewrite ge0_muleDr.
- apply: le_trans (IHc _ _ _ _ _); try by move=> a; apply: wp_ge0.
  by apply: wp_mono => a; [apply: wp_ge0 => a'; apply: adde_ge0|apply: IHd].
- by case: ifP => _; [apply: IHc|apply: IHd].
- have W0 h a : (forall a, 0 <= h a) -> 0 <= wp (While b c) h a by move=> h0; apply: (@wp_ge0 (While b c)).
  apply: (@wp_park b c _ (fun a => wp (While b c) f a + wp (While b c) g a)) => a.
    by apply: adde_ge0; apply: W0.
  have := @wp_unfold b c f a f0; have := @wp_unfold b c g a g0; case: ifP => ba G F; last exact: lee_add.
  apply: le_trans (IHc _ _ _ _ _) _; [by move=> ?; exact: W0|by move=> ?; exact: W0|exact: lee_add].
Qed.

(* The other direction for a loop: what is left of its value for f + g when the part of g is taken away lies above the
   unfolding for f. Where the value is infinite there is nothing to show. *)
Section Remainder.
Variables (b : Mem -> bool) (c : cmd) (f g : Mem -> \bar R).
Hypotheses (f0 : forall a, 0 <= f a) (g0 : forall a, 0 <= g a).
Hypothesis body : forall f g m, (forall a, 0 <= f a) -> (forall a, 0 <= g a) ->
  wp c f m + wp c g m <= wp c (fun a => f a + g a) m.

Let K := wp (While b c) (fun a => f a + g a).
Let W := wp (While b c) g.
Definition remainder a := if K a == +oo then +oo else K a - W a.
Let fg0 a : 0 <= f a + g a. Proof. exact: adde_ge0. Qed.
Let W0 a : 0 <= W a. Proof. exact: (@wp_ge0 (While b c)). Qed.
Let WK a : W a <= K a. Proof. by apply: (@wp_mono (While b c)) => // a'; apply: lee_addr. Qed.

Lemma remainder_add a : remainder a + W a = K a.
Proof.
rewrite /remainder; case: eqP => [->|Kfin]; first by rewrite addye// gt_eqF// (lt_le_trans _ (W0 a)).
by rewrite subeK//; rewrite ge0_fin_numE//; apply: le_lt_trans (WK a) _; rewrite ltey; apply/eqP.
Qed.

Lemma remainder_ge0 a : 0 <= remainder a.
Proof.
rewrite /remainder; case: eqP => // Kfin; rewrite sube_ge0// ge0_fin_numE// (le_lt_trans (WK a))//.
by rewrite ltey; apply/eqP.
Qed.

Lemma remainder_prefixed a : (if b a then wp c remainder a else f a) <= remainder a.
Proof.
have [Ky|Kfin] := eqVneq (K a) +oo; first by rewrite {2}/remainder Ky eqxx leey.
have Wfin : W a \is a fin_num by rewrite ge0_fin_numE// (le_lt_trans (WK a))// ltey.
rewrite {2}/remainder (negbTE Kfin) lee_subr_addr//; have := @wp_unfold b c _ a fg0; rewrite -/K => unf.
have Wa : W a = if b a then wp c W a else g a by apply: wp_while.
case: ifP Wa unf => ba Wa unf; rewrite Wa; last exact: unf.
apply: le_trans (body _ remainder_ge0 W0) _.
by rewrite (_ : (fun _ => _) = K)//; apply/funext => a'; rewrite remainder_add.
Qed.
End Remainder.

Lemma wp_add_ge c f g m : (forall a, 0 <= f a) -> (forall a, 0 <= g a) ->
  wp c f m + wp c g m <= wp c (fun a => f a + g a) m.
Proof.
elim: c f g m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] f g m //= f0 g0.
- rewrite -esumD; try by move=> v _; apply: mule_ge0.
  by apply: le_esum => v _; rewrite ge0_muleDr.
- apply: le_trans (IHc _ _ _ _ _) _; try by move=> a; apply: wp_ge0.
  by apply: wp_mono => a; [apply: adde_ge0; apply: wp_ge0|apply: IHd].
- by case: ifP => _; [apply: IHc|apply: IHd].
- rewrite -/(wp (While b c) f m) -/(wp (While b c) g m) -/(wp (While b c) (fun a => f a + g a) m).
  rewrite -(remainder_add b c f0 g0 m); apply: lee_add2r; apply: wp_park => a; first exact: remainder_ge0.
  exact: remainder_prefixed.
Qed.

Lemma wp_add c f g m : (forall a, 0 <= f a) -> (forall a, 0 <= g a) ->
  wp c (fun a => f a + g a) m = wp c f m + wp c g m.
Proof. by move=> f0 g0; apply/eqP; rewrite eq_le wp_add_le// wp_add_ge. Qed.

Lemma wp_sum (I : choiceType) (s : seq I) c (F : I -> Mem -> \bar R) m : (forall i a, 0 <= F i a) ->
  wp c (fun a => \sum_(i <- s) F i a) m = \sum_(i <- s) wp c (F i) m.
Proof.
move=> F0; elim: s => [|i s IH].
  by rewrite big_nil -[RHS](wp0 c m); apply: wp_ext => a; rewrite big_nil.
rewrite big_cons -IH -wp_add => //; last by move=> a; apply: sume_ge0.
by apply: wp_ext => a; rewrite big_cons.
Qed.

Lemma wp_esum (I : choiceType) (S : set I) c (F : I -> Mem -> \bar R) m : (forall i a, 0 <= F i a) ->
  wp c (fun a => \esum_(i in S) F i a) m = \esum_(i in S) wp c (F i) m.
Proof.
move=> F0; apply/eqP; rewrite eq_le wp_esum_le//=.
apply: ub_ereal_sup => _ [A [finA AS] <-]; rewrite fsbig_finite//= -wp_sum//.
apply: wp_mono => a; first exact: sume_ge0.
by rewrite -fsbig_finite//; apply: ereal_sup_ub; exists A.
Qed.

(* ----------------------------------------------------------------------------------------------- at most the mass 1 *)
Lemma wp_le1 c f m : (forall a, 0 <= f a) -> (forall a, f a <= 1) -> wp c f m <= 1.
Proof.
elim: c f m => [|u|p u|c IHc d IHd|b c IHc d IHd|b c IHc] f m //= f0 f1.
- apply: le_trans (mass_le1 (p m)); apply: le_esum => v _.
  by rewrite -[leRHS]mule1; apply: lee_wpmul2l.
- by apply: IHc => a; [apply: wp_ge0|apply: IHd].
- by case: ifP => _; [apply: IHc|apply: IHd].
- apply: (@wp_park b c f (fun=> 1)) => a; first exact: lee01.
  by case: ifP => _ //; apply: IHc => // _; exact: lee01.
Qed.

Lemma wp_cst_le c k m : (0 <= k)%R -> wp c (fun=> k%:E) m <= k%:E.
Proof.
rewrite le_eqVlt => /orP[/eqP <-|k0]; first by rewrite wp0.
have -> : (fun=> k%:E) = (fun x : Mem => k%:E * (1 : \bar R)) by apply/funext => x; rewrite mule1.
rewrite wp_scale//.
rewrite -[leRHS]mule1; apply: lee_wpmul2l; first by rewrite lee_fin ltW.
by apply: wp_le1 => // _; exact: lee01.
Qed.
End Semantics.
Arguments Skip {R Mem}.
#[global] Hint Extern 0 (is_true (_ <= (mass _ _)%:E)) => exact: massE_ge0 : core.
