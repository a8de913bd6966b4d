(* Permute-and-flip (McKenna and Sheldon): its masses add up to 1, and the identity has the price of the exponential
   mechanism.

   The mechanism draws one of the remaining items, all with the same probability, and answers with it with probability
   q(j) = e^(ρ·(score − largest score)), else it drops the item and goes on. [flips] is this, word for word. The proof
   needs no integral: [reach] is the probability that an item is drawn before any item of T is the answer, and
   x ↦ x · reach(x·w) grows, for its derivative is the product of all 1 − x·w(j). *)
From Twinproof Require Import Prelude Noise Lists FiniteNoise.
From mathcomp Require Import derive.
Import numFieldNormedType.Exports.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

(* --------------------------------------------------------------------------------------------------- the mechanism *)
Section Flips.
Variable R : realType.
Implicit Types (q w : nat -> R) (S T : seq nat) (n i j : nat).

(* the probability that the answer is i, when the items S remain; n is their number *)
Fixpoint flips n q S i : R :=
  if n is k.+1 then (size S)%:R^-1 * \sum_(j <- S) (if j == i then q j else (1 - q j) * flips k q (rem j S) i) else 0.
(* the probability that an item beside T is drawn before any item of T is the answer; n is the number of T *)
Fixpoint reach n q T : R :=
  if n is k.+1 then (size T).+1%:R^-1 * (1 + \sum_(j <- T) (1 - q j) * reach k q (rem j T)) else 1.

Lemma remC S i j : uniq S -> rem i (rem j S) = rem j (rem i S).
Proof.
by move=> S1; rewrite !rem_filter ?filter_uniq// -!filter_predI; apply: eq_filter => k /=; rewrite andbC.
Qed.
Lemma size_rem1 S j n : j \in S -> size S = n.+1 -> size (rem j S) = n.
Proof. by move=> jS nS; rewrite size_rem// nS. Qed.
Lemma eq_big_mem S (F G : nat -> R) : (forall j, j \in S -> F j = G j) -> \sum_(j <- S) F j = \sum_(j <- S) G j.
Proof. by move=> FG; apply: eq_big_seq. Qed.
Lemma sum_same S (c : R) : \sum_(j <- S) c = (size S)%:R * c.
Proof. by rewrite big_const_seq count_predT iter_addr_0 mulr_natl. Qed.

Lemma flips_ge0 n q S i : (forall j, j \in S -> 0 <= q j <= 1) -> 0 <= flips n q S i.
Proof.
elim: n S => [|n IH] S q01 //=; rewrite mulr_ge0 ?invr_ge0// big_seq_cond sumr_ge0// => j /andP[jS _].
have /andP[q0 q1] := q01 j jS; case: ifP => // _; rewrite mulr_ge0 ?subr_ge0//.
by apply: IH => k /mem_rem; apply: q01.
Qed.

Lemma reach_ge0 n q T : (forall j, j \in T -> q j <= 1) -> 0 <= reach n q T.
Proof.
elim: n T => [|n IH] T q1 //=; rewrite mulr_ge0 ?invr_ge0// addr_ge0// big_seq_cond sumr_ge0// => j /andP[jT _].
by rewrite mulr_ge0 ?subr_ge0 ?q1// IH// => k /mem_rem; apply: q1.
Qed.

(* what is less often the answer stands less often in the way *)
Lemma reach_anti n q q' T : (forall j, j \in T -> q' j <= q j <= 1) -> reach n q T <= reach n q' T.
Proof.
elim: n T => [|n IH] T qq //=; rewrite ler_wpmul2l ?invr_ge0// ler_add2l big_seq_cond [leRHS]big_seq_cond.
apply: ler_sum => j /andP[jT _]; have /andP[qj q1] := qq j jT.
have sub k : k \in rem j T -> q' k <= q k <= 1 by move=> /mem_rem; apply: qq.
by rewrite ler_pmul ?subr_ge0 ?ler_add2l ?ler_opp2 ?IH// reach_ge0// => k /sub/andP[].
Qed.

(* an item is the answer if it is drawn before another one is, and accepted *)
Lemma flips_reach n q S i : uniq S -> i \in S -> size S = n.+1 -> flips n.+1 q S i = q i * reach n q (rem i S).
Proof.
elim: n S => [|n IH] S S1 iS nS.
  by case: S nS iS S1 => [|x [|? ?]] //= _; rewrite inE => /eqP <- _; rewrite big_seq1 eqxx invr1 mul1r mulr1.
