(* Ghosts: variables of the left program that nothing reads, and that only proofs write; and right samplings that have no
   partner on the left, paid with δ by a ghost coin or with ε by a counter.

   Ghosts are variables of the memory like all others. [seen m] is the rest of it: all that the program itself reads and
   writes. (With memories of pairs (m, ghosts), [seen] is the first component.) *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules BudgetRules LedgerRules SampleMap.
From Twinproof Require Import PermuteAndFlip NoiseTable Credit Tails Intervals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ------------------------------------------------------------------------------------------------------ what is erased *)
Section Erasure.
Variables (R : realType) (Mem S : Type) (seen : Mem -> S).
Implicit Types (c d : cmd R Mem) (b : Mem -> bool) (f : Mem -> \bar R).

(* it does not depend on ghosts *)
Definition blind (T : Type) (F : Mem -> T) : Prop := forall m m', seen m = seen m' -> F m = F m'.

(* [erases ch c]: c is ch without its ghosts. Assignments to ghosts may read everything, and so may samplings into ghosts,
   where a value is always drawn; what is kept reads no ghost and writes no ghost that is read. A command may have another
   form after it, if it does the same: that is how skip disappears from sequences. *)
Inductive erases : cmd R Mem -> cmd R Mem -> Prop :=
| erase_skip : erases Skip Skip
| erase_ghost (u : Mem -> Mem) : (forall m, seen (u m) = seen m) -> erases (Assign R u) Skip
| erase_coin (p : Mem -> noise R) (y : Mem -> Z -> Mem) : (forall m, \esum_(v in [set: Z]) (p m v)%:E = 1) ->
    (forall m v, seen (y m v) = seen m) -> erases (Sample p y) Skip
| erase_assign (u : Mem -> Mem) : blind (fun m => seen (u m)) -> erases (Assign R u) (Assign R u)
| erase_sample (p : Mem -> noise R) (y : Mem -> Z -> Mem) : blind p -> (forall v, blind (fun m => seen (y m v))) ->
    erases (Sample p y) (Sample p y)
| erase_seq ch dh c d : erases ch c -> erases dh d -> erases (Seq ch dh) (Seq c d)
| erase_if b ch dh c d : blind b -> erases ch c -> erases dh d -> erases (If b ch dh) (If b c d)
| erase_while b ch c : blind b -> erases ch c -> erases (While b ch) (While b c)
| erase_same ch c d : erases ch c -> (forall f m, (forall a, 0 <= f a) -> wp c f m = wp d f m) -> erases ch d.

(* skip; c and c; skip are c *)
Lemma erase_skip_left ch dh d : erases ch Skip -> erases dh d -> erases (Seq ch dh) d.
Proof. by move=> C D; apply: (erase_same (erase_seq C D)). Qed.
Lemma erase_skip_right ch dh c : erases ch c -> erases dh Skip -> erases (Seq ch dh) c.
Proof. by move=> C D; apply: (erase_same (erase_seq C D)). Qed.
Lemma erase_skip_branches b ch dh : blind b -> erases ch Skip -> erases dh Skip -> erases (If b ch dh) Skip.
Proof. by move=> B C D; apply: (erase_same (erase_if B C D)) => f m f0 /=; case: ifP. Qed.

(* to what does not depend on ghosts, ghosts make no difference *)
Definition alike ch c : Prop := forall f, (forall a, 0 <= f a) -> blind f ->
  forall m m', seen m = seen m' -> wp ch f m = wp c f m'.

Lemma erases_alike ch c : erases ch c -> alike ch c.
Proof.
have left_blind dh d f : alike dh d -> (forall a, 0 <= f a) -> blind f -> blind (wp dh f).
  by move=> A f0 bf m m' mm; rewrite (A f f0 bf m m' mm) -(A f f0 bf m' m').
have agree dh d f a : alike dh d -> (forall a, 0 <= f a) -> blind f -> wp dh f a = wp d f a by move=> A f0 bf; apply: A.
elim=> {ch c} [|u ghost|p y one ghost|u bu|p y bp by_|ch dh c d _ C _ D|b ch dh c d bb _ C _ D|b ch c bb _ C|ch c d _ C eqs]
  f f0 bf m m' mm /=.
