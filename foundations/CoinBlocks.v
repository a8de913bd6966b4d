(* A block of coins: a piece of program that tosses coins, assigns and branches, and of which one truth value is used. Two
   such blocks are coupled by a map of what comes out, at the price of the probabilities of that. How likely it is, is
   computed from the block: [expect] goes through it from its end. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules LedgerRules SampleMap RenyiPrivacy.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ------------------------------------------------------------------------------------------------- what comes out *)
Section Blocks.
Variables (R : realType) (Mem St O S T : Type) (total : St -> R).

(* Two programs of which [x1] and [x2] are used, and else only what they do not write, are coupled by what comes out. *)
Lemma w_outcomes (x1 x2 : Mem -> O) (get1 : Mem -> S) (get2 : Mem -> T) (Q : S -> T -> O -> O -> St -> Prop) (K : S -> O -> Prop)
    (phi : Mem -> Mem -> St -> O -> O) (pay : Mem -> Mem -> St -> O -> St) (c1 c2 : cmd R Mem) :
  keeps get1 c1 -> keeps get2 c2 ->
  ⊢ω[total] c1 ~ω c2 :
    (fun a b w =>
      (forall v u, K (get1 a) v -> K (get1 a) u -> phi a b w v = phi a b w u -> v = u) /\
      (forall v, K (get1 a) v -> let u := phi a b w v in
         (outcome c1 a x1 v <= expR (total (pay a b w v) - total w) * outcome c2 b x2 u)%R /\
         Q (get1 a) (get2 b) v u (pay a b w v)))
    ⇒ (fun a b w => Q (get1 a) (get2 b) (x1 a) (x2 b) w) | (fun a => K (get1 a) (x1 a)).
Proof.
move=> k1 k2 m1 m2 w0 [inj after] f g [f0 g0 fL fg].
have H1 : hoare (eq m1) c1 (fun a => get1 a = get1 m1) by apply: (hoare_conseq _ _ (hoare_keeps (x := get1 m1) k1)) => // _ <-.
have H2 : hoare (eq m2) c2 (fun a => get2 a = get2 m2) by apply: (hoare_conseq _ _ (hoare_keeps (x := get2 m2) k2)) => // _ <-.
pose C v := (total (pay m1 m2 w0 v) - total w0)%R.
pose F o : \bar R := ereal_sup [set z | z = 0 \/ exists a, [/\ x1 a = o, get1 a = get1 m1 & z = f a]].
pose G o : \bar R := ereal_inf [set z | exists b, [/\ x2 b = o, get2 b = get2 m2 & z = g b]].
have F0 o : 0 <= F o by apply: ereal_sup_ub; left.
have G0 o : 0 <= G o by apply: lb_ereal_inf => _ [b [_ _ ->]].
have eV0 (r : R) : 0 <= (expR r)%:E by rewrite lee_fin ltW// expR_gt0.
have FG o : K (get1 m1) o -> (expR (C o))%:E * F o <= G (phi m1 m2 w0 o).
  move=> Ko; have [_ post] := after o Ko.
  have le : F o <= (expR (- C o))%:E * G (phi m1 m2 w0 o).
    apply: ub_ereal_sup => _ [->|[a [xa ga ->]]]; first apply: mule_ge0 => //.
    have : (expR (C o))%:E * f a <= G (phi m1 m2 w0 o).
      by apply: lb_ereal_inf => _ [b [xb gb ->]]; apply: (fg _ _ (pay m1 m2 w0 o)); rewrite xa xb ga gb; exact: post.
    by move=> /(lee_wpmul2l (eV0 (- C o)%R)); apply: le_trans; rewrite muleA -EFinM -expRD addNr expR0 mul1e.
  by move: le => /(lee_wpmul2l (eV0 (C o))) /le_trans; apply; rewrite muleA -EFinM -expRD subrr expR0 mul1e.
