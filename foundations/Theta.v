(* The sum of a bell curve over the integers is largest where the curve is centred at an integer:

     Σ_v e^(−k·(v − t)²)  <=  Σ_v e^(−k·v²)      for every real t.

   It is what makes discrete Gaussian noise as good as the continuous one. The usual proof is Poisson's summation; this one
   has no integrals. With T(t) for the sum and N(t) for the sum with 2k: the pairs (u, v) of integers are, turned by 45
   degrees, those of which both are whole and those of which both are halves, so

     T(a)·T(b) = N((a+b)/2)·N((a−b)/2) + N((a+b−1)/2)·N((a−b−1)/2).

   By Cauchy and Schwarz T(t)⁴ <= T(2t)·T(0)³. If T(t) were larger than T(0), then T(2t) were larger by at least twice as
   much, and so on; but T is bounded by 2·T(0). *)
From Twinproof Require Import Prelude Noise FiniteNoise Facts.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the product of two sums *)
Lemma esum_mul (R : realType) (I J : choiceType) (F : I -> \bar R) (G : J -> \bar R) :
  (forall i, 0 <= F i) -> (forall j, 0 <= G j) -> (forall i, F i \is a fin_num) -> \esum_(j in [set: J]) G j \is a fin_num ->
  (\esum_(i in [set: I]) F i) * (\esum_(j in [set: J]) G j) = \esum_(x in [set: I * J]) (F x.1 * G x.2).
Proof.
move=> F0 G0 Ff Gf; rewrite muleC -esumZ//; last exact: esum_ge0.
rewrite (eq_esum (b := fun i => \esum_(j in [set: J]) (F i * G j))) => [|i _]; last by rewrite muleC esumZ.
rewrite (@esum_esum _ _ _ [set: I] (fun=> [set: J]) (fun i j => F i * G j)); last by move=> i j; apply: mule_ge0.
by congr (\esum_(x in _) _); apply/seteqP; split.
Qed.

Section Theta.
Variable R : realType.
Implicit Types (k t a b : R) (v n : Z).
Local Notation zr := (zr R).

Definition hill k t v : \bar R := (expR (- (k * ((zr v - t) * (zr v - t)))))%:E.
Definition theta k t : \bar R := \esum_(v in [set: Z]) hill k t v.

Lemma hill_ge0 k t v : 0 <= hill k t v. Proof. by rewrite lee_fin ltW// expR_gt0. Qed.
Hint Resolve hill_ge0 : core.
Lemma theta_ge0 k t : 0 <= theta k t. Proof. exact: esum_ge0. Qed.

Lemma theta_shift k t n : theta k (t + zr n) = theta k t.
Proof.
rewrite /theta -[RHS](esum_shift n); apply: eq_esum => v _; rewrite /hill zrB.
by rewrite (_ : zr v - (t + zr n) = zr v - zr n - t)%R// opprD addrA addrAC.
Qed.

Lemma whole_part t : exists n, (zr n <= t <= zr n + 1)%R.
Proof.
have as_Z (i : int) : exists n, zr n = (i%:~R)%R.
  case: i => m; first by exists (Z.of_nat m); rewrite zr_nat.
  by exists (- Z.of_nat m.+1)%Z; rewrite zrN zr_nat NegzE mulrNz.
have [n nE] := as_Z (floor t); exists n; rewrite nE floor_le /= ltW//.
by have := lt_succ_floor t.
Qed.

