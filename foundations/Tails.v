(* The table of tails: for each noise the sets of values that have a bound, and the rule for credit that uses it.

   What is not in the table is not allowed: [tail_ok] says which rows there are, [tail_of] which values a row gives up, and
   [tail_bound] what that costs. The bounds are exact but for Gaussian noise; [power] is e^(−k·ρ). *)
From Twinproof Require Import Prelude Noise Lists FiniteNoise PermuteAndFlip.
From Twinproof Require Import Semantics Kleene Judgments Rules LedgerRules SampleMap NoiseTable Credit.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Tails.
Variable R : realType.
Implicit Types (rho p : R) (e v k x lo hi A : Z).

(* ---------------------------------------------------------------------------------------- tails that are still missing *)
Lemma esum_where (D : Z -> bool) (F : Z -> R) : (forall v, 0 <= F v) ->
  (\esum_(v in [set v | D v]) (F v)%:E = \esum_(v in [set: Z]) (if D v then F v else 0)%:E)%E.
Proof.
move=> F0; rewrite [RHS](esumID [set v | D v])/=; last by move=> v _; rewrite lee_fin; case: ifP.
rewrite setTI [X in (_ + X)%E]esum1 ?adde0; last by move=> v [_ /= /negP/negbTE ->].
by apply: eq_esum => v /= ->.
Qed.
Lemma esum_or (D E : set Z) (P : noise R) (x y : \bar R) : (\esum_(v in D) (P v)%:E <= x)%E -> (\esum_(v in E) (P v)%:E <= y)%E ->
  (\esum_(v in [set v | D v \/ E v]) (P v)%:E <= x + y)%E.
Proof.
move=> Dx Ey; have P0 v : (0 <= (P v)%:E)%E by [].
rewrite (esumID D)//; apply: lee_add; [apply: le_trans Dx|apply: le_trans Ey]; apply: esum_sub => // v [[]]//.
Qed.

(* P(v ≤ e − k) is P(v ≥ e + k) *)
Theorem truncated_tail_below rho A e k : 0 < rho -> (0 <= k <= A + 1)%Z -> (0 <= A)%Z -> let a := expR (- rho) in
  (\esum_(v in [set v | (v <= e - k)%Z]) (truncated rho A e v)%:E
   = ((a ^+ Z.to_nat k - a ^+ Z.to_nat (A + 1)) / (1 + a - 2%:R * a ^+ Z.to_nat (A + 1)))%:E)%E.
Proof.
move=> rho0 kA A0 a; rewrite -(truncated_tail e rho0 kA A0).
rewrite (@reindex_esum R _ _ [set v | (e + k <= v)%Z] _ (fun v => (e + e - v)%Z)); last first.
  split; [by move=> v /=; blia|by move=> v u _ _ /=; blia|move=> v /= ev].
  by exists (e + e - v)%Z => /=; blia.
apply: eq_esum => v _; rewrite /= /truncated_mass (_ : e + e - v - e = - (v - e))%Z; last by blia.
by rewrite Z.abs_opp (_ : Z.abs_nat (- (v - e)) = Z.abs_nat (v - e)); last by blia.
Qed.

(* the least likely values have the least share *)
Lemma power_short (a : R) n : 0 <= a <= 1 -> 1 - a ^+ n <= n%:R * (1 - a).
Proof.
move=> /andP[a0 a1]; elim: n => [|n IH]; first by rewrite expr0 subrr mul0r.
rewrite -addn1 natrD mulrDl mul1r addn1 exprS (_ : 1 - a * a ^+ n = a * (1 - a ^+ n) + (1 - a)); last by move: (a ^+ n) => X; nsatz.
by rewrite ler_add2r; apply: le_trans IH; rewrite ler_pimull// subr_ge0 exprn_ile1.
Qed.
Lemma power_long (a : R) m : 0 <= a <= 1 -> m%:R * a ^+ m * (1 - a) <= 1 - a ^+ m.
Proof.
move=> /andP[a0 a1]; elim: m => [|m IH]; first by rewrite expr0 subrr !mul0r.
have := ler_wpmul2l a0 IH; have : a ^+ m.+1 * (1 - a) <= 1 - a by rewrite ler_pimull ?subr_ge0// exprn_ile1.
move=> h1 h2; have := ler_add h1 h2; rewrite -addn1 natrD addn1 exprS => h.
rewrite (_ : (m%:R + 1) * _ * _ = a * a ^+ m * (1 - a) + a * (m%:R * a ^+ m * (1 - a))); last first.
  by move: (m%:R) (a ^+ m) => M X; nsatz.
apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (a ^+ m) => X; nsatz.
Qed.
Lemma share_of_powers (a : R) m n : 0 < a -> a < 1 ->
  (a ^+ m.+1 - a ^+ (m + n).+1) / (1 + a - 2%:R * a ^+ (m + n).+1) <= n%:R / (2%:R * (m + n)%:R + 1).
Proof.
move=> a0 a1; have a01 : 0 <= a <= 1 by rewrite !ltW.
have N0 : 0 < 2%:R * (m + n)%:R + 1 :> R by rewrite ltr_paddl// mulr_ge0// ler0n.
have D0 : 0 < 1 + a - 2%:R * a ^+ (m + n).+1.
  rewrite subr_gt0; apply: (@le_lt_trans _ _ (2%:R * a)); last by rewrite mulr_natl mulr2n ltr_add2r.
  by rewrite ler_wpmul2l// exprS ler_pimulr ?exprn_ile1// ltW.
rewrite ler_pdivr_mulr// mulrAC ler_pdivl_mulr// -subr_ge0.
have X0 : 0 <= a ^+ m by rewrite exprn_ge0// ltW.
have X1 : a ^+ m <= 1 by rewrite exprn_ile1// ltW.
have Y0 : 0 <= 1 - a ^+ n by rewrite subr_ge0 exprn_ile1// ltW.
have := power_short n a01; have := power_long m a01; rewrite !exprS exprD natrD.
move: (a ^+ m) (a ^+ n) (m%:R) (n%:R) (ler0n R m) (ler0n R n) X0 X1 Y0 => X Y M N M0 N0' X0 X1 Y0 long short.
have two : 2%:R = 1 + 1 :> R by rewrite mulr2n.
have -> : N * (1 + a - 2%:R * (a * (X * Y))) - (a * X - a * (X * Y)) * (2%:R * (M + N) + 1)
    = (N * (1 - a) - a * X * (1 - Y)) + 2%:R * (a * (N * (1 - X) - M * X * (1 - Y))) by rewrite two; nsatz.
rewrite addr_ge0//; first rewrite subr_ge0.
  by apply: le_trans short; rewrite ler_pimull// mulr_ile1// ltW.
rewrite mulr_ge0// mulr_ge0 ?(ltW a0)// subr_ge0.
apply: (@le_trans _ _ (N * (M * X * (1 - a)))); last by rewrite ler_wpmul2l.
rewrite (_ : N * (M * X * (1 - a)) = M * X * (N * (1 - a))); last by nsatz.
by rewrite ler_wpmul2l// mulr_ge0.
Qed.

(* the values from k above the centre on are A + 1 − k of 2A + 1, and the least likely ones of them where k ≥ 1 *)
Theorem truncated_share rho A e k : 0 < rho -> (1 <= k <= A + 1)%Z ->
  (\esum_(v in [set v | (e + k <= v)%Z]) (truncated rho A e v)%:E <= (zr R (A + 1 - k) / zr R (2 * A + 1))%:E)%E.
