(* A bound of the range is four times better than a bound of the ratio: where p/q lies between e^lo and e^hi, and p and q
   have the mass 1,

     Σ p^al · q^(1−al)  <=  e^((al−1)·al·(hi − lo)²/8).

   Under the chord from e^lo to e^hi the worst case has two points, a law of cosh; and ln cosh(x) − x²/2 is concave. *)
From Twinproof Require Import Prelude Facts Powers Bounded.
From mathcomp Require Import derive realfun nsatz_realtype.
Import numFieldNormedType.Exports.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Concave.
Variable R : realType.
Implicit Types (x y c v al : R).

Definition slope x : R := sh x / ch x - x.

(* tanh(x) − x does not increase *)
Lemma slope_le x y : x <= y -> slope y <= slope x.
Proof.
move=> xy; rewrite /slope; set d := y - x; have d0 : 0 <= d by rewrite subr_ge0.
have [h hh] : exists h : R, h + h = 1 by exists (1 / 2%:R); rewrite -splitr.
have h0 : 0 <= h.
  by rewrite leNgt; apply/negP => h0; have : h + h < 0 + 0 := ltr_add h0 h0; rewrite hh addr0 ltNge ler01.
have step : sh y * ch x - sh x * ch y <= d * (ch y * ch x).
  have k0 : 0 <= d * h by rewrite mulr_ge0.
  have := sh_le k0; move/(ler_wpmul2r (ltW (ch_gt0 (d * h)))) => le.
  have -> : sh y * ch x - sh x * ch y = (1 + 1) * (sh (d * h) * ch (d * h)).
    have yE : y = x + (d * h + d * h) by rewrite -mulrDr hh mulr1 /d addrC subrK.
    rewrite /sh /ch yE !opprD !expRD.
    have e1 := expRxMexpNx_1 x; have e2 := expRxMexpNx_1 (d * h).
    move: (expR x) (expR (- x)) (expR (d * h)) (expR (- (d * h))) e1 e2 => X X' D D' e1 e2; nsatz.
  apply: (@le_trans _ _ (d * (ch (d * h) * ch (d * h)))).
    rewrite [leRHS](_ : _ = (1 + 1) * (d * h * ch (d * h) * ch (d * h))); last first.
      by move: (ch (d * h)) => C; move: hh; clear; clearbody d => hh; nsatz.
    by rewrite ler_wpmul2l// addr_ge0.
  apply: ler_wpmul2l => //.
  have yE : y = x + (d * h + d * h) by rewrite -mulrDr hh mulr1 /d addrC subrK.
  have sq : 0 <= (expR (x + d * h) - expR (- (x + d * h))) ^+ 2 by apply: sqr_ge0.
  rewrite -subr_ge0; move: sq; congr (0 <= _).
  rewrite /ch yE expr2 !opprD !expRD.
  have e1 := expRxMexpNx_1 x; have e2 := expRxMexpNx_1 (d * h).
  move: (expR x) (expR (- x)) (expR (d * h)) (expR (- (d * h))) e1 e2 => X X' D D' e1 e2; nsatz.
have cx := ch_gt0 x; have cy := ch_gt0 y; have cc : 0 < ch y * ch x by rewrite mulr_gt0.
rewrite -subr_ge0 (_ : _ - _ = d - (sh y * ch x - sh x * ch y) / (ch y * ch x)); last first.
  have -> : (sh y * ch x - sh x * ch y) / (ch y * ch x) = sh y / ch y - sh x / ch x.
    rewrite mulrBl invfM; congr (_ - _).
      by rewrite [(ch y)^-1 * _]mulrC mulrA mulfK ?gt_eqF.
    by rewrite mulrA mulfK ?gt_eqF.
  by rewrite /d; move: (sh y / ch y) (sh x / ch x) => a b; nsatz.
by rewrite subr_ge0 ler_pdivr_mulr.
Qed.

(* ln(2·cosh(x)) − x²/2 *)
Definition dome (h x : R) : R := ln (ch x) - x * x * h.

