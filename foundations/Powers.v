(* Powers with a real exponent of numbers from 0 to oo, and the one inequality of Rényi privacy: Hölder's, for sums over
   any type. It comes from Young's, e^(l·u + (1−l)·w) <= l·e^u + (1−l)·e^w, and that from 1 + x <= e^x. *)
From Twinproof Require Import Prelude Facts.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Powers.
Variable R : realType.
Implicit Types (s t l u w r x y : R).

(* -------------------------------------------------------------------------------------------------- real numbers *)
(* r^s; what is not positive has the power 0 *)
Definition rpow s r : R := if 0 < r then expR (s * ln r) else 0.

Lemma expR_ln r : 0 < r -> expR (ln r) = r. Proof. by move=> r0; rewrite lnK// posrE. Qed.
Lemma rpow_ge0 s r : 0 <= rpow s r. Proof. by rewrite /rpow; case: ifP => // _; rewrite ltW// expR_gt0. Qed.
Lemma rpow_gt0 s r : 0 < r -> 0 < rpow s r. Proof. by rewrite /rpow => ->; rewrite expR_gt0. Qed.
Lemma rpow0 s : rpow s 0 = 0. Proof. by rewrite /rpow ltxx. Qed.
Lemma rpow_exp s u : rpow s (expR u) = expR (s * u). Proof. by rewrite /rpow expR_gt0 expK. Qed.
Lemma rpow1 s : rpow s 1 = 1. Proof. by rewrite -(expR0 R) rpow_exp mulr0. Qed.
Lemma rpow_id r : 0 <= r -> rpow 1 r = r.
Proof. by rewrite le_eqVlt => /orP[/eqP <-|r0]; rewrite ?rpow0// /rpow r0 mul1r expR_ln. Qed.

Lemma rpow_le s x y : 0 <= s -> x <= y -> rpow s x <= rpow s y.
Proof.
move=> s0 xy; rewrite {1}/rpow; case: ifP => x0; last exact: rpow_ge0.
have y0 := lt_le_trans x0 xy; rewrite /rpow y0 ler_expR ler_wpmul2l//.
by rewrite ler_ln ?posrE.
Qed.
Lemma rpowK s r : s != 0 -> 0 <= r -> rpow s^-1 (rpow s r) = r.
Proof.
move=> s0; rewrite le_eqVlt => /orP[/eqP <-|r0]; first by rewrite !rpow0.
by rewrite {2}/rpow r0 rpow_exp mulrA mulVf// mul1r expR_ln.
Qed.
Lemma rpowM s x y : 0 <= x -> 0 <= y -> rpow s (x * y) = rpow s x * rpow s y.
Proof.
rewrite !le_eqVlt => /orP[/eqP <-|x0]; first by rewrite mul0r !rpow0 mul0r.
move=> /orP[/eqP <-|y0]; first by rewrite mulr0 !rpow0 mulr0.
by rewrite /rpow x0 y0 mulr_gt0// lnM ?posrE// mulrDr expRD.
Qed.
Lemma rpowD s t r : 0 < r -> rpow (s + t) r = rpow s r * rpow t r.
Proof. by move=> r0; rewrite /rpow r0 mulrDl expRD. Qed.

(* Young: between two numbers, the exponential lies below its chord *)
Lemma young l u w : 0 <= l <= 1 -> expR (l * u + (1 - l) * w) <= l * expR u + (1 - l) * expR w.
Proof.
move=> /andP[l0 l1]; have [m mE] : {m | m = l * u + (1 - l) * w} by exists (l * u + (1 - l) * w).
have k0 : 0 <= 1 - l by rewrite subr_ge0.
have m0 := expR_gt0 m; have scaled x : expR x = expR (x - m) * expR m by rewrite -expRD subrK.
rewrite -mE [expR u]scaled [expR w]scaled !mulrA -mulrDl -[leLHS]mul1r ler_pmul2r//.
apply: (@le_trans _ _ (l * (1 + (u - m)) + (1 - l) * (1 + (w - m)))).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite mE; nsatz.
by apply: ler_add; rewrite ler_wpmul2l// exp_above_tangent.
Qed.

(* ------------------------------------------------------------------------------------------------------ with oo *)
Local Open Scope ereal_scope.
Definition pw s (x : \bar R) : \bar R := match x with r%:E => (rpow s r)%:E | +oo => +oo | -oo => 0 end.

Lemma pw_ge0 s (x : \bar R) : 0 <= pw s x. Proof. by case: x => [r| |] //=; rewrite lee_fin rpow_ge0. Qed.
Lemma pw0 s : pw s 0 = 0 :> \bar R. Proof. by rewrite /= rpow0. Qed.
Lemma pw1 s : pw s 1 = 1 :> \bar R. Proof. by rewrite /= rpow1. Qed.
Lemma pw_le s (x y : \bar R) : (0 <= s)%R -> x <= y -> pw s x <= pw s y.
Proof. by move=> s0; case: x y => [x| |] [y| |] //= xy; rewrite ?leey ?lee_fin ?rpow_ge0// rpow_le. Qed.
Lemma pwK s (x : \bar R) : s != 0%R -> 0 <= x -> pw s^-1 (pw s x) = x.
Proof. by move=> s0; case: x => [x| |] //= x0; rewrite rpowK. Qed.
Lemma pwVK s (x : \bar R) : s != 0%R -> 0 <= x -> pw s (pw s^-1 x) = x.
Proof. by move=> s0 x0; rewrite -{1}[s]invrK pwK// invr_eq0. Qed.
Lemma pw_galois s (x y : \bar R) : (0 < s)%R -> 0 <= x -> 0 <= y -> (x <= pw s^-1 y) = (pw s x <= y).
Proof.
move=> s0 x0 y0; have sn : s != 0%R by rewrite gt_eqF.
apply/idP/idP => [/(pw_le (ltW s0))|xy]; first by rewrite pwVK.
by rewrite -[leLHS](pwK sn x0); apply: pw_le xy; rewrite invr_ge0 ltW.
Qed.
Lemma pwM s k (x : \bar R) : (0 < k)%R -> 0 <= x -> pw s (k%:E * x) = (rpow s k)%:E * pw s x.
Proof.
move=> k0; case: x => [x| |] //= x0; first by rewrite rpowM ?(ltW k0).
by rewrite !gt0_muley ?lte_fin ?rpow_gt0.
Qed.
End Powers.

(* ---------------------------------------------------------------------------------------------------- Rényi sums *)
(* The order al > 1 and its conjugate s = al/(al−1):  1/al + 1/s = 1. *)
Section Holder.
Variable R : realType.
Implicit Types (al p q c b : R).

Definition conjugate al : R := al / (al - 1).
Lemma order_gt0 al : 1 < al -> 0 < al. Proof. exact: lt_trans ltr01. Qed.
Lemma conjugate_gt0 al : 1 < al -> 0 < conjugate al.
Proof. by move=> al1; rewrite divr_gt0 ?subr_gt0 ?order_gt0. Qed.
Lemma conjugateV al : 1 < al -> (conjugate al)^-1 = 1 - al^-1.
Proof. by move=> al1; rewrite invf_div mulrBl divff ?mul1r// gt_eqF// order_gt0. Qed.
Lemma order_weight al : 1 < al -> 0 <= al^-1 <= 1.
Proof. by move=> al1; rewrite invr_ge0 ltW ?order_gt0//= invf_le1 ?order_gt0// ltW. Qed.

Local Open Scope ereal_scope.
(* p^al · q^(1−al), a term of the sum that is e^((al−1)·D) for the Rényi divergence D of the order al *)
Definition renyi_term al p q : \bar R :=
  if (p <= 0)%R then 0 else if (q <= 0)%R then +oo else (rpow al p * rpow (1 - al) q)%:E.
Lemma renyi_term_ge0 al p q : 0 <= renyi_term al p q.
Proof. by rewrite /renyi_term; do 2! case: ifP => // _; rewrite lee_fin mulr_ge0 ?rpow_ge0. Qed.

Lemma renyi_term0 al q : renyi_term al 0 q = 0. Proof. by rewrite /renyi_term lexx. Qed.
Lemma renyi_termE al p q : (0 < p)%R -> (0 < q)%R -> renyi_term al p q = (rpow al p * rpow (1 - al) q)%:E.
Proof. by move=> p0 q0; rewrite /renyi_term !leNgt p0 q0. Qed.

Lemma holder_term al (s u w c phi beta : R) : (1 < al)%R -> s = conjugate al ->
  (expR (u + phi) <= expR (s^-1 * beta) *
    (al^-1 * (expR (al * u + (1 - al) * w) * expR (- ((al - 1) * c))) + (1 - al^-1) * (expR w * expR (c + s * phi) / expR beta)))%R.
Proof.
move=> al1 sE; have := young (al * u + (1 - al) * w - (al - 1) * c) (w + (c + s * phi) - beta) (order_weight al1).
have sn : ((1 - al^-1) * s = 1)%R by rewrite -conjugateV// sE mulVf// gt_eqF// conjugate_gt0.
have an : (al^-1 * al = 1)%R by rewrite mulVf// gt_eqF// order_gt0.
have -> : (al^-1 * (al * u + (1 - al) * w - (al - 1) * c) + (1 - al^-1) * (w + (c + s * phi) - beta) = u + phi - s^-1 * beta)%R.
  have -> : (s^-1 = 1 - al^-1)%R by rewrite sE conjugateV.
  by move: sn an; move: (al^-1)%R => k sn an; nsatz.
rewrite [expR (u + phi - _)]expRB ler_pdivr_mulr ?expR_gt0// mulrC => /le_trans; apply; apply: ler_wpmul2l; first by rewrite ltW ?expR_gt0.
by rewrite !expRD !expRN !mulrA.
Qed.

Lemma holder_le (I : choiceType) (S : set I) al (p q c : I -> R) (F G : I -> \bar R) (b : R) : (1 < al)%R -> (0 < b)%R ->
  (forall i, 0 <= p i)%R -> (forall i, 0 <= q i)%R -> (forall i, 0 <= F i) -> (forall i, 0 <= G i) ->
  \esum_(i in S) (renyi_term al (p i) (q i) * (expR (- ((al - 1) * c i)))%:E) <= 1 ->
  (forall i, S i -> p i != 0%R -> (expR (c i))%:E * pw (conjugate al) (F i) <= G i) ->
  \esum_(i in S) ((q i)%:E * G i) <= b%:E ->
  \esum_(i in S) ((p i)%:E * F i) <= (rpow (conjugate al)^-1 b)%:E.
Proof.
move=> al1 b0 p0 q0 F0 G0 sum1 le_G le_b; set s := conjugate al in le_G *; have s0 : (0 < s)%R by apply: conjugate_gt0.
have /andP[l0 l1] := order_weight al1; have k0 : (0 <= 1 - al^-1)%R by rewrite subr_ge0.
pose T i := renyi_term al (p i) (q i) * (expR (- ((al - 1) * c i)))%:E.
have e0 x : 0 <= (expR x)%:E :> \bar R by rewrite lee_fin ltW// expR_gt0.
have T0 i : 0 <= T i by apply: mule_ge0 => //; apply: renyi_term_ge0.
have qG0 i : 0 <= (q i)%:E * G i by apply: mule_ge0; rewrite ?lee_fin.
have r0 : (0 < rpow s^-1 b)%R by apply: rpow_gt0.
have lE : 0 <= (al^-1)%:E by rewrite lee_fin.
have kE : 0 <= ((1 - al^-1) / b)%:E by rewrite lee_fin divr_ge0// ltW.
have rE : 0 <= (rpow s^-1 b)%:E by rewrite lee_fin ltW.
apply: (@le_trans _ _ (\esum_(i in S) ((rpow s^-1 b)%:E * ((al^-1)%:E * T i + ((1 - al^-1) / b)%:E * ((q i)%:E * G i))))); last first.
  rewrite esumZ// => [|i]; last by apply: adde_ge0; apply: mule_ge0.
  rewrite esumD; [|by move=> i _; apply: mule_ge0|by move=> i _; apply: mule_ge0].
  rewrite !esumZ// -[leRHS]mule1; apply: lee_wpmul2l => //.
  apply: (@le_trans _ _ ((al^-1)%:E * 1 + ((1 - al^-1) / b)%:E * b%:E)).
    by apply: lee_add; apply: lee_wpmul2l.
  by rewrite mule1 -EFinM -EFinD divfK ?gt_eqF// addrC subrK.
apply: le_esum => i Si; have U0 : 0 <= (al^-1)%:E * T i + ((1 - al^-1) / b)%:E * ((q i)%:E * G i).
  by apply: adde_ge0; apply: mule_ge0.
have [pi0|pn] := eqVneq (p i) 0%R; first by rewrite pi0 mul0e; apply: mule_ge0.
have p1 : (0 < p i)%R by rewrite lt_neqAle eq_sym pn p0.
have kb : (0 < (1 - al^-1) / b)%R by rewrite divr_gt0// subr_gt0 invf_lt1// order_gt0.
have l1' : (0 < al^-1)%R by rewrite invr_gt0 order_gt0.
have [q1|q1] := leP (q i) 0%R.
  rewrite (_ : T i = +oo) => [|]; last by rewrite /T /renyi_term leNgt p1 /= q1 gt0_mulye// lte_fin expR_gt0.
  rewrite gt0_muley ?lte_fin// addye; last by rewrite gt_eqF// (lt_le_trans _ (mule_ge0 kE (qG0 i))).
  by rewrite gt0_muley ?lte_fin ?leey.
have [Gy|Gn] := eqVneq (G i) +oo.
  rewrite Gy (@gt0_muley _ (q i)%:E) ?lte_fin// (@gt0_muley _ (_ / b)%:E) ?lte_fin// addey ?gt0_muley ?lte_fin ?leey//.
  by rewrite gt_eqF// (lt_le_trans _ (mule_ge0 lE (T0 i))).
have := le_G i Si pn; have := F0 i; have := G0 i; case: (G i) Gn U0 => [g| |] // _ + g0; case: (F i) => [f| |] //=; last first.
  by move=> _ _; rewrite gt0_muley ?lte_fin ?expR_gt0// leye_eq.
move=> U0 f0; rewrite -EFinM !lee_fin in f0 *; move: f0; rewrite le_eqVlt => /orP[/eqP <-|f0] le_g.
  by rewrite mule0; apply: mule_ge0.
rewrite /T renyi_termE// -[leRHS]/((rpow s^-1 b * (al^-1 * (rpow al (p i) * rpow (1 - al) (q i) * expR (- ((al - 1) * c i)))
  + (1 - al^-1) / b * (q i * g)))%R%:E) -EFinM lee_fin.