Proof.
move=> rho0 kA; rewrite truncated_tail//; [|blia..]; rewrite lee_fin; have /andP[a0 a1] := base_lt1 rho0.
have := @share_of_powers (expR (- rho)) (Z.to_nat (k - 1)) (Z.to_nat (A + 1 - k)) a0 a1.
rewrite (_ : (Z.to_nat (k - 1)).+1 = Z.to_nat k); last by blia.
rewrite (_ : (Z.to_nat (k - 1) + Z.to_nat (A + 1 - k))%N.+1 = Z.to_nat (A + 1)); last by rewrite -plusE; blia.
rewrite (_ : (Z.to_nat (k - 1) + Z.to_nat (A + 1 - k))%N = Z.to_nat A); last by rewrite -plusE; blia.
rewrite -(zr_nat R (Z.to_nat A)) -(zr_nat R (Z.to_nat (A + 1 - k))) !Z2Nat.id; [|blia..].
by rewrite zrD zrM zr1 -[zr R 2]/(zr R (Z.of_nat 2)) zr_nat.
Qed.
(* v ≤ e − k is as likely as v ≥ e + k *)
Theorem truncated_share_below rho A e k : 0 < rho -> (1 <= k <= A + 1)%Z ->
  (\esum_(v in [set v | (v <= e - k)%Z]) (truncated rho A e v)%:E <= (zr R (A + 1 - k) / zr R (2 * A + 1))%:E)%E.
Proof.
by move=> rho0 kA; rewrite truncated_tail_below//; [rewrite -(@truncated_tail _ _ A e)//; [exact: truncated_share|blia..]|blia..].
Qed.

(* of one-sided noise, P(v < e + k) = 1 − a^k: what is not in the tail from e + k on *)
Theorem one_sided_first rho e k : 0 < rho -> (0 <= k)%Z ->
  (\esum_(v in [set v | (v < e + k)%Z]) (one_sided rho e v)%:E = (1 - expR (- rho) ^+ Z.to_nat k)%:E)%E.
Proof.
move=> rho0 k0; have := one_sided_total e rho0.
rewrite (esumID [set v | (v < e + k)%Z]); last by move=> v _; rewrite lee_fin one_sided_ge0.
rewrite !setTI (_ : ~` [set v | (v < e + k)%Z] = [set v | (e + k <= v)%Z]); last by apply/seteqP; split=> v /=; blia.
by rewrite [X in (_ + X)%E](one_sided_tail e rho0 k0) => /add_to_real.
Qed.

(* P(coin = false) = 1 − p *)
Theorem coin_tail_false p : 0 <= p <= 1 -> (\esum_(v in [set 0%Z]) (coin p v)%:E = (1 - p)%:E)%E.
Proof. by move=> p01; have /andP[_ p1] := p01; rewrite esum_set1 coin_false// lee_fin subr_ge0. Qed.

(* P(v ≠ x) = (k−1)·a/(1 + (k−1)·a) *)
Theorem choice_tail rho k x : 0 <= rho -> (0 <= x < k)%Z ->
  (\esum_(v in [set v | v <> x]) (choice rho k x v)%:E
   = (zr R (k - 1) * expR (- rho) / (1 + zr R (k - 1) * expR (- rho)))%:E)%E.
Proof.
move=> rho0 xk; have := choice_total rho0 xk; rewrite (esumID [set x]); last by move=> v _; rewrite lee_fin choice_ge0.
rewrite setTI esum_set1 ?lee_fin ?choice_ge0// setTI addeC => /add_to_real.
rewrite -[choice_mass rho k x x]/(choice rho k x x) choice_inside// eqxx => E.
rewrite (_ : [set v | v <> x] = ~` [set x])// [LHS]E; congr (_%:E).
have s0 : 1 + zr R (k - 1) * expR (- rho) != 0 by rewrite gt_eqF// choice_scale//; blia.
by rewrite -{1}(divff s0) -mulrBl [X in X / _ = _]addrAC subrr add0r.
Qed.
(* randomized response: P(v ≠ b) = a/(1+a) *)
Theorem response_tail rho b : 0 <= rho ->
  (\esum_(v in [set v | v <> bit b]) (response rho b v)%:E = (expR (- rho) / (1 + expR (- rho)))%:E)%E.
Proof. by move=> rho0; rewrite choice_tail ?zr1 ?mul1r//; case: b => /=; blia. Qed.

(* P(v ≥ lo + k) = (n−k)/n for 0 ≤ k ≤ n, n = hi − lo + 1 *)
Theorem uniform_tail lo hi k : (lo <= hi)%Z -> (0 <= k <= hi - lo + 1)%Z ->
  (\esum_(v in [set v | (lo + k <= v)%Z]) (uniform R lo hi v)%:E = (zr R (hi - lo + 1 - k) / zr R (hi - lo + 1))%:E)%E.
