(* The sampling rules for any noise: two samplings, paired by a map and paid for value by value; one sampling alone, paid
   in expectation.

   [total] is what the ledger's state has paid. [pay a b w v] is the state after the sample v: the price is the difference
   of the totals, and may be negative. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules LedgerRules.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ---------------------------------------------------------------------------------------------- several counters *)
(* A price may be paid with several counters at once: a list of counters, each with the number by which it is raised. *)
Section Raises.
Variable R : realType.
Local Open Scope ring_scope.
Definition raises (prices : seq (nat * Z)) (w : counters) : counters := foldr (fun p => raise p.1 p.2) w prices.
Definition price_of (rates : seq R) (prices : seq (nat * Z)) : R := \sum_(p <- prices) zr R p.2 * nth 0 rates p.1.
Lemma total_raises rates prices w : all (fun p => (p.1 < size rates)%N) prices ->
  total rates (raises prices w) = total rates w + price_of rates prices.
Proof.
elim: prices => [|p prices IH] /=; first by rewrite /price_of big_nil addr0.
by move=> /andP[lt_p /IH all_p]; rewrite total_raise// all_p /price_of big_cons addrAC -addrA.
Qed.
End Raises.

(* ----------------------------------------------------------------------------------------------- two samplings *)
Section Sampling.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (P : Mem -> noise R) (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* the values that can be drawn and are not pruned *)
Definition kept P y L (a : Mem) : set Z := [set v | P a v != 0%R /\ L (y a v)].

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp]
   ⊢ω y₁ ←$ P₁ ~ y₂ ←$ P₂ :
         (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
         ∧ ∀v. K(v) ⇒ P₁(v) ≤ e^c(v) · P₂(φ(v)) ∧ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L

   K(v): v is a value of P₁, and L[v/y₁⟨1⟩]. The noises P₁ and P₂ are read in the memories; φ and c may depend on the
   memories and the counters; c(v) may be negative. *)
Lemma w_sample_map P1 P2 y1 y2 (phi : Mem -> Mem -> St -> Z -> Z) (pay : Mem -> Mem -> St -> Z -> St) Psi L :
  ⊢ω[total] (Sample P1 y1 : cmd R Mem) ~ω Sample P2 y2 :
    (fun a b w => let K := kept P1 y1 L a in
      (forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u) /\
      (forall v, K v -> (P1 a v <= expR (total (pay a b w v) - total w) * P2 b (phi a b w v))%R /\
                        Psi (y1 a v) (y2 b (phi a b w v)) (pay a b w v))) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [inj after] f g [f0 g0 fL fg] /=.
apply: (@couple _ _ _ (kept P1 y1 L m1) (phi m1 m2 w0)) => // [v u|v out|v kv].
- by rewrite !inE; apply: inj.
- have [->|p0] := eqVneq (P1 m1 v) 0%R; first by rewrite mul0e.
  by rewrite fL ?mule0// => Lv; apply: out.
have [price post] := after v kv; apply: le_trans (lee_wpmul2l (massE_ge0 _ _) (fg _ _ _ post)).
by rewrite muleCA muleA -EFinM; apply: lee_wpmul2r => //; rewrite lee_fin.
Qed.

(* The same with one counter of the rate ρ: c(v) = p(v)·ρ, where p(v) is an integer or a real, as the counter is. With
   [real_counter] the price is any real. *)
Lemma w_sample_priced (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St) P1 P2 y1 y2
    (phi : Mem -> Mem -> St -> Z -> Z) (p : Mem -> Mem -> St -> Z -> T) Psi L : is_counter total rho value raise ->
  ⊢ω[total] (Sample P1 y1 : cmd R Mem) ~ω Sample P2 y2 :
    (fun a b w => let K := kept P1 y1 L a in
      (forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u) /\
      (forall v, K v -> (P1 a v <= expR (value (p a b w v) * rho) * P2 b (phi a b w v))%R /\
                        Psi (y1 a v) (y2 b (phi a b w v)) (raise (p a b w v) w))) ⇒ Psi | L.
Proof.
move=> counter m1 m2 w0 [inj after] f g q.
apply: (@w_sample_map P1 P2 y1 y2 phi (fun a b w v => raise (p a b w v) w) Psi L) q; split=> // v /after[price post].
by rewrite counter addrAC subrr add0r.
Qed.
End Sampling.