rewrite -[LHS]/((size S)%:R^-1 * \sum_(j <- S) (if j == i then q j else (1 - q j) * flips n.+1 q (rem j S) i)).
rewrite -[reach _ _ _]/((size (rem i S)).+1%:R^-1 * (1 + \sum_(j <- rem i S) (1 - q j) * reach n q (rem j (rem i S)))).
rewrite (size_rem1 iS nS) nS mulrCA; congr (_ * _).
rewrite (big_rem i iS) [if i == i then _ else _]ifT ?eqxx// mulrDr mulr1; congr (_ + _).
rewrite mulr_sumr; apply: eq_big_mem => j; rewrite mem_rem_uniq// !inE => /andP[/negbTE ji jS].
rewrite [if j == i then _ else _]ifF// [RHS]mulrCA; congr (_ * _); rewrite IH ?rem_uniq//; first by rewrite remC.
  by rewrite mem_rem_uniq// !inE eq_sym ji.
exact: size_rem1 nS.
Qed.

(* there is an answer unless every item is dropped *)
Lemma flips_total n q S : uniq S -> size S = n ->
  \sum_(i <- S) flips n q S i = 1 - \prod_(j <- S) (1 - q j).
Proof.
elim: n S => [|n IH] S S1 nS; first by rewrite (size0nil nS) !big_nil subrr.
rewrite /= -mulr_sumr exchange_big /= (eq_big_mem (G := fun=> 1 - \prod_(j <- S) (1 - q j))); last first.
  move=> j jS; rewrite [in RHS](big_rem j)//= (big_rem j)//= eqxx.
  rewrite (eq_big_mem (G := fun i => (1 - q j) * flips n q (rem j S) i)); last first.
    by move=> i; rewrite mem_rem_uniq// !inE => /andP[/negbTE ij _]; rewrite eq_sym ij.
  by rewrite -mulr_sumr IH ?rem_uniq ?(size_rem1 jS nS)// mulrBr mulr1 addrA addrCA subrr addr0.
by rewrite sum_same mulrA mulVf ?mul1r// nS pnatr_eq0.
Qed.

(* ------------------------------------------------------------------------------------------ it grows with the scale *)
Lemma derive_sum T (f df : nat -> R -> R) (x : R) : (forall j, j \in T -> is_derive x 1 (f j) (df j x)) ->
  is_derive x 1 (fun x => \sum_(j <- T) f j x) (\sum_(j <- T) df j x).
Proof.
elim: T => [|j T IH] d.
  rewrite big_nil (_ : (fun _ => _) = cst 0); first exact: is_derive_cst.
  by apply/funext => z; rewrite big_nil.
rewrite big_cons (_ : (fun _ => _) = f j + (fun x => \sum_(j <- T) f j x)); last first.
  by apply/funext => z; rewrite big_cons.
apply: is_deriveD; first by apply: d; rewrite mem_head.
by apply: IH => k kT; apply: d; rewrite inE kT orbT.
Qed.

Definition scaled w (x : R) : nat -> R := fun j => x * w j.
Lemma reach_derive n w T (x : R) : uniq T -> size T = n ->
  is_derive x 1 (fun x => x * reach n (scaled w x) T) (\prod_(j <- T) (1 - x * w j)).
Proof.
elim: n T => [|n IH] T T1 nT.
  rewrite (size0nil nT) big_nil (_ : (fun _ => _) = id); first exact: is_derive_id.
  by apply/funext => z; rewrite /= mulr1.
pose g j z := z * reach n (scaled w z) (rem j T).
have dg j : j \in T -> is_derive x 1 (g j) (\prod_(k <- rem j T) (1 - x * w k)).
  by move=> jT; apply: IH; [exact: rem_uniq|exact: size_rem1 nT].