Proof.
move=> lohi kn; rewrite (_ : [set v | _] = [set v | (lo + k <=? v)%Z]); last by apply/seteqP; split=> v /=; blia.
rewrite (@esum_where (fun v => lo + k <=? v)%Z); last by move=> v; apply: uniform_ge0.
rewrite (@esum_finite _ (lo + k) (Z.to_nat (hi - lo + 1 - k))); first last.
- by move=> v out; case: ifP => // kv; rewrite uniform_outside//; blia.
- by move=> v; case: ifP => // _; apply: uniform_ge0.
congr (_%:E); rewrite (eq_bigr (fun=> (zr R (hi - lo + 1))^-1)); last first.
  by move=> i _; have /ssrnat.ltP ik := ltn_ord i; rewrite /= /uniform_mass !ifT//; blia.
by rewrite sumr_const card_ord -mulr_natl -zr_nat Z2Nat.id//; blia.
Qed.
(* P(v ≤ hi − k) is the same *)
Theorem uniform_tail_below lo hi k : (lo <= hi)%Z -> (0 <= k <= hi - lo + 1)%Z ->
  (\esum_(v in [set v | (v <= hi - k)%Z]) (uniform R lo hi v)%:E = (zr R (hi - lo + 1 - k) / zr R (hi - lo + 1))%:E)%E.
Proof.
move=> lohi kn; rewrite -(uniform_tail lohi kn).
rewrite (@reindex_esum R _ _ [set v | (lo + k <= v)%Z] _ (fun v => (lo + hi - v)%Z)); last first.
  split; [by move=> v /=; blia|by move=> v u _ _ /=; blia|move=> v /= ev].
  by exists (lo + hi - v)%Z => /=; blia.
apply: eq_esum => v _; rewrite /= /uniform_mass; congr (_%:E); congr (if _ then _ else _); blia.
Qed.

(* ------------------------------------------------------------------------------------------------------------ the table *)
Inductive tail :=
| AtLeast (k : Z)    (* v ≥ e + k; of uniform noise, lo + k *)
| AtMost (k : Z)     (* v ≤ e − k; of uniform noise, hi − k *)
| Away (k : Z)       (* |v − e| ≥ k *)
| IsTrue | IsFalse   (* of a coin *)
| Untrue             (* of randomized response and choice: not the truth *)
| First (k : Z)      (* of one-sided noise: its first k values, v < e + k *)
| ShareAbove (k : Z) (* of truncated noise: v ≥ e + k, by how many of all values these are *)
| ShareBelow (k : Z). (* of truncated noise: v ≤ e − k, by how many of all values these are *)
Implicit Types (l : law R) (t : tail).

Definition tail_of l t : set Z :=
  match t, l with
  | AtLeast k, (LaplaceNoise _ e | OneSidedNoise _ e | TruncatedNoise _ _ e | GaussianNoise _ e | UniformNoise e _) =>
      [set v | (e + k <= v)%Z]
  | AtMost k, (LaplaceNoise _ e | TruncatedNoise _ _ e | GaussianNoise _ e | UniformNoise _ e) => [set v | (v <= e - k)%Z]
  | Away k, (LaplaceNoise _ e | TruncatedNoise _ _ e | GaussianNoise _ e) => [set v | (k <= Z.abs (v - e))%Z]
  | IsTrue, CoinNoise _ => [set 1%Z]
  | IsFalse, CoinNoise _ => [set 0%Z]
  | Untrue, ResponseNoise _ b => [set v | v <> bit b]
  | Untrue, ChoiceNoise _ _ x => [set v | v <> x]
  | First k, OneSidedNoise _ e => [set v | (v < e + k)%Z]
  | ShareAbove k, TruncatedNoise _ _ e => [set v | (e + k <= v)%Z]
  | ShareBelow k, TruncatedNoise _ _ e => [set v | (v <= e - k)%Z]
  | _, _ => [set: Z]
  end.

