(* The other noises as they are drawn: their masses add up to 1, what it costs to pair a left sample with a right one, and
   how much mass lies in a tail.

   A row of the table says P1(v) <= e^c · P2(φ(v)) for a map φ of the samples and a price c, which may be negative;
   SampleMap.v has the rules that use it, for any noise and any such row. A boolean is drawn as 0 or 1. With a parameter
   that the noise does not allow there is no mass at all: the run is stuck. *)
From Twinproof Require Import Prelude Noise Lists.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

(* lia where a goal or a hypothesis is a condition *)
Ltac blia := unfold is_true in *; lia.

(* ---------------------------------------------------------------------------------------------------------- sums *)
Section Sums.
Variable R : realType.
Implicit Types (lo : Z) (F : Z -> R).

(* a sum over all integers of what is 0 outside of n consecutive ones *)
Lemma esum_finite lo n F : (forall v, 0 <= F v) -> (forall v, (v < lo \/ lo + Z.of_nat n <= v)%Z -> F v = 0) ->
  (\esum_(v in [set: Z]) (F v)%:E = (\sum_(i < n) F (lo + Z.of_nat i)%Z)%:E)%E.
Proof.
move=> F0 out; have FE v : (0 <= (F v)%:E)%E by rewrite lee_fin.
rewrite (esumID [set v | (lo <= v)%Z /\ (v < lo + Z.of_nat n)%Z])// setTI.
rewrite [X in (_ + X)%E]esum1 ?adde0; last by move=> v [_ /= nin]; rewrite out//; blia.
rewrite (@reindex_esum R _ _ `I_n _ (fun i => lo + Z.of_nat i)%Z); last first.
  split=> [i /= /ssrnat.ltP|i j _ _ /=|v /= [lv vl]]; [blia|blia|].
  by exists (Z.to_nat (v - lo)) => /=; [apply/ssrnat.ltP; blia|blia].
rewrite esum_fset//.
by rewrite -(@fsbig_ord _ _ _ n (fun i => (F (lo + Z.of_nat i)%Z)%:E)) sumEFin.
Qed.

(* a law that has the mass 1 where its parameters are allowed, and none elsewhere *)
Lemma le1_of_total (ok : bool) F : (ok -> (\esum_(v in [set: Z]) (F v)%:E = 1)%E) -> (~~ ok -> forall v, F v = 0) ->
  (\esum_(v in [set: Z]) (F v)%:E <= 1)%E.
Proof. by case: ok => [-> //|_ F0]; rewrite esum1 ?lee01// => v _; rewrite F0. Qed.

Lemma add_to_real (x : \bar R) (r s : R) : (x + r%:E = s%:E)%E -> x = (s - r)%:E.
Proof. by case: x => //= x [<-]; rewrite addrK. Qed.

Lemma zrBM x y (r : R) : zr R (x - y) * r = zr R x * r - zr R y * r.
Proof. by rewrite zrB mulrBl. Qed.
Lemma zrDM x y (r : R) : zr R (x + y) * r = zr R x * r + zr R y * r.
Proof. by rewrite zrD mulrDl. Qed.
Lemma power_abs (rho : R) z : expR (- rho) ^+ Z.abs_nat z = expR (- (zr R (Z.abs z) * rho)).
Proof. by rewrite zr_abs -mulrN expRMm. Qed.
End Sums.

(* ------------------------------------------------------------------------------------------------------------- coin *)
Section Coin.
Variable R : realType.
Implicit Types (p : R) (v : Z).

(* true, which is 1, with probability p *)
Definition coin_mass p v : R := if 0 <= p <= 1 then if v == 1%Z then p else if v == 0%Z then 1 - p else 0 else 0.

Lemma coin_ge0 p v : 0 <= coin_mass p v.
Proof. by rewrite /coin_mass; case: ifP => // /andP[p0 p1]; do 2?case: ifP => // _; rewrite subr_ge0. Qed.
Lemma coin_total p : 0 <= p <= 1 -> (\esum_(v in [set: Z]) (coin_mass p v)%:E = 1)%E.
Proof.
move=> p01; rewrite (@esum_finite _ 0%Z 2); first last.
- by move=> v out; rewrite /coin_mass p01 ifF ?ifF//; apply/eqP; blia.
- by move=> v; apply: coin_ge0.
by rewrite !big_ord_recr big_ord0 /= /coin_mass p01 /= add0r subrK.
Qed.
Lemma coin_le1 p : (\esum_(v in [set: Z]) (coin_mass p v)%:E <= 1)%E.
Proof. by apply: (@le1_of_total _ (0 <= p <= 1)) => [|np v]; [exact: coin_total|rewrite /coin_mass (negbTE np)]. Qed.
Definition coin p := Noise (coin_ge0 p) (coin_le1 p).

Lemma coin_true p : 0 <= p <= 1 -> coin p 1%Z = p. Proof. by move=> p01; rewrite /= /coin_mass p01. Qed.
Lemma coin_false p : 0 <= p <= 1 -> coin p 0%Z = 1 - p. Proof. by move=> p01; rewrite /= /coin_mass p01. Qed.
Lemma coin_outside p v : v <> 0%Z -> v <> 1%Z -> coin p v = 0.
Proof. by move=> /eqP/negbTE v0 /eqP/negbTE v1; rewrite /= /coin_mass v0 v1; case: ifP. Qed.

(* coin(p): the identity is free, as for every noise whose parameters are the same on both sides *)
Theorem same_price (P : noise R) v : P v <= expR 0 * P v.
Proof. by rewrite expR0 mul1r. Qed.
(* P(true) = p *)
Theorem coin_tail p : 0 <= p <= 1 -> (\esum_(v in [set 1%Z]) (coin p v)%:E = p%:E)%E.
Proof. by move=> p01; have /andP[p0 _] := p01; rewrite esum_set1 coin_true// lee_fin. Qed.
End Coin.

(* -------------------------------------------------------------------------------------------- randomized answers *)
Section Response.
Variable R : realType.
Implicit Types (rho : R) (k x v : Z) (b : bool).

(* With a = e^(-rho):  x itself with 1/(1 + (k-1)·a), each other of 0 .. k-1 with a/(1 + (k-1)·a). *)
Definition choice_mass rho k x v : R :=
  let a := expR (- rho) in
  if [&& 0 <= rho, (0 <=? x)%Z, (x <? k)%Z, (0 <=? v)%Z & (v <? k)%Z]
  then (if v == x then 1 else a) / (1 + zr R (k - 1) * a) else 0.

Lemma choice_scale rho k : (0 < k)%Z -> 0 < 1 + zr R (k - 1) * expR (- rho).
Proof. by move=> k0; rewrite ltr_paddr ?ltr01// mulr_ge0 ?(ltW (expR_gt0 _))//; apply: zr_ge0; blia. Qed.
Lemma choice_ge0 rho k x v : 0 <= choice_mass rho k x v.
Proof.
rewrite /choice_mass; case: ifP => // /and5P[_ /Z.leb_le x0 /Z.ltb_lt xk _ _].
rewrite divr_ge0//; first by case: ifP => // _; rewrite ltW// expR_gt0.
by rewrite ltW// choice_scale//; blia.
Qed.
Lemma choice_total rho k x : 0 <= rho -> (0 <= x < k)%Z -> (\esum_(v in [set: Z]) (choice_mass rho k x v)%:E = 1)%E.
Proof.
move=> rho0 [x0 xk]; rewrite (@esum_finite _ 0%Z (Z.to_nat k)); first last.
- by move=> v out; rewrite /choice_mass rho0 /= ifF//; blia.
- by move=> v; apply: choice_ge0.
have xn : (Z.to_nat x < Z.to_nat k)%N by apply/ssrnat.ltP; blia.
set a := expR (- rho); congr (_%:E); rewrite (eq_bigr (fun i : 'I_(Z.to_nat k) =>
  (a + if i == Ordinal xn then 1 - a else 0) / (1 + zr R (k - 1) * a))); last first.
  move=> i _; have /ssrnat.ltP ik := ltn_ord i; rewrite /choice_mass rho0 -/a /= ifT; last by blia.
  congr (_ / _); rewrite -val_eqE /=.
  by case: eqP => [ix|ix]; case: eqP => ix'; rewrite ?addr0 ?addrA ?[a + 1]addrC ?addrK//; blia.
rewrite -mulr_suml big_split /= sumr_const card_ord -big_mkcond big_pred1_eq.
rewrite -[a *+ _]mulr_natl -zr_nat Z2Nat.id; last by blia.
rewrite (_ : zr R k * a + (1 - a) = 1 + zr R (k - 1) * a); last first.
  by rewrite zrBM zr1 mul1r addrCA.
by rewrite divff// gt_eqF// choice_scale//; blia.
Qed.
Lemma choice_le1 rho k x : (\esum_(v in [set: Z]) (choice_mass rho k x v)%:E <= 1)%E.
Proof.
apply: (@le1_of_total _ [&& 0 <= rho, (0 <=? x)%Z & (x <? k)%Z]) => [/and3P[rho0 x0 xk]|nok v].
  by apply: choice_total => //; blia.
by rewrite /choice_mass ifF//; apply: contraNF nok => /and5P[-> -> ->].
Qed.
Definition choice rho k x := Noise (choice_ge0 rho k x) (choice_le1 rho k x).
(* a bit: the truth with 1/(1+a), the lie with a/(1+a) *)
Definition bit b : Z := if b then 1%Z else 0%Z.
Definition response rho b : noise R := choice rho 2 (bit b).

Lemma choice_inside rho k x v : 0 <= rho -> (0 <= x < k)%Z -> (0 <= v < k)%Z ->
  choice rho k x v = (if v == x then 1 else expR (- rho)) / (1 + zr R (k - 1) * expR (- rho)).
Proof. by move=> rho0 xk vk; rewrite /= /choice_mass rho0 /= ifT//; blia. Qed.
Lemma choice_outside rho k x v : ~ (0 <= v < k)%Z -> choice rho k x v = 0.
Proof. by move=> out; rewrite /= /choice_mass ifF//; apply/negP => /and5P[_ _ _ v0 vk]; apply: out; blia. Qed.

Lemma response_total rho b : 0 <= rho -> (\esum_(v in [set: Z]) (response rho b v)%:E = 1)%E.
Proof. by move=> rho0; apply: choice_total => //; rewrite /bit; case: b; blia. Qed.
Lemma response_mass rho b (v : bool) : 0 <= rho ->
  response rho b (bit v) = (if v == b then 1 else expR (- rho)) / (1 + expR (- rho)).
Proof. by move=> rho0; rewrite /= /choice_mass rho0 /= zr1 mul1r; case: b; case: v. Qed.

(* randomized_choice(x, k, ρ): a left v of 0 .. k−1 goes to any right u, and costs ([v = x₁] − [u = x₂])·ρ, exactly; so the
   identity costs ([v = x₁] − [v = x₂])·ρ, and the transposition of x₁ and x₂ is free *)
Definition truth x v : Z := if (v =? x)%Z then 1%Z else 0%Z.
Theorem choice_price rho k x1 x2 v u : 0 <= rho -> (0 <= x1 < k)%Z -> (0 <= x2 < k)%Z -> (0 <= v < k)%Z -> (0 <= u < k)%Z ->
  choice rho k x1 v = expR (zr R (truth x1 v - truth x2 u) * rho) * choice rho k x2 u.
Proof.
move=> rho0 x1k x2k vk uk; rewrite !choice_inside// mulrA; congr (_ / _).
rewrite /truth -[(v =? x1)%Z]/(v == x1) -[(u =? x2)%Z]/(u == x2).
case: eqP => _; case: eqP => _; rewrite ?Z.sub_diag ?zr0 ?mul0r ?expR0 ?mulr1 ?mul1r//.
  by rewrite Z.sub_0_r zr1 mul1r expRxMexpNx_1.
by rewrite Z.sub_0_l zrN zr1 mulN1r.
Qed.

Definition transposed x1 x2 v : Z := if (v =? x1)%Z then x2 else if (v =? x2)%Z then x1 else v.
Lemma transposedK x1 x2 : involutive (transposed x1 x2).
Proof.
move=> v; rewrite /transposed; case: (Z.eqb_spec v x1) => [->|v1].
  by case: (Z.eqb_spec x2 x1) => // _; rewrite Z.eqb_refl.
case: (Z.eqb_spec v x2) => [->|v2]; first by rewrite Z.eqb_refl.
by case: (Z.eqb_spec v x1) => //; case: (Z.eqb_spec v x2).
Qed.
Theorem choice_transposed rho k x1 x2 v : 0 <= rho -> (0 <= x1 < k)%Z -> (0 <= x2 < k)%Z -> (0 <= v < k)%Z ->
  choice rho k x1 v = choice rho k x2 (transposed x1 x2 v).
Proof.
move=> rho0 x1k x2k vk; rewrite (choice_price (x2 := x2) (u := transposed x1 x2 v))//; last first.
  by rewrite /transposed; case: ifP => // _; case: ifP.
rewrite (_ : truth _ _ - truth _ _ = 0)%Z ?zr0 ?mul0r ?expR0 ?mul1r// /truth /transposed.
by do 3?case: Z.eqb_spec => //; blia.
Qed.

(* randomized_response(b, ρ): a left v goes to v or to ¬v, and costs ([v = b₁] − [u = b₂])·ρ, exactly *)
Theorem response_price rho (b1 b2 v u : bool) : 0 <= rho ->
  response rho b1 (bit v) = expR (zr R (bit (v == b1) - bit (u == b2)) * rho) * response rho b2 (bit u).
Proof.
move=> rho0.
have <- : (truth (bit b1) (bit v) - truth (bit b2) (bit u) = bit (v == b1) - bit (u == b2))%Z.
  by case: b1; case: b2; case: v; case: u.
by apply: choice_price => //; rewrite /bit; [case: b1|case: b2|case: v|case: u]; blia.
Qed.
End Response.

(* --------------------------------------------------------------------------------------------------------- uniform *)
Section Uniform.
Variable R : realType.
Implicit Types (lo hi v u : Z).

Definition uniform_mass lo hi v : R := if (lo <=? v)%Z && (v <=? hi)%Z then (zr R (hi - lo + 1))^-1 else 0.

Lemma uniform_ge0 lo hi v : 0 <= uniform_mass lo hi v.
Proof. by rewrite /uniform_mass; case: ifP => // in_v; rewrite invr_ge0; apply: zr_ge0; blia. Qed.
Lemma uniform_total lo hi : (lo <= hi)%Z -> (\esum_(v in [set: Z]) (uniform_mass lo hi v)%:E = 1)%E.
Proof.
move=> lohi; rewrite (@esum_finite _ lo (Z.to_nat (hi - lo + 1))); first last.
- by move=> v out; rewrite /uniform_mass ifF//; blia.
- by move=> v; apply: uniform_ge0.
congr (_%:E); rewrite (eq_bigr (fun=> (zr R (hi - lo + 1))^-1)); last first.
  by move=> i _; have /ssrnat.ltP ik := ltn_ord i; rewrite /uniform_mass ifT//; blia.
rewrite sumr_const card_ord -mulr_natl -zr_nat Z2Nat.id; last by blia.
by rewrite divff// gt_eqF//; apply: zr_gt0; blia.
Qed.
Lemma uniform_le1 lo hi : (\esum_(v in [set: Z]) (uniform_mass lo hi v)%:E <= 1)%E.
Proof.
apply: (@le1_of_total _ (lo <=? hi)%Z) => [/Z.leb_le|nok v]; first exact: uniform_total.
by rewrite /uniform_mass ifF//; blia.
Qed.
Definition uniform lo hi := Noise (uniform_ge0 lo hi) (uniform_le1 lo hi).
Lemma uniform_outside lo hi v : ~ (lo <= v <= hi)%Z -> uniform lo hi v = 0.
Proof. by move=> out; rewrite /= /uniform_mass ifF//; blia. Qed.

(* uniform(lo, hi): to any value of a right range of the same size, free *)
Theorem uniform_price lo1 hi1 lo2 hi2 v u : (hi1 - lo1 = hi2 - lo2)%Z -> (lo1 <= v <= hi1)%Z -> (lo2 <= u <= hi2)%Z ->
  uniform lo1 hi1 v = uniform lo2 hi2 u.
Proof. by move=> size_eq in_v in_u; rewrite /= /uniform_mass size_eq !ifT//; blia. Qed.
End Uniform.

(* ----------------------------------------------------------------------------------------- the exponential mechanism *)
Section Choose.
Variable R : realType.
Implicit Types (rho : R) (s : seq Z) (v M : Z).

(* an index of the list, with a mass proportional to e^(rho·score) *)
Definition score_weight rho s (i : nat) : R := expR (zr R (nth 0%Z s i) * rho).
Definition choose_mass rho s v : R :=
  if [&& 0 <= rho, (0 <=? v)%Z & (v <? len s)%Z]
  then score_weight rho s (Z.to_nat v) / \sum_(i < size s) score_weight rho s i else 0.

Lemma score_sum_ge0 rho s : 0 <= \sum_(i < size s) score_weight rho s i.
Proof. by apply: sumr_ge0 => i _; rewrite ltW// expR_gt0. Qed.
Lemma score_sum_gt0 rho s : (0 < len s)%Z -> 0 < \sum_(i < size s) score_weight rho s i.
Proof.
case: s => [|x s] //= _; rewrite big_ord_recl ltr_paddr ?expR_gt0//.
by apply: sumr_ge0 => i _; rewrite ltW// expR_gt0.
Qed.
Lemma choose_ge0 rho s v : 0 <= choose_mass rho s v.
Proof. by rewrite /choose_mass; case: ifP => // _; rewrite divr_ge0 ?score_sum_ge0// ltW// expR_gt0. Qed.
Lemma choose_total rho s : 0 <= rho -> (0 < len s)%Z -> (\esum_(v in [set: Z]) (choose_mass rho s v)%:E = 1)%E.
Proof.
move=> rho0 s0; rewrite (@esum_finite _ 0%Z (size s)); first last.
- by move=> v out; rewrite /choose_mass rho0 /= ifF// /len; blia.
- by move=> v; apply: choose_ge0.
congr (_%:E); rewrite (eq_bigr (fun i : 'I_(size s) => score_weight rho s i / \sum_(i < size s) score_weight rho s i)).
  by rewrite -mulr_suml divff// gt_eqF// score_sum_gt0.
move=> i _; have /ssrnat.ltP ik := ltn_ord i; rewrite /choose_mass rho0 /= ifT; last by rewrite /len; blia.
by rewrite Nat2Z.id.
Qed.
Lemma choose_le1 rho s : (\esum_(v in [set: Z]) (choose_mass rho s v)%:E <= 1)%E.
Proof.
apply: (@le1_of_total _ ((0 <= rho) && (0 <? len s)%Z)) => [/andP[rho0 /Z.ltb_lt s0]|nok v]; first exact: choose_total.
rewrite /choose_mass ifF//; apply: contraNF nok => /and3P[-> v0 vs] /=; blia.
Qed.
Definition choose rho s := Noise (choose_ge0 rho s) (choose_le1 rho s).
Lemma choose_outside rho s v : ~ (0 <= v < len s)%Z -> choose rho s v = 0.
Proof. by move=> out; rewrite /= /choose_mass ifF//; apply/negP => /and3P[_ v0 vs]; apply: out; blia. Qed.

(* choose(scores, ρ): a left v goes to any right u, and costs (M − (s₂[u] − s₁[v]))·ρ for any M with ∀j. s₂[j] − s₁[j] ≤ M *)
Theorem choose_price rho s1 s2 M v u : 0 <= rho -> len s1 = len s2 -> (0 <= v < len s1)%Z -> (0 <= u < len s2)%Z ->
  (forall j, (0 <= j < len s1)%Z -> (get 0%Z s2 j - get 0%Z s1 j <= M)%Z) ->
  choose rho s1 v <= expR (zr R (M - (get 0%Z s2 u - get 0%Z s1 v)) * rho) * choose rho s2 u.
Proof.
move=> rho0 size_eq vs us below; rewrite /= /choose_mass rho0 /= !ifT; [|blia..].
have s20 : (0 < len s2)%Z by blia.
have getE (s : seq Z) j : (0 <= j)%Z -> get 0%Z s j = nth 0%Z s (Z.to_nat j).
  by rewrite /get; case: Z.ltb_spec => //; blia.
rewrite !getE; [|blia..]; set i := Z.to_nat v; set k := Z.to_nat u.
have sz : size s1 = size s2 by move: size_eq; rewrite /len; blia.
rewrite mulrA -expRD -zrDM.
rewrite (_ : _ + _ = M + nth 0 s1 i)%Z; last by blia.
rewrite zrDM expRD [expR _ * expR _]mulrC -mulrA.
apply: ler_wpmul2l; first by rewrite ltW// expR_gt0.
have Z1 : 0 < \sum_(i < size s1) score_weight rho s1 i by rewrite score_sum_gt0// size_eq.
rewrite ler_pdivl_mulr ?score_sum_gt0// mulrC ler_pdivr_mulr// mulr_sumr sz.
apply: ler_sum => j _; have js := ltn_ord j; rewrite /score_weight -expRD -zrDM ler_expR ler_wpmul2r// ler_zr//.
have := below (Z.of_nat j); rewrite !getE ?Nat2Z.id; [|blia..].
by move/ssrnat.ltP: js => js H; have := H _; rewrite /len; blia.
Qed.
End Choose.

(* ------------------------------------------------------------------------------------ Laplace noise, exactly *)
Section ExactLaplace.
Variable R : realType.
Implicit Types (rho : R) (e v u k A : Z).

(* L_ρ(e): a left v goes to any right u, and costs (|u − e₂| − |v − e₁|)·ρ, exactly; u = v + k(v) in the rules *)
Theorem laplace_exact_price rho e1 e2 v u : 0 < rho ->
  laplace rho e1 v = expR (zr R (Z.abs (u - e2) - Z.abs (v - e1)) * rho) * laplace rho e2 u.
Proof.
move=> rho0; rewrite /= /laplace_mass rho0 mulrCA !power_abs -expRD; congr (_ * expR _).
by rewrite zrBM addrAC subrr sub0r.
Qed.

(* one-sided noise: the same, from e₁ on to e₂ on *)
Theorem one_sided_exact_price rho e1 e2 v u : 0 < rho -> (e1 <= v)%Z -> (e2 <= u)%Z ->
  one_sided rho e1 v = expR (zr R ((u - e2) - (v - e1)) * rho) * one_sided rho e2 u.
Proof.
move=> rho0 ev eu; rewrite /= /one_sided_mass rho0 /= !ifT; [|blia..].
rewrite (_ : Z.to_nat (v - e1) = Z.abs_nat (v - e1)) 1?(_ : Z.to_nat (u - e2) = Z.abs_nat (u - e2)); [|blia..].
rewrite mulrCA !power_abs -expRD; congr (_ * expR _).
by rewrite [zr R (u - e2 - _) * _]zrBM addrAC !Z.abs_eq; [rewrite subrr sub0r|blia..].
Qed.

(* ------------------------------------------------------------------------------------------------------- tails *)
(* P(v ≥ e + k) = a^k/(1+a), a = e^(−ρ), for 0 ≤ k *)
Theorem laplace_tail rho e k : 0 < rho -> (0 <= k)%Z ->
  (\esum_(v in [set v | (e + k <= v)%Z]) (laplace rho e v)%:E
   = (expR (- rho) ^+ Z.to_nat k / (1 + expR (- rho)))%:E)%E.
Proof.
move=> rho0 k0; have a01 := base_lt1 rho0; have /andP[a0 a1] := a01; set a := expR (- rho) in a01 a0 a1 *.
rewrite (@reindex_esum R _ _ [set: nat] _ (fun n => (e + k + Z.of_nat n)%Z)); last first.
  split; [by move=> n _ /=; blia|by move=> n m _ _ /=; blia|move=> v /= ev].
  by exists (Z.to_nat (v - e - k)) => //=; blia.
rewrite (eq_esum (b := fun n => (((1 - a) / (1 + a) * a ^+ Z.to_nat k)%:E * (a ^+ n)%:E)%E)); last first.
  move=> n _; rewrite -EFinM; congr (_%:E); rewrite -[RHS]mulrA -exprD /= /laplace_mass rho0 -/a; congr (_ * _ ^+ _).
  by rewrite -plusE; blia.
rewrite esumZ//=; [|rewrite lee_fin|by move=> n; rewrite lee_fin exprn_ge0// ltW]; last first.
  by rewrite mulr_ge0 ?divr_ge0 ?exprn_ge0 ?subr_ge0 ?addr_ge0// ltW.
rewrite geometric_sum// -EFinM; congr (_%:E).
rewrite mulrAC mulrC -!mulrA; congr (_ * _); rewrite mulrCA mulfV ?mulr1//.
by rewrite gt_eqF// subr_gt0.
Qed.

(* P(v ≤ e − k) is the same *)
Theorem laplace_tail_below rho e k : 0 < rho -> (0 <= k)%Z ->
  (\esum_(v in [set v | (v <= e - k)%Z]) (laplace rho e v)%:E
   = (expR (- rho) ^+ Z.to_nat k / (1 + expR (- rho)))%:E)%E.
Proof.
move=> rho0 k0; rewrite -(laplace_tail e rho0 k0).
rewrite (@reindex_esum R _ _ [set v | (e + k <= v)%Z] _ (fun v => (e + e - v)%Z)); last first.
  split; [by move=> v /=; blia|by move=> v u _ _ /=; blia|move=> v /= ev].
  by exists (e + e - v)%Z => /=; blia.
apply: eq_esum => v _; rewrite /= /laplace_mass; congr (_%:E); case: ifP => // _; congr (_ * _ ^+ _); blia.
Qed.

(* P(|v − e| ≥ k) = 2·a^k/(1+a) for 1 ≤ k *)
Theorem laplace_tail_both rho e k : 0 < rho -> (1 <= k)%Z ->
  (\esum_(v in [set v | (k <= Z.abs (v - e))%Z]) (laplace rho e v)%:E
   = (2%:R * expR (- rho) ^+ Z.to_nat k / (1 + expR (- rho)))%:E)%E.
Proof.
move=> rho0 k1; have k0 : (0 <= k)%Z by blia.
have m0 v : (0 <= (laplace rho e v)%:E)%E by rewrite lee_fin mass_ge0.
rewrite (esumID [set v | (e + k <= v)%Z])//.
rewrite (_ : _ `&` _ = [set v | (e + k <= v)%Z]); last by apply/seteqP; split=> v /=; blia.
rewrite (_ : _ `&` _ = [set v | (v <= e - k)%Z]); last by apply/seteqP; split=> v /=; blia.
by rewrite laplace_tail// laplace_tail_below// -EFinD -mulrDl -mulr2n mulr_natl.
Qed.

(* of one-sided noise, P(v ≥ e + k) = a^k for 0 ≤ k *)
Theorem one_sided_tail rho e k : 0 < rho -> (0 <= k)%Z ->
  (\esum_(v in [set v | (e + k <= v)%Z]) (one_sided rho e v)%:E = (expR (- rho) ^+ Z.to_nat k)%:E)%E.
Proof.
move=> rho0 k0; have a01 := base_lt1 rho0; have /andP[a0 a1] := a01; set a := expR (- rho) in a01 a0 a1 *.
rewrite (@reindex_esum R _ _ [set: nat] _ (fun n => (e + k + Z.of_nat n)%Z)); last first.
  split; [by move=> n _ /=; blia|by move=> n m _ _ /=; blia|move=> v /= ev].
  by exists (Z.to_nat (v - e - k)) => //=; blia.
rewrite (eq_esum (b := fun n => (((1 - a) * a ^+ Z.to_nat k)%:E * (a ^+ n)%:E)%E)); last first.
  move=> n _; rewrite -EFinM; congr (_%:E).
  rewrite -[RHS]mulrA -exprD /= /one_sided_mass rho0 -/a /= ifT; last by apply/Z.leb_le; lia.
  by congr (_ * _ ^+ _); rewrite -plusE; blia.
rewrite esumZ//=; [|rewrite lee_fin|by move=> n; rewrite lee_fin exprn_ge0// ltW]; last first.
  by rewrite mulr_ge0 ?exprn_ge0 ?subr_ge0// ltW.
by rewrite geometric_sum// -EFinM mulrAC divff ?mul1r// gt_eqF// subr_gt0.
Qed.

(* a^k/(1+a) ≤ a^k, and ≤ a^(k−1)/2 for 1 ≤ k: the weaker bounds of the table *)
Theorem tail_le_power rho (n : nat) : expR (- rho) ^+ n / (1 + expR (- rho)) <= expR (- rho) ^+ n.
Proof.
have a0 := expR_gt0 (- rho); rewrite ler_pdivr_mulr ?addr_gt0// mulrDr mulr1 ler_addl.
by rewrite mulr_ge0 ?exprn_ge0// ltW.
Qed.
Theorem tail_le_half rho (n : nat) : 0 < rho -> expR (- rho) ^+ n.+1 / (1 + expR (- rho)) <= expR (- rho) ^+ n / 2%:R.
Proof.
move=> rho0; have /andP[a0 a1] := base_lt1 rho0; rewrite ler_pdivr_mulr ?addr_gt0// mulrAC ler_pdivl_mulr ?ltr0n//.
rewrite exprSr -mulrA; apply: ler_wpmul2l; first by rewrite exprn_ge0// ltW.
by rewrite mulr_natr mulr2n ler_add2r ltW.
Qed.
End ExactLaplace.

(* ------------------------------------------------------------------------------------------- truncated Laplace *)
Section Truncated.
Variable R : realType.
Implicit Types (rho : R) (e v u k A : Z).

(* Laplace noise on |v - e| <= A. With a = e^(-rho):  (1-a)/(1+a-2a^(A+1)) · a^|v-e| *)
Definition truncated_mass rho A e v : R :=
  let a := expR (- rho) in
  if (0 < rho) && (Z.abs (v - e) <=? A)%Z then (1 - a) / (1 + a - 2%:R * a ^+ Z.to_nat (A + 1)) * a ^+ Z.abs_nat (v - e)
  else 0.

Lemma truncated_scale rho (n : nat) : 0 < rho -> 0 < 1 + expR (- rho) - 2%:R * expR (- rho) ^+ n.+1.
Proof.
move=> rho0; have /andP[a0 a1] := base_lt1 rho0; rewrite subr_gt0.
apply: (@le_lt_trans _ _ (2%:R * expR (- rho))); last by rewrite mulr_natl mulr2n ltr_add2r.
by rewrite ler_wpmul2l// exprS ler_pimulr ?exprn_ile1// ltW.
Qed.
Lemma truncated_ge0 rho A e v : 0 <= truncated_mass rho A e v.
Proof.
rewrite /truncated_mass; case: ifP => // /andP[rho0 /Z.leb_le vA]; have /andP[a0 a1] := base_lt1 rho0.
rewrite mulr_ge0 ?exprn_ge0 ?divr_ge0 ?subr_ge0 ?(ltW a0) ?(ltW a1)//.
rewrite (_ : Z.to_nat (A + 1) = (Z.to_nat A).+1); last by blia.
by rewrite -subr_ge0 ltW// truncated_scale.
Qed.

(* it is Laplace noise under the condition |v − e| ≤ A, which has the probability (1+a−2a^(A+1))/(1+a) *)
Lemma truncated_conditional rho A e v : 0 < rho -> (Z.abs (v - e) <= A)%Z -> let a := expR (- rho) in
  truncated_mass rho A e v = (1 + a) / (1 + a - 2%:R * a ^+ Z.to_nat (A + 1)) * laplace rho e v.
Proof.
move=> rho0 vA a; rewrite /= /truncated_mass /laplace_mass rho0 /= ifT -/a; last by blia.
have a1 : 1 + a != 0 by rewrite gt_eqF// addr_gt0// expR_gt0.
by rewrite mulrA; congr (_ * _); rewrite [RHS]mulrC [RHS]mulrA divfK.
Qed.
Lemma laplace_within rho A e : 0 < rho -> (0 <= A)%Z -> let a := expR (- rho) in
  (\esum_(v in [set v | (Z.abs (v - e) <= A)%Z]) (laplace rho e v)%:E
   = ((1 + a - 2%:R * a ^+ Z.to_nat (A + 1)) / (1 + a))%:E)%E.
Proof.
move=> rho0 A0 a; have a1 : 1 + a != 0 by rewrite gt_eqF// addr_gt0// expR_gt0.
have := laplace_total e rho0; rewrite (esumID [set v | (Z.abs (v - e) <= A)%Z])//; last first.
  by move=> v _; rewrite lee_fin laplace_ge0.
rewrite setTI (_ : _ `&` _ = [set v | (A + 1 <= Z.abs (v - e))%Z]); last by apply/seteqP; split=> v /=; blia.
rewrite -[\esum_(v in [set v | (A + 1 <= _)%Z]) _]/(\esum_(v in _) (laplace rho e v)%:E)%E laplace_tail_both//; last by blia.
move/add_to_real => ->; congr (_%:E); by rewrite -/a mulrBl divff.
Qed.
Lemma truncated_total rho A e : 0 < rho -> (0 <= A)%Z -> (\esum_(v in [set: Z]) (truncated_mass rho A e v)%:E = 1)%E.
Proof.
move=> rho0 A0; have a0 := expR_gt0 (- rho); have := @truncated_scale rho (Z.to_nat A) rho0.
rewrite (_ : (Z.to_nat A).+1 = Z.to_nat (A + 1)); last by blia.
set d := 1 + _ - _ => d0; have s0 : 0 < 1 + expR (- rho) by rewrite addr_gt0.
rewrite (esumID [set v | (Z.abs (v - e) <= A)%Z]); last by move=> v _; rewrite lee_fin truncated_ge0.
rewrite setTI [X in (_ + X)%E]esum1 ?adde0; last first.
  by move=> v [_ /= nv]; rewrite /truncated_mass ifF//; apply/negP => /andP[_]; blia.
rewrite (eq_esum (b := fun v => (((1 + expR (- rho)) / d)%:E * (laplace rho e v)%:E)%E)); last first.
  by move=> v /= vA; rewrite -EFinM truncated_conditional.
rewrite esumZ//=; [|by rewrite lee_fin divr_ge0// ltW|by move=> v; rewrite lee_fin laplace_ge0].
rewrite -[\esum_(v in _) _]/(\esum_(v in _) (laplace rho e v)%:E)%E laplace_within// -EFinM; congr (_%:E).
by rewrite -/d mulrA divfK ?divff// gt_eqF.
Qed.
Lemma truncated_le1 rho A e : (\esum_(v in [set: Z]) (truncated_mass rho A e v)%:E <= 1)%E.
Proof.
apply: (@le1_of_total _ ((0 < rho) && (0 <=? A)%Z)) => [/andP[rho0 /Z.leb_le A0]|nok v]; first exact: truncated_total.
rewrite /truncated_mass ifF//; apply: contraNF nok => /andP[-> vA] /=; blia.
Qed.
Definition truncated rho A e := Noise (truncated_ge0 rho A e) (truncated_le1 rho A e).
Lemma truncated_outside rho A e v : ~ (Z.abs (v - e) <= A)%Z -> truncated rho A e v = 0.
Proof. by move=> out; rewrite /= /truncated_mass ifF//; apply/negP => /andP[_]; blia. Qed.

(* truncated_laplace(e, ρ, A): to any u of the right support, at (|u − e₂| − |v − e₁|)·ρ, exactly *)
Theorem truncated_price rho A e1 e2 v u : 0 < rho -> (Z.abs (v - e1) <= A)%Z -> (Z.abs (u - e2) <= A)%Z ->
  truncated rho A e1 v = expR (zr R (Z.abs (u - e2) - Z.abs (v - e1)) * rho) * truncated rho A e2 u.
Proof.
move=> rho0 vA uA; rewrite /= /truncated_mass rho0 /= !ifT; [|blia..].
rewrite mulrCA !power_abs -expRD; congr (_ * expR _); by rewrite zrBM addrAC subrr sub0r.
Qed.

(* P(v ≥ e + k) = (a^k − a^(A+1))/(1 + a − 2a^(A+1)) for 0 ≤ k ≤ A + 1 *)
Theorem truncated_tail rho A e k : 0 < rho -> (0 <= k <= A + 1)%Z -> (0 <= A)%Z -> let a := expR (- rho) in
  (\esum_(v in [set v | (e + k <= v)%Z]) (truncated rho A e v)%:E
   = ((a ^+ Z.to_nat k - a ^+ Z.to_nat (A + 1)) / (1 + a - 2%:R * a ^+ Z.to_nat (A + 1)))%:E)%E.
Proof.
move=> rho0 kA A0 a; have a0 := expR_gt0 (- rho); have := @truncated_scale rho (Z.to_nat A) rho0.
rewrite (_ : (Z.to_nat A).+1 = Z.to_nat (A + 1)); last by blia.
rewrite -/a; set d := 1 + _ - _ => d0; have s0 : 0 < 1 + a by rewrite addr_gt0.
rewrite (esumID [set v | (v <= e + A)%Z]); last by move=> v _; rewrite lee_fin truncated_ge0.
rewrite [X in (_ + X)%E]esum1 ?adde0; last first.
  by move=> v /= nv; rewrite -[truncated_mass _ _ _ _]/(truncated rho A e v) truncated_outside//; blia.
rewrite (eq_esum (b := fun v => (((1 + a) / d)%:E * (laplace rho e v)%:E)%E)); last first.
  by move=> v /= vA; rewrite -EFinM truncated_conditional//; blia.
rewrite esumZ//=; [|by rewrite lee_fin divr_ge0// ltW|by move=> v; rewrite lee_fin laplace_ge0].
rewrite -[\esum_(v in _) _]/(\esum_(v in _) (laplace rho e v)%:E)%E.
have := @laplace_tail R rho e k rho0 ltac:(blia); rewrite (esumID [set v | (v <= e + A)%Z])//; last first.
  by move=> v _; rewrite lee_fin mass_ge0.
rewrite [X in (_ + X)%E = _ -> _](_ : _ = \esum_(v in [set v | (e + (A + 1) <= v)%Z]) (laplace rho e v)%:E)%E; last first.
  by congr (\esum_(v in _) _)%E; apply/seteqP; split=> v /=; blia.
rewrite laplace_tail//; last by blia.
move/add_to_real => ->; rewrite -EFinM -/a -mulrBl; congr (_%:E).
by rewrite mulrC mulrA -[(_ - _) / _ * _]mulrA mulVf ?mulr1// gt_eqF.
Qed.
End Truncated.

(* ---------------------------------------------------------------------------------------------- discrete Gaussian *)
Section Gaussian.
Variable R : realType.
Implicit Types (var : R) (e v u k : Z).

(* With the parameter var = σ²: mass proportional to e^(-(v-e)²/(2·var)). *)
Definition bell var v : R := expR (- (zr R v ^+ 2 / (2%:R * var))).
Definition bell_sum var : \bar R := (\esum_(v in [set: Z]) (bell var v)%:E)%E.
Definition gaussian_mass var e v : R := if 0 < var then bell var (v - e) / fine (bell_sum var) else 0.

Lemma bell_gt0 var v : 0 < bell var v. Proof. exact: expR_gt0. Qed.
(* the normaliser is finite, because e^(−v²/(2σ²)) ≤ e^(−|v|/(2σ²)), and at least 1, the term at 0 *)
Lemma bell_sum_finite var : 0 < var -> bell_sum var \is a fin_num.
Proof.
move=> s0; rewrite ge0_fin_numE; last by apply: esum_ge0 => v _; rewrite lee_fin ltW// bell_gt0.
pose rho := (2%:R * var)^-1; have rho0 : 0 < rho by rewrite invr_gt0 mulr_gt0// ltr0n.
have a01 := base_lt1 rho0; apply: (@le_lt_trans _ _ (\esum_(v in [set: Z]) (expR (- rho) ^+ Z.abs_nat v)%:E)%E); last first.
  by rewrite two_sided_sum// ltry.
apply: le_esum => v _; rewrite lee_fin power_abs ler_expR ler_opp2 -/rho ler_wpmul2r ?(ltW rho0)//.
by rewrite expr2 -zrM; apply: ler_zr; nia.
Qed.
Lemma bell_sum_gt0 var : 0 < var -> 0 < fine (bell_sum var).
Proof.
move=> s0; have fin := bell_sum_finite s0; rewrite -lte_fin fineK//; apply: lt_le_trans (lte01) _.
rewrite (_ : 1%E = (bell var 0)%:E); last by rewrite /bell zr0 expr0n mul0r oppr0 expR0.
by apply: (@esum_one _ _ 0%Z setT (fun v => (bell var v)%:E)) => // v; rewrite lee_fin ltW// bell_gt0.
Qed.
Lemma gaussian_ge0 var e v : 0 <= gaussian_mass var e v.
Proof. by rewrite /gaussian_mass; case: ifP => // s0; rewrite divr_ge0// ltW ?bell_gt0 ?bell_sum_gt0. Qed.
Lemma gaussian_total var e : 0 < var -> (\esum_(v in [set: Z]) (gaussian_mass var e v)%:E = 1)%E.
Proof.
move=> s0; have Z0 := bell_sum_gt0 s0.
rewrite (eq_esum (b := fun v => (((fine (bell_sum var))^-1)%:E * (bell var (v - e))%:E)%E)); last first.
  by move=> v _; rewrite -EFinM mulrC /gaussian_mass s0.
rewrite esumZ//=; [|by rewrite lee_fin invr_ge0 ltW|by move=> v; rewrite lee_fin ltW// bell_gt0].
rewrite (@esum_shift _ e (fun v => (bell var v)%:E)) -/(bell_sum var) -{2}(fineK (bell_sum_finite s0)) -EFinM.
by rewrite mulVf// gt_eqF.
Qed.
Lemma gaussian_le1 var e : (\esum_(v in [set: Z]) (gaussian_mass var e v)%:E <= 1)%E.
Proof.
apply: (@le1_of_total _ (0 < var)) => [|nok v]; first exact: gaussian_total.
by rewrite /gaussian_mass (negbTE nok).
Qed.
Definition gaussian var e := Noise (gaussian_ge0 var e) (gaussian_le1 var e).

(* 𝒩(e, σ²): a left v goes to any right u, and costs ((u − e₂)² − (v − e₁)²)/(2σ²), exactly *)
Theorem gaussian_price var e1 e2 v u : 0 < var ->
  gaussian var e1 v = expR (zr R ((u - e2) * (u - e2) - (v - e1) * (v - e1)) / (2%:R * var)) * gaussian var e2 u.
Proof.
move=> s0; rewrite /= /gaussian_mass s0 mulrA; congr (_ / _); rewrite /bell -expRD; congr expR.
by rewrite zrBM !zrM -!expr2 addrAC subrr sub0r.
Qed.

(* P(v ≥ e + k) ≤ e^(−k²/(2σ²)) for 0 ≤ k: from e + k on, (v−e)² ≥ (v−e−k)² + k² *)
Theorem gaussian_tail var e k : 0 < var -> (0 <= k)%Z ->
  (\esum_(v in [set v | (e + k <= v)%Z]) (gaussian var e v)%:E <= (expR (- (zr R (k * k) / (2%:R * var))))%:E)%E.
Proof.
move=> s0 k0; have Z0 := bell_sum_gt0 s0; set c := expR (- _).
apply: (@le_trans _ _ (\esum_(v in [set: Z]) (c%:E * (gaussian var (e + k) v)%:E))%E); last first.
  rewrite esumZ//=; [|by rewrite lee_fin ltW// expR_gt0|by move=> v; rewrite lee_fin gaussian_ge0].
  by rewrite gaussian_total// mule1.
apply: (@le_trans _ _ (\esum_(v in [set v | (e + k <= v)%Z]) (c%:E * (gaussian var (e + k) v)%:E))%E); last first.
  by apply: esum_sub => // v; rewrite -EFinM lee_fin mulr_ge0 ?gaussian_ge0// ltW// expR_gt0.
apply: le_esum => v /= ev; rewrite -EFinM lee_fin /gaussian_mass s0 mulrA ler_wpmul2r ?invr_ge0 ?(ltW Z0)//.
rewrite /c /bell -expRD ler_expR -opprD -mulrDl ler_opp2 ler_wpmul2r//.
  by rewrite invr_ge0 ltW// mulr_gt0// ltr0n.
by rewrite !expr2 -!zrM -zrD; apply: ler_zr; nia.
Qed.
(* P(v ≤ e − k) is bounded by the same *)
Theorem gaussian_tail_below var e k : 0 < var -> (0 <= k)%Z ->
  (\esum_(v in [set v | (v <= e - k)%Z]) (gaussian var e v)%:E <= (expR (- (zr R (k * k) / (2%:R * var))))%:E)%E.
Proof.
move=> s0 k0; apply: le_trans (gaussian_tail e s0 k0).
rewrite (@reindex_esum R _ _ [set v | (e + k <= v)%Z] _ (fun v => (e + e - v)%Z)); last first.
  split; [by move=> v /=; blia|by move=> v u _ _ /=; blia|move=> v /= ev].
  by exists (e + e - v)%Z => /=; blia.
apply: le_esum => v _; rewrite lee_fin /= /gaussian_mass s0 /bell (_ : e + e - v - e = - (v - e))%Z; last by blia.
by rewrite zrN sqrrN.
Qed.
End Gaussian.
