(* The table of the noises: for each of them its parameters, its values, and which pairs (v, u) of a left and a right sample
   are allowed at which price; and the sampling rules for all of them at once.

   What is not in the table is not allowed. The price is in [costs]; where it is a number of steps of the noise's own rate,
   it is written (integer)·ρ. Programs may have samples of any type: [enc] and [dec] say which integer a sample is. *)
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

(* a left sample v and a right sample u, and what it costs to pair them *)
Definition costs l1 l2 v u c : Prop :=
  match l1, l2 with
  | LaplaceNoise r1 e1, LaplaceNoise r2 e2 => r1 = r2 /\ c = zr R (Z.abs (u - e2) - Z.abs (v - e1)) * r1
  | OneSidedNoise r1 e1, OneSidedNoise r2 e2 => r1 = r2 /\ c = zr R ((u - e2) - (v - e1)) * r1
  | TruncatedNoise r1 A1 e1, TruncatedNoise r2 A2 e2 =>
      [/\ r1 = r2, A1 = A2 & c = zr R (Z.abs (u - e2) - Z.abs (v - e1)) * r1]
  | GaussianNoise s1 e1, GaussianNoise s2 e2 =>
      s1 = s2 /\ c = zr R ((u - e2) * (u - e2) - (v - e1) * (v - e1)) / (2%:R * s1)
  | CoinNoise p1, CoinNoise p2 => [/\ p1 = p2, u = v & c = 0]
  | ResponseNoise r1 b1, ResponseNoise r2 b2 => r1 = r2 /\ c = zr R (truth (bit b1) v - truth (bit b2) u) * r1
  | ChoiceNoise r1 k1 x1, ChoiceNoise r2 k2 x2 =>
      [/\ r1 = r2, k1 = k2, (0 <= x2 < k2)%Z & c = zr R (truth x1 v - truth x2 u) * r1]
  | UniformNoise lo1 hi1, UniformNoise lo2 hi2 => (hi1 - lo1 = hi2 - lo2)%Z /\ c = 0
  | ChooseNoise r1 s1, ChooseNoise r2 s2 =>
      [/\ r1 = r2, len s1 = len s2 & exists2 M, forall j, (0 <= j < len s1)%Z -> (get 0%Z s2 j - get 0%Z s1 j <= M)%Z
        & c = zr R (M - (get 0%Z s2 u - get 0%Z s1 v)) * r1]
  | PermuteAndFlipNoise r1 s1, PermuteAndFlipNoise r2 s2 =>
      [/\ r1 = r2, len s1 = len s2, u = v
        & exists2 M, forall j, (0 <= j < len s1)%Z -> (get 0%Z s2 j - get 0%Z s1 j <= M)%Z
        & c = zr R (M - (get 0%Z s2 u - get 0%Z s1 v)) * r1]
  | _, _ => False
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

(* every row of the table:  P₁(v) ≤ e^c · P₂(u) *)
Theorem law_price l1 l2 v u c : lawful l1 -> value_of l1 v -> value_of l2 u -> costs l1 l2 v u c ->
  drawn l1 v <= expR c * drawn l2 u.
Proof.
case: l1 => [r1 e1|r1 e1|r1 A1 e1|s1 e1|p1|r1 b1|r1 k1 x1|lo1 hi1|r1 s1|r1 s1];
  case: l2 => [r2 e2|r2 e2|r2 A2 e2|s2 e2|p2|r2 b2|r2 k2 x2|lo2 hi2|r2 s2|r2 s2] //=.
- by move=> r0 _ _ [<- ->]; rewrite -[leLHS]/(laplace r1 e1 v) (laplace_exact_price e1 e2 v u r0).
- by move=> r0 v1 u2 [<- ->]; rewrite -[leLHS]/(one_sided r1 e1 v) (one_sided_exact_price r0 v1 u2).
- by move=> [r0 A0] v1 u2 [<- AA ->]; rewrite -AA in u2 *; rewrite -[leLHS]/(truncated r1 A1 e1 v) (truncated_price r0 v1 u2).
- by move=> s0 _ _ [<- ->]; rewrite -[leLHS]/(gaussian s1 e1 v) (gaussian_price e1 e2 v u s0).
- by move=> _ _ _ [<- -> ->]; rewrite expR0 mul1r.
- move=> r0 v1 u2 [<- ->]; rewrite -[leLHS]/(choice r1 2 (bit b1) v) (choice_price (x2 := bit b2) (u := u) r0)//.
    by case: b1.
  by case: b2.