(* the rows, and which k they allow *)
Definition tail_ok l t : Prop :=
  match l, t with
  | LaplaceNoise _ _, (AtLeast k | AtMost k) | OneSidedNoise _ _, (AtLeast k | First k) => (0 <= k)%Z
  | LaplaceNoise _ _, Away k => (1 <= k)%Z
  | TruncatedNoise _ A _, (AtLeast k | AtMost k) => (0 <= k <= A + 1)%Z
  | TruncatedNoise _ A _, (Away k | ShareAbove k | ShareBelow k) => (1 <= k <= A + 1)%Z
  | GaussianNoise _ _, (AtLeast k | AtMost k | Away k) => (0 <= k)%Z
  | CoinNoise _, (IsTrue | IsFalse) | (ResponseNoise _ _ | ChoiceNoise _ _ _), Untrue => True
  | UniformNoise lo hi, (AtLeast k | AtMost k) => (0 <= k <= hi - lo + 1)%Z
  | _, _ => False
  end.

Definition power rho k : R := expR (- (zr R k * rho)).
Definition tail_bound l t : R :=
  match l, t with
  | LaplaceNoise rho _, (AtLeast k | AtMost k) => power rho k / (1 + expR (- rho))
  | LaplaceNoise rho _, Away k => 2%:R * power rho k / (1 + expR (- rho))
  | OneSidedNoise rho _, AtLeast k => power rho k
  | OneSidedNoise rho _, First k => 1 - power rho k
  | TruncatedNoise rho A _, (AtLeast k | AtMost k) =>
      (power rho k - power rho (A + 1)) / (1 + expR (- rho) - 2%:R * power rho (A + 1))
  | TruncatedNoise rho A _, Away k =>
      2%:R * (power rho k - power rho (A + 1)) / (1 + expR (- rho) - 2%:R * power rho (A + 1))
  | TruncatedNoise _ A _, (ShareAbove k | ShareBelow k) => zr R (A + 1 - k) / zr R (2 * A + 1)
  | GaussianNoise variance _, (AtLeast k | AtMost k) => expR (- (zr R (k * k) / (2%:R * variance)))
  | GaussianNoise variance _, Away k => 2%:R * expR (- (zr R (k * k) / (2%:R * variance)))
  | CoinNoise p, IsTrue => p
  | CoinNoise p, IsFalse => 1 - p
  | ResponseNoise rho _, Untrue => expR (- rho) / (1 + expR (- rho))
  | ChoiceNoise rho k _, Untrue => zr R (k - 1) * expR (- rho) / (1 + zr R (k - 1) * expR (- rho))
  | UniformNoise lo hi, (AtLeast k | AtMost k) => zr R (hi - lo + 1 - k) / zr R (hi - lo + 1)
  | _, _ => 1
  end.

Lemma powerE rho k : (0 <= k)%Z -> expR (- rho) ^+ Z.to_nat k = power rho k.
Proof. by move=> k0; rewrite /power -mulrN -{2}(Z2Nat.id k k0) zr_nat expRMm. Qed.
Lemma two_of (x : R) : (x%:E + x%:E = (2%:R * x)%:E)%E. Proof. by rewrite -EFinD mulr_natl mulr2n. Qed.
Lemma away_or e k : [set v | (k <= Z.abs (v - e))%Z] `<=` [set v | (e + k <= v)%Z \/ (v <= e - k)%Z].
Proof. by move=> v /=; blia. Qed.

(* every row of the table:  P(v ∈ tail) ≤ bound *)
Theorem law_tail l t : lawful l -> tail_ok l t -> (\esum_(v in tail_of l t) (drawn l v)%:E <= (tail_bound l t)%:E)%E.
Proof.
have both e k (P : noise R) (x : R) : (\esum_(v in [set v | (e + k <= v)%Z]) (P v)%:E <= x%:E)%E ->
    (\esum_(v in [set v | (v <= e - k)%Z]) (P v)%:E <= x%:E)%E ->
    (\esum_(v in [set v | (k <= Z.abs (v - e))%Z]) (P v)%:E <= (2%:R * x)%:E)%E.
  move=> up down; rewrite -two_of; apply: le_trans (esum_or up down); apply: esum_sub => //; exact: away_or.