(* The same with several counters: c(v) = Σ_i p_i(v)·ρ_i *)
Lemma w_sample_counters (R : realType) (Mem : Type) (rates : seq R) (P1 P2 : Mem -> noise R) y1 y2
    (phi : Mem -> Mem -> counters -> Z -> Z) (p : Mem -> Mem -> counters -> Z -> seq (nat * Z))
    (Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop) :
  ⊢ω[total rates] (Sample P1 y1 : cmd R Mem) ~ω Sample P2 y2 :
    (fun a b w => let K := kept P1 y1 L a in
      (forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u) /\
      (forall v, K v -> [/\ all (fun i => (i.1 < size rates)%N) (p a b w v),
                           (P1 a v <= expR (price_of rates (p a b w v)) * P2 b (phi a b w v))%R
                         & Psi (y1 a v) (y2 b (phi a b w v)) (raises (p a b w v) w)])) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [inj after] f g q.
apply: (@w_sample_map _ _ _ _ P1 P2 y1 y2 phi (fun a b w v => raises (p a b w v) w) Psi L) q.
split=> // v /after[known price post].
by rewrite total_raises// addrAC subrr add0r.
Qed.

(* With a budget: every value costs at most ε.
   ⊢ y₁ ←$ P₁ ~⟨ε,0⟩ y₂ ←$ P₂ : (∀v w. φ(v) = φ(w) ⇒ v = w) ∧ ∀v. P₁(v) ≤ e^ε · P₂(φ(v)) ∧ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩] ⇒ Ψ *)
Lemma b_sample_map (R : realType) (Mem : Type) (eps : R) (P1 P2 : Mem -> noise R) y1 y2 (phi : Mem -> Mem -> Z -> Z)
    (Psi : Mem -> Mem -> Prop) :
  ⊢ (Sample P1 y1 : cmd R Mem) ~⟨eps, 0⟩ Sample P2 y2 :
    (fun a b =>
      (forall v u, P1 a v != 0%R -> P1 a u != 0%R -> phi a b v = phi a b u -> v = u) /\
      (forall v, P1 a v != 0%R -> (P1 a v <= expR eps * P2 b (phi a b v))%R /\ Psi (y1 a v) (y2 b (phi a b v)))) ⇒ Psi.
Proof.
apply: budget_of_fun => m1 m2 [inj after] f g f0 f1 g0 fg; rewrite adde0 -wp_scale ?expR_gt0//=.
have e0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW// expR_gt0.
apply: (@couple _ _ _ [set v | P1 m1 v != 0%R] (phi m1 m2) (fun v => f (y1 m1 v))
  (fun v => (expR eps)%:E * g (y2 m2 v))) => //.
- by move=> v; apply: mule_ge0.
- by move=> v u; rewrite !inE; apply: inj.
- by move=> v /negP; rewrite negbK => /eqP ->; rewrite mul0e.
move=> v nz; have [price post] := after v nz; rewrite muleCA muleA -EFinM.
apply: (@le_trans _ _ ((P1 m1 v)%:E * g (y2 m2 (phi m1 m2 v)))); first by apply: lee_wpmul2l => //; apply: fg.
by apply: lee_wpmul2r => //; rewrite lee_fin.
Qed.

(* ----------------------------------------------------------------------------------------- one side samples alone *)
Section Alone.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (P : Mem -> noise R) (y : Mem -> Z -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* ─────────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-L]
   ⊢ω y ←$ P ~ skip : Σ_{v : K(v)} P(v)·e^(−c(v)) ≤ 1 ∧ ∀v. K(v) ⇒ Ψ[v/y⟨1⟩, ω + c(v)/ω]   ⇒   Ψ | L

   K(v) as in [ω-Samp]: the price is paid in expectation, over what is kept. *)
Lemma w_alone_left P y (pay : Mem -> Mem -> St -> Z -> St) Psi L :
  ⊢ω[total] (Sample P y : cmd R Mem) ~ω Skip :
    (fun a b w => let K := kept P y L a in
      \esum_(v in K) (P a v * expR (- (total (pay a b w v) - total w)))%:E <= 1 /\
      forall v, K v -> Psi (y a v) b (pay a b w v)) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [kraft post] f g [f0 g0 fL fg] /=.
have [gy|gfin] := eqVneq (g m2) +oo; first by rewrite gy leey.
have gf : g m2 \is a fin_num by rewrite ge0_fin_numE// ltey.
set K := kept P y L m1 in kraft post *.
set t := fun v => (P m1 v * expR (- (total (pay m1 m2 w0 v) - total w0)))%:E in kraft.
have t0 v : 0 <= t v by rewrite lee_fin mulr_ge0 ?mass_ge0// ltW// expR_gt0.
rewrite (esumID K); last by move=> v _; apply: mule_ge0.
rewrite setTI [X in _ + X]esum1 ?adde0; last first.
  move=> v [_ out]; have [->|p0] := eqVneq (P m1 v) 0%R; first by rewrite mul0e.
  by rewrite fL ?mule0// => Lv; apply: out.