- by move=> [r0 x1k] v1 u2 [<- kk x2k ->]; rewrite -kk in u2 x2k *; rewrite -[leLHS]/(choice r1 k1 x1 v) (choice_price r0 x1k x2k v1 u2).
- by move=> _ v1 u2 [eqs ->]; rewrite expR0 mul1r -[leLHS]/(uniform R lo1 hi1 v) (uniform_price R eqs v1 u2).
- by move=> [r0 _] v1 u2 [<- eqs [M below ->]]; apply: choose_price.
- by move=> [r0 _] _ _ [<- eqs -> [M below ->]]; apply: permute_and_flip_price.
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

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp]
   ⊢ω y₁ ←$ N(θ₁) ~ y₂ ←$ N(θ₂) :
         ok(θ₁) ∧ (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
         ∧ ∀v. K(v) ⇒ φ(v) ∈ values(θ₂) ∧ cost(θ₁, θ₂, v, φ(v)) ≤ c(v) ∧ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L

   K(v): v ∈ values(θ₁) ∧ L[v/y₁⟨1⟩]. The parameters θ₁, θ₂ are read in the memories. *)
Theorem w_sample_law l1 l2 y1 y2 (phi : Mem -> Mem -> St -> V -> V) (pay : Mem -> Mem -> St -> V -> St) Psi L :
  coded l1 ->
  ⊢ω[total] draw_law l1 y1 ~ω draw_law l2 y2 :
    (fun a b w => let K v := value_of (l1 a) (enc v) /\ L (y1 a v) in
      [/\ lawful (l1 a), forall v u, K v -> K u -> phi a b w v = phi a b w u -> v = u
        & forall v, K v -> let u := phi a b w v in
            [/\ value_of (l2 b) (enc u),
                exists2 c, costs (l1 a) (l2 b) (enc v) (enc u) c & (c <= total (pay a b w v) - total w)%R
              & Psi (y1 a v) (y2 b u) (pay a b w v)]]) ⇒ Psi | L.
Proof.
move=> coded1 m1 m2 w0 [ok inj after] f g q.
apply: (@w_sample_map _ _ _ _ _ _ _ _ (fun a b w v => enc (phi a b w (dec v))) (fun a b w v => pay a b w (dec v)) Psi L) q.
have inside v : kept (fun m => drawn (l1 m)) (fun m v => y1 m (dec v)) L m1 v ->
    enc (dec v) = v /\ value_of (l1 m1) v /\ L (y1 m1 (dec v)).
  by move=> [nz Lv]; have iv := drawn_value nz; split; [exact: coded1 iv|].
split=> [v u /inside[cv [iv Lv]] /inside[cu [iu Lu]] /(can_inj code) eqs|v /inside[cv [iv Lv]]].
  by rewrite -cv -cu; congr enc; apply: inj eqs; rewrite ?cv ?cu.
have [|iu [c row le_c] post] := after (dec v); first by rewrite cv.
rewrite cv in row; split; last by rewrite code.
apply: le_trans (law_price ok iv iu row) _; apply: ler_wpmul2r; first exact: mass_ge0.
by rewrite ler_expR.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp-L]
   ⊢ω y ←$ N(θ) ~ skip : ∀v ∈ values(θ⟨1⟩). L[v/y⟨1⟩] ⇒ Ψ[v/y⟨1⟩]   ⇒   Ψ | L *)
Theorem w_law_left l y Psi L : coded l ->
  ⊢ω[total] draw_law l y ~ω Skip :
    (fun a b w => forall v, value_of (l a) (enc v) -> L (y a v) -> Psi (y a v) b w) ⇒ Psi | L.
Proof.
move=> coded1 m1 m2 w0 post f g q; apply: (@w_draw_left _ _ _ _ _ _ Psi L) q => v [nz Lv].
by have iv := drawn_value nz; apply: post => //; rewrite (coded1 m1).
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp-R]
   ⊢ω skip ~ y ←$ N(θ) : ok(θ⟨2⟩) ∧ ∀v ∈ values(θ⟨2⟩). Ψ[v/y⟨2⟩]   ⇒   Ψ | L *)
Theorem w_law_right l y Psi L : coded l ->
  ⊢ω[total] Skip ~ω draw_law l y :
    (fun a b w => lawful (l b) /\ forall v, value_of (l b) (enc v) -> Psi a (y b v) w) ⇒ Psi | L.
Proof.
move=> coded2 m1 m2 w0 [ok post] f g q; apply: (@w_draw_right _ _ _ _ _ _ Psi L) q.
split; first exact: law_total.
by move=> v nz; have iv := drawn_value nz; apply: post; rewrite (coded2 m2).
Qed.
End Rules.

(* with a budget: [Samp-L] and [Samp-R] for all of the table *)
Section BudgetRules.
Variables (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V).
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (Psi : Mem -> Mem -> Prop).

Theorem b_law_left l y Psi : coded enc dec l ->
  ⊢ draw_law dec l y ~⟨0, 0⟩ Skip : (fun a b => forall v, value_of (l a) (enc v) -> Psi (y a v) b) ⇒ Psi.
Proof.
move=> coded1 m1 m2 post; apply: b_draw_left => v nz.
by have iv := drawn_value nz; apply: post; rewrite (coded1 m1).
Qed.
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