have FK o : ~ K (get1 m1) o -> F o = 0.
  move=> nK; apply/eqP; rewrite eq_le F0 andbT; apply: ub_ereal_sup => _ [->//|[a [xa ga ->]]].
  by rewrite fL// ga xa.
have left1 : wp c1 f m1 <= \esum_(i in [set: {classic O}]) ((outcome c1 m1 x1 i)%:E * F i).
  rewrite -outcome_in_true -wp_by_output//; apply: le_trans (wp_within H1 f0) _; apply: wp_mono => a; first exact: mule_ge0.
  rewrite [ind (fun=> True) a]ind1// mul1e; have [ga|nga] := pselect (get1 a = get1 m1); last by rewrite ind0// mul0e.
  by rewrite ind1// mul1e; apply: ereal_sup_ub; right; exists a.
have right2 : \esum_(i in [set: {classic O}]) ((outcome c2 m2 x2 i)%:E * G i) <= wp c2 g m2.
  rewrite -outcome_in_true -wp_by_output//; have i0 b : 0 <= ind (fun=> True) b * G (x2 b) by apply: mule_ge0.
  apply: le_trans (wp_within H2 i0) _; apply: wp_mono => b; first exact: mule_ge0.
  have [gb|ngb] := pselect (get2 b = get2 m2); last by rewrite ind0// mul0e.
  by rewrite !ind1// !mul1e; apply: ereal_inf_lb; exists b.
apply: le_trans left1 (le_trans _ right2).
have p0 c m x (i : O) : 0 <= (outcome c m x i)%:E :> \bar R by rewrite lee_fin outcome_ge0.
pose A : set {classic O} := [set v | K (get1 m1) v].
rewrite (esumID A) => [|i _]; last exact: mule_ge0.
rewrite setTI [X in _ + X]esum1 ?adde0 => [|i [_ /= nK]]; last by rewrite FK ?mule0.
pose t (u : {classic O}) := (outcome c2 m2 x2 u)%:E * G u.
apply: (@le_trans _ _ (\esum_(i in A) t (phi m1 m2 w0 i))).
  apply: le_esum => v Kv; have [price _] := after v Kv; rewrite /t.
  apply: (@le_trans _ _ ((outcome c2 m2 x2 (phi m1 m2 w0 v))%:E * ((expR (C v))%:E * F v))); last exact: lee_wpmul2l (FG v Kv).
  rewrite muleCA muleA; apply: lee_wpmul2r => //; by rewrite -EFinM lee_fin.
pose to : {classic O} -> {classic O} := phi m1 m2 w0.
have t0 u : 0 <= t u by apply: mule_ge0.
have inj' : {in A &, injective to} by move=> v u; rewrite !inE; apply: inj.
exact: (@esum_injective R _ _ A setT to t t0 inj').
Qed.
End Blocks.

(* ------------------------------------------------------------------------------------------------ blocks of coins *)
Section Coins.
Variables (R : realType) (Mem : Type).
Local Open Scope ring_scope.

Inductive block :=
| Nothing
| Sets of (Mem -> Mem)
| Tosses of (Mem -> R) & (Mem -> bool -> Mem)
| Then of block & block
| Either of (Mem -> bool) & block & block.
Implicit Types (c d : block) (F : Mem -> R) (G : Mem -> Prop).

Fixpoint program c : cmd R Mem :=
  match c with
  | Nothing => Skip
  | Sets u => Assign R u
  | Tosses q y => toss q y
  | Then c d => Seq (program c) (program d)
  | Either b c d => If b (program c) (program d)
  end.

(* the expectation of F *)
Fixpoint expect c F : Mem -> R :=
  match c with
  | Nothing => F
  | Sets u => fun m => F (u m)
  | Tosses q y => fun m => (1 - q m) * F (y m false) + q m * F (y m true)
  | Then c d => expect c (expect d F)
  | Either b c d => fun m => if b m then expect c F m else expect d F m
  end.

(* all coins that may be tossed have a probability between 0 and 1, and G holds at the end *)
Fixpoint fair c G : Mem -> Prop :=
  match c with
  | Nothing => G
  | Sets u => fun m => G (u m)
  | Tosses q y => fun m => [/\ 0 <= q m <= 1, G (y m false) & G (y m true)]
  | Then c d => fair c (fair d G)
  | Either b c d => fun m => if b m then fair c G m else fair d G m
  end.

Lemma wp_toss (q : Mem -> R) y (f : Mem -> \bar R) F m : 0 <= q m <= 1 -> (forall a, (0 <= f a)%E) ->
  f (y m false) = (F (y m false))%:E -> f (y m true) = (F (y m true))%:E ->
  wp (toss q y) f m = ((1 - q m) * F (y m false) + q m * F (y m true))%:E.
Proof.
move=> q01 f0 ff ft; have F0 v : 0 <= F (y m v) by rewrite -lee_fin; case: v; rewrite -?ff -?ft.
rewrite -(@coin_sum _ (q m) (fun v => F (y m v)))//=; apply: eq_esum => v _.
by rewrite EFinM; congr (_ * _)%E; case: (v == 1%Z).
Qed.

Theorem expectE c G F (f : Mem -> \bar R) m : fair c G m -> (forall a, (0 <= f a)%E) -> (forall a, G a -> f a = (F a)%:E) ->
  wp (program c) f m = (expect c F m)%:E.
Proof.
elim: c G F f m => [|u|q y|c IHc d IHd|b c IHc d IHd] G F f m /=.
- by move=> Gm _; apply.
- by move=> Gm _; apply.
- by move=> [q01 Gf Gt] f0 fF; apply: (@wp_toss q y f F m) => //; apply: fF.
- move=> ok f0 fF; apply: (IHc _ _ _ _ ok) => [a|a ok']; first exact: wp_ge0.
  exact: IHd ok' f0 fF.
- by case: ifP => _ ok f0 fF; [exact: IHc ok f0 fF|exact: IHd ok f0 fF].
Qed.
End Coins.
Arguments Nothing {R Mem}.

Section Rule.
Variables (R : realType) (Mem St S T : Type) (total : St -> R).

(* whether a truth value is this one: 1 or 0 *)
Definition told (x : Mem -> bool) (v : bool) (a : Mem) : R := (if x a == v then 1 else 0)%R.

Lemma outcome_block (c : block R Mem) (x : Mem -> bool) m v : fair c (fun=> True) m ->
  outcome (program c) m x v = expect c (told x v) m.
Proof.
move=> ok; rewrite /outcome /Pr (@expectE _ _ c (fun=> True) (told x v))// => a _.
by rewrite /told /ind /=; case: eqP => [->|ne]; [rewrite asboolT|rewrite asboolF].
Qed.

(* ─────────────────────────────────────────────────────────────────────────────────────────── [ω-Coins]
   ⊢ω c₁ ~ c₂ :
         fair(c₁)⟨1⟩ ∧ fair(c₂)⟨2⟩ ∧ (K(false) ∧ K(true) ⇒ φ(false) ≠ φ(true))
         ∧ ∀v. K(v) ⇒ P₁(v) ≤ e^c(v) · P₂(φ(v)) ∧ Ψ[v/x₁⟨1⟩, φ(v)/x₂⟨2⟩, ω + c(v)/ω]   ⇒   Ψ | L

   c₁ and c₂ toss coins, assign and branch. K(v): L[v/x₁⟨1⟩]. P_i(v) is the probability of x_i = v after c_i: [expect]
   of [told]. [fair]: all coins that may be tossed have a probability between 0 and 1. Ψ speaks of no x⟨1⟩ that c₁ writes
   and no x⟨2⟩ that c₂ writes, except x₁⟨1⟩ and x₂⟨2⟩, and so does L. *)
Theorem w_coins (x1 x2 : Mem -> bool) (get1 : Mem -> S) (get2 : Mem -> T) (Q : S -> T -> bool -> bool -> St -> Prop)
    (K : S -> bool -> Prop) (phi : Mem -> Mem -> St -> bool -> bool) (pay : Mem -> Mem -> St -> bool -> St) (c1 c2 : block R Mem) :
  keeps get1 (program c1) -> keeps get2 (program c2) ->
  ⊢ω[total] program c1 ~ω program c2 :
    (fun a b w =>
      [/\ fair c1 (fun=> True) a, fair c2 (fun=> True) b,
          K (get1 a) false -> K (get1 a) true -> phi a b w false <> phi a b w true
        & forall v, K (get1 a) v -> let u := phi a b w v in
            (expect c1 (told x1 v) a <= expR (total (pay a b w v) - total w) * expect c2 (told x2 u) b)%R /\
            Q (get1 a) (get2 b) v u (pay a b w v)])
    ⇒ (fun a b w => Q (get1 a) (get2 b) (x1 a) (x2 b) w) | (fun a => K (get1 a) (x1 a)).
Proof.
move=> k1 k2 m1 m2 w0 [ok1 ok2 inj after] f g q.
apply: (@w_outcomes _ _ _ _ _ _ total x1 x2 get1 get2 Q K phi pay _ _ k1 k2) q; split=> [v u|v Kv].
  case: v; case: u => // Kv Ku eqs; first by case: (inj Ku Kv); rewrite eqs.
  by case: (inj Kv Ku); rewrite eqs.
have [price post] := after v Kv; split; last exact: post.
by rewrite (outcome_block _ _ ok1) (outcome_block _ _ ok2).
Qed.
End Rule.

(* The same with counters: c(v) = Σ_i p_i(v)·ρ_i *)
Theorem w_coins_counters (R : realType) (Mem S T : Type) (rates : seq R) (x1 x2 : Mem -> bool) (get1 : Mem -> S) (get2 : Mem -> T)
    (Q : S -> T -> bool -> bool -> counters -> Prop) (K : S -> bool -> Prop) (phi : Mem -> Mem -> counters -> bool -> bool)
    (p : Mem -> Mem -> counters -> bool -> seq (nat * Z)) (c1 c2 : block R Mem) :
  keeps get1 (program c1) -> keeps get2 (program c2) ->
  ⊢ω[total rates] program c1 ~ω program c2 :
    (fun a b w =>
      [/\ fair c1 (fun=> True) a /\ fair c2 (fun=> True) b, forall v, all (fun i => (i.1 < size rates)%N) (p a b w v),
          K (get1 a) false -> K (get1 a) true -> phi a b w false <> phi a b w true
        & forall v, K (get1 a) v -> let u := phi a b w v in
            (expect c1 (told R x1 v) a <= expR (price_of rates (p a b w v)) * expect c2 (told R x2 u) b)%R /\
            Q (get1 a) (get2 b) v u (raises (p a b w v) w)])
    ⇒ (fun a b w => Q (get1 a) (get2 b) (x1 a) (x2 b) w) | (fun a => K (get1 a) (x1 a)).
Proof.
move=> k1 k2 m1 m2 w0 [[ok1 ok2] known inj after] f g q.
apply: (@w_coins _ _ _ _ _ _ x1 x2 get1 get2 Q K phi (fun a b w v => raises (p a b w v) w) _ _ k1 k2) q.
split=> // v /after[price post]; by rewrite total_raises// [(total rates w0 + _)%R]addrC addrK.
Qed.