pose dh j := \prod_(k <- T) (1 - x * w k) - w j * g j x.
have dsum : is_derive x 1 (fun z => \sum_(j <- T) (1 - z * w j) * g j z) (\sum_(j <- T) dh j).
  apply: (@derive_sum T (fun j z => (1 - z * w j) * g j z) (fun j _ => dh j)) => j jT.
  have lin : is_derive x 1 (fun z => 1 - z * w j) (- w j).
    rewrite (_ : (fun _ => _) = cst 1 - (id * cst (w j))); last by apply/funext.
    by apply: is_derive_eq; rewrite sub0r /cst /= scaler0 add0r /GRing.scale /= mulr1.
  have d := @is_deriveM _ _ (fun z => 1 - z * w j) (g j) x 1 _ _ lin (dg j jT).
  rewrite (_ : dh j = (1 - x * w j) *: \prod_(k <- rem j T) (1 - x * w k) + g j x *: - w j); first exact: d.
  by rewrite /dh (big_rem j jT)/= /GRing.scale /= mulrN [g j x * _]mulrC.
rewrite (_ : (fun _ => _) = (fun=> n.+2%:R^-1) * (id + (fun z => \sum_(j <- T) (1 - z * w j) * g j z))); last first.
  apply/funext => z; rewrite /= nT mulrCA -[RHS]/(n.+2%:R^-1 * (z + \sum_(j <- T) (1 - z * w j) * g j z)).
  congr (_ * _); rewrite mulrDr mulr1 mulr_sumr; congr (_ + _); apply: eq_bigr => j _; by rewrite mulrCA.
have d := @is_deriveM _ _ (cst n.+2%:R^-1) _ x 1 _ _ (is_derive_cst _ _ _) (is_deriveD (is_derive_id x 1) dsum).
apply: (is_derive_eq d); rewrite scaler0 addr0 /GRing.scale /= /dh sumrB sum_same nT.
have all_of_it : \sum_(j <- T) w j * g j x = 1 - \prod_(j <- T) (1 - x * w j).
  rewrite -(@flips_total n.+1 (scaled w x) T T1 nT); apply: eq_big_mem => j jT.
  by rewrite flips_reach// /g mulrA [w j * x]mulrC.
rewrite all_of_it; set p := \prod_(j <- T) _; rewrite /cst /=.
rewrite (_ : 1 + (n.+1%:R * p - (1 - p)) = n.+2%:R * p); first by rewrite mulrA mulVf ?mul1r// pnatr_eq0.
by rewrite opprB addrA [1 + _]addrC -addrA [1 + _]addrC subrK [n.+2%:R]mulrS mulrDl mul1r addrC.
Qed.

Lemma reach_grows n w T (x y : R) : uniq T -> size T = n -> 0 <= x -> x <= y -> (forall j, j \in T -> 0 <= w j) ->
  (forall j, j \in T -> y * w j <= 1) -> x * reach n (scaled w x) T <= y * reach n (scaled w y) T.
Proof.
move=> T1 nT x0 xy w0 yw; pose f z := z * reach n (scaled w z) T.
have df z : is_derive z 1 f (\prod_(j <- T) (1 - z * w j)) by apply: reach_derive.
apply: (@le0r_derive1_ndecr _ f 0 y) => // [z|].
  rewrite in_itv /= => /andP[z0 zy]; rewrite derive1E derive_val big_seq_cond prodr_ge0// => j /andP[jT _].
  by rewrite subr_ge0; apply: le_trans (yw j jT); rewrite ler_wpmul2r ?w0// ltW.
apply: continuous_subspaceT => z; apply: differentiable_continuous; apply/derivable1_diffP.
exact: (@ex_derive _ _ _ _ _ _ _ (df z)).
Qed.
End Flips.

(* -------------------------------------------------------------------------------------------------------- the noise *)
Section PermuteAndFlip.
Variable R : realType.
Implicit Types (rho : R) (s : seq Z) (v M : Z).

Definition largest s : Z := foldr Z.max (head 0%Z s) s.
Definition accepted rho s (j : nat) : R := expR (zr R (nth 0%Z s j - largest s) * rho).
Definition permute_and_flip_mass rho s v : R :=
  if [&& 0 <= rho, (0 <=? v)%Z & (v <? len s)%Z] then flips (size s) (accepted rho s) (iota 0 (size s)) (Z.to_nat v) else 0.