apply: (@le_trans _ _ (\esum_(v in K) (g m2 * t v))); last by rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l.
apply: le_esum => v Kv; rewrite /t EFinM muleCA; apply: lee_wpmul2l => //; rewrite muleC.
have e0 : 0 <= (expR (- (total (pay m1 m2 w0 v) - total w0)))%:E by rewrite lee_fin ltW ?expR_gt0.
apply: le_trans (lee_wpmul2l e0 (fg _ _ _ (post v Kv))).
by rewrite muleA -EFinM expRN mulVf ?mul1e// gt_eqF ?expR_gt0.
Qed.

(* ─────────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-R']
   ⊢ω skip ~ y ←$ P : 1 ≤ Σ_{v : G(v)} P(v)·e^c(v) ∧ ∀v. G(v) ⇒ Ψ[v/y⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L

   G is any condition on the values; those outside are given up. [ω-Good-R] is the case of one price for all of G. *)
Lemma w_alone_right P y (G : Mem -> Mem -> St -> set Z) (pay : Mem -> Mem -> St -> Z -> St) Psi L :
  ⊢ω[total] (Skip : cmd R Mem) ~ω Sample P y :
    (fun a b w =>
      1 <= \esum_(v in G a b w) (P b v * expR (total (pay a b w v) - total w))%:E /\
      forall v, G a b w v -> P b v != 0%R -> Psi a (y b v) (pay a b w v)) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [enough post] f g [f0 g0 fL fg] /=; set S := G m1 m2 w0 in enough post.
set t := fun v => (P m2 v * expR (total (pay m1 m2 w0 v) - total w0))%R in enough.
have t0 v : 0 <= (t v)%:E by rewrite lee_fin mulr_ge0 ?mass_ge0// ltW// expR_gt0.
suff finite (r : R) : (0 <= r)%R -> r%:E <= f m1 -> r%:E <= \esum_(v in [set: Z]) ((P m2 v)%:E * g (y m2 v)).
  have := f0 m1; case E: (f m1) finite => [r| |] // finite r0; first by apply: finite; rewrite -?lee_fin.
  rewrite leye_eq; apply/eqP/eqyP => r rpos; apply: finite; first exact: ltW.
  by rewrite leey.
move=> r0 rf; have rE : 0 <= r%:E by rewrite lee_fin.
apply: (@le_trans _ _ (\esum_(v in S) (r%:E * (t v)%:E))); first by rewrite esumZ// -[leLHS]mule1; apply: lee_wpmul2l.
apply: (@le_trans _ _ (\esum_(v in S) ((P m2 v)%:E * g (y m2 v)))); last first.
  by apply: esum_sub => // v; apply: mule_ge0.
apply: le_esum => v Sv; have [p0|p0] := eqVneq (P m2 v) 0%R; first by rewrite /t p0 mul0r mule0 mul0e.
rewrite /t EFinM muleCA; apply: lee_wpmul2l => //; rewrite muleC.
apply: le_trans (fg _ _ _ (post v Sv p0)); apply: lee_wpmul2l => //; by rewrite lee_fin ltW// expR_gt0.
Qed.

(* Every value for nothing, for any noise: [ω-Samp-L], and [ω-Samp-R] where the masses add up to 1. *)
Lemma w_draw_left P y Psi L :
  ⊢ω[total] (Sample P y : cmd R Mem) ~ω Skip : (fun a b w => forall v, kept P y L a v -> Psi (y a v) b w) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 post f g q; apply: (@w_alone_left P y (fun _ _ w _ => w) Psi L) q; split=> //.
apply: le_trans (mass_le1 (P m1)); apply: (@le_trans _ _ (\esum_(v in kept P y L m1) (P m1 v)%:E)).
  by apply: le_esum => v _; rewrite subrr oppr0 expR0 mulr1.
by apply: esum_sub.
Qed.
Lemma w_draw_right P y Psi L :
  ⊢ω[total] (Skip : cmd R Mem) ~ω Sample P y :
    (fun a b w => \esum_(v in [set: Z]) (P b v)%:E = 1 /\ forall v, P b v != 0%R -> Psi a (y b v) w) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [lossless post] f g q; apply: (@w_alone_right P y (fun _ _ _ => setT) (fun _ _ w _ => w) Psi L) q.
by split=> [|v _]; [rewrite -lossless; apply: le_esum => v _; rewrite subrr expR0 mulr1|apply: post].
Qed.
End Alone.

(* the same with a budget: [Samp-L] and [Samp-R] for any noise *)
Lemma b_draw_left (R : realType) (Mem : Type) (P : Mem -> noise R) y (Psi : Mem -> Mem -> Prop) :
  ⊢ (Sample P y : cmd R Mem) ~⟨0, 0⟩ Skip : (fun a b => forall v, P a v != 0%R -> Psi (y a v) b) ⇒ Psi.
Proof. by apply/left_against_skip => m1 m2 pre _ <-; apply: hoare_sample. Qed.
Lemma b_draw_right (R : realType) (Mem : Type) (P : Mem -> noise R) y (Psi : Mem -> Mem -> Prop) :
  ⊢ (Skip : cmd R Mem) ~⟨0, 0⟩ Sample P y :
    (fun a b => \esum_(v in [set: Z]) (P b v)%:E = 1 /\ forall v, P b v != 0%R -> Psi a (y b v)) ⇒ Psi.
Proof.
apply/skip_against_right => m1 m2 [lossless pre]; rewrite -lossless; apply: le_esum => v _.
by have [->|p0] := eqVneq (P m2 v) 0%R; [rewrite mul0e|rewrite ind1 ?mule1//; apply: pre].
Qed.

(* ----------------------------------------------------------------------------------------------------- a coin alone *)
Section Coins.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (q : Mem -> R) (y : Mem -> bool -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* y ←$ Bern(q) *)
Definition toss q y : cmd R Mem := Sample (fun m => coin (q m)) (fun m v => y m (v == 1%Z)).

Lemma coin_sum (p : R) (F : bool -> R) : (0 <= p <= 1)%R -> (forall b, 0 <= F b)%R ->
  \esum_(v in [set: Z]) (coin p v * F (v == 1%Z))%:E = ((1 - p) * F false + p * F true)%:E.
Proof.
move=> p01 F0; rewrite (@esum_finite _ 0%Z 2); first last.
- by move=> v out; rewrite coin_outside ?mul0r//; lia.
- by move=> v; rewrite mulr_ge0 ?mass_ge0.
by rewrite !big_ord_recr big_ord0 /= /coin_mass p01 /= add0r.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-L]
   ⊢ω y ←$ B(q) ~ skip :
         0 ≤ q⟨1⟩ ≤ 1 ∧ (1−q⟨1⟩)·e^(−c₀) + q⟨1⟩·e^(−c₁) ≤ 1
         ∧ Ψ[false/y⟨1⟩, ω + c₀/ω] ∧ Ψ[true/y⟨1⟩, ω + c₁/ω]   ⇒   Ψ | L

   c₀ and c₁ are what [pay] pays for tails and for heads; below, Σ_i p_i·ρ_i on the counters of a ledger. *)
