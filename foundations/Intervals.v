(* Samplings that are paired by blocks of values: any value of one set on the left with any value of another on the right;
   and the blocks that Laplace noise has, intervals.

   [interval_price] is the lemma: an interval that reaches at most m further than [r, s] on either side has at most
   e^(m·ρ)/(1 − e^(−n·ρ)) times the mass of [r, s], n the number of integers in it, wherever the centre is. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules LedgerRules SampleMap.
From Twinproof Require Import PermuteAndFlip NoiseTable Credit Tails.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ---------------------------------------------------------------------------------------------------------------- blocks *)
Section Blocks.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (P : Mem -> noise R) (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

Lemma couple_block (p1 p2 : noise R) (A C : set Z) (k : R) (F G : Z -> \bar R) : (0 < k)%R ->
  (forall v, 0 <= F v) -> (forall v, 0 <= G v) ->
  (forall v, ~ A v -> (p1 v)%:E * F v = 0) ->
  (\esum_(v in A) (p1 v)%:E <= k%:E * (\esum_(u in C) (p2 u)%:E))%E ->
  (forall v u, A v -> C u -> (0 < p1 v)%R -> (0 < p2 u)%R -> k%:E * F v <= G u) ->
  \esum_(v in [set: Z]) ((p1 v)%:E * F v) <= \esum_(u in [set: Z]) ((p2 u)%:E * G u).
Proof.
move=> k0 F0 G0 out masses pairs; have kE : 0 <= k%:E by rewrite lee_fin ltW.
have p0 (p : noise R) v : ~ (0 < p v)%R -> p v = 0%R.
  by move=> np; apply/eqP; rewrite eq_le mass_ge0 andbT leNgt; apply/negP.
apply: (@le_trans _ _ (\esum_(u in C) ((p2 u)%:E * G u))); last by apply: esum_sub => // u; apply: mule_ge0.
rewrite (esumID A); last by move=> v _; apply: mule_ge0.
rewrite setTI [X in _ + X]esum1 ?adde0; last by move=> v [_ nA]; apply: out.
have [[u [Cu pu]]|none] := pselect (exists u, C u /\ (0 < p2 u)%R); last first.
  rewrite esum1 => [|v Av]; first by apply: esum_ge0 => u _; apply: mule_ge0.
  have p1v : (p1 v)%:E <= 0.
    apply: le_trans (@esum_one _ _ v A (fun v => (p1 v)%:E) _ Av) _ => //; apply: le_trans masses _.
    rewrite esum1 ?mule0// => u Cu; rewrite p0// => pu; apply: none; by exists u.
  by rewrite p0 ?mul0e// => pv; move: p1v; rewrite lee_fin leNgt pv.
pose M := ereal_inf [set G u | u in [set u | C u /\ (0 < p2 u)%R]].
have M0 : 0 <= M by apply: lb_ereal_inf => _ [w _ <-].
have MG w : C w -> (p2 w)%:E * M <= (p2 w)%:E * G w.
  move=> Cw; have [pw|/p0 ->] := pselect (0 < p2 w)%R; last by rewrite !mul0e.
  by apply: lee_wpmul2l => //; apply: ereal_inf_lb; exists w.
have FM v : A v -> (0 < p1 v)%R -> k%:E * F v <= M.
  by move=> Av pv; apply: lb_ereal_inf => _ [w [Cw pw] <-]; apply: pairs.
have [My|Mfin] := eqVneq M +oo.
  have pE : 0 < (p2 u)%:E by rewrite lte_fin.
  have inf : (p2 u)%:E * G u = +oo by have := MG u Cu; rewrite My (gt0_muley pE) leye_eq => /eqP.
  apply: (@le_trans _ _ +oo); first exact: leey.
  by rewrite -inf; apply: (@esum_one _ _ u C (fun u => (p2 u)%:E * G u)) => // w; apply: mule_ge0.
have fM : M \is a fin_num by rewrite ge0_fin_numE// ltey.
have kV0 : 0 <= (k^-1)%:E by rewrite lee_fin invr_ge0 ltW.
have kM0 : 0 <= (k^-1)%:E * M by apply: mule_ge0.
have kMf : (k^-1)%:E * M \is a fin_num by rewrite fin_numM.
apply: (@le_trans _ _ (\esum_(v in A) (((k^-1)%:E * M) * (p1 v)%:E))).
  apply: le_esum => v Av; rewrite muleC; have [pv|/p0 ->] := pselect (0 < p1 v)%R; last by rewrite !mule0.
  by apply: lee_wpmul2r => //; rewrite -[leLHS](muleKE _ k0); apply: lee_wpmul2l => //; apply: FM.
rewrite esumZ//; apply: (@le_trans _ _ (((k^-1)%:E * M) * (k%:E * \esum_(u in C) (p2 u)%:E))); first exact: lee_wpmul2l.
rewrite [X in X * _]muleC -muleA muleKE// -esumZ//.
by apply: le_esum => w Cw; rewrite muleC; apply: MG.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp-Block]
   ⊢ω y₁ ←$ P₁ ~ y₂ ←$ P₂ :
         P₁(A) ≤ e^c · P₂(C) ∧ (∀v. K(v) ⇒ A(v)) ∧ ∀v u. K(v) ∧ C(u) ⇒ Ψ[v/y₁⟨1⟩, u/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   K(v) as in [ω-Samp]. A, C and c may depend on the memories and the counters. *)