Lemma largest_ge s j : (j < size s)%N -> (nth 0 s j <= largest s)%Z.
Proof.
rewrite /largest; move: (head _ _) => d; elim: s j => [|x s IH] [|j] //= js; first by blia.
by have := IH j js; blia.
Qed.
Lemma largest_mem s : (0 < size s)%N -> exists2 j, (j < size s)%N & nth 0%Z s j = largest s.
Proof.
case: s => [|x s] // _; rewrite /largest /=.
suff [e|[j js e]] : foldr Z.max x s = x \/ exists2 j, (j < size s)%N & nth 0%Z s j = foldr Z.max x s.
- by exists 0%N => //=; blia.
- have [xj|jx] : (x <= foldr Z.max x s \/ foldr Z.max x s < x)%Z by blia.
    by exists j.+1 => //=; rewrite e; blia.
  by exists 0%N => //=; blia.
elim: s => [|z s IH] /=; first by left.
have [zl|zl] : (z <= foldr Z.max x s \/ foldr Z.max x s < z)%Z by blia.
  case: IH => [->|[j js e]]; last by right; exists j.+1 => //=; rewrite e; blia.
  by case: (Z.max_spec z x) => -[_ ->]; [left|right; exists 0%N].
by right; exists 0%N => //=; blia.
Qed.
Lemma accepted_in rho s j : 0 <= rho -> (j < size s)%N -> 0 <= accepted rho s j <= 1.
Proof.
move=> rho0 js; rewrite /accepted ltW ?expR_gt0//= -[leRHS]expR0 ler_expR mulr_le0_ge0//.
by rewrite -[leRHS](zr0 R); apply: ler_zr; have := largest_ge js; blia.
Qed.

Lemma permute_and_flip_ge0 rho s v : 0 <= permute_and_flip_mass rho s v.
Proof.
rewrite /permute_and_flip_mass; case: ifP => // /and3P[rho0 _ _].
by apply: flips_ge0 => j; rewrite mem_iota add0n /=; apply: accepted_in.
Qed.
Lemma permute_and_flip_total rho s : 0 <= rho -> (0 < len s)%Z ->
  (\esum_(v in [set: Z]) (permute_and_flip_mass rho s v)%:E = 1)%E.