(* the crude bound: each hill lies below one of two around integers *)
Lemma theta_crude k t : (0 < k)%R -> theta k t <= theta k 0 + theta k 0.
Proof.
move=> k0; have [n /andP[nt tn]] := whole_part t.
rewrite -(subrK (zr n) t) theta_shift; set r := (t - zr n)%R.
have r0 : (0 <= r)%R by rewrite subr_ge0.
have r1 : (r <= 1)%R by rewrite ler_subl_addl.
rewrite -{2}(theta_shift k 0 1) -esumD => [||v _ //]; last by move=> v _.
apply: le_esum => v _; rewrite add0r.
have below x y : (`|y| <= `|x|)%R -> (expR (- (k * (x * x))))%:E <= (expR (- (k * (y * y))))%:E.
  move=> yx; rewrite lee_fin ler_expR ler_opp2 ler_pmul2l// -!expr2 -[(y ^+ 2)%R]real_normK ?num_real//.
  by rewrite -[(x ^+ 2)%R]real_normK ?num_real// ler_expn2r ?nnegrE.
have [v0|v1] : (v <= 0)%Z \/ (1 <= v)%Z by lia.
  apply: (@le_trans _ _ (hill k 0 v)); last exact: lee_addl.
  apply: below; rewrite subr0; have := ler_zr R v0; rewrite zr0 => z0.
  rewrite (ler0_norm z0) ler0_norm; last by rewrite subr_le0 (le_trans z0).
  by rewrite ler_opp2 ler_subl_addr ler_addl.
apply: (@le_trans _ _ (hill k (zr 1) v)); last exact: lee_addr.
apply: below; rewrite zr1; have := ler_zr R v1; rewrite zr1 => z1.
rewrite ger0_norm ?subr_ge0// ger0_norm; first by rewrite ler_add2l ler_opp2.
by rewrite subr_ge0 (le_trans r1).
Qed.

Lemma theta_finite k t : (0 < k)%R -> theta k t \is a fin_num.
Proof.
move=> k0; have fin0 : theta k 0 \is a fin_num.
  have var0 : (0 < (2%:R * k)^-1)%R by rewrite invr_gt0 mulr_gt0// ltr0n.
  have := bell_sum_finite var0; congr (_ \is a fin_num); apply: eq_esum => v _; congr (_%:E); rewrite /bell subr0 expr2.
  have -> : (2%:R * (2%:R * k)^-1 = k^-1)%R by rewrite invfM mulrA mulfV ?mul1r// pnatr_eq0.
  by rewrite invrK mulrC.
rewrite ge0_fin_numE ?theta_ge0//; apply: le_lt_trans (theta_crude t k0) _.
by rewrite ltey_eq fin_numD fin0.
Qed.

(* two hills, turned by 45 degrees *)
Lemma theta_product k h a b : (0 < k)%R -> (h + h = 1)%R ->
  theta k a * theta k b =
  theta (k + k) ((a + b) * h) * theta (k + k) ((a - b) * h)
  + theta (k + k) ((a + b) * h - h) * theta (k + k) ((a - b) * h - h).
Proof.
move=> k0 hh; have kk0 : (0 < k + k)%R by rewrite addr_gt0.
rewrite !esum_mul//; try exact: theta_finite.
have pos t s (x : Z * Z) : 0 <= hill k t x.1 * hill k s x.2 by apply: mule_ge0.
rewrite (esumID [set x : Z * Z | Z.even (x.1 - x.2)]); last by move=> x _; apply: pos.
congr (_ + _).
  rewrite (@reindex_esum R _ _ [set: Z * Z] _ (fun x : Z * Z => (x.1 + x.2, x.1 - x.2)%Z)); last first.
    split.
    - move=> [i j] _ /=; split=> //; have -> : (i + j - (i - j) = 2 * j)%Z by lia.
      by rewrite Z.even_mul.
    - move=> [i j] [i' j'] _ _ /= [e1 e2]; congr pair; lia.
    - move=> [u v] [_ /= /Z.even_spec[m e]]; exists (v + m, m)%Z => //=; congr pair; lia.
  apply: eq_esum => -[i j] _ /=; rewrite /hill -!EFinM -!expRD; congr (_%:E); congr expR; rewrite zrD zrB.
  by move: (zr i) (zr j) => x y; nsatz.
rewrite (@reindex_esum R _ _ [set: Z * Z] _ (fun x : Z * Z => (x.1 + x.2 + 1, x.1 - x.2)%Z)); last first.
  split.
  - move=> [i j] _ /=; split=> //; have -> : (i + j + 1 - (i - j) = 2 * j + 1)%Z by lia.
    by apply/negP; rewrite Z.even_add Z.even_mul.
  - move=> [i j] [i' j'] _ _ /= [e1 e2]; congr pair; lia.
  - move=> [u v] [_ /= /negP]; rewrite Z.negb_even => /Z.odd_spec[m e]; exists (v + m, m)%Z => //=; congr pair; lia.
apply: eq_esum => -[i j] _ /=; rewrite /hill -!EFinM -!expRD; congr (_%:E); congr expR; rewrite zrB !zrD zr1.
by move: (zr i) (zr j) => x y; nsatz.
Qed.

Section Doubling.
Variables (k : R) (k0 : (0 < k)%R).
Let T t : R := fine (theta k t).
Let TE t : theta k t = (T t)%:E. Proof. by rewrite /T fineK// theta_finite. Qed.
Local Open Scope ring_scope.

Lemma theta_pos : 0 < T 0.
Proof.
rewrite -lte_fin -TE; apply: (@lt_le_trans _ _ (hill k 0 0)); first by rewrite lte_fin expR_gt0.
exact: (@esum_one _ _ 0%Z setT (hill k 0)).
Qed.
Lemma theta_nonneg t : 0 <= T t. Proof. by rewrite -lee_fin -TE theta_ge0. Qed.

Lemma theta_fourth t : T t ^+ 4 <= T (t + t) * T 0 ^+ 3.
Proof.
have [h hh] : exists h : R, h + h = 1 by exists (1 / 2%:R); rewrite -splitr.
have kk0 : 0 < k + k by rewrite addr_gt0.
pose N t : R := fine (theta (k + k) t); have NE s : theta (k + k) s = (N s)%:E by rewrite /N fineK// theta_finite.
have prod a b : T a * T b = N ((a + b) * h) * N ((a - b) * h) + N ((a + b) * h - h) * N ((a - b) * h - h).
  by have := theta_product a b k0 hh; rewrite !TE !NE -!EFinM -EFinD => -[].
have tt : (t + t) * h = t by rewrite mulrDl -mulrDr hh mulr1.
have e1 := prod t t; rewrite tt subrr mul0r sub0r in e1.
have e2 := prod (t + t) 0; rewrite addr0 subr0 tt in e2.
have e3 := prod 0 0; rewrite addr0 subr0 mul0r sub0r in e3.
rewrite (_ : T t ^+ 4 = (T t * T t) ^+ 2); last by rewrite -expr2 -exprM.
rewrite (_ : _ * _ ^+ 3 = (T (t + t) * T 0) * (T 0 * T 0)); last by rewrite exprS expr2 mulrA.
rewrite e1 e2 e3; move: (N t) (N 0) (N (t - h)) (N (- h)) => x y z u.
by rewrite -subr_ge0 (_ : _ - _ = (x * u - z * y) ^+ 2) ?sqr_ge0// !expr2; nsatz.
Qed.

Lemma theta_doubles t : T 0 <= T t -> (T t - T 0) + (T t - T 0) <= T (t + t) - T 0.
Proof.
move=> le0; have p0 := theta_pos; have step := theta_fourth t.
have : T t ^+ 2 <= T (t + t) * T 0.
  rewrite -(ler_pmul2r (exprn_gt0 2 p0)) (_ : T (t + t) * T 0 * T 0 ^+ 2 = T (t + t) * T 0 ^+ 3); last by rewrite [T 0 ^+ 3]exprS mulrA.
  apply: le_trans step; rewrite (_ : T t ^+ 4 = T t ^+ 2 * T t ^+ 2); last by rewrite -exprD.
  by rewrite ler_wpmul2l ?exprn_ge0 ?theta_nonneg// ler_expn2r ?nnegrE ?theta_nonneg// ltW.
move: (T t) (T (t + t)) (T 0) le0 p0 => x y z xz z0 le_xy.
rewrite -(ler_pmul2r z0) -subr_ge0; apply: (@le_trans _ _ (y * z - x ^+ 2 + (x - z) ^+ 2)).
  by rewrite addr_ge0 ?sqr_ge0// subr_ge0.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite !expr2; nsatz.
Qed.

Theorem theta_largest t : (theta k t <= theta k 0)%E.
Proof.
rewrite !TE lee_fin leNgt; apply/negP => gt0; set d := T t - T 0; have d0 : 0 < d by rewrite subr_gt0.
have grows (n : nat) : exists s, d *+ n.+1 <= T s - T 0.
  elim: n => [|n [s IH]]; first by exists t.
  have s0 : T 0 <= T s by rewrite -subr_ge0; apply: le_trans IH; rewrite mulrn_wge0// ltW.
  exists (s + s); apply: le_trans (theta_doubles s0); rewrite mulrS; apply: ler_add => //.
  by apply: le_trans IH; rewrite mulrS ler_addl mulrn_wge0// ltW.
have [s] := grows (Num.bound (T 0 / d)); apply/negP; rewrite -ltNge.
apply: (@le_lt_trans _ _ (T 0)); first by rewrite ler_subl_addr -lee_fin EFinD -!TE theta_crude.
rewrite -mulr_natr mulrC -ltr_pdivr_mulr//; apply: lt_trans (archi_boundP _) _.
  by rewrite divr_ge0// ltW// theta_pos.
by rewrite ltr_nat.
Qed.
End Doubling.
End Theta.
