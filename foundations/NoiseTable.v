(* The table of the noises: for each of them its parameters, its values, and which pairs (v, u) of a left and a right sample
   are allowed at which price; and the sampling rules for all of them at once.

   What is not in the table is not allowed: the row of two noises is [fits], and what it costs is [price]. M is a number that
   the proof gives; only `choose` and `permute_and_flip` read it. Programs may have samples of
   any type: [enc] and [dec] say which integer a sample is. *)
From Twinproof Require Import Prelude Noise Lists FiniteNoise PermuteAndFlip.
From Twinproof Require Import Semantics Kleene Judgments Rules LedgerRules SampleMap.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Table.
Variable R : realType.
Implicit Types (rho p c : R) (e v u k x lo hi A : Z) (s : seq Z).

Inductive law :=
| LaplaceNoise rho e
| OneSidedNoise rho e
| TruncatedNoise rho A e
| GaussianNoise (variance : R) e
| CoinNoise p
| ResponseNoise rho (b : bool)
| ChoiceNoise rho k x
| UniformNoise lo hi
| ChooseNoise rho s
| PermuteAndFlipNoise rho s.
Implicit Types l : law.

Definition drawn l : noise R :=
  match l with
  | LaplaceNoise rho e => laplace rho e
  | OneSidedNoise rho e => one_sided rho e
  | TruncatedNoise rho A e => truncated rho A e
  | GaussianNoise variance e => gaussian variance e
  | CoinNoise p => coin p
  | ResponseNoise rho b => response rho b
  | ChoiceNoise rho k x => choice rho k x
  | UniformNoise lo hi => uniform R lo hi
  | ChooseNoise rho s => choose rho s
  | PermuteAndFlipNoise rho s => permute_and_flip rho s
  end.

(* the parameters with which a run is not stuck *)
Definition lawful l : Prop :=
  match l with
  | LaplaceNoise rho _ | OneSidedNoise rho _ => 0 < rho
  | TruncatedNoise rho A _ => 0 < rho /\ (0 <= A)%Z
  | GaussianNoise variance _ => 0 < variance
  | CoinNoise p => 0 <= p <= 1
  | ResponseNoise rho _ => 0 <= rho
  | ChoiceNoise rho k x => 0 <= rho /\ (0 <= x < k)%Z
  | UniformNoise lo hi => (lo <= hi)%Z
  | ChooseNoise rho s | PermuteAndFlipNoise rho s => 0 <= rho /\ (0 < len s)%Z
  end.

(* what can be drawn *)
Definition value_of l v : Prop :=
  match l with
  | LaplaceNoise _ _ | GaussianNoise _ _ => True
  | OneSidedNoise _ e => (e <= v)%Z
  | TruncatedNoise _ A e => (Z.abs (v - e) <= A)%Z
  | CoinNoise _ | ResponseNoise _ _ => (0 <= v < 2)%Z
  | ChoiceNoise _ k _ => (0 <= v < k)%Z
  | UniformNoise lo hi => (lo <= v <= hi)%Z
  | ChooseNoise _ s | PermuteAndFlipNoise _ s => (0 <= v < len s)%Z
  end.

(* all scores of the right are at most M larger than those of the left *)
Definition raised_by (M : Z) (s1 s2 : seq Z) : Prop :=
  len s1 = len s2 /\ forall j, (0 <= j < len s1)%Z -> (get 0 s2 j - get 0 s1 j <= M)%Z.

(* whether a left sample v and a right sample u may be paired; u is a value of the right noise *)
Definition fits l1 l2 (M : Z) v u : Prop :=
  match l1, l2 with
  | LaplaceNoise r1 _, LaplaceNoise r2 _ | OneSidedNoise r1 _, OneSidedNoise r2 _ => r1 = r2
  | TruncatedNoise r1 A1 _, TruncatedNoise r2 A2 _ => r1 = r2 /\ A1 = A2
  | GaussianNoise s1 _, GaussianNoise s2 _ => s1 = s2
  | CoinNoise p1, CoinNoise p2 => p1 = p2 /\ u = v
  | ResponseNoise r1 _, ResponseNoise r2 _ => r1 = r2
  | ChoiceNoise r1 k1 _, ChoiceNoise r2 k2 x2 => [/\ r1 = r2, k1 = k2 & (0 <= x2 < k2)%Z]
  | UniformNoise lo1 hi1, UniformNoise lo2 hi2 => (hi1 - lo1 = hi2 - lo2)%Z
  | ChooseNoise r1 s1, ChooseNoise r2 s2 => r1 = r2 /\ raised_by M s1 s2
  | PermuteAndFlipNoise r1 s1, PermuteAndFlipNoise r2 s2 => [/\ r1 = r2, raised_by M s1 s2 & u = v]
  | _, _ => False
  end.