Lemma derive_dome h x : h + h = 1 -> is_derive x 1 (dome h) (slope x).
Proof.
move=> hh; have Dln : is_derive x 1 (@ln R \o @ch R) ((ch x)^-1 * sh x).
  exact: (@is_derive1_comp R (@ln R) (@ch R) x _ _ (is_derive1_ln (ch_gt0 x)) (derive_ch x)).
have Dsq : is_derive x 1 (h *: (id * id)) (h *: (x *: 1 + x *: 1)).
  exact: (@is_deriveZ _ _ _ (id * id) h x 1 _ (@is_deriveM _ _ id id x 1 _ _ (is_derive_id x 1) (is_derive_id x 1))).
have -> : dome h = (@ln R \o @ch R) - (h *: (id * id)).
  by apply/funext => z; rewrite /dome [z * z * h]mulrC.
have -> : slope x = (ch x)^-1 * sh x - h *: (x *: 1 + x *: 1).
  have -> : h *: (x *: 1 + x *: 1) = x by rewrite /GRing.scale /= mulr1 mulrDr -mulrDl hh mul1r.
  by rewrite /slope [sh x / _]mulrC.
exact: (@is_deriveB _ _ _ _ _ x 1 _ _ Dln Dsq).
Qed.

Lemma dome_concave h c v al : h + h = 1 -> 0 <= v -> 1 < al ->
  dome h (c + al * v) - dome h (c + v) <= (al - 1) * (dome h (c + v) - dome h c).