- exact: bf.
- by apply: bf; rewrite ghost.
- rewrite -[RHS]mule1 -(one m); transitivity (\esum_(v in [set: Z]) ((p m v)%:E * f m')).
    by apply: eq_esum => v _; congr (_ * _); apply: bf; rewrite ghost.
  have [fy|ffin] := eqVneq (f m') +oo; last first.
    rewrite -esumZ//; first by apply: eq_esum => v _; rewrite muleC.
    by rewrite ge0_fin_numE// ltey.
  have [v pv] : exists v, (0 < p m v)%R.
    apply: contrapT => none; have zero : \esum_(v in [set: Z]) (p m v)%:E = 0.
      apply: esum1 => v _; congr (_%:E); apply/eqP; rewrite eq_le mass_ge0 andbT leNgt.
      by apply/negP => pv; apply: none; exists v.
    by have /eqP := one m; rewrite zero eq_sym onee_eq0.
  rewrite one mule1 fy; apply/eqP; rewrite eq_le leey /=.
  have pE : 0 < (p m v)%:E by rewrite lte_fin.
  apply: (@le_trans _ _ ((p m v)%:E * +oo)); first by rewrite (gt0_muley pE).
  by apply: (@esum_one _ _ v setT (fun v => (p m v)%:E * +oo)) => // u; apply: mule_ge0; rewrite ?leey.
- by apply: bf; apply: bu.
- by apply: eq_esum => v _; rewrite (bp _ _ mm); congr (_ * _); apply: bf; apply: by_.
- rewrite (C _ _ _ m m' mm) => [|a|]; [|exact: wp_ge0|exact: left_blind D f0 bf].
  by apply: wp_ext => a; apply: agree.
- by rewrite (bb _ _ mm); case: ifP => _; [apply: C|apply: D].
- rewrite -/(wp (While b ch) f m) -/(wp (While b c) f m') !wp_loop_sup//; congr ereal_sup; apply: eq_imagel => n _.
  elim: n m m' mm => [|n IH] m m' mm /=; rewrite (bb _ _ mm) (bf _ _ mm)//; case: ifP => // _.
  have A0 a : 0 <= approximant b ch f n a by apply: approximant_ge0.
  rewrite (C _ A0 _ m m' mm) => [|a a' aa]; first by apply: wp_ext => a; apply: IH.
  by rewrite (IH _ _ aa) -(IH a' a').
- by rewrite -eqs//; apply: C.
Qed.

Theorem erases_wp ch c f m : erases ch c -> (forall a, 0 <= f a) -> blind f -> wp ch f m = wp c f m.
Proof. by move=> /erases_alike A f0 bf; apply: A. Qed.
End Erasure.

(* ⊢ c₁ᴴ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
   ───────────────────────── [Ghost]   c₁ = erase_h(c₁ᴴ), and the same on the right
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ

   Ψ speaks of no ghost, and no ghost is in c₁. Φ may speak of ghosts: both programs start in the same memory. It may also
   be what makes c₁ᴴ erasable, where that is a matter of rigid variables: that the rate of a ghost's noise is positive. *)
Theorem b_ghost (R : realType) (Mem S : Type) (seen : Mem -> S) (c1h c1 c2 : cmd R Mem) (eps delta : R)
    (Phi Psi : Mem -> Mem -> Prop) :
  (⊢ c1h ~⟨eps, delta⟩ c2 : Phi ⇒ Psi) ->
  (forall m1 m2, Phi m1 m2 -> erases seen c1h c1) ->
  (forall a a' b, seen a = seen a' -> Psi a b -> Psi a' b) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof.
move=> J erased bPsi m1 m2 pre X; have E := erased m1 m2 pre; pose X' := [set a | exists2 a', X a' & seen a' = seen a].
have bX : blind seen (@ind R _ X').
  move=> a a' aa; rewrite /ind; congr (if _ then _ else _); apply: asbool_equiv_eq.
  by split=> -[x Xx xa]; exists x => //; rewrite xa.
apply: (@le_trans _ _ (Pr c1 m1 X')); first by apply: wp_mono => // a; apply: ind_le => Xa; exists a.
rewrite /Pr -(erases_wp m1 E)//; apply: le_trans (J _ _ pre X') _.
apply: lee_add2r; apply: lee_wpmul2l; first by rewrite lee_fin ltW ?expR_gt0.
by apply: wp_mono => // b; apply: ind_le => -[a [a' Xa' aa] ab]; exists a' => //; apply: bPsi ab.
Qed.

(* The same on the right. *)
Theorem b_ghost_right (R : realType) (Mem S : Type) (seen : Mem -> S) (c1 c2h c2 : cmd R Mem) (eps delta : R)
    (Phi Psi : Mem -> Mem -> Prop) :
  (⊢ c1 ~⟨eps, delta⟩ c2h : Phi ⇒ Psi) ->
  (forall m1 m2, Phi m1 m2 -> erases seen c2h c2) ->
  (forall a b b', seen b = seen b' -> Psi a b -> Psi a b') ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof.
move=> J erased bPsi m1 m2 pre X; apply: le_trans (J _ _ pre X) _.
have bX : blind seen (@ind R _ (image Psi X)).
  move=> b b' bb; rewrite /ind; congr (if _ then _ else _); apply: asbool_equiv_eq.
  by split=> -[a Xa ab]; exists a => //; apply: bPsi ab.
by rewrite /Pr (erases_wp m2 (erased m1 m2 pre)).
Qed.

(* a draw into a ghost is erased, whatever its noise, if it is lawful *)
Theorem erase_ghost_law (R : realType) (Mem S V : Type) (seen : Mem -> S) (dec : Z -> V) (l : Mem -> law R)
    (y : Mem -> V -> Mem) : (forall m, lawful (l m)) -> (forall m v, seen (y m v) = seen m) ->
  erases seen (draw_law dec l y) Skip.
Proof. by move=> ok ghost; apply: erase_coin => // m; apply: law_total. Qed.

(* ------------------------------------------------------------------------------------------------------------ ghost coins *)
Section GhostCoins.
Variables (R : realType) (Mem : Type).
Implicit Types (tau : Mem -> R) (h : Mem -> bool -> Mem).

(* h ←$ Bern(τ), where τ may be any real: below 0 it counts as 0, above 1 as 1 *)
Definition chance (x : R) : R := Num.min 1%R (positive x).
Definition ghost_law tau (m : Mem) : law R := CoinNoise (chance (tau m)).
Definition ghost_coin tau h : cmd R Mem := draw_law truth_of (ghost_law tau) h.

Lemma chance_ok x : (0 <= chance x <= 1)%R.
Proof. by rewrite /chance le_minr ler01 positive_ge0 le_minl lexx. Qed.
Lemma chance_le x : (0 <= x)%R -> (chance x <= x)%R.
Proof. by move=> x0; rewrite /chance le_minl positive_id// lexx orbT. Qed.
Lemma ghost_coded tau : coded bit truth_of (ghost_law tau).
Proof. exact: booleans_coded. Qed.

(* a coin into a ghost is erased *)
Theorem erase_ghost_coin (S : Type) (seen : Mem -> S) tau h : (forall m v, seen (h m v) = seen m) ->
  erases seen (ghost_coin tau h) Skip.
Proof. by move=> ghost; apply: erase_coin => // m; apply: coin_total; apply: chance_ok. Qed.

(* P ⇒ 0 ≤ τ ≤ β ∧ Q[false/h] ∧ β'[false/h] + τ ≤ β
   ──────────────────────────────────────────────────── [U-Coin]   where the coin is true, all is given up
   ⊢ᵤ h ←$ Bern(τ) : {P | β} ⇒ {Q | β'} *)
Theorem u_coin tau h (P Q : Mem -> Prop) (be be' : Mem -> R) :
  (forall m, P m -> [/\ 0 <= tau m, tau m <= be m, Q (h m false) & be' (h m false) + tau m <= be m])%R ->
  ⊢ᵤ ghost_coin tau h : P | be ⇒ Q | be'.
Proof.
move=> pays; apply: (u_tail (t := fun=> IsTrue) (tau := tau) (@ghost_coded tau)) => [m Pm|m v Pm _].
  by have [t0 tb _ _] := pays m Pm; split=> //; [exact: chance_ok|exact: chance_le].
by case: v => [/(_ erefl)//|_]; have [_ _ Qm le_be] := pays m Pm.
Qed.

(* P ⇒ Q[false/h] ∧ Q[true/h] ∧ (1 − τ)·β'[false/h] + τ·β'[true/h] ≤ β ∧ 0 ≤ τ ≤ 1 ∧ 0 ≤ β'[false/h] ∧ 0 ≤ β'[true/h]
   ─────────────────────────────────────────────────────────────────────────────────────────────────── [U-Coin-Mean]
   ⊢ᵤ h ←$ Bern(τ) : {P | β} ⇒ {Q | β'} *)
Theorem u_coin_mean tau h (P Q : Mem -> Prop) (be be' : Mem -> R) :
  (forall m, P m -> 0 <= tau m <= 1)%R ->
  (forall m v, P m -> Q (h m v) /\ 0 <= be' (h m v))%R ->
  (forall m, P m -> (1 - tau m) * be' (h m false) + tau m * be' (h m true) <= be m)%R ->
  ⊢ᵤ ghost_coin tau h : P | be ⇒ Q | be'.
Proof.
move=> t01 both mean; apply: (u_mean (@ghost_coded tau)) => [m Pm|m v Pm _]; last by have [] := both m v Pm.
have tE : chance (tau m) = tau m.
  by have /andP[t0 t1] := t01 m Pm; rewrite /chance positive_id//; apply/min_idPr.
rewrite /ghost_law tE (@coin_sum _ _ (fun v => positive (be' (h m v))))//; last exact: t01.
by rewrite lee_fin !positive_id; [exact: mean|by have [] := both m true Pm|by have [] := both m false Pm].
Qed.
End GhostCoins.

(* ------------------------------------------------------------------------------------------------- right samplings alone *)
Section RightAlone.
Variables (R : realType) (Mem St V : Type) (total : St -> R) (enc : V -> Z) (dec : Z -> V).
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* ──────────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-R]
   ⊢ω h ←$ Bern(τ) ~ y₂ ←$ N_θ(e₂) :
         lawful(θ⟨2⟩, e₂⟨2⟩) ∧ tail(θ⟨2⟩, e₂⟨2⟩, bad) ≤ τ⟨1⟩
         ∧ ∀v ∈ values(θ⟨2⟩, e₂⟨2⟩). ¬bad(v) ⇒ Ψ[false/h⟨1⟩, v/y₂⟨2⟩]   ⇒   Ψ | L                       L ⇒ ¬h⟨1⟩

   bad is a row of the table of tails, with its bound; it may speak of both memories. The right sampling must avoid it; the
   ghost coin of the left pays. *)
Theorem w_coin_right (tau : Mem -> R) (h : Mem -> bool -> Mem) l y (t : Mem -> Mem -> St -> tail) Psi L :
  coded enc dec l -> (forall m, ~ L (h m true)) ->
  ⊢ω[total] ghost_coin tau h ~ω draw_law dec l y :
    (fun a b w =>
      [/\ lawful (l b), tail_ok (l b) (t a b w), (tail_bound (l b) (t a b w) <= tau a)%R
        & forall v, value_of (l b) (enc v) -> ~ tail_of (l b) (t a b w) (enc v) -> Psi (h a false) (y b v) w]) ⇒ Psi | L.
Proof.
move=> c pruned m1 m2 w0 [ok row paid post] f g qual.
have c01 := chance_ok (tau m1).
apply: (@w_sample_block _ _ _ total _ _ (fun m v => h m (truth_of v)) (fun m v => y m (dec v)) (fun _ _ _ => [set 0%Z])
  (fun a b w => ~` tail_of (l b) (t a b w)) (fun _ _ w => w) Psi L) qual.
have zero v : kept (fun m => drawn (ghost_law tau m)) (fun m v => h m (truth_of v)) L m1 v -> v = 0%Z.
  move=> [nz Lv]; apply: contrapT => v0; have [v1|v1] := pselect (v = 1%Z); first by apply: (pruned m1); rewrite v1 in Lv.
  by move: nz; rewrite /= -[coin_mass _ _]/(coin (chance (tau m1)) v) coin_outside ?eqxx.
split=> [||v u /[dup] kv /zero -> nb nz]; [|exact: zero|]; last first.
  by have iv := drawn_value nz; apply: post; rewrite (c m2).
rewrite subrr expR0 mul1e coin_tail_false//; have [t1|t1] := leP (tau m1) 1%R.
  apply: le_trans (law_good ok row); rewrite lee_fin ler_add2l ler_opp2; apply: le_trans paid _.
  by rewrite /chance le_minr t1 le_positive.
rewrite (_ : chance _ = 1%R) ?subrr; first by apply: esum_ge0.
by apply/eqP; rewrite eq_le; have /andP[_ ->] := c01; rewrite /chance le_minr lexx (le_trans (ltW t1))// le_positive.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────────── [ω-Good-R]
   ⊢ω skip ~ y₂ ←$ N_θ(e₂) :
         lawful(θ⟨2⟩, e₂⟨2⟩) ∧ tail(θ⟨2⟩, e₂⟨2⟩, bad) ≤ τ ∧ e^(−c) ≤ 1 − τ
         ∧ ∀v ∈ values(θ⟨2⟩, e₂⟨2⟩). ¬bad(v) ⇒ Ψ[v/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   The same, paid with ε. c, τ and bad may depend on the memories and the counters; [pay] is any change of the counters that
   pays c, below it is several counters. *)
Theorem w_good_right l y (t : Mem -> Mem -> St -> tail) (tau : Mem -> Mem -> St -> R) (pay : Mem -> Mem -> St -> St) Psi L :
  coded enc dec l ->
  ⊢ω[total] Skip ~ω draw_law dec l y :
    (fun a b w =>
      [/\ lawful (l b) /\ tail_ok (l b) (t a b w), (tail_bound (l b) (t a b w) <= tau a b w)%R,
          (expR (- (total (pay a b w) - total w)) <= 1 - tau a b w)%R
        & forall v, value_of (l b) (enc v) -> ~ tail_of (l b) (t a b w) (enc v) -> Psi a (y b v) (pay a b w)]) ⇒ Psi | L.
Proof.
move=> c m1 m2 w0 [[ok row] bound enough post] f g qual.
apply: (@w_alone_right _ _ _ total _ (fun m v => y m (dec v)) (fun a b w => ~` tail_of (l b) (t a b w))
  (fun a b w _ => pay a b w) Psi L) qual.
split=> [|v nb nz]; last by have iv := drawn_value nz; apply: post; rewrite (c m2).
set k := expR (total (pay m1 m2 w0) - total w0); have k0 : (0 < k)%R by apply: expR_gt0.
rewrite (eq_esum (b := fun v => k%:E * (drawn (l m2) v)%:E)) => [|v _]; last by rewrite -EFinM mulrC.
rewrite esumZ//; last by rewrite lee_fin ltW.
apply: (@le_trans _ _ (k%:E * (1 - tail_bound (l m2) (t m1 m2 w0))%:E)); last first.
  by apply: lee_wpmul2l; [rewrite lee_fin ltW|apply: law_good].
rewrite -EFinM lee_fin -(ler_pmul2l (_ : 0 < k^-1)%R) ?invr_gt0// mulr1 mulrA mulVf ?gt_eqF// mul1r /k -expRN.
by apply: le_trans enough _; rewrite ler_add2l ler_opp2.
Qed.
End RightAlone.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Good-R]
   ⊢ω skip ~ y ←$ N_θ(e) :
         lawful(θ⟨2⟩, e⟨2⟩) ∧ e^(−c) ≤ 1 − tail(θ⟨2⟩, e⟨2⟩, bad)
         ∧ ∀v ∈ values(θ⟨2⟩, e⟨2⟩). ¬bad(v) ⇒ Ψ[v/y⟨2⟩, ω + c/ω]   ⇒   Ψ | L

   The same with several counters: c = Σ_i p_i·ρ_i, and τ is the bound of the tail, or more. *)
Theorem w_good_right_counters (R : realType) (Mem V : Type) (rates : seq R) (enc : V -> Z) (dec : Z -> V) (l : Mem -> law R) y
    (t : Mem -> Mem -> counters -> tail) (tau : Mem -> Mem -> counters -> R) (p : Mem -> Mem -> counters -> seq (nat * Z))
    (Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop) : coded enc dec l ->
  ⊢ω[total rates] Skip ~ω draw_law dec l y :
    (fun a b w =>
      [/\ lawful (l b) /\ tail_ok (l b) (t a b w), (tail_bound (l b) (t a b w) <= tau a b w)%R,
          all (fun i => (i.1 < size rates)%N) (p a b w) /\ (expR (- price_of rates (p a b w)) <= 1 - tau a b w)%R
        & forall v, value_of (l b) (enc v) -> ~ tail_of (l b) (t a b w) (enc v) ->
            Psi a (y b v) (raises (p a b w) w)]) ⇒ Psi | L.
Proof.
move=> c m1 m2 w0 [ok bound [known enough] post] f g qual.
apply: (@w_good_right _ _ _ _ _ enc dec l y t tau (fun a b w => raises (p a b w) w) Psi L c) qual.
by split=> //; rewrite total_raises// [(total rates w0 + _)%R]addrC addrK.
Qed.