(* what it costs: a number of steps of the noise's rate, except for Gaussian noise *)
Definition price l1 l2 (M : Z) v u : R :=
  match l1, l2 with
  | LaplaceNoise rho e1, LaplaceNoise _ e2 => zr R (Z.abs (u - e2) - Z.abs (v - e1)) * rho
  | OneSidedNoise rho e1, OneSidedNoise _ e2 => zr R ((u - e2) - (v - e1)) * rho
  | TruncatedNoise rho _ e1, TruncatedNoise _ _ e2 => zr R (Z.abs (u - e2) - Z.abs (v - e1)) * rho
  | GaussianNoise s e1, GaussianNoise _ e2 => zr R ((u - e2) * (u - e2) - (v - e1) * (v - e1)) / (2%:R * s)
  | ResponseNoise rho b1, ResponseNoise _ b2 => zr R (truth (bit b1) v - truth (bit b2) u) * rho
  | ChoiceNoise rho _ x1, ChoiceNoise _ _ x2 => zr R (truth x1 v - truth x2 u) * rho
  | ChooseNoise rho s1, ChooseNoise _ s2 | PermuteAndFlipNoise rho s1, PermuteAndFlipNoise _ s2 =>
      zr R (M - (get 0%Z s2 u - get 0%Z s1 v)) * rho
  | _, _ => 0
  end.

Theorem law_total l : lawful l -> (\esum_(v in [set: Z]) (drawn l v)%:E = 1)%E.
Proof.
case: l => /=.
- by move=> rho e; apply: laplace_total.
- by move=> rho e; apply: one_sided_total.
- by move=> rho A e [? ?]; apply: truncated_total.
- by move=> variance e; apply: gaussian_total.
- by move=> p; apply: coin_total.
- by move=> rho b; apply: response_total.
- by move=> rho k x [? ?]; apply: choice_total.
- by move=> lo hi; apply: uniform_total.
- by move=> rho s [? ?]; apply: choose_total.
- by move=> rho s [? ?]; apply: permute_and_flip_total.
Qed.

Theorem law_outside l v : ~ value_of l v -> drawn l v = 0.
Proof.
case: l.
- by move=> rho e /(_ I).
- by move=> rho e out; apply: one_sided_below; move: out => /=; lia.
- by move=> rho A e; apply: truncated_outside.
- by move=> variance e /(_ I).
- by move=> p out; apply: coin_outside => E; apply: out; rewrite E /=; lia.
- by move=> rho b; apply: choice_outside.
- by move=> rho k x; apply: choice_outside.
- by move=> lo hi; apply: uniform_outside.
- by move=> rho s; apply: choose_outside.
- by move=> rho s; apply: permute_and_flip_outside.
Qed.

(* every row of the table:  P₁(v) ≤ e^price · P₂(u) *)
Theorem law_price l1 l2 M v u : lawful l1 -> value_of l1 v -> value_of l2 u -> fits l1 l2 M v u ->
  drawn l1 v <= expR (price l1 l2 M v u) * drawn l2 u.
Proof.
case: l1 => [r1 e1|r1 e1|r1 A1 e1|s1 e1|p1|r1 b1|r1 k1 x1|lo1 hi1|r1 s1|r1 s1];
  case: l2 => [r2 e2|r2 e2|r2 A2 e2|s2 e2|p2|r2 b2|r2 k2 x2|lo2 hi2|r2 s2|r2 s2] //=.
- by move=> r0 _ _ <-; rewrite -[leLHS]/(laplace r1 e1 v) (laplace_exact_price e1 e2 v u r0).
- by move=> r0 v1 u2 <-; rewrite -[leLHS]/(one_sided r1 e1 v) (one_sided_exact_price r0 v1 u2).
- by move=> [r0 A0] v1 u2 [<- AA]; rewrite -AA in u2 *; rewrite -[leLHS]/(truncated r1 A1 e1 v) (truncated_price r0 v1 u2).
- by move=> s0 _ _ <-; rewrite -[leLHS]/(gaussian s1 e1 v) (gaussian_price e1 e2 v u s0).
- by move=> _ _ _ [<- ->]; rewrite expR0 mul1r.
- move=> r0 v1 u2 <-; rewrite -[leLHS]/(choice r1 2 (bit b1) v) (choice_price (x2 := bit b2) (u := u) r0)//.
    by case: b1.
  by case: b2.
- move=> [r0 x1k] v1 u2 [<- kk x2k]; rewrite -kk in u2 x2k *.
  by rewrite -[leLHS]/(choice r1 k1 x1 v) (choice_price r0 x1k x2k v1 u2).
- by move=> _ v1 u2 eqs; rewrite expR0 mul1r -[leLHS]/(uniform R lo1 hi1 v) (uniform_price R eqs v1 u2).
- by move=> [r0 _] v1 u2 [<- [eqs below]]; apply: choose_price.
- by move=> [r0 _] _ _ [<- [eqs below] ->]; apply: permute_and_flip_price.
Qed.
End Table.

(* ---------------------------------------------------------------------------------------- the rules with the table *)
Local Open Scope ereal_scope.

Section Rules.
Variables (R : realType) (Mem St V : Type) (total : St -> R) (enc : V -> Z) (dec : Z -> V).
Hypothesis code : cancel enc dec.
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

Definition draw_law l y : cmd R Mem := Sample (fun m => drawn (l m)) (fun m v => y m (dec v)).
(* all that can be drawn is the code of a sample *)
Definition coded l : Prop := forall m v, value_of (l m) v -> enc (dec v) = v.

Lemma drawn_value l m v : drawn (l m) v != 0%R -> value_of (l m) v.
Proof. by move=> /eqP nz; apply: contrapT => out; apply: nz; apply: law_outside. Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Map]
   ⊢ω y₁ ←$ N_θ₁(e₁) ~ y₂ ←$ N_θ₂(e₂) :
         lawful(θ₁, e₁) ∧ (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
         ∧ ∀v. K(v) ⇒ φ(v) ∈ values(θ₂, e₂) ∧ fits(v, φ(v)) ∧ steps(v, φ(v)) · unit ≤ Σ_i p_i(v) · ρ_i
                      ∧ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, (ω_i + p_i(v))/ω_i]   ⇒   Ψ | L

   K(v): v ∈ values(θ₁, e₁) ∧ L[v/y₁⟨1⟩]. A law is a noise with its parameters θ and its centre e, read in a memory; what
   a pair costs, steps · unit, is [price]. φ, the prices and M may depend on the memories and the counters; here [pay]
   is any change of the counters that pays so much, below it is one counter, and then several. *)
