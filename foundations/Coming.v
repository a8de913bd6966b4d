(* Rules that the kernel does not have yet, sound for the same judgments: proofs up to a bad event, one side that samples
   alone, a coin against a sampling, the unary logic of credit, and the ledger of Rényi privacy.

   The ledger's state may be anything with a total; where a price is not a number of steps of one rate, it is a real. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules LedgerRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ------------------------------------------------------------------------------------------------------- up to bad *)
Section UpToBad.
Variables (R : realType) (Mem O : Type) (x1 x2 : Mem -> O) (rates : seq R) (eps : R) (c1 c2 : cmd R Mem).
Variables (Phi : Mem -> Mem -> Prop) (B : Mem -> Prop).

(* the bad event costs its probability *)
Theorem w_pointwise_up_to_bad :
  (forall i : O, ⊢ω[total rates] c1 ~ω c2 :
     (fun a b w => Phi a b /\ forall j, (j < size rates)%N -> w j = 0%Z) ⇒
     (fun a b w => x1 a = i /\ ~ B a -> x2 b = i /\ (total rates w <= eps)%R) | (fun a => x1 a = i /\ ~ B a)) ->
  forall m1 m2, Phi m1 m2 -> forall S : set O,
    Pr c1 m1 [set a | S (x1 a)] <= (expR eps)%:E * Pr c2 m2 [set b | S (x2 b)] + Pr c1 m1 [set a | B a].
Proof.
move=> J m1 m2 pre S; have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW ?expR_gt0.
have [_ _ _ measure1] := probability_measure c1 m1; have [_ _ _ measure2] := probability_measure c2 m2.
pose good (i : {classic O}) := [set a | x1 a = i /\ ~ B a].
apply: (@le_trans _ _ (Pr c1 m1 (\bigcup_(i in S : set {classic O}) good i) + Pr c1 m1 [set a | B a])).
  rewrite /Pr -wp_add//; apply: wp_mono => // a; have [Ba|nB] := pselect (B a).
    by rewrite [ind [set a | B a] a]ind1//; apply: le_trans (ind_le1 _ _ _) _; apply: lee_addr.
  by apply: le_trans (lee_addl _ _); rewrite ?ind_ge0//; apply: ind_le => Sa; exists (x1 a).
apply: lee_add2r; rewrite measure1; last by move=> i j _ _ [a [[<- _] [<- _]]].
apply: (@le_trans _ _ (\esum_(i in S : set {classic O}) ((expR eps)%:E * Pr c2 m2 [set b | x2 b = i]))); last first.
  rewrite esumZ// => [|i]; last exact: wp_ge0.
  apply: lee_wpmul2l => //; rewrite -measure2; last by move=> i j _ _ [a [/= <- <-]].
  by apply: wp_mono => // b; apply: ind_le => -[i Si /= ->].
apply: le_esum => i Si; rewrite -wp_scale ?expR_gt0//; apply: (J i m1 m2 (fun=> 0%Z) (conj pre _)) => //.
split=> // [b|a ne|a b w post]; [exact: mule_ge0|by rewrite ind0|].
have [xi|ne] := pselect (x1 a = i /\ ~ B a); last by rewrite ind0// mule0; apply: mule_ge0.
have [x2i spent] := post xi; rewrite !ind1// !mule1 lee_fin ler_expR.
by rewrite (@total_zero _ rates (fun=> 0%Z))// subr0.
Qed.
End UpToBad.

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

(* a coin of the left run alone, which is 1 where the run is pruned, against a right sampling that stays in the good set G
   at least as often as the coin is 0 *)
Theorem w_coin_right (R : realType) (Mem St : Type) (total : St -> R) (coin p : Mem -> noise R) (h : Mem -> bool -> Mem)
    (y : Mem -> Z -> Mem) (G : Mem -> set Z) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) :
  (forall m v, v <> 0%Z -> v <> 1%Z -> coin m v = 0%R) -> (forall m, ~ L (h m true)) ->
  ⊢ω[total] (Sample coin (fun m v => h m (v == 1%Z)) : cmd R Mem) ~ω Sample p y :
    (fun a b w => (coin a 0%Z)%:E <= \esum_(v in G b) (p b v)%:E /\ forall v, G b v -> Psi (h a false) (y b v) w) ⇒ Psi | L.
