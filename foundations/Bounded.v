(* A pure bound is a Rényi bound: where p and q are within a factor e^ε of each other, q has the mass 1 and p at most that,

     Σ p^al · q^(1−al)  <=  e^((al−1)·al·ε²/2).

   On [e^(−ε), e^ε] the power r^al lies below its chord, whose value at 1 is cosh((al−1/2)·ε)/cosh(ε/2); and
   cosh(u)·e^(−u²/2) decreases, because tanh(u) <= u. *)
From Twinproof Require Import Prelude Facts Powers.
From mathcomp Require Import derive realfun nsatz_realtype.
Import numFieldNormedType.Exports.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Hyperbolic.
Variable R : realType.
Implicit Types (u v x : R).

(* twice the hyperbolic functions *)
Definition ch u : R := expR u + expR (- u).
Definition sh u : R := expR u - expR (- u).
Lemma ch_gt0 u : 0 < ch u. Proof. by rewrite addr_gt0 ?expR_gt0. Qed.
Lemma sh_ge0 u : 0 <= u -> 0 <= sh u.
Proof. by move=> u0; rewrite subr_ge0 ler_expR (le_trans _ u0)// oppr_le0. Qed.

Lemma derive_exp_opp u : is_derive u 1 (fun x : R => expR (- x)) (- expR (- u)).
Proof.
have := @is_derive1_comp R expR (fun x => - x) u (expR (- u)) (-1) _ _.
by rewrite mulrN1; apply.
Qed.
Lemma derive_ch u : is_derive u 1 ch (sh u).
Proof. exact: (@is_deriveD _ _ _ (@expR R) (fun x => expR (- x)) u 1 _ _ (is_derive_expR u) (derive_exp_opp u)). Qed.
Lemma derive_sh u : is_derive u 1 sh (ch u).
Proof.
move: (@is_deriveB _ _ _ (@expR R) (fun x => expR (- x)) u 1 _ _ (is_derive_expR u) (derive_exp_opp u)).
by rewrite opprK.
Qed.

(* a function whose derivative is not negative does not decrease *)
Lemma grows (f df : R -> R) (a b : R) : a <= b -> (forall x, is_derive x 1 f (df x)) -> (forall x, a <= x -> 0 <= df x) ->
  f a <= f b.