case: l => [rho e|rho e|rho A e|variance e|p|rho b|rho k x|lo hi|rho s|rho s]; case: t => [n|n|n| | | |n|n|n] //=.
- by move=> r0 n0; rewrite laplace_tail// powerE.
- by move=> r0 n0; rewrite laplace_tail_below// powerE.
- by move=> r0 n1; rewrite laplace_tail_both// powerE//; blia.
- by move=> r0 n0; rewrite one_sided_tail// powerE.
- by move=> r0 n0; rewrite one_sided_first// powerE.
- by move=> [r0 A0] nA; rewrite truncated_tail// !powerE//; blia.
- by move=> [r0 A0] nA; rewrite truncated_tail_below// !powerE//; blia.
- move=> [r0 A0] nA; have n0 : (0 <= n <= A + 1)%Z by blia.
  set x := power rho n - power rho (A + 1); set z := 1 + expR (- rho) - 2%:R * power rho (A + 1).
  have := @both e n (truncated rho A e) (x / z); rewrite (mulrA 2%:R x z^-1); apply.
    by rewrite truncated_tail// !powerE//; blia.
  by rewrite truncated_tail_below// !powerE//; blia.
- by move=> [r0 A0] nA; apply: truncated_share.
- by move=> [r0 A0] nA; apply: truncated_share_below.
- by move=> s0 n0; apply: gaussian_tail.
- by move=> s0 n0; apply: gaussian_tail_below.
- move=> s0 n0; apply: (@both e n (gaussian variance e)); first exact: gaussian_tail.
  exact: gaussian_tail_below.
- by move=> p01 _; rewrite coin_tail.
- by move=> p01 _; rewrite coin_tail_false.
- by move=> r0 _; rewrite response_tail.
- by move=> [r0 xk] _; rewrite choice_tail.
- by move=> lohi kn; rewrite uniform_tail.
- by move=> lohi kn; rewrite uniform_tail_below.
Qed.