Proof.
move=> hh v0 al1; have D x := derive_dome x hh; have b0 : 0 <= al - 1 by rewrite subr_ge0 ltW.
have cont x y : {within `[x, y], continuous (dome h)}.
  apply/continuous_subspaceT => z; apply/differentiable_continuous/derivable1_diffP.
  exact: (@ex_derive _ _ _ _ _ _ _ (D z)).
have le1 : c <= c + v by rewrite ler_addl.
have le2 : c + v <= c + al * v by rewrite ler_add2l ler_pemull// ltW.
have [x1 in1 e1] := MVT_segment le1 (fun x _ => D x) (cont _ _).
have [x2 in2 e2] := MVT_segment le2 (fun x _ => D x) (cont _ _).
rewrite e1 e2 (_ : c + al * v - (c + v) = (al - 1) * v); last by nsatz.
rewrite (_ : c + v - c = v); last by nsatz.
rewrite mulrCA; apply: ler_wpmul2l => //; apply: ler_wpmul2r => //; apply: slope_le.
move: in1 in2; rewrite !in_itv /= => /andP[_ u1] /andP[l2 _]; exact: le_trans u1 l2.
Qed.

(* the law on two points, e^lo and e^hi, of which the expectation is 1 *)
Lemma two_points al lo hi : 1 < al -> lo <= 0 -> 0 <= hi ->
  (expR hi - 1) * expR (al * lo) + (1 - expR lo) * expR (al * hi)
  <= (expR hi - expR lo) * expR ((al - 1) * (al * ((hi - lo) ^+ 2 / 8%:R))).
Proof.
move=> al1 lo0 hi0; have b0 : 0 <= al - 1 by rewrite subr_ge0 ltW.
have E1 : 1 <= expR ((al - 1) * (al * ((hi - lo) ^+ 2 / 8%:R))).
  rewrite -exp_above_one mulr_ge0// mulr_ge0 ?(ltW (order_gt0 al1))// divr_ge0 ?sqr_ge0//.
move: lo0; rewrite le_eqVlt => /orP[/eqP L0|lo0].
  rewrite L0 mulr0 expR0 subrr mul0r addr0 mulr1 ler_pemulr//; last by rewrite -L0.
  by rewrite subr_ge0 -exp_above_one.
move: hi0; rewrite le_eqVlt => /orP[/eqP H0|hi0].
  rewrite -H0 mulr0 expR0 subrr mul0r add0r mulr1 ler_pemulr//; last by rewrite H0.
  by rewrite subr_ge0 -exp_below_one ltW.
have [h hh] : exists h : R, h + h = 1 by exists (1 / 2%:R); rewrite -splitr.
have [h2 h8] : h = 2%:R^-1 /\ 8%:R^-1 = h * h * h.
  have hE : h = 2%:R^-1.
    have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
    by apply: (mulfI two); rewrite mulfV// mulr_natl mulr2n.
  by split=> //; rewrite hE -!invfM -!natrM.
have p0 : 0 < 1 - expR lo by rewrite subr_gt0 expR_lt1.
have q0 : 0 < expR hi - 1 by rewrite subr_gt0 expR_gt1.
pose c := (ln (1 - expR lo) - ln (expR hi - 1)) * h; pose K := (expR hi - 1) * expR c.
have K0 : 0 < K by rewrite mulr_gt0 ?expR_gt0.
have bE : expR hi - 1 = K * expR (- c) by rewrite /K -mulrA expRxMexpNx_1 mulr1.
have aE : 1 - expR lo = K * expR c.
  rewrite /K -mulrA -expRD (_ : c + c = ln (1 - expR lo) - ln (expR hi - 1)).
    by rewrite expRB !expR_ln// mulrC divfK ?gt_eqF.
  by rewrite /c -mulrDr hh mulr1.
pose v := (hi - lo) * h; pose m := (hi + lo) * h.
have v0 : 0 <= v by rewrite mulr_ge0 ?subr_ge0 ?(ltW (lt_trans lo0 hi0))// h2 invr_ge0 ler0n.
have loE : lo = m - v by rewrite /m /v; nsatz.
have hiE : hi = m + v by rewrite /m /v; nsatz.
have dE : expR hi - expR lo = K * ch c by rewrite /ch mulrDr -aE -bE; nsatz.
have mean : expR m * ch (c + v) = ch c.
  apply: (mulfI (lt0r_neq0 K0)); rewrite -dE.
  have : K * (expR m * ch (c + v)) = K * expR (- c) * expR lo + K * expR c * expR hi.
    by rewrite {1}loE {1}hiE /ch opprD !expRD; move: (expR c) (expR (- c)) (expR m) (expR v) (expR (- v)) => C C' M V V'; clear; clearbody K; nsatz.
  by move=> ->; rewrite -aE -bE; move: (expR lo) (expR hi) => a b; nsatz.
have mE : m = ln (ch c) - ln (ch (c + v)).
  apply: expR_inj; rewrite expRB !expR_ln ?ch_gt0//; apply: (mulIf (lt0r_neq0 (ch_gt0 (c + v)))).
  by rewrite mean divfK// gt_eqF// ch_gt0.
have := dome_concave c hh v0 al1; rewrite /dome => concave.
rewrite dE bE aE.
have -> : K * expR (- c) * expR (al * lo) + K * expR c * expR (al * hi) = K * (expR (al * m) * ch (c + al * v)).
  rewrite {1}loE {1}hiE mulrBr mulrDr /ch opprD !expRD.
  by move: (expR c) (expR (- c)) (expR (al * m)) (expR (al * v)) (expR (- (al * v))) => C C' M V V'; clear; clearbody K; nsatz.
rewrite -mulrA ler_pmul2l// -[ch (c + al * v)]expR_ln ?ch_gt0// -[X in _ <= X * _]expR_ln ?ch_gt0// -!expRD ler_expR.
rewrite h8 expr2 (_ : (al - 1) * _ = (al - 1) * (al * (v * v * h))); last by rewrite /v; nsatz.
rewrite mE -subr_ge0; move: concave; rewrite -subr_ge0; congr (0 <= _).
move: (ln (ch c)) (ln (ch (c + v))) (ln (ch (c + al * v))) => x y z.
by move: hh; clear; clearbody c v => hh; nsatz.
Qed.
End Concave.

Section Range.
Variable R : realType.
Implicit Types (al lo hi u : R).

Lemma chord_range al lo hi u : 1 < al -> lo <= u -> u <= hi ->
  (expR hi - expR lo) * expR (al * u) <= (expR hi - expR u) * expR (al * lo) + (expR u - expR lo) * expR (al * hi).
Proof.
move=> al1 lo_u u_hi.
have tangent x : expR (al * u) * (al * expR x - (al - 1) * expR u) <= expR (al * x) * expR u.
  have := ler_wpmul2l (ltW (expR_gt0 (al * u))) (ler_wpmul2r (ltW (expR_gt0 u)) (bernoulli (x - u) al1)).
  have -> : al * expR (x - u) * expR u = al * expR x by rewrite -mulrA -expRD subrK.
  have -> : expR (al * (x - u)) = expR (al * x) / expR (al * u) by rewrite mulrBr expRB.
  move=> le; rewrite mulrBr ler_subl_addr; apply: le_trans le _.
  have PV : expR (al * u) * (expR (al * u))^-1 = 1 by rewrite mulfV// gt_eqF// expR_gt0.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; move: PV; clear.
  move: (expR (al * u)) (expR (al * u))^-1 (expR (al * x)) (expR u) => P P' X r PV; nsatz.
have a0 : 0 <= expR hi - expR u by rewrite subr_ge0 ler_expR.
have b0 : 0 <= expR u - expR lo by rewrite subr_ge0 ler_expR.
have le := ler_add (ler_wpmul2l a0 (tangent lo)) (ler_wpmul2l b0 (tangent hi)).
rewrite -(ler_pmul2r (expR_gt0 u)) -subr_ge0; move: le; rewrite -subr_ge0; congr (0 <= _).
move: (expR (al * u)) (expR (al * hi)) (expR (al * lo)) (expR hi) (expR lo) (expR u) => P X Y a b r; nsatz.
Qed.

Local Open Scope ereal_scope.
Theorem bounded_range (I : choiceType) (S : set I) al lo hi (p q : I -> R) : (1 < al)%R ->
  (forall i, 0 <= p i)%R -> (forall i, 0 <= q i)%R ->
  (forall i, S i -> expR lo * q i <= p i)%R -> (forall i, S i -> p i <= expR hi * q i)%R ->
  \esum_(i in S) (p i)%:E = 1 -> \esum_(i in S) (q i)%:E = 1 ->
  \esum_(i in S) renyi_term al (p i) (q i) <= (expR ((al - 1) * (al * ((hi - lo) ^+ 2 / 8%:R))))%:E.
Proof.
move=> al1 p0 q0 qp pq p1 q1; have al0 := order_gt0 al1; have b0 : (0 <= al - 1)%R by rewrite subr_ge0 ltW.
have t0 i := renyi_term_ge0 al (p i) (q i).
have pE i : 0 <= (p i)%:E by rewrite lee_fin.
have qE i : 0 <= (q i)%:E by rewrite lee_fin.
have eE x : 0 <= (expR x)%:E :> \bar R by rewrite lee_fin ltW// expR_gt0.
have lo0 : (lo <= 0)%R.
  rewrite exp_below_one -lee_fin -[X in X <= _]mule1 -{1}q1 -esumZ// -p1; apply: le_esum => i Si.
  by rewrite -EFinM lee_fin; apply: qp.
have hi0 : (0 <= hi)%R.
  rewrite exp_above_one -lee_fin -[X in _ <= X]mule1 -{2}q1 -esumZ// -p1; apply: le_esum => i Si.
  by rewrite -EFinM lee_fin; apply: pq.
have positive i : S i -> (0 < p i)%R -> (0 < q i)%R.
  by move=> Si pi; rewrite -(pmulr_rgt0 _ (expR_gt0 hi)); apply: lt_le_trans pi (pq i Si).
have [E|lt_lohi] := eqVneq lo hi.
  have z : lo = 0%R by apply/eqP; rewrite eq_le lo0 E.
  have hz : hi = 0%R by rewrite -E.
  rewrite hz z subrr expr0n /= mul0r !mulr0 expR0.
  apply: (@le_trans _ _ (\esum_(i in S) (p i)%:E)); last by rewrite p1.
  apply: le_esum => i Si.
  have := p0 i; rewrite le_eqVlt => /orP[/eqP <-|pi]; first by rewrite renyi_term0.
  have := pq i Si; have := qp i Si; rewrite z hz expR0 !mul1r => le1 le2.
  have <- : p i = q i by apply/eqP; rewrite eq_le le1 le2.
  by rewrite renyi_termE// -rpowD// addrCA subrr addr0 rpow_id// ltW.
have lohi : (lo < hi)%R by rewrite lt_neqAle lt_lohi (le_trans lo0).
pose a := expR lo; pose b := expR hi; have D0 : (0 < b - a)%R by rewrite subr_gt0 ltr_expR.
pose X := expR (al * hi); pose Y := expR (al * lo).
have A0 : (0 <= X - Y)%R by rewrite subr_ge0 ler_expR ler_wpmul2l// ltW.
have B0 : (0 <= a * X - b * Y)%R.
  rewrite subr_ge0 /a /b /X /Y -!expRD ler_expR -subr_ge0.
  have -> : (lo + al * hi - (hi + al * lo) = (al - 1) * (hi - lo))%R by nsatz.
  by rewrite mulr_ge0// subr_ge0 ltW.
have step i : S i -> (b - a)%:E * renyi_term al (p i) (q i) + (a * X - b * Y)%:E * (q i)%:E <= (X - Y)%:E * (p i)%:E.
  move=> Si; have := p0 i; rewrite le_eqVlt => /orP[/eqP E|pi].
    have q00 : q i = 0%R.
      by apply/eqP; rewrite eq_le q0 andbT; have := qp i Si; rewrite -E pmulr_rle0 ?expR_gt0.
    by rewrite -E q00 renyi_term0 !mule0 adde0.
  have qi := positive i Si pi; rewrite renyi_termE// -!EFinM -EFinD lee_fin.
  have l : (lo <= ln (p i) - ln (q i))%R by rewrite ler_subr_addr -ler_expR expRD !expR_ln//; apply: qp.
  have u : (ln (p i) - ln (q i) <= hi)%R by rewrite ler_subl_addr -ler_expR expRD !expR_ln//; apply: pq.
  have := ler_wpmul2r (ltW qi) (chord_range al1 l u); rewrite -/a -/b -/X -/Y.
  have -> : (rpow al (p i) * rpow (1 - al) (q i) = expR (al * (ln (p i) - ln (q i))) * q i)%R.
    rewrite -[X in (_ = _ * X)%R](rpow_id (ltW qi)) /rpow pi qi -!expRD; congr expR; nsatz.
  have rp : (expR (ln (p i) - ln (q i)) * q i = p i)%R by rewrite expRB !expR_ln// divfK// gt_eqF.
  rewrite -subr_ge0 => le; rewrite -subr_ge0; move: le rp; move: (expR (al * _)) (expR (ln _ - _)) => P r le rp.
  move: le; congr (0 <= _)%R; move: rp; clear; move: (p i) (q i); clearbody a b X Y => x y rp; nsatz.
have sum : (b - a)%:E * (\esum_(i in S) renyi_term al (p i) (q i)) + (a * X - b * Y)%:E <= (X - Y)%:E.
  have DE : 0 <= (b - a)%:E by rewrite lee_fin ltW.
  have BE : 0 <= (a * X - b * Y)%:E by rewrite lee_fin.
  have AE : 0 <= (X - Y)%:E by rewrite lee_fin.
  have -> : (X - Y)%:E = \esum_(i in S) ((X - Y)%:E * (p i)%:E) by rewrite esumZ// p1 mule1.
  have -> : (a * X - b * Y)%:E = \esum_(i in S) ((a * X - b * Y)%:E * (q i)%:E) by rewrite esumZ// q1 mule1.
  rewrite -esumZ//.
  by rewrite -esumD; [exact: le_esum|move=> i _; apply: mule_ge0|move=> i _; apply: mule_ge0].
rewrite -(@lee_pmul2l _ (b - a)%:E) ?lte_fin// -EFinM.
apply: (@le_trans _ _ ((X - Y) - (a * X - b * Y))%:E); first by rewrite [leRHS]EFinB lee_subr_addr.
rewrite lee_fin; apply: le_trans (two_points al1 lo0 hi0); rewrite -/a -/b -/X -/Y le_eqVlt; apply/orP; left; apply/eqP.
by clear; clearbody a b X Y; nsatz.
Qed.
End Range.