Theorem w_sample_law l1 l2 y1 y2 (phi : Mem -> Mem -> St -> V -> V) (M : Mem -> Mem -> St -> Z)
    (pay : Mem -> Mem -> St -> V -> St) Psi L : coded l1 ->
  ⊢ω[total] draw_law l1 y1 ~ω draw_law l2 y2 :
    (fun a b w => let K v := value_of (l1 a) (enc v) /\ L (y1 a v) in
      [/\ lawful (l1 a), forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u
        & forall v, K v -> let u := phi a b w v in
            [/\ value_of (l2 b) (enc u), fits (l1 a) (l2 b) (M a b w) (enc v) (enc u),
                (price (l1 a) (l2 b) (M a b w) (enc v) (enc u) <= total (pay a b w v) - total w)%R
              & Psi (y1 a v) (y2 b u) (pay a b w v)]]) ⇒ Psi | L.
Proof.
move=> coded1 m1 m2 w0 [ok inj after] f g q.
apply: (@w_sample_map _ _ _ _ _ _ _ _ (fun a b w v => enc (phi a b w (dec v))) (fun a b w v => pay a b w (dec v)) Psi L) q.
have inside v : kept (fun m => drawn (l1 m)) (fun m v => y1 m (dec v)) L m1 v ->
    enc (dec v) = v /\ value_of (l1 m1) v /\ L (y1 m1 (dec v)).
  by move=> [nz Lv]; have iv := drawn_value nz; split; [exact: coded1 iv|].
