(* A sample whose loss exceeds what is paid for it: a ghost coin of the left run gives up the rest, with a probability that
   depends on the sample, and the credit is the expectation of that, the hockey-stick divergence. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules BudgetRules LedgerRules SampleMap.
From Twinproof Require Import PermuteAndFlip NoiseTable Credit Tails Intervals Ghosts.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* a ghost coin that must be false *)
Lemma wp_ghost_coin (R : realType) (Mem : Type) (tau : Mem -> R) (h : Mem -> bool -> Mem) (f : Mem -> \bar R) m :
  (forall a, 0 <= f a) -> f (h m true) = 0 -> wp (ghost_coin tau h) f m = (1 - chance (tau m))%:E * f (h m false).
Proof.
move=> f0 ft; rewrite -[LHS]/(\esum_(v in [set: Z]) ((coin (chance (tau m)) v)%:E * f (h m (truth_of v)))).
rewrite (esumID [set 0%Z]); last by move=> v _; apply: mule_ge0.
rewrite setTI esum_set1; last exact: mule_ge0.
rewrite [X in _ + X]esum1 ?adde0 => [|v [_ v0]]; first by rewrite coin_false ?chance_ok.
have [->|v1] := pselect (v = 1%Z); first by rewrite ft mule0.
by rewrite coin_outside ?mul0e.
Qed.