Theorem w_coin_left q y (pay : Mem -> Mem -> St -> bool -> St) Psi L :
  ⊢ω[total] toss q y ~ω Skip :
    (fun a b w => let c v := (total (pay a b w v) - total w)%R in
      [/\ (0 <= q a <= 1)%R, ((1 - q a) * expR (- c false) + q a * expR (- c true) <= 1)%R
        & forall v, L (y a v) -> Psi (y a v) b (pay a b w v)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [q01 kraft post] f g qual.
apply: (@w_alone_left _ _ _ total _ _ (fun a b w v => pay a b w (v == 1%Z)) Psi L) qual.
split=> [|v [_ Lv]]; last exact: post.
pose F b := expR (- (total (pay m1 m2 w0 b) - total w0)); have F0 b : (0 <= F b)%R by rewrite ltW// expR_gt0.
apply: (@le_trans _ _ (\esum_(v in [set: Z]) (coin (q m1) v * F (v == 1%Z))%:E)).
  by apply: (@esum_sub _ _ _ _ (fun v => (coin (q m1) v * F (v == 1%Z))%:E)) => [v|//]; rewrite lee_fin mulr_ge0 ?mass_ge0.
by rewrite coin_sum// lee_fin.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-R']
   ⊢ω skip ~ y ←$ B(q) :
         0 ≤ q⟨2⟩ ≤ 1 ∧ 1 ≤ (1−q⟨2⟩)·e^c₀ + q⟨2⟩·e^c₁
         ∧ Ψ[false/y⟨2⟩, ω + c₀/ω] ∧ Ψ[true/y⟨2⟩, ω + c₁/ω]   ⇒   Ψ | L *)
Theorem w_coin_alone_right q y (pay : Mem -> Mem -> St -> bool -> St) Psi L :
  ⊢ω[total] Skip ~ω toss q y :
    (fun a b w => let c v := (total (pay a b w v) - total w)%R in
      [/\ (0 <= q b <= 1)%R, (1 <= (1 - q b) * expR (c false) + q b * expR (c true))%R
        & forall v, Psi a (y b v) (pay a b w v)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [q01 enough post] f g qual.
apply: (@w_alone_right _ _ _ total _ _ (fun _ _ _ => setT) (fun a b w v => pay a b w (v == 1%Z)) Psi L) qual.
split=> [|v _ _]; last exact: post.
pose F b := expR (total (pay m1 m2 w0 b) - total w0); have F0 b : (0 <= F b)%R by rewrite ltW// expR_gt0.
rewrite [leRHS](_ : _ = \esum_(v in [set: Z]) (coin (q m2) v * F (v == 1%Z))%:E)//.
by rewrite coin_sum// lee_fin.
Qed.
End Coins.

(* The same with counters: c_v = Σ_i p_i(v)·ρ_i *)
Theorem w_coin_left_counters (R : realType) (Mem : Type) (rates : seq R) q y
    (p : Mem -> Mem -> counters -> bool -> seq (nat * Z)) (Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop) :
  ⊢ω[total rates] toss q y ~ω Skip :
    (fun a b w => let c v := price_of rates (p a b w v) in
      [/\ (0 <= q a <= 1)%R, forall v, all (fun i => (i.1 < size rates)%N) (p a b w v),
          ((1 - q a) * expR (- c false) + q a * expR (- c true) <= 1)%R
        & forall v, L (y a v) -> Psi (y a v) b (raises (p a b w v) w)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [q01 known kraft post] f g qual.
apply: (@w_coin_left _ _ _ _ q y (fun a b w v => raises (p a b w v) w) Psi L) qual; split=> //.
by rewrite !total_raises// ![(total rates w0 + _)%R]addrC !addrK.
Qed.
Theorem w_coin_right_counters (R : realType) (Mem : Type) (rates : seq R) q y
    (p : Mem -> Mem -> counters -> bool -> seq (nat * Z)) (Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop) :
  ⊢ω[total rates] Skip ~ω toss q y :
    (fun a b w => let c v := price_of rates (p a b w v) in
      [/\ (0 <= q b <= 1)%R, forall v, all (fun i => (i.1 < size rates)%N) (p a b w v),
          (1 <= (1 - q b) * expR (c false) + q b * expR (c true))%R
        & forall v, Psi a (y b v) (raises (p a b w v) w)]) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [q01 known enough post] f g qual.
apply: (@w_coin_alone_right _ _ _ _ q y (fun a b w v => raises (p a b w v) w) Psi L) qual; split=> //.
by rewrite !total_raises// ![(total rates w0 + _)%R]addrC !addrK.
Qed.

(* Amplification by subsampling: with e^κ = 1 + q·(e^ε − 1), a run that tosses the coin alone pays κ, and has the credit ε
   back where the coin is true. On the left it is exact; on the right it is more than enough. *)
Section Amplification.
Variable R : realType.
Local Open Scope ring_scope.
Implicit Types (q eps kappa : R).

Theorem amplification_left q eps kappa : expR kappa = 1 + q * (expR eps - 1) ->
  (1 - q) * expR (- kappa) + q * expR (- (kappa - eps)) = 1.
Proof.
move=> k; have k0 : expR kappa != 0 by rewrite gt_eqF// expR_gt0.
rewrite opprB addrC expRB expRN mulrA -mulrDl (_ : q * expR eps + (1 - q) = expR kappa); first by rewrite divff.
by rewrite k mulrBr mulr1 addrCA.
Qed.
Theorem amplification_right q eps kappa : 0 <= q <= 1 -> expR kappa = 1 + q * (expR eps - 1) ->
  1 <= (1 - q) * expR kappa + q * expR (kappa - eps).
Proof.
move=> /andP[q0 q1] k; have e0 := expR_gt0 eps; have en0 : expR eps != 0 by rewrite gt_eqF.
rewrite expRB k; set E := expR eps in e0 en0 *.
rewrite -subr_ge0 (_ : _ - 1 = q * (1 - q) * (E - 1) ^+ 2 / E).
  by rewrite divr_ge0 ?(ltW e0)// mulr_ge0 ?sqr_ge0// mulr_ge0// subr_ge0.
apply/eqP; rewrite eq_sym -subr_eq0; apply/eqP.
have V : E * E^-1 = 1 by rewrite divff.
by move: V; set F := E^-1; rewrite expr2; nsatz.
Qed.
End Amplification.