Proof.
move=> two pruned m1 m2 w0 [good post] f g q /=; have [f0 g0 fL _] := q.
apply: (@le_trans _ _ ((coin m1 0%Z)%:E * f (h m1 false))).
  rewrite (esumID [set 0%Z]); last by move=> v _; apply: mule_ge0.
  rewrite setTI esum_set1; last exact: mule_ge0.
  rewrite [X in _ + X]esum1 ?adde0// => v [_ /= v0]; have [->|v1] := pselect (v = 1%Z); first by rewrite eqxx fL ?mule0//; exact: pruned.
  by rewrite two// mul0e.
have step v : G m2 v -> f (h m1 false) <= g (y m2 v) by move=> Gv; apply: here q _; apply: post.
have rest : \esum_(v in G m2) ((p m2 v)%:E * g (y m2 v)) <= \esum_(v in [set: Z]) ((p m2 v)%:E * g (y m2 v)).
  by apply: esum_sub => // v; apply: mule_ge0.
apply: le_trans rest; have [fy|ffin] := eqVneq (f (h m1 false)) +oo; last first.
  have ff : f (h m1 false) \is a fin_num by rewrite ge0_fin_numE// ltey.
  apply: (@le_trans _ _ (f (h m1 false) * \esum_(v in G m2) (p m2 v)%:E)); first by rewrite muleC; apply: lee_wpmul2l.
  by rewrite -esumZ//; apply: le_esum => v Gv; rewrite muleC; apply: lee_wpmul2l => //; apply: step.
have [c0|cn] := eqVneq (coin m1 0%Z) 0%R; first by rewrite c0 mul0e; apply: esum_ge0 => v _; apply: mule_ge0.
have [v [Gv pv]] : exists v, G m2 v /\ (0 < p m2 v)%R.
  apply: contrapT => none; move: good; rewrite esum1 => [|v Gv]; last first.
    congr (_%:E); apply/eqP; rewrite eq_le mass_ge0 andbT leNgt; apply/negP => pv; apply: none; by exists v.
  by rewrite lee_fin leNgt lt_neqAle eq_sym cn mass_ge0.
apply: (@le_trans _ _ ((p m2 v)%:E * g (y m2 v))); last first.
  by apply: (@esum_one _ _ v (G m2) (fun v => (p m2 v)%:E * g (y m2 v))) => // u; apply: mule_ge0.
have gy : g (y m2 v) = +oo by have := step v Gv; rewrite fy leye_eq => /eqP.
have pE : 0 < (p m2 v)%:E by rewrite lte_fin.
by rewrite gy (gt0_muley pE) leey.
Qed.