have := holder_term (ln (p i)) (ln (q i)) (c i) (ln f) (ln b) al1 (erefl s).
rewrite [X in (X <= _)%R -> _]expRD !expR_ln// => /le_trans; apply.
rewrite [rpow s^-1 b]/rpow b0; apply: ler_wpmul2l; first by rewrite ltW ?expR_gt0.
apply: ler_add; first by rewrite /rpow p1 q1 expRD mulrA.
rewrite -[leRHS]mulrA [(b^-1 * _)%R]mulrC; apply: ler_wpmul2l => //; apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
by apply: ler_wpmul2l; [exact: ltW|move: le_g; rewrite /rpow f0 -expRD].
Qed.

(* Hölder: with a price c for each pair of masses, and  Σ p^al · q^(1−al) · e^(−(al−1)·c) ≤ 1 *)
Lemma holder (I : choiceType) (S : set I) al (p q c : I -> R) (F G : I -> \bar R) : (1 < al)%R ->
  (forall i, 0 <= p i)%R -> (forall i, 0 <= q i)%R -> (forall i, 0 <= F i) -> (forall i, 0 <= G i) ->
  \esum_(i in S) (renyi_term al (p i) (q i) * (expR (- ((al - 1) * c i)))%:E) <= 1 ->
  (forall i, S i -> p i != 0%R -> (expR (c i))%:E * pw (conjugate al) (F i) <= G i) ->
  pw (conjugate al) (\esum_(i in S) ((p i)%:E * F i)) <= \esum_(i in S) ((q i)%:E * G i).
Proof.
move=> al1 p0 q0 F0 G0 sum1 le_G; have s0 := conjugate_gt0 al1.
have A0 : 0 <= \esum_(i in S) ((p i)%:E * F i) by apply: esum_ge0 => i _; apply: mule_ge0; rewrite ?lee_fin.
have B0 : 0 <= \esum_(i in S) ((q i)%:E * G i) by apply: esum_ge0 => i _; apply: mule_ge0; rewrite ?lee_fin.
have bound b : (0 < b)%R -> \esum_(i in S) ((q i)%:E * G i) <= b%:E ->
    pw (conjugate al) (\esum_(i in S) ((p i)%:E * F i)) <= b%:E.
  move=> b0 le_b; rewrite -pw_galois// ?lee_fin ?(ltW b0)//=.
  exact: (@holder_le _ S al p q c F G b).
case E: (\esum_(i in S) ((q i)%:E * G i)) B0 bound => [B| |] // B0 bound; last by rewrite leey.
move: B0; rewrite lee_fin le_eqVlt => /orP[/eqP B0|B0]; last exact: bound.
rewrite -B0; apply: lee_adde => e; rewrite add0e; apply: bound => //.
by rewrite -B0 lee_fin.
Qed.
End Holder.