split=> [v u /inside[cv [iv Lv]] /inside[cu [iu Lu]] /(can_inj code) eqs|v /inside[cv [iv Lv]]].
  by rewrite -cv -cu; congr enc; apply: inj eqs; rewrite ?cv ?cu.
have [|iu row paid post] := after (dec v); first by rewrite cv.
rewrite cv in row paid; split; last by rewrite code.
apply: le_trans (law_price ok iv iu row) _; apply: ler_wpmul2r; first exact: mass_ge0.
by rewrite ler_expR.
Qed.

(* The same with one counter of the rate ρ, an integer or a real: price(θ₁, θ₂, v, φ(v)) ≤ p(v)·ρ. *)
Theorem w_pay_law (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St) l1 l2 y1 y2
    (phi : Mem -> Mem -> St -> V -> V) (M : Mem -> Mem -> St -> Z) (p : Mem -> Mem -> St -> V -> T) Psi L :
  is_counter total rho value raise -> coded l1 ->
  ⊢ω[total] draw_law l1 y1 ~ω draw_law l2 y2 :
    (fun a b w => let K v := value_of (l1 a) (enc v) /\ L (y1 a v) in
      [/\ lawful (l1 a), forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u
        & forall v, K v -> let u := phi a b w v in
            [/\ value_of (l2 b) (enc u), fits (l1 a) (l2 b) (M a b w) (enc v) (enc u),
                (price (l1 a) (l2 b) (M a b w) (enc v) (enc u) <= value (p a b w v) * rho)%R
              & Psi (y1 a v) (y2 b u) (raise (p a b w v) w)]]) ⇒ Psi | L.
Proof.
move=> counter coded1 m1 m2 w0 [ok inj after] f g q.
apply: (@w_sample_law l1 l2 y1 y2 phi M (fun a b w v => raise (p a b w v) w) Psi L) q => //.
split=> // v /after[iu row paid post].
by split=> //; rewrite counter addrAC subrr add0r.
Qed.

(* [ω-Samp-L]; see [Samp-L] below. What is not kept need not be shown, which the kernel makes no use of. *)
Theorem w_law_left l y Psi L : coded l ->
  ⊢ω[total] draw_law l y ~ω Skip :
    (fun a b w => forall v, value_of (l a) (enc v) -> L (y a v) -> Psi (y a v) b w) ⇒ Psi | L.
Proof.
move=> coded1 m1 m2 w0 post f g q; apply: (@w_draw_left _ _ _ _ _ _ Psi L) q => v [nz Lv].
by have iv := drawn_value nz; apply: post => //; rewrite (coded1 m1).
Qed.

(* [ω-Samp-R]; see [Samp-R] below *)
Theorem w_law_right l y Psi L : coded l ->
  ⊢ω[total] Skip ~ω draw_law l y :
    (fun a b w => lawful (l b) /\ forall v, value_of (l b) (enc v) -> Psi a (y b v) w) ⇒ Psi | L.
Proof.
move=> coded2 m1 m2 w0 [ok post] f g q; apply: (@w_draw_right _ _ _ _ _ _ Psi L) q.
split; first exact: law_total.
by move=> v nz; have iv := drawn_value nz; apply: post; rewrite (coded2 m2).
Qed.
End Rules.