(* ------------------------------------------------------------------------------------------ the unary logic of credit *)
(* { P, be } c { Q, be' }: the credit be pays for the probability of leaving Q and for the credit that is left *)
Section Credit.
Variables (R : realType) (Mem : Type).
Implicit Types (c d : cmd R Mem) (P Q T : Mem -> Prop) (be : Mem -> R).

Definition worth Q be a : \bar R := if `[< Q a >] then (Num.min 1%R (be a))%:E else 1.
Definition credit c P be Q be' := forall m, P m -> wp c (worth Q be') m <= (be m)%:E.

Lemma worth_le1 Q be a : worth Q be a <= 1.
Proof. by rewrite /worth; case: ifP => // _; rewrite lee_fin le_minl lexx. Qed.
Lemma worth_ge0 Q be a : (forall a, Q a -> (0 <= be a)%R) -> 0 <= worth Q be a.
Proof. by move=> h; rewrite /worth; case: asboolP => [/h b0|_]; rewrite ?lee01// lee_fin le_minr ler01 b0. Qed.

Theorem credit_seq c d P Q T be be' ga : (forall a, Q a -> (0 <= be' a)%R) ->
  credit c P be T ga -> credit d T ga Q be' -> credit (Seq c d) P be Q be'.
Proof.
move=> b0 C D m Pm /=; apply: le_trans (C m Pm); have v0 a : 0 <= worth Q be' a by apply: worth_ge0.
apply: wp_mono => a; first exact: wp_ge0.
have le1 := wp_le1 d a v0 (worth_le1 Q be'); rewrite {2}/worth; case: asboolP => [Ta|_] //.
by rewrite /Order.min; case: ifP => _; [exact: le1|apply: D].
Qed.

Theorem credit_while (b : Mem -> bool) c T be : (forall a, T a -> (0 <= be a)%R) ->
  credit c (fun a => T a /\ b a) be T be -> credit (While b c) T be (fun a => T a /\ ~~ b a) be.
Proof.
move=> b0 C m Tm; have v0 a : 0 <= worth T be a by apply: worth_ge0.
apply: (@le_trans _ _ (worth T be m)); last by rewrite /worth asboolT// lee_fin le_minl lexx orbT.
apply: wp_park => // a; case: ifP => ba.
  have le1 := wp_le1 c a v0 (worth_le1 T be); rewrite {2}/worth; case: asboolP => [Ta|_] //.
  by rewrite /Order.min; case: ifP => _; [exact: le1|apply: C].
rewrite /worth; case: asboolP => [[Ta _]|nT]; first by rewrite asboolT.
by rewrite asboolF// => Ta; apply: nT; rewrite ba.
Qed.

(* A sampling pays for the values of a tail, and keeps the rest of its credit:
     P(v ∈ bad) ≤ τ,  0 ≤ γ,  γ + τ ≤ β,  and every value outside of the tail leads into Q with the credit γ left. *)
Theorem credit_tail (p : Mem -> noise R) (y : Mem -> Z -> Mem) P Q be be' (bad : Mem -> set Z) (tau gam : Mem -> R) :
  (forall m, P m ->
     [/\ \esum_(v in bad m) (p m v)%:E <= (tau m)%:E, (0 <= gam m)%R, (gam m + tau m <= be m)%R
       & forall v, ~ bad m v -> p m v != 0%R -> Q (y m v) /\ (0 <= be' (y m v) <= gam m)%R]) ->
  (forall a, Q a -> (0 <= be' a)%R) -> credit (Sample p y) P be Q be'.
Proof.
move=> tail pos m Pm /=; have [lost g0 enough good] := tail m Pm.
have w0 a : 0 <= worth Q be' a by apply: worth_ge0.
have t0 v : 0 <= (p m v)%:E * worth Q be' (y m v) by apply: mule_ge0.
rewrite (esumID (bad m))// !setTI; apply: (@le_trans _ _ ((tau m)%:E + (gam m)%:E)); last first.
  by rewrite -EFinD lee_fin addrC.
apply: lee_add.
  apply: le_trans lost; apply: le_esum => v _; rewrite -[leRHS]mule1; apply: lee_wpmul2l => //.
  exact: worth_le1.
apply: (@le_trans _ _ (\esum_(v in ~` bad m) ((gam m)%:E * (p m v)%:E))).
  apply: le_esum => v nb; rewrite muleC; have [->|nz] := eqVneq (p m v) 0%R; first by rewrite !mule0.
  apply: lee_wpmul2r => //; have [Qv /andP[_ le_g]] := good v nb nz.
  by rewrite /worth asboolT// lee_fin le_minl le_g orbT.
rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l => //.
by apply: le_trans (mass_le1 (p m)); apply: esum_sub.
Qed.
End Credit.

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