Section Rule.
Variables (R : realType) (Mem St V : Type) (total : St -> R) (enc : V -> Z) (dec : Z -> V).
Hypothesis code : cancel enc dec.
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp-Coin]
   ⊢ω y₁ ←$ N_θ₁(e₁); h ←$ Bern(D) ~ y₂ ←$ N_θ₂(e₂) :
         lawful(θ₁, e₁) ∧ (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
         ∧ ∀v. K(v) ⇒ φ(v) ∈ values(θ₂, e₂) ∧ fits(v, φ(v)) ∧ 1 − e^(c(v) − price(v, φ(v))) ≤ D[v/y₁⟨1⟩]
                      ∧ Ψ[v/y₁⟨1⟩, false/h⟨1⟩, φ(v)/y₂⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L                        L ⇒ ¬h⟨1⟩

   K(v): v ∈ values(θ₁, e₁) ∧ D[v/y₁⟨1⟩] < 1 ∧ L[v/y₁⟨1⟩, false/h⟨1⟩]. The pairs are those of [ω-Map]; c(v) is what is
   paid, and may be less than the price: for the rest there is the coin. [pay] is any change of the counters. *)
Theorem w_sample_coin l1 l2 y1 y2 (D : Mem -> R) (h : Mem -> bool -> Mem) (phi : Mem -> Mem -> St -> V -> V)
    (M : Mem -> Mem -> St -> Z) (pay : Mem -> Mem -> St -> V -> St) Psi L :
  coded enc dec l1 -> (forall m, ~ L (h m true)) ->
  ⊢ω[total] Seq (draw_law dec l1 y1) (ghost_coin D h) ~ω draw_law dec l2 y2 :
    (fun a b w => let K v := [/\ value_of (l1 a) (enc v), (D (y1 a v) < 1)%R & L (h (y1 a v) false)] in
      [/\ lawful (l1 a), forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u
        & forall v, K v -> let u := phi a b w v in let c := (total (pay a b w v) - total w)%R in
            [/\ value_of (l2 b) (enc u), fits (l1 a) (l2 b) (M a b w) (enc v) (enc u),
                (1 - expR (c - price (l1 a) (l2 b) (M a b w) (enc v) (enc u)) <= D (y1 a v))%R
              & Psi (h (y1 a v) false) (y2 b u) (pay a b w v)]]) ⇒ Psi | L.
Proof.
move=> coded1 pruned m1 m2 w0 [ok inj after] f g [f0 g0 fL fg] /=.
pose left v := (1 - chance (D (y1 m1 (dec v))))%R.
have left0 v : 0 <= (left v)%:E by rewrite lee_fin subr_ge0; have /andP[] := chance_ok (D (y1 m1 (dec v))).
rewrite (eq_esum (b := fun v => (drawn (l1 m1) v)%:E * ((left v)%:E * f (h (y1 m1 (dec v)) false)))) => [|v _]; last first.
  by congr (_ * _); apply: (@wp_ghost_coin _ _ D h f (y1 m1 (dec v))) => //; apply: fL.
pose K := [set v | [/\ value_of (l1 m1) v, (D (y1 m1 (dec v)) < 1)%R & L (h (y1 m1 (dec v)) false)]].
have inside v : K v -> enc (dec v) = v by move=> [iv _ _]; apply: (coded1 m1).
apply: (@couple _ _ _ K (fun v => enc (phi m1 m2 w0 (dec v))) (fun v => (left v)%:E * f (h (y1 m1 (dec v)) false))
  (fun v => g (y2 m2 (dec v)))) => // [v|v u|v nK|v Kv].
- exact: mule_ge0.
- rewrite !inE => Kv Ku /(can_inj code) eqs; rewrite -(inside v Kv) -(inside u Ku); congr enc.
  by apply: inj eqs => /=; rewrite inside.
- have [->|nz] := eqVneq (drawn (l1 m1) v) 0%R; first by rewrite mul0e.
  have iv := drawn_value nz.
  have [Lv|nL] := pselect (L (h (y1 m1 (dec v)) false)); last by rewrite fL// !mule0.
  have [lt1|ge1] := ltP (D (y1 m1 (dec v))) 1%R; first by case: nK.
  rewrite /left (_ : chance _ = 1%R) ?subrr ?mul0e ?mule0//; apply/eqP.
  by rewrite eq_le /chance le_minl lexx /= le_minr lexx (le_trans ge1)// le_positive.
have [iv lt1 Lv] := Kv; have [|iu row paid post] := after (dec v); first by rewrite inside.
rewrite inside// in row paid; set u := phi m1 m2 w0 (dec v) in iu row paid post *; rewrite code.
set c := (total _ - total w0)%R in paid; have le_g : (expR c)%:E * f (h (y1 m1 (dec v)) false) <= g (y2 m2 u) by apply: fg.
apply: le_trans (lee_wpmul2l (massE_ge0 _ _) le_g); rewrite !muleA -!EFinM; apply: lee_wpmul2r => //.
set r := price _ _ _ _ _ in row paid; have c0 := expR_gt0 (c - r).
have le_left : (left v <= expR (c - r))%R.
  rewrite /left ler_subl_addr -ler_subl_addl; apply: le_trans paid _.
  by rewrite /chance le_minr (ltW lt1) le_positive.
rewrite lee_fin; apply: (@le_trans _ _ (drawn (l1 m1) v * expR (c - r))%R); first by rewrite ler_wpmul2l// mass_ge0.
apply: (@le_trans _ _ (expR r * drawn (l2 m2) (enc u) * expR (c - r))%R).
  by rewrite ler_wpmul2r ?(ltW c0)//; apply: law_price.
by rewrite mulrAC -expRD addrCA subrr addr0 mulrC.
Qed.
End Rule.

(* ------------------------------------------------------------------------------------------------------------ the credit *)
Section Unary.
Variables (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V).
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (P Q : Mem -> Prop) (be : Mem -> R).

(* P ⇒ 0 ≤ γ ∧ γ + Σ_v P(N_θ(e) = v)·max(0, D[v/y]) ≤ β
   ∀v ∈ values(θ, e). P ⇒ Q[v/y, false/h] ∧ β'[v/y, false/h] ≤ γ
   ───────────────────────────────────────────────────────────── [U-Samp-Coin]   γ speaks of the memory before
   ⊢ᵤ y ←$ N_θ(e); h ←$ Bern(D) : {P | β} ⇒ {Q | β'} *)
Theorem u_sample_coin l y (D : Mem -> R) (h : Mem -> bool -> Mem) P Q be be' (ga : Mem -> R) : coded enc dec l ->
  (forall m, P m -> (0 <= ga m)%R) ->
  (forall m, P m -> (ga m)%:E + \esum_(v in [set: Z]) (drawn (l m) v * positive (D (y m (dec v))))%:E <= (be m)%:E) ->
  (forall m v, P m -> value_of (l m) (enc v) -> Q (h (y m v) false) /\ (be' (h (y m v) false) <= ga m)%R) ->
  ⊢ᵤ Seq (draw_law dec l y) (ghost_coin D h) : P | be ⇒ Q | be'.
Proof.
move=> c ga0 enough good m Pm; apply: (@le_trans _ _ (be m)%:E); last by rewrite lee_fin le_positive.
apply: le_trans (enough m Pm); have g0 := ga0 m Pm.
have p0 v : 0 <= (drawn (l m) v * positive (D (y m (dec v))))%:E by rewrite lee_fin mulr_ge0 ?mass_ge0.
apply: (@le_trans _ _ (\esum_(v in [set: Z]) ((ga m)%:E * (drawn (l m) v)%:E + (drawn (l m) v * positive (D (y m (dec v))))%:E))).
  apply: le_esum => v _; have [->|nz] := eqVneq (drawn (l m) v) 0%R; first by rewrite mul0r mul0e mule0 adde0.
  have iv := drawn_value nz; have [|Qv le_ga] := good m (dec v) Pm; first by rewrite (c m).
  rewrite muleC -EFinM -EFinD [X in _ <= X%:E](_ : _ = drawn (l m) v * (ga m + positive (D (y m (dec v)))))%R; last first.
    by rewrite mulrDr [(ga m * _)%R]mulrC.
  rewrite EFinM muleC; apply: lee_wpmul2l => //.
  have := @u_coin _ _ (fun a => positive (D a)) h (fun a => a = y m (dec v)) Q (fun a => ga m + positive (D a))%R be' _ _ erefl.
  rewrite positive_id ?addr_ge0//.
  rewrite (_ : ghost_coin (fun a => positive (D a)) h = ghost_coin D h); last first.
    by rewrite /ghost_coin /ghost_law /chance; congr draw_law; apply/funext => a; rewrite [positive (positive _)]positive_id.
  by apply=> a ->; split=> //; rewrite ?ler_addr ?ler_add2r.
have gE : 0 <= (ga m)%:E by rewrite lee_fin.
rewrite esumD => [|v _|v _]; [|exact: mule_ge0|exact: p0].
by apply: lee_add => //; rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l => //; apply: mass_le1.
Qed.
End Unary.

(* -------------------------------------------------------------------------------------------------- what the credit is *)
Section Divergence.
Variable R : realType.
Implicit Types (P : noise R) (H : set Z) (price : Z -> R) (c eps variance : R).

(* Where the prices are exact, and larger than c just on H:  Σ_v P₁(v)·max(0, 1 − e^(c − price(v))) = P₁(H) − e^c·P₂(H) *)
Lemma hockey_stick P1 P2 H price c :
  (forall v, P1 v = expR (price v) * P2 v)%R -> (forall v, H v -> c <= price v)%R -> (forall v, ~ H v -> price v <= c)%R ->
  \esum_(v in [set: Z]) (P1 v * positive (1 - expR (c - price v)))%:E + (expR c)%:E * (\esum_(v in H) (P2 v)%:E)
  = \esum_(v in H) (P1 v)%:E.
Proof.
move=> exact_ above below.
have t0 v : 0 <= (P1 v * positive (1 - expR (c - price v)))%:E by rewrite lee_fin mulr_ge0 ?mass_ge0.
have c0 : 0 <= (expR c)%:E by rewrite lee_fin ltW// expR_gt0.
rewrite (esumID H)// setTI [X in _ + X + _]esum1 ?adde0; last first.
  move=> v [_ /below le_c]; rewrite /positive (max_idPl _) ?mulr0// subr_le0 -expR0 ler_expR subr_ge0 //.
rewrite -esumZ// -esumD// => [|v _]; last exact: mule_ge0.
apply: eq_esum => v Hv; rewrite positive_id; last by rewrite subr_ge0 -expR0 ler_expR subr_le0 above.
rewrite -EFinM -EFinD; congr (_%:E); rewrite mulrBr mulr1 [X in (_ - X + _)%R](_ : _ = expR c * P2 v)%R ?subrK//.
by rewrite exact_ mulrAC -expRD addrCA subrr addr0.
Qed.

(* of Gaussian noise around 0: P(v ≥ k) *)
Definition gaussian_from variance (k : Z) : \bar R := \esum_(v in [set v | (k <= v)%Z]) (gaussian variance 0 v)%:E.
Lemma gaussian_from_shift variance (e k : Z) :
  \esum_(v in [set v | (e + k <= v)%Z]) (gaussian variance e v)%:E = gaussian_from variance k.
Proof.
rewrite (@reindex_esum R _ _ [set v | (k <= v)%Z] _ (fun v => (e + v)%Z)); last first.
  split; [by move=> v /=; lia|by move=> v u _ _ /=; lia|move=> v /= ev].
  by exists (v - e)%Z => /=; lia.
by apply: eq_esum => v _; rewrite /= /gaussian_mass (_ : e + v - e = v - 0)%Z//; lia.
Qed.

(* 𝒩(e₁, σ²) against 𝒩(e₂, σ²), d = e₁ − e₂ ≥ 0, each value with itself, and ε paid: with d·(2(t−1)+d) ≤ 2σ²ε ≤ d·(2t+d),
     Σ_v P₁(v)·max(0, 1 − e^(ε − price(v))) = P(X ≥ t) − e^ε·P(X ≥ t + d) *)
Theorem gaussian_hockey_stick variance eps (e1 e2 t : Z) : (0 < variance)%R -> let d := (e1 - e2)%Z in (0 <= d)%Z ->
  (zr R (d * (2 * (t - 1) + d)) <= 2%:R * variance * eps <= zr R (d * (2 * t + d)))%R ->
  let l1 := GaussianNoise variance e1 in let l2 := GaussianNoise variance e2 in
  \esum_(v in [set: Z]) (drawn l1 v * positive (1 - expR (eps - price l1 l2 0 v v)))%:E
    + (expR eps)%:E * gaussian_from variance (t + d) = gaussian_from variance t.
Proof.
move=> s0 d d0 /andP[low high] l1 l2; have s2 : (0 < 2%:R * variance)%R by rewrite mulr_gt0// ltr0n.
rewrite -(gaussian_from_shift variance e1 t) -(gaussian_from_shift variance e2 (t + d)).
rewrite (_ : [set v | (e2 + (t + d) <= v)%Z] = [set v | (e1 + t <= v)%Z]); last by apply/seteqP; split=> v /=; rewrite /d; lia.
apply: (@hockey_stick (gaussian variance e1) (gaussian variance e2) [set v | (e1 + t <= v)%Z] (fun v => price l1 l2 0 v v)) => v.
- exact: gaussian_price.
- move=> /= tv; rewrite ler_pdivl_mulr// mulrC; apply: le_trans high _; apply: ler_zr; rewrite /d; nia.
- move=> /= tv; rewrite ler_pdivr_mulr// [leRHS]mulrC; apply: le_trans low; apply: ler_zr; rewrite /d; nia.
Qed.
End Divergence.