Proof.
move=> rho0 s0; rewrite (@esum_finite _ 0%Z (size s)); first last.
- by move=> v out; rewrite /permute_and_flip_mass rho0 /= ifF// /len; blia.
- by move=> v; apply: permute_and_flip_ge0.
congr (_%:E); rewrite (eq_bigr (fun i : 'I_(size s) => flips (size s) (accepted rho s) (iota 0 (size s)) i)); last first.
  move=> i _; have /ssrnat.ltP ik := ltn_ord i; rewrite /permute_and_flip_mass rho0 /= ifT; last by rewrite /len; blia.
  by rewrite Nat2Z.id.
have := @flips_total R (size s) (accepted rho s) (iota 0 (size s)) (iota_uniq _ _) (size_iota _ _).
rewrite -{1}[size s]subn0 -/(index_iota 0 (size s)) big_mkord => ->.
have [|j js top] := @largest_mem s; first by apply/ssrnat.ltP; move: s0; rewrite /len; blia.
rewrite (big_rem j) ?mem_iota//= /accepted top Z.sub_diag zr0 mul0r expR0 subrr mul0r subr0//.
Qed.
Lemma permute_and_flip_le1 rho s : (\esum_(v in [set: Z]) (permute_and_flip_mass rho s v)%:E <= 1)%E.
Proof.
apply: (@le1_of_total _ ((0 <= rho) && (0 <? len s)%Z)) => [/andP[rho0 /Z.ltb_lt s0]|nok v].
  exact: permute_and_flip_total.
rewrite /permute_and_flip_mass ifF//; apply: contraNF nok => /and3P[-> v0 vs] /=; blia.
Qed.
Definition permute_and_flip rho s := Noise (permute_and_flip_ge0 rho s) (permute_and_flip_le1 rho s).
Lemma permute_and_flip_outside rho s v : ~ (0 <= v < len s)%Z -> permute_and_flip rho s v = 0.
Proof. by move=> out; rewrite /= /permute_and_flip_mass ifF//; apply/negP => /and3P[_ v0 vs]; apply: out; blia. Qed.

(* permute_and_flip(scores, ρ): the identity costs (M − (s₂[v] − s₁[v]))·ρ for any M with ∀j. s₂[j] − s₁[j] ≤ M *)
Theorem permute_and_flip_price rho s1 s2 M v : 0 <= rho -> len s1 = len s2 ->
  (forall j, (0 <= j < len s1)%Z -> (get 0%Z s2 j - get 0%Z s1 j <= M)%Z) ->
  permute_and_flip rho s1 v <= expR (zr R (M - (get 0%Z s2 v - get 0%Z s1 v)) * rho) * permute_and_flip rho s2 v.
Proof.
move=> rho0 size_eq below; rewrite /= /permute_and_flip_mass size_eq rho0 /=; case: ifP => [|_]; last by rewrite mulr0.
move=> /andP[/Z.leb_le v0 /Z.ltb_lt vs]; have sz : size s1 = size s2 by move: size_eq; rewrite /len; blia.
have getE (s : seq Z) j : (0 <= j)%Z -> get 0%Z s j = nth 0%Z s (Z.to_nat j).
  by rewrite /get; case: Z.ltb_spec => //; blia.
rewrite !getE// sz; set i := Z.to_nat v.
have is2 : (i < size s2)%N by apply/ssrnat.ltP; move: vs; rewrite /i /len; blia.
have step j : (j < size s2)%N -> (nth 0 s2 j <= nth 0 s1 j + M)%Z.
  move=> js; have := below (Z.of_nat j); rewrite !getE ?Nat2Z.id; [|blia..].
  by move/ssrnat.ltP: js => js H; have := H _; rewrite /len sz; blia.
case n_eq : (size s2) is2 => [|n] // is2; rewrite !flips_reach ?iota_uniq ?mem_iota ?size_iota//.
set T := rem i _; have T1 : uniq T by apply: rem_uniq; apply: iota_uniq.
have nT : size T = n by apply: size_rem1; rewrite ?mem_iota ?size_iota.
have inT j : j \in T -> (j < size s2)%N by move=> /mem_rem; rewrite mem_iota n_eq.
(* q₂(j) = y·w(j) with w(j) = e^(ρ·s₂[j]), and x·w(j) ≤ q₁(j) for x = e^(−ρ·(largest s₁ + M)) ≤ y *)
pose w j : R := expR (zr R (nth 0%Z s2 j) * rho).
pose x : R := expR (- (zr R (largest s1 + M) * rho)); pose y : R := expR (- (zr R (largest s2) * rho)).
have q2 : accepted rho s2 = scaled w y.
  apply/funext => j; rewrite /accepted /scaled /w /y -expRD; congr expR; by rewrite zrBM addrC.
have xy : x <= y.
  have [|j js top] := @largest_mem s2; first by rewrite n_eq.
  have := step j js; have := @largest_ge s1 j; rewrite sz => /(_ js) l1 l2.
  by rewrite /x /y ler_expR ler_opp2 ler_wpmul2r// ler_zr// -top; blia.
have xq1 j : j \in T -> scaled w x j <= accepted rho s1 j <= 1.
  move=> /inT js; have /andP[_ ->] : 0 <= accepted rho s1 j <= 1 by apply: accepted_in; rewrite ?sz.
  rewrite andbT /accepted /scaled /w /x -expRD ler_expR -mulNr -zrN -zrDM ler_wpmul2r// ler_zr//.
  by have := step j js; blia.
have grows : x * reach n (scaled w x) T <= y * reach n (scaled w y) T.
  apply: reach_grows => // [|j _|j /inT js]; [exact: ltW (expR_gt0 _)|exact: ltW (expR_gt0 _)|].
  by rewrite -[y * w j]/(scaled w y j) -q2; have /andP[] := accepted_in rho0 js.
rewrite [in leRHS]q2 -[scaled w y i]/(y * w i).
apply: (@le_trans _ _ (accepted rho s1 i * reach n (scaled w x) T)).
  by apply: ler_wpmul2l; [exact: ltW (expR_gt0 _)|exact: reach_anti].
have -> : accepted rho s1 i = expR (zr R (M - (nth 0%Z s2 i - nth 0%Z s1 i)) * rho) * w i * x.
  rewrite /accepted /w /x -!expRD; congr expR; rewrite -mulNr -zrN -!zrDM; congr (zr R _ * _); blia.
rewrite -!mulrA; apply: ler_wpmul2l; first exact: ltW (expR_gt0 _).
rewrite [y * _]mulrCA; apply: ler_wpmul2l => //; exact: ltW (expR_gt0 _).
Qed.
End PermuteAndFlip.