Theorem w_sample_block P1 P2 y1 y2 (A C : Mem -> Mem -> St -> set Z) (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢ω[total] (Sample P1 y1 : cmd R Mem) ~ω Sample P2 y2 :
    (fun a b w => let K := kept P1 y1 L a in
      [/\ \esum_(v in A a b w) (P1 a v)%:E
            <= (expR (total (pay a b w) - total w))%:E * (\esum_(u in C a b w) (P2 b u)%:E),
          forall v, K v -> A a b w v
        & forall v u, K v -> C a b w u -> P2 b u != 0%R -> Psi (y1 a v) (y2 b u) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [masses KA pairs] f g [f0 g0 fL fg] /=.
apply: (@couple_block _ _ (A m1 m2 w0) (C m1 m2 w0) (expR (total (pay m1 m2 w0) - total w0))) => //.
- exact: expR_gt0.
- move=> v nA; have [->|p0] := eqVneq (P1 m1 v) 0%R; first by rewrite mul0e.
  by rewrite fL ?mule0// => Lv; apply: nA; apply: KA.
move=> v u Av Cu pv pu; have [Lv|nL] := pselect (L (y1 m1 v)); last by rewrite fL// mule0.
by apply: fg; apply: pairs => //; [split=> //|]; rewrite gt_eqF.
Qed.
End Blocks.

(* ------------------------------------------------------------------------------------------------- intervals of Laplace *)
Section Interval.
Variable R : realType.
Local Open Scope ring_scope.
Implicit Types (rho a : R) (c p q r s m n : Z).

Definition between p q : set Z := [set v | (p <= v <= q)%Z].
Definition interval rho c p q : \bar R := (\esum_(v in between p q) (laplace rho c v)%:E)%E.

Lemma mass_fin (P : noise R) (D : set Z) : (\esum_(v in D) (P v)%:E)%E \is a fin_num.
Proof.
rewrite ge0_fin_numE; last exact: esum_ge0.
apply: le_lt_trans (_ : (1 < +oo)%E); last by rewrite ltry.
by apply: le_trans (mass_le1 P); apply: esum_sub.
Qed.

(* with the centre in it, or at its ends: 1 − the two tails *)
Lemma interval_around rho c p q : 0 < rho -> (p - 1 <= c <= q + 1)%Z -> (p <= q + 1)%Z ->
  interval rho c p q = ((1 + expR (- rho) - power rho (q + 1 - c) - power rho (c - p + 1)) / (1 + expR (- rho)))%:E.
Proof.
move=> rho0 pcq pq; have l0 v : (0 <= (laplace rho c v)%:E)%E by [].
have : (\esum_(v in [set: Z]) (laplace rho c v)%:E = 1)%E by apply: laplace_total.
rewrite (esumID [set v | (c + (q + 1 - c) <= v)%Z])// !setTI.
rewrite laplace_tail//; last by blia.
rewrite (esumID [set v | (v <= c - (c - p + 1))%Z])//.
rewrite (_ : _ `&` _ = [set v | (v <= c - (c - p + 1))%Z]); last by apply/seteqP; split=> v /=; blia.
rewrite laplace_tail_below//; last by blia.
rewrite (_ : _ `&` _ = between p q); last by apply/seteqP; split=> v; rewrite /between /=; blia.
rewrite -/(interval rho c p q) !powerE; [|blia..]; rewrite addeC [X in (X + _)%E]addeC -addeA -EFinD => /add_to_real ->.
have s0 : 1 + expR (- rho) != 0 by rewrite gt_eqF// addr_gt0// expR_gt0.
by congr (_%:E); rewrite !mulrBl divff// opprD addrA addrAC.
Qed.

(* with the centre on its right *)
Lemma interval_below rho c p q : 0 < rho -> (q <= c)%Z -> (p <= q + 1)%Z ->
  interval rho c p q = ((power rho (c - q) - power rho (c - p + 1)) / (1 + expR (- rho)))%:E.
Proof.
move=> rho0 qc pq; have l0 v : (0 <= (laplace rho c v)%:E)%E by [].
have := @laplace_tail_below R rho c (c - q) rho0 ltac:(blia).
rewrite (esumID [set v | (v <= c - (c - p + 1))%Z])//.
rewrite (_ : _ `&` _ = [set v | (v <= c - (c - p + 1))%Z]); last by apply/seteqP; split=> v /=; blia.
rewrite laplace_tail_below//; last by blia.
rewrite (_ : _ `&` _ = between p q); last by apply/seteqP; split=> v; rewrite /between /=; blia.
by rewrite -/(interval rho c p q) !powerE; [|blia..]; rewrite addeC => /add_to_real ->; rewrite mulrBl.
Qed.

(* the mirror image *)
Lemma interval_mirror rho c p q : interval rho c p q = interval rho c (c + c - q) (c + c - p).
Proof.
rewrite /interval (@reindex_esum R _ _ (between (c + c - q) (c + c - p)) _ (fun v => (c + c - v)%Z)); last first.
  split; [by move=> v; rewrite /between /=; blia|by move=> v u _ _ /=; blia|move=> v; rewrite /between /= => v0].
  by exists (c + c - v)%Z; rewrite /between /=; blia.
apply: eq_esum => v _; rewrite /= /laplace_mass; congr (_%:E); case: ifP => // _; congr (_ * _ ^+ _); blia.
Qed.

Lemma powerD rho x y : power rho (x + y) = power rho x * power rho y.
Proof. by rewrite /power -expRD zrDM opprD. Qed.
Lemma power_gt0 rho x : 0 < power rho x. Proof. exact: expR_gt0. Qed.
Lemma power0 rho : power rho 0 = 1. Proof. by rewrite /power zr0 mul0r oppr0 expR0. Qed.
Lemma power1 rho : power rho 1 = expR (- rho). Proof. by rewrite /power zr1 mul1r. Qed.
Lemma power_le1 rho x : 0 < rho -> (0 <= x)%Z -> power rho x <= 1.
Proof. by move=> rho0 x0; rewrite /power -expR0 ler_expR oppr_le0 mulr_ge0 ?(ltW rho0)//; apply: zr_ge0. Qed.
Lemma power_mono rho x y : 0 < rho -> (x <= y)%Z -> power rho y <= power rho x.
Proof. by move=> rho0 xy; rewrite /power ler_expR ler_opp2 ler_wpmul2r ?(ltW rho0)//; apply: ler_zr. Qed.

(* the two inequalities behind it *)
Lemma factors_ge0 a t : a <= 1 -> 0 <= t <= 1 -> 0 <= a -> 0 <= 1 - t * (1 + a) + t ^+ 2 * a.
Proof.
move=> a1 /andP[t0 t1] a0; have -> : 1 - t * (1 + a) + t ^+ 2 * a = (1 - t) * (1 - a * t).
  by apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite expr2; nsatz.
by rewrite mulr_ge0// subr_ge0// -[leRHS](mulr1 1) ler_pmul.
Qed.

(* the centre in [r, s]:  t·(1 + a − t·z)·(1 − x·y/a) ≤ 1 + a − z  with z = x + y *)
Lemma centre_inside a t x y l : 0 < a -> a <= 1 -> 0 <= t <= 1 -> 0 <= x <= a -> 0 <= y <= a -> a * l = x * y ->
  t * (1 + a - t * (x + y)) * (1 - l) <= 1 + a - (x + y).
Proof.
move=> a0 a1 t01 /andP[x0 xa] /andP[y0 ya] al; have /andP[t0 t1] := t01; set z := x + y.
have z2 : z <= 1 + a by apply: le_trans (ler_add xa ya) _; rewrite ler_add2r.
have l0 : 0 <= l by rewrite -(pmulr_rge0 _ a0) al mulr_ge0.
have z0 : 0 <= z by rewrite addr_ge0.
have tz : t * z <= z by rewrite -[leRHS]mul1r ler_wpmul2r.
have rest0 : 0 <= 1 + a - t * z by rewrite subr_ge0; apply: le_trans tz z2.
have [za|az] := leP z a.
  (* then 1 + a − z is the larger without l *)
  apply: (@le_trans _ _ (t * (1 + a - t * z))).
    by rewrite ler_pimulr ?mulr_ge0// ler_subl_addr ler_addl.
  rewrite -subr_ge0 (_ : _ - _ = (1 - t) * (1 + a - (1 + t) * z)); last first.
    by apply/eqP; rewrite -subr_eq0; apply/eqP; nsatz.
  rewrite mulr_ge0 ?subr_ge0//; apply: (@le_trans _ _ (2%:R * a)); last by rewrite mulr_natl mulr2n ler_add2r.
  by rewrite ler_pmul ?addr_ge0// ?ler0n// mulr2n ler_add2l.
have lz : z - a <= l.
  rewrite -(ler_pmul2l a0) al -subr_ge0 (_ : _ - _ = (a - x) * (a - y)); first by rewrite mulr_ge0 ?subr_ge0.
  by rewrite /z; apply/eqP; rewrite -subr_eq0; apply/eqP; nsatz.
apply: (@le_trans _ _ (t * (1 + a - t * z) * (1 - (z - a)))).
  by rewrite ler_wpmul2l ?mulr_ge0// ler_add2l ler_opp2.
rewrite -subr_ge0 (_ : _ - _ = (1 + a - z) * (1 - t * (1 + a) + t ^+ 2 * z)); last first.
  by apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite expr2; nsatz.
rewrite mulr_ge0 ?subr_ge0//; apply: le_trans (factors_ge0 a1 t01 (ltW a0)) _.
by rewrite ler_add2l ler_wpmul2l ?sqr_ge0// ltW.
Qed.

(* S, T: the masses of [r, s] and of [r−m, s+m], times 1 + a *)
Lemma interval_right rho c r s m : 0 < rho -> (r <= s)%Z -> (0 <= m)%Z -> (r <= c)%Z ->
  ((power rho m * (1 - power rho (s - r + 1)))%:E * interval rho c (r - m) (s + m) <= interval rho c r s)%E.
Proof.
move=> rho0 rs m0 rc; have /andP[a0 /ltW a1] := base_lt1 rho0; set a := expR (- rho) in a0 a1.
have s0 : 0 < 1 + a by rewrite addr_gt0.
have aE : a = power rho 1 by rewrite power1.
set l := power rho (s - r + 1); have l1 : l <= 1 by apply: power_le1 => //; blia.
have l0 : 0 <= 1 - l by rewrite subr_ge0.
have [cs|sc] := Z.le_gt_cases c s.
  rewrite !interval_around//; [|blia..]; rewrite -/a -EFinM lee_fin mulrA ler_pmul2r ?invr_gt0//.
  set x := power rho (s + 1 - c); set y := power rho (c - r + 1).
  rewrite (_ : s + m + 1 - c = m + (s + 1 - c))%Z; last by blia.
  rewrite (_ : c - (r - m) + 1 = m + (c - r + 1))%Z; last by blia.
  rewrite (powerD rho m (s + 1 - c)) (powerD rho m (c - r + 1)) -/x -/y; set t := power rho m.
  have -> : t * (1 - l) * (1 + a - t * x - t * y) = t * (1 + a - t * (x + y)) * (1 - l).
    by apply/eqP; rewrite -subr_eq0; apply/eqP; nsatz.
  rewrite -[X in _ <= X]addrA -opprD; apply: centre_inside => //.
  - by rewrite (ltW (power_gt0 _ _)) /t power_le1.
  - by rewrite (ltW (power_gt0 _ _)) /x aE power_mono//; blia.
  - by rewrite (ltW (power_gt0 _ _)) /y aE power_mono//; blia.
  - by rewrite /l /x /y aE -!powerD; congr power; blia.
have Sr : interval rho c r s = (power rho (c - s) * (1 - l) / (1 + a))%:E.
  rewrite interval_below//; [|blia..]; congr (_%:E); rewrite mulrBr mulr1 /l -powerD -/a.
  by congr ((_ - power rho _) / _); blia.
rewrite Sr; have [cm|mc] := Z.le_gt_cases c (s + m).
  rewrite interval_around//; [|blia..]; rewrite -/a -EFinM lee_fin mulrA.
  rewrite ler_pmul2r ?invr_gt0// mulrAC ler_wpmul2r//.
  set t := power rho (s + m - c); set w := power rho (c - s).
  have -> : power rho m = w * t by rewrite /w /t -powerD; congr power; blia.
  rewrite (_ : s + m + 1 - c = 1 + (s + m - c))%Z; last by blia.
  rewrite (powerD rho 1 (s + m - c)) power1 -/t -/a -mulrA -[leRHS]mulr1 ler_wpmul2l ?(ltW (power_gt0 _ _))//.
  have t0 : 0 <= t by rewrite ltW// power_gt0.
  apply: (@le_trans _ _ (t * (1 + a - a * t))).
    by rewrite ler_wpmul2l// ler_subl_addr ler_addl ltW// power_gt0.
  have t01 : 0 <= t <= 1 by rewrite t0 power_le1//; blia.
  rewrite -subr_ge0 (_ : 1 - t * (1 + a - a * t) = 1 - t * (1 + a) + t ^+ 2 * a).
    exact: factors_ge0 a1 t01 (ltW a0).
  by apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite expr2; nsatz.
rewrite interval_below//; [|blia..]; rewrite -/a -EFinM lee_fin mulrA ler_pmul2r ?invr_gt0// mulrAC.
rewrite ler_wpmul2r// mulrBr -powerD (_ : m + (c - (s + m)) = c - s)%Z; last by blia.
by rewrite ler_subl_addr ler_addl mulr_ge0// ltW// power_gt0.
Qed.

(* e^(−m·ρ)·(1 − e^(−n·ρ))·P[p, q] ≤ P[r, s]  where [p, q] lies within m of [r, s], and n is the length of [r, s] or less *)
Theorem interval_price rho c p q r s m n : 0 < rho -> (0 <= n <= s - r + 1)%Z -> (1 <= s - r + 1)%Z -> (0 <= m)%Z ->
  (r - m <= p)%Z -> (q <= s + m)%Z ->
  ((power rho m * (1 - power rho n))%:E * interval rho c p q <= interval rho c r s)%E.
Proof.
move=> rho0 n0 rs m0 rp qs; have m1 := power_gt0 rho m.
have [k0 kl] : 0 <= power rho m * (1 - power rho n) /\
    power rho m * (1 - power rho n) <= power rho m * (1 - power rho (s - r + 1)).
  by rewrite mulr_ge0 ?(ltW m1) ?subr_ge0 ?power_le1 ?ler_wpmul2l ?(ltW m1)// ?ler_add2l ?ler_opp2 ?power_mono//; blia.
have l0 v : (0 <= (laplace rho c v)%:E)%E by [].
apply: (@le_trans _ _ ((power rho m * (1 - power rho (s - r + 1)))%:E * interval rho c (r - m) (s + m))%E).
  apply: lee_pmul; [by rewrite lee_fin|exact: esum_ge0|by rewrite lee_fin|].
  by apply: esum_sub => // v; rewrite /between /=; blia.
have [rc|cr] := Z.le_gt_cases r c; first by apply: interval_right => //; blia.
rewrite interval_mirror [leRHS]interval_mirror.
have := @interval_right rho c (c + c - s) (c + c - r) m rho0 ltac:(blia) m0 ltac:(blia).
rewrite (_ : c + c - r - (c + c - s) + 1 = s - r + 1)%Z; last by blia.
rewrite (_ : c + c - s - m = c + c - (s + m))%Z; last by blia.
by rewrite (_ : c + c - r + m = c + c - (r - m))%Z; last by blia.
Qed.
End Interval.

(* ------------------------------------------------------------------------------------------------------------- the rule *)
Section IntervalRules.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* P₁[p, q] ≤ e^(m·ρ+λ)·P₂[r, s] *)
Lemma interval_pays (rho lam : R) e1 e2 p q r s m n : (0 < rho)%R -> (expR (- lam) <= 1 - power rho n)%R ->
  (n <= s - r + 1)%Z -> (0 <= m)%Z -> (r - m <= p + (e2 - e1))%Z -> (q + (e2 - e1) <= s + m)%Z ->
  interval rho e1 p q <= (expR (zr R m * rho + lam))%:E * interval rho e2 r s.
Proof.
move=> rho0 enough ns m0 rp qs; have n1 : (1 <= n)%Z.
  apply: contrapT => nn; have : (1 <= power rho n)%R by rewrite -(power0 rho) power_mono//; lia.
  by rewrite -subr_le0 => /(le_trans enough); rewrite leNgt expR_gt0.
have -> : interval rho e1 p q = interval rho e2 (p + (e2 - e1)) (q + (e2 - e1)).
  rewrite /interval [RHS](@reindex_esum R _ _ (between p q) _ (fun v => (v + (e2 - e1))%Z)); last first.
    split; [by move=> v; rewrite /between /=; lia|by move=> v u _ _ /=; lia|move=> v; rewrite /between /= => v0].
    by exists (v - (e2 - e1))%Z; rewrite /between /=; lia.
  by apply: eq_esum => v _; rewrite /= /laplace_mass (_ : v + (e2 - e1) - e2 = v - e1)%Z//; lia.
set T := (zr R m * rho + lam)%R; set I := interval rho e2 _ _.
have I0 : 0 <= I by apply: esum_ge0 => v _.
rewrite -[leLHS](muleVKE I (expR_gt0 T)); apply: lee_wpmul2l; first by rewrite lee_fin ltW// expR_gt0.
apply: le_trans (@interval_price R rho e2 _ _ r s m n rho0 _ _ m0 rp qs); [|lia..].
apply: lee_wpmul2r => //; rewrite lee_fin -expRN /T opprD expRD -/(power rho m).
by rewrite ler_wpmul2l// ltW// power_gt0.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp-Int]
   ⊢ω y₁ ←$ L_ρ(e₁) ~ y₂ ←$ L_ρ(e₂) :
         0 < ρ ∧ e^(−λ) ≤ 1 − e^(−n·ρ) ∧ n ≤ s − r + 1 ∧ 0 ≤ m ∧ r − m ≤ p + d ∧ q + d ≤ s + m
         ∧ ∀v. K(v) ⇒ p ≤ v ≤ q ∧ ∀u. r ≤ u ≤ s ⇒ Ψ[v/y₁⟨1⟩, u/y₂⟨2⟩, ω + (m·ρ + λ)/ω]   ⇒   Ψ | L

   d = e₂⟨2⟩ − e₁⟨1⟩; K(v): L[v/y₁⟨1⟩]. p, q, r, s, m and n may depend on the memories and the counters; both rates
   equal ρ. [pay] is any change of the counters that pays m·ρ + λ; below it is several counters. *)
Theorem w_sample_int (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (p q r s m n : Mem -> Mem -> St -> Z) (lam : Mem -> Mem -> St -> R)
    (pay : Mem -> Mem -> St -> St) Psi L :
  ⊢ω[total] draw Laplace rho1 e1 y1 ~ω draw Laplace rho2 e2 y2 :
    (fun a b w => let d := (e2 b - e1 a)%Z in
      [/\ (0 < rho1 a)%R /\ rho1 a = rho2 b,
          (expR (- lam a b w) <= 1 - power (rho1 a) (n a b w))%R /\ (n a b w <= s a b w - r a b w + 1)%Z,
          [/\ 0 <= m a b w, r a b w - m a b w <= p a b w + d & q a b w + d <= s a b w + m a b w]%Z,
          (zr R (m a b w) * rho1 a + lam a b w <= total (pay a b w) - total w)%R
        & forall v, L (y1 a v) -> (p a b w <= v <= q a b w)%Z /\
            forall u, (r a b w <= u <= s a b w)%Z -> Psi (y1 a v) (y2 b u) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [[rho0 r12] [enough ns] [m0 rp qs] paid post] f g qual.
apply: (@w_sample_block _ _ _ total _ _ y1 y2 (fun a b w => between (p a b w) (q a b w))
  (fun a b w => between (r a b w) (s a b w)) pay Psi L) qual.
split=> [|v [_ Lv]|v u [_ Lv] Cu _]; [|by have [] := post v Lv|by have [_] := post v Lv; apply].
apply: le_trans (interval_pays rho0 enough ns m0 rp qs) _; rewrite r12.
by apply: lee_wpmul2r; [apply: esum_ge0|rewrite lee_fin ler_expR -r12].
Qed.
End IntervalRules.

(* the same with several counters: m·ρ + λ ≤ Σ_i p_i·ρ_i *)
Theorem w_sample_int_counters (R : realType) (Mem : Type) (rates : seq R) (rho1 rho2 : Mem -> R) e1 e2 y1 y2
    (p q r s m n : Mem -> Mem -> counters -> Z) (lam : Mem -> Mem -> counters -> R)
    (price : Mem -> Mem -> counters -> seq (nat * Z)) (Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop) :
  ⊢ω[total rates] draw Laplace rho1 e1 y1 ~ω draw Laplace rho2 e2 y2 :
    (fun a b w => let d := (e2 b - e1 a)%Z in
      [/\ (0 < rho1 a)%R /\ rho1 a = rho2 b,
          (expR (- lam a b w) <= 1 - power (rho1 a) (n a b w))%R /\ (n a b w <= s a b w - r a b w + 1)%Z,
          [/\ 0 <= m a b w, r a b w - m a b w <= p a b w + d & q a b w + d <= s a b w + m a b w]%Z,
          all (fun i => (i.1 < size rates)%N) (price a b w) /\
          (zr R (m a b w) * rho1 a + lam a b w <= price_of rates (price a b w))%R
        & forall v, L (y1 a v) -> (p a b w <= v <= q a b w)%Z /\
            forall u, (r a b w <= u <= s a b w)%Z -> Psi (y1 a v) (y2 b u) (raises (price a b w) w)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [rates1 length1 margins [known paid] post] f g qual.
apply: (@w_sample_int _ _ _ _ rho1 rho2 e1 e2 y1 y2 p q r s m n lam (fun a b w => raises (price a b w) w) Psi L) qual.
by split=> //; rewrite total_raises// addrAC subrr add0r.
Qed.