Proof.
move=> ab D pos; have cont : {within `[a, b], continuous f}.
  apply/continuous_subspaceT => x; apply/differentiable_continuous/derivable1_diffP.
  exact: (@ex_derive _ _ _ _ _ _ _ (D x)).
have [c cab step] := MVT_segment ab (fun x _ => D x) cont.
rewrite -subr_ge0 step mulr_ge0 ?subr_ge0//; apply: pos; by rewrite (itvP cab).
Qed.

(* tanh u <= u *)
Lemma sh_le u : 0 <= u -> sh u <= u * ch u.
Proof.
move=> u0; rewrite -subr_ge0.
have D x : is_derive x 1 (fun x => x * ch x - sh x) (x * sh x).
  move: (@is_deriveB _ _ _ (id * ch) sh x 1 _ _ (@is_deriveM _ _ id ch x 1 _ _ (is_derive_id x 1) (derive_ch x)) (derive_sh x)).
  by rewrite /GRing.scale /= mulr1 addrK.
have := grows u0 D; rewrite mul0r sub0r /sh oppr0 subrr oppr0 => /(_ _); apply => x x0.
by rewrite mulr_ge0 ?sh_ge0.
Qed.

Lemma ch_ratio (u v h : R) : h + h = 1 -> 0 <= v -> v <= u -> ch u <= ch v * expR ((u * u - v * v) * h).
Proof.
move=> hh v0 vu; rewrite mulrBl expRB mulrA ler_pdivl_mulr ?expR_gt0//.
have Dsq x : is_derive x 1 (fun x : R => - (x * x * h)) (- x).
  have -> : (fun x : R => - (x * x * h)) = - (h *: (id * id)).
    by apply/funext => z; rewrite [X in - X]mulrC.
  have -> : - x = - (h *: (x *: 1 + x *: 1)) by rewrite /GRing.scale /= mulr1 mulrDr -mulrDl hh mul1r.
  exact: (@is_deriveN _ _ _ _ x 1 _ (@is_deriveZ _ _ _ (id * id) h x 1 _ (@is_deriveM _ _ id id x 1 _ _ (is_derive_id x 1) (is_derive_id x 1)))).
have D x : is_derive x 1 (fun x => - (ch x * expR (- (x * x * h)))) ((x * ch x - sh x) * expR (- (x * x * h))).
  pose E x := expR (- (x * x * h)); have DE : is_derive x 1 E (E x * - x).
    exact: (@is_derive1_comp R expR (fun x => - (x * x * h)) x _ _ (is_derive_expR _) (Dsq x)).
  have -> : (x * ch x - sh x) * expR (- (x * x * h)) = - (ch x *: (E x * - x) + E x *: sh x).
    rewrite /GRing.scale /= -/(E x); move: (E x) (ch x) (sh x) => e c s.
    by rewrite opprD mulrN mulrN opprK mulrBl [e * s]mulrC [e * x]mulrC mulrCA mulrA.
  exact: (@is_deriveN _ _ _ (ch * E) x 1 _ (@is_deriveM _ _ ch E x 1 _ _ (derive_ch x) DE)).
have := grows vu D; rewrite ler_opp2 => /(_ _).
rewrite !expRN -/(ch u) => le; rewrite -ler_pdivl_mulr ?expR_gt0// -[leRHS]mulrA.
have : ch u / expR (u * u * h) <= ch v / expR (v * v * h).
  by apply: le => x vx; apply: mulr_ge0; [rewrite subr_ge0 sh_le// (le_trans v0)|rewrite ltW// expR_gt0].
by rewrite ler_pdivr_mulr ?expR_gt0// mulrAC mulrA.
Qed.
End Hyperbolic.

Section Chord.
Variable R : realType.
Implicit Types (al eps a b r u p q : R).

(* Bernoulli: e^(al·u) lies above its tangent *)
Lemma bernoulli al u : 1 < al -> al * expR u <= expR (al * u) + (al - 1).
Proof.
move=> al1; have al0 := order_gt0 al1; have := young (al * u) 0 (order_weight al1).
rewrite mulr0 addr0 mulrA mulVf ?gt_eqF// mul1r expR0 mulr1 => /(ler_wpmul2l (ltW al0)) /le_trans; apply.
by rewrite mulrDr mulrA mulfV ?gt_eqF// mul1r mulrBr mulr1 mulfV ?gt_eqF.
Qed.

(* the power lies below its chord *)
Lemma chord al eps u : 1 < al -> - eps <= u -> u <= eps ->
  sh eps * expR (al * u) <= sh (al * eps) * expR u - sh ((al - 1) * eps).
Proof.
move=> al1 lo hi; have al0 := order_gt0 al1; set r := expR u.
have tangent x : expR (al * u) * (al * expR x - (al - 1) * r) <= expR (al * x) * r.
  have le := ler_wpmul2l (ltW (expR_gt0 (al * u))) (ler_wpmul2r (ltW (expR_gt0 u)) (bernoulli (x - u) al1)).
  rewrite -/r in le.
  rewrite mulrBr ler_subl_addr; apply: le_trans (le_trans _ le) _.
    by rewrite -[al * _ * r]mulrA -expRD subrK.
  by rewrite mulrDl mulrDr mulrA mulrA -expRD mulrBr addrCA subrr addr0.
have a0 : 0 <= expR eps - r by rewrite subr_ge0 ler_expR.
have b0 : 0 <= r - expR (- eps) by rewrite subr_ge0 ler_expR.
have r0 : 0 < r by apply: expR_gt0.
have le := ler_add (ler_wpmul2l a0 (tangent (- eps))) (ler_wpmul2l b0 (tangent eps)).
have e1 : sh ((al - 1) * eps) = expR (al * eps) * expR (- eps) - expR (al * - eps) * expR eps.
  by rewrite /sh -!expRD; congr (expR _ - expR _); nsatz.
have e2 : sh (al * eps) = expR (al * eps) - expR (al * - eps) by rewrite /sh mulrN.
rewrite e1 e2 /sh -(ler_pmul2r r0); move: le; clear tangent a0 b0 r0 e1 e2.
move: (expR (al * u)) (expR (al * eps)) (expR (al * - eps)) (expR eps) (expR (- eps)) r => P X Y a b r le.
rewrite -subr_ge0; move: le; rewrite -subr_ge0; congr (0 <= _); nsatz.
Qed.

Lemma chord_at_one al eps : 1 < al -> 0 <= eps ->
  sh (al * eps) - sh ((al - 1) * eps) <= sh eps * expR ((al - 1) * (al * (eps ^+ 2 / 2%:R))).
Proof.
move=> al1 e0; have [h hh] : exists h : R, h + h = 1 by exists (1 / 2%:R); rewrite -splitr.
have h2 : h = 2%:R^-1.
  have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
  by apply: (mulfI two); rewrite mulfV// mulr_natl mulr2n.
have h0 : 0 <= h by rewrite h2 invr_ge0 ler0n.
pose v := eps * h; pose u := (al - h) * eps.
have v0 : 0 <= v by rewrite mulr_ge0.
have vu : v <= u.
  rewrite /v /u mulrC ler_wpmul2r// ler_subr_addr hh; exact: ltW.
have := ler_wpmul2l (sh_ge0 v0) (ch_ratio hh v0 vu).
have -> : (u * u - v * v) * h = (al - 1) * (al * (eps ^+ 2 / 2%:R)).
  by rewrite -h2 expr2 /u /v; nsatz.
rewrite [sh v * (ch v * _)]mulrA; have -> : sh v * ch v = sh eps.
  have -> : eps = v + v by rewrite /v -mulrDr hh mulr1.
  by rewrite /sh /ch opprD !expRD; move: (expR v) (expR (- v)) => x y; nsatz.
have -> // : sh v * ch u = sh (al * eps) - sh ((al - 1) * eps).
have e1 : al * eps = u + v by rewrite /u /v; nsatz.
have e2 : (al - 1) * eps = u + - v by rewrite /u /v; nsatz.
rewrite e1 e2 /sh /ch !opprD !opprK !expRD; clear; move: (expR u) (expR v) (expR (- u)) (expR (- v)) => x y z w; nsatz.
Qed.

Local Open Scope ereal_scope.
Theorem bounded_ratio (I : choiceType) (S : set I) al eps (p q : I -> R) : (1 < al)%R -> (0 <= eps)%R ->
  (forall i, 0 <= p i)%R -> (forall i, 0 <= q i)%R ->
  (forall i, S i -> p i <= expR eps * q i)%R -> (forall i, S i -> q i <= expR eps * p i)%R ->
  \esum_(i in S) (p i)%:E <= 1 -> \esum_(i in S) (q i)%:E = 1 ->
  \esum_(i in S) renyi_term al (p i) (q i) <= (expR ((al - 1) * (al * (eps ^+ 2 / 2%:R))))%:E.
Proof.
move=> al1 e0 p0 q0 pq qp p1 q1.
have t0 i := renyi_term_ge0 al (p i) (q i).
move: e0; rewrite le_eqVlt => /orP[/eqP e0|e0].
  rewrite -e0 expr0n /= mul0r !mulr0 expR0; apply: le_trans p1; apply: le_esum => i Si.
  have := p0 i; rewrite le_eqVlt => /orP[/eqP <-|pi]; first by rewrite renyi_term0.
  have := pq i Si; have := qp i Si; rewrite -e0 expR0 !mul1r => le1 le2.
  have <- : p i = q i by apply/eqP; rewrite eq_le le1 le2.
  by rewrite renyi_termE// -rpowD// addrCA subrr addr0 rpow_id// ltW.
have D0 : (0 < sh eps)%R by rewrite subr_gt0 ltr_expR (lt_trans _ e0)// oppr_lt0.
have e0' := ltW e0; have B0 : (0 <= sh ((al - 1) * eps))%R by rewrite sh_ge0// mulr_ge0// ?subr_ge0 ltW.
have A0 : (0 <= sh (al * eps))%R by rewrite sh_ge0// mulr_ge0// ltW// order_gt0.
have step i : S i -> (sh eps)%:E * renyi_term al (p i) (q i) + (sh ((al - 1) * eps))%:E * (q i)%:E
    <= (sh (al * eps))%:E * (p i)%:E.
  move=> Si; have := p0 i; rewrite le_eqVlt => /orP[/eqP E|pi].
    have q00 : q i = 0%R by apply/eqP; rewrite eq_le q0 andbT; have := qp i Si; rewrite -E mulr0.
    by rewrite -E q00 renyi_term0 !mule0 adde0.
  have qi : (0 < q i)%R by rewrite -(pmulr_rgt0 _ (expR_gt0 eps)); apply: lt_le_trans pi (pq i Si).
  rewrite renyi_termE// -!EFinM -EFinD lee_fin.
  have lo : (- eps <= ln (p i) - ln (q i))%R.
    rewrite ler_subr_addl -ler_expR expRD !expR_ln//; have := qp i Si.
    by rewrite -ler_pdivr_mull ?expR_gt0// -expRN mulrC.
  have hi : (ln (p i) - ln (q i) <= eps)%R.
    by rewrite ler_subl_addr -ler_expR expRD !expR_ln//; apply: pq.
  have le := ler_wpmul2r (ltW qi) (chord al1 lo hi); rewrite -ler_subr_addr.
  apply: le_trans (le_trans _ le) _; last first.
    by rewrite [X in (X <= _)%R]mulrBl expRB !expR_ln// -[(_ * _ * q i)%R]mulrA divfK ?gt_eqF.
  rewrite -mulrA ler_wpmul2l ?(ltW D0)//.
  rewrite [X in (_ <= _ * X)%R](_ : q i = rpow 1 (q i))%R; last by rewrite rpow_id// ltW.
  by rewrite /rpow pi qi -!expRD ler_expR le_eqVlt; apply/orP; left; apply/eqP; nsatz.
have sum : (sh eps)%:E * (\esum_(i in S) renyi_term al (p i) (q i)) + (sh ((al - 1) * eps))%:E <= (sh (al * eps))%:E.
  have DE : 0 <= (sh eps)%:E by rewrite lee_fin ltW.
  have BE : 0 <= (sh ((al - 1) * eps))%:E by rewrite lee_fin.
  have AE : 0 <= (sh (al * eps))%:E by rewrite lee_fin.
  apply: (@le_trans _ _ ((sh (al * eps))%:E * \esum_(i in S) (p i)%:E)); last first.
    by rewrite -[leRHS]mule1; apply: lee_wpmul2l.
  have pE i : 0 <= (p i)%:E by rewrite lee_fin.
  have qE i : 0 <= (q i)%:E by rewrite lee_fin.
  rewrite -[(sh ((al - 1) * eps))%:E]mule1 -q1 -!esumZ//.
  rewrite -esumD; [exact: le_esum|by move=> i _; apply: mule_ge0|by move=> i _; apply: mule_ge0].
rewrite -(@lee_pmul2l _ (sh eps)%:E) ?lte_fin// -EFinM.
apply: (@le_trans _ _ (sh (al * eps) - sh ((al - 1) * eps))%:E); last by rewrite lee_fin chord_at_one// ltW.
by rewrite [leRHS]EFinB lee_subr_addr.
Qed.
End Chord.
