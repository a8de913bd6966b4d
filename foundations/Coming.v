(* Rules that the kernel does not have yet, sound for the same judgments: one side that samples alone, with a real ledger,
   and the ledger of Rényi privacy.

   The ledger's state may be anything with a total; where a price is not a number of steps of one rate, it is a real. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules LedgerRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* --------------------------------------------------------------------------------------- one side samples alone *)
Section Alone.
Variables (R : realType) (Mem : Type).
Implicit Types (Psi : Mem -> Mem -> R -> Prop) (L : Mem -> Prop) (p : Mem -> noise R).

(* the left side samples alone, and pays in expectation: prices kap(v) with  E e^(-kap) <= 1. The ledger is a real. *)
Theorem w_sample_left_in_expectation p y Psi L :
  ⊢ω[id] (Sample p y : cmd R Mem) ~ω Skip :
    (fun a b w => exists kap : Z -> R,
       \esum_(v in [set: Z]) ((p a v)%:E * (expR (- kap v))%:E) <= 1 /\
       forall v, L (y a v) -> Psi (y a v) b (w + kap v)%R) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [kap [kraft post]] f g [f0 g0 fL fg] /=.
have [gy|gfin] := eqVneq (g m2) +oo; first by rewrite gy leey.
have gf : g m2 \is a fin_num by rewrite ge0_fin_numE// ltey.
have e0 v : 0 <= (expR (- kap v))%:E by rewrite lee_fin ltW ?expR_gt0.
have t0 v : 0 <= (p m1 v)%:E * (expR (- kap v))%:E by apply: mule_ge0.
apply: (@le_trans _ _ (\esum_(v in [set: Z]) (g m2 * ((p m1 v)%:E * (expR (- kap v))%:E)))); last first.
  by rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l.
apply: le_esum => v _; rewrite muleCA; apply: lee_wpmul2l => //.
have [Lv|nLv] := pselect (L (y m1 v)); last by rewrite fL//; apply: mule_ge0.
have := fg _ _ _ (post v Lv); rewrite addrAC subrr add0r => H; rewrite muleC.
by apply: le_trans (lee_wpmul2l (e0 v) H); rewrite muleA -EFinM expRN mulVf ?mul1e// gt_eqF ?expR_gt0.
Qed.
End Alone.

(* ----------------------------------------------------------------------------------------- the ledger of Rényi privacy *)
(* [pw] is x |-> x^s and [rt] its inverse: all that the rules need of them is that they are an order isomorphism. *)
Section Renyi.
Variables (R : realType) (Mem St : Type) (total : St -> R) (pw rt : \bar R -> \bar R).
Hypothesis pw0 : pw 0 = 0.
Hypothesis pw_ge0 : forall x, 0 <= x -> 0 <= pw x.
Hypothesis rt_ge0 : forall x, 0 <= x -> 0 <= rt x.
Hypothesis galois : forall x y, 0 <= x -> 0 <= y -> (x <= rt y) = (pw x <= y).
Implicit Types (c d : cmd R Mem) (Phi Psi Th : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (f g : Mem -> \bar R).
Local Notation factor := (factor total).

Definition r_qualifies Psi L w0 f g :=
  [/\ forall a, 0 <= f a, forall b, 0 <= g b, forall a, ~ L a -> f a = 0
    & forall a b w, Psi a b w -> (factor w0 w)%:E * pw (f a) <= g b].
Definition r_ledger c1 c2 Phi Psi L :=
  forall m1 m2 w0, Phi m1 m2 w0 -> forall f g, r_qualifies Psi L w0 f g -> pw (wp c1 f m1) <= wp c2 g m2.

Theorem r_seq c1 c2 c1' c2' Phi Psi' Psi L' L :
  r_ledger c1 c2 Phi Psi' L' -> r_ledger c1' c2' Psi' Psi L -> hoare (fun a => ~ L' a) c1' (fun a => ~ L a) ->
  r_ledger (Seq c1 c1') (Seq c2 c2') Phi Psi L.
Proof.
move=> J1 J2 pruned m1 m2 w0 pre f g [f0 g0 fL fg] /=.
apply: (J1 _ _ _ pre); split=> [a|b|a La|a b w ab]; [exact: wp_ge0|exact: wp_ge0|exact: (pruned a)|].
have : pw (wp c1' f a) <= wp c2' (fun b => (factor w w0)%:E * g b) b.
  apply: (J2 _ _ _ ab); split=> // [b'|a' b' w' ab']; first exact: mule_ge0.
  by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ ab')); rewrite factorME.
rewrite wp_scale ?expR_gt0// => /(lee_wpmul2l (factor_ge0 total w0 w)) /le_trans; apply; by rewrite factorKE.
Qed.

Theorem r_while (b1 b2 : Mem -> bool) c1 c2 Th L :
  r_ledger c1 c2 (fun a b w => [/\ Th a b w, b1 a & b2 b]) (fun a b w => Th a b w /\ b1 a = b2 b) L ->
  hoare (fun a => ~ L a /\ b1 a) c1 (fun a => ~ L a) ->
  r_ledger (While b1 c1) (While b2 c2) (fun a b w => Th a b w /\ b1 a = b2 b)
    (fun a b w => [/\ Th a b w, ~~ b1 a & ~~ b2 b]) L.
Proof.
move=> J pruned m1 m2 w0 pre f g [f0 g0 fL fg].
pose G := wp (While b2 c2) g; have G0 b : 0 <= G b by apply: (@wp_ge0 _ _ (While b2 c2)).
pose Th' a b w := Th a b w /\ b1 a = b2 b.
have S0 a : 0 <= ereal_inf (offers total Th' w0 G a).
  by apply: lb_ereal_inf => _ [b [w [_ ->]]]; apply: mule_ge0.
pose H a := if `[< L a >] then rt (ereal_inf (offers total Th' w0 G a)) else 0.
have H0 a : 0 <= H a by rewrite /H; case: ifP => // _; apply: rt_ge0.
have HL a : ~ L a -> H a = 0 by move=> nL; rewrite /H asboolF.
have HG a b w : Th' a b w -> pw (H a) <= (factor w w0)%:E * G b.
  move=> ab; rewrite /H; case: ifP => _; last by rewrite pw0; apply: mule_ge0.
  apply: (@le_trans _ _ (ereal_inf (offers total Th' w0 G a))); first by rewrite -galois//; apply: rt_ge0.
  by apply: ereal_inf_lb; exists b, w.
have le1 : wp (While b1 c1) f m1 <= H m1; last first.
  have W0 : 0 <= wp (While b1 c1) f m1 by apply: (@wp_ge0 _ _ (While b1 c1)).
  apply: (@le_trans _ _ (pw (H m1))).
    by rewrite -galois ?pw_ge0//; apply: le_trans le1 _; rewrite galois ?pw_ge0.
  by apply: le_trans (HG _ _ _ pre) _; rewrite factor1 mul1e.
apply: wp_park => // a; have [La|nL] := pselect (L a); last first.
  rewrite HL//; case: ifP => ba; last by rewrite fL.
  by rewrite (pruned a (conj nL ba)).
pose X := if b1 a then wp c1 H a else f a.
have X0 : 0 <= X by rewrite /X; case: ifP => // _; apply: wp_ge0.
rewrite -/X {1}/H asboolT// galois//; apply: lb_ereal_inf => _ [b [w [[ab sync] ->]]].
have unf : G b = if b1 a then wp c2 G b else g b by rewrite sync; apply: wp_while.
rewrite /X; case: ifP unf => ba ->.
  rewrite -wp_scale ?expR_gt0//; apply: (J a b w); first by split=> //; rewrite -sync.
  split=> // [b'|a' b' w' ab']; first exact: mule_ge0.
  by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (HG _ _ _ ab')) _; rewrite factorME.
have post : [/\ Th a b w, ~~ b1 a & ~~ b2 b] by rewrite -sync ba.
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ post)); rewrite factorKE.
Qed.
End Renyi.