Lemma tail_bound_ge0 l t : lawful l -> tail_ok l t -> 0 <= tail_bound l t.
Proof. by move=> ok row; rewrite -lee_fin; apply: le_trans (law_tail ok row); apply: esum_ge0 => v _. Qed.
(* what is not given up *)
Lemma law_good l t : lawful l -> tail_ok l t ->
  ((1 - tail_bound l t)%:E <= \esum_(v in ~` tail_of l t) (drawn l v)%:E)%E.
Proof.
move=> ok row; rewrite EFinB lee_subl_addr// -(law_total ok) (esumID (tail_of l t))// !setTI addeC.
by apply: lee_add2l; apply: law_tail.
Qed.
End Tails.

(* -------------------------------------------------------------------------------------------------------------- the rule *)
(* P ⇒ lawful(θ, e) ∧ tail(θ, e, bad) ≤ τ ≤ β      ∀v ∈ values(θ, e). P ∧ ¬bad(v) ⇒ Q[v/y] ∧ β'[v/y] + τ ≤ β
   ────────────────────────────────────────────────────────────────────────────────────────────────────────── [U-Tail]
   ⊢ᵤ y ←$ N_θ(e) : {P | β} ⇒ {Q | β'}

   bad is a row of the table of tails, and tail(θ, e, bad) its bound: P(N_θ(e) ∈ bad) ≤ tail(θ, e, bad). τ and the row may
   speak of the memory before, β' also of y. *)
Theorem u_tail (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V) (l : Mem -> law R) (y : Mem -> V -> Mem)
    (P Q : Mem -> Prop) (be be' : Mem -> R) (t : Mem -> tail) (tau : Mem -> R) : coded enc dec l ->
  (forall m, P m -> [/\ lawful (l m), tail_ok (l m) (t m), tail_bound (l m) (t m) <= tau m & tau m <= be m]) ->
  (forall m v, P m -> value_of (l m) (enc v) -> ~ tail_of (l m) (t m) (enc v) ->
     Q (y m v) /\ be' (y m v) + tau m <= be m) ->
  ⊢ᵤ draw_law dec l y : P | be ⇒ Q | be'.
Proof.
move=> c tails good; apply: (u_sample (bad := fun m => tail_of (l m) (t m)) (tau := tau) c) => [m|m|m v].
- by move=> /tails[ok row le_tau _]; apply: le_trans (law_tail ok row) _; rewrite lee_fin.
- by move=> /tails[].
- exact: good.
Qed.

(* P ⇒ lawful(θ, e) ∧ 0 ≤ η ≤ γ ∧ η + tail(θ, e, bad)·(γ − η) ≤ β
   ∀v ∈ values(θ, e). P ⇒ Q[v/y] ∧ (bad(v) ⇒ β'[v/y] ≤ γ) ∧ (¬bad(v) ⇒ β'[v/y] ≤ η)
   ─────────────────────────────────────────────────────────────────────────────────── [U-Part]
   ⊢ᵤ y ←$ N_θ(e) : {P | β} ⇒ {Q | β'}

   bad, γ and η may speak of the memory before, β' also of y. *)
Theorem u_part (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V) (l : Mem -> law R) (y : Mem -> V -> Mem)
    (P Q : Mem -> Prop) (be be' : Mem -> R) (t : Mem -> tail) (ga et : Mem -> R) : coded enc dec l ->
  (forall m, P m -> [/\ lawful (l m), tail_ok (l m) (t m), 0 <= et m <= ga m
     & et m + tail_bound (l m) (t m) * (ga m - et m) <= be m]) ->
  (forall m v, P m -> value_of (l m) (enc v) ->
     [/\ Q (y m v), tail_of (l m) (t m) (enc v) -> be' (y m v) <= ga m
       & ~ tail_of (l m) (t m) (enc v) -> be' (y m v) <= et m]) ->
  ⊢ᵤ draw_law dec l y : P | be ⇒ Q | be'.
Proof.
move=> c parts good; apply: (u_mean c) => [m Pm|m v Pm iv]; last by have [] := good m v Pm iv.
have [ok row /andP[e0 eg] enough] := parts m Pm; set B := tail_of (l m) (t m).
have g0 : 0 <= ga m := le_trans e0 eg.
have part (D : set Z) (r : R) : 0 <= r -> (forall v, D v -> drawn (l m) v != 0 -> be' (y m (dec v)) <= r) ->
    (\esum_(v in D) (drawn (l m) v * positive (be' (y m (dec v))))%:E <= r%:E * \esum_(v in D) (drawn (l m) v)%:E)%E.
  move=> r0 le_r; rewrite -esumZ//; apply: le_esum => v Dv; have [->|nz] := eqVneq (drawn (l m) v) 0.
    by rewrite mul0r mule0.
  rewrite -EFinM lee_fin mulrC; apply: ler_wpmul2r; first by rewrite -lee_fin.
  by apply: positive_le => //; exact: le_r.
have inB v : B v -> drawn (l m) v != 0 -> be' (y m (dec v)) <= ga m.
  by move=> Bv nz; have iv := drawn_value nz; have := good m (dec v) Pm; rewrite (c m)// => /(_ iv)[_ H _]; exact: H.
have offB v : (~` B) v -> drawn (l m) v != 0 -> be' (y m (dec v)) <= et m.
  by move=> Bv nz; have iv := drawn_value nz; have := good m (dec v) Pm; rewrite (c m)// => /(_ iv)[_ _ H]; exact: H.
rewrite (esumID B)/=; last by move=> v _; rewrite lee_fin mulr_ge0 ?mass_ge0 ?positive_ge0.
rewrite !setTI; apply: le_trans (lee_add (part _ _ g0 inB) (part _ _ e0 offB)) _.
have := law_total ok; rewrite (esumID B)// !setTI.
have := law_tail ok row; rewrite -/B.
have : (0 <= \esum_(v in B) (drawn (l m) v)%:E)%E by apply: esum_ge0.
set b := (\esum_(v in B) _)%E; case: b => [b| |]// b0 b_tail.
rewrite addeC => /add_to_real ->; rewrite -!EFinM -EFinD lee_fin; rewrite lee_fin in b_tail.
apply: le_trans enough; rewrite mulrBr mulr1 addrCA ler_add2l.
by rewrite -mulrBl mulrC ler_wpmul2r// subr_ge0.
Qed.