(* The same with several counters: price(θ₁, θ₂, v, φ(v)) ≤ Σ_i p_i(v)·ρ_i *)
Theorem w_pays_law (R : realType) (Mem V : Type) (rates : seq R) (enc : V -> Z) (dec : Z -> V) (l1 l2 : Mem -> law R) y1 y2
    (phi : Mem -> Mem -> counters -> V -> V) (M : Mem -> Mem -> counters -> Z)
    (p : Mem -> Mem -> counters -> V -> seq (nat * Z)) (Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop) :
  cancel enc dec -> coded enc dec l1 ->
  ⊢ω[total rates] draw_law dec l1 y1 ~ω draw_law dec l2 y2 :
    (fun a b w => let K v := value_of (l1 a) (enc v) /\ L (y1 a v) in
      [/\ lawful (l1 a), forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u
        & forall v, K v -> let u := phi a b w v in
            [/\ value_of (l2 b) (enc u) /\ all (fun i => (i.1 < size rates)%N) (p a b w v),
                fits (l1 a) (l2 b) (M a b w) (enc v) (enc u),
                (price (l1 a) (l2 b) (M a b w) (enc v) (enc u) <= price_of rates (p a b w v))%R
              & Psi (y1 a v) (y2 b u) (raises (p a b w v) w)]]) ⇒ Psi | L.
Proof.
move=> code coded1 m1 m2 w0 [ok inj after] f g q.
apply: (@w_sample_law _ _ _ _ _ _ _ code l1 l2 y1 y2 phi M (fun a b w v => raises (p a b w v) w) Psi L) q => //.
by split=> // v /after[[iu known] row paid post]; split=> //; rewrite total_raises// addrAC subrr add0r.
Qed.

(* with a budget: [Samp-L] and [Samp-R] for all of the table *)
Section BudgetRules.
Variables (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V).
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (Psi : Mem -> Mem -> Prop).

(* ─────────────────────────────────────────────────────────── [Samp-L]   [ω-Samp-L]
   ⊢ y ←$ N_θ(e) ~⟨0,0⟩ skip : ∀v ∈ values(θ⟨1⟩, e⟨1⟩). Ψ[v/y⟨1⟩] ⇒ Ψ *)
Theorem b_law_left l y Psi : coded enc dec l ->
  ⊢ draw_law dec l y ~⟨0, 0⟩ Skip : (fun a b => forall v, value_of (l a) (enc v) -> Psi (y a v) b) ⇒ Psi.
Proof.
move=> coded1 m1 m2 post; apply: b_draw_left => v nz.
by have iv := drawn_value nz; apply: post; rewrite (coded1 m1).
Qed.
(* ─────────────────────────────────────────────────────────────────── [Samp-R]   [ω-Samp-R]
   ⊢ skip ~⟨0,0⟩ y ←$ N_θ(e) : lawful(θ⟨2⟩, e⟨2⟩) ∧ ∀v ∈ values(θ⟨2⟩, e⟨2⟩). Ψ[v/y⟨2⟩] ⇒ Ψ *)
Theorem b_law_right l y Psi : coded enc dec l ->
  ⊢ Skip ~⟨0, 0⟩ draw_law dec l y :
    (fun a b => lawful (l b) /\ forall v, value_of (l b) (enc v) -> Psi a (y b v)) ⇒ Psi.
Proof.
move=> coded2 m1 m2 [ok post]; apply: b_draw_right; split; first exact: law_total.
by move=> v nz; have iv := drawn_value nz; apply: post; rewrite (coded2 m2).
Qed.
End BudgetRules.

(* the two codes: an integer is itself, a boolean is 0 or 1 *)
Section Codes.
Variables (R : realType) (Mem : Type).
Implicit Types l : Mem -> law R.

Lemma integers_coded l : coded (fun v : Z => v) (fun v => v) l. Proof. by []. Qed.
Definition truth_of (v : Z) : bool := v == 1%Z.
Lemma truth_of_bit : cancel bit truth_of. Proof. by case. Qed.
Definition of_booleans (l : law R) : bool := if l is (CoinNoise _ | ResponseNoise _ _) then true else false.
Lemma booleans_coded l : (forall m, of_booleans (l m)) -> coded bit truth_of l.
Proof.
move=> two m v iv; have : (0 <= v < 2)%Z by have := two m; move: iv; case: (l m).
by move=> [v0 v2]; have [->|->] : v = 0%Z \/ v = 1%Z by lia.
Qed.
End Codes.
