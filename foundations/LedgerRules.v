(* The rules with a ledger, [ω-Samp] to [ω-Pointwise], are sound. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* -------------------------------------------------------------------------------------------------- the counters *)
(* A ledger is a list of rates. Its state gives every counter, which is a number of the list, an integer; the total is
   the sum of counter · rate. A ledger may also have one real counter, which counts ε itself: its rate is 1. *)
Section Counters.
Variable R : realType.
Local Open Scope ring_scope.
Definition counters := nat -> Z.
Fixpoint total_from (i : nat) (rates : seq R) (w : counters) : R :=
  if rates is rho :: rest then zr R (w i) * rho + total_from i.+1 rest w else 0.
Definition total := total_from 0.
(* the state in which the counter i is larger by d *)
Definition raise (i : nat) (d : Z) (w : counters) : counters := fun j => if eqn j i then (w j + d)%Z else w j.

Lemma total_raise_before n rates i d w : (i < n)%N -> total_from n rates (raise i d w) = total_from n rates w.
Proof.
elim: rates n => [//|rho rest IH] n /= lt_in; rewrite IH ?(leq_trans lt_in)//.
by rewrite /raise eqnE (gtn_eqF lt_in).
Qed.
Lemma total_raise_from n rates i d w : (n <= i)%N -> (i < n + size rates)%N ->
  total_from n rates (raise i d w) = total_from n rates w + zr R d * nth 0 rates (i - n).
Proof.
elim: rates n => [|rho rest IH] n /= le_ni; first by rewrite addn0 ltnNge le_ni.
rewrite addnS => lt_i; move: le_ni; rewrite leq_eqVlt => /orP[/eqP ni|lt_ni].
  by rewrite -ni total_raise_before// /raise eqnE eqxx subnn zrD mulrDl addrAC.
rewrite IH// -addrA subnS (_ : i - n = (i - n).-1.+1)%N /=; last by rewrite prednK// subn_gt0.
by rewrite /raise eqnE (ltn_eqF lt_ni).
Qed.
Lemma total_raise rates i d w : (i < size rates)%N -> total rates (raise i d w) = total rates w + zr R d * nth 0 rates i.
Proof. by move=> lt_i; rewrite /total total_raise_from ?subn0. Qed.
Lemma total_zero rates (w : counters) : (forall i, (i < size rates)%N -> w i = 0%Z) -> total rates w = 0.
Proof.
have from n : (forall i, (n <= i < n + size rates)%N -> w i = 0%Z) -> total_from n rates w = 0.
  elim: rates n => [//|rho rest IH] n zero /=; rewrite zero; last by rewrite leqnn addnS ltnS leq_addr.
  by rewrite zr0 mul0r add0r; apply: IH => i /andP[ni lt_i]; apply: zero; rewrite (ltnW ni) addnS.
by move=> zero; apply: from => i /andP[_ lt_i]; apply: zero.
Qed.

(* What the sampling rules ask of a counter: raised by x, it raises the total by x times its rate. *)
Definition is_counter (St T : Type) (total : St -> R) (rho : R) (value : T -> R) (raise : T -> St -> St) : Prop :=
  forall x w, total (raise x w) = total w + value x * rho.
Lemma integer_counter rates i : (i < size rates)%N -> is_counter (total rates) (nth 0 rates i) (zr R) (raise i).
Proof. by move=> lt_i d w; apply: total_raise. Qed.

(* with a real counter beside the integers *)
Definition real_total (rates : seq R) (w : counters * R) : R := total rates w.1 + w.2.
Lemma integer_beside_real rates i : (i < size rates)%N ->
  is_counter (real_total rates) (nth 0 rates i) (zr R) (fun d w => (raise i d w.1, w.2)).
Proof. by move=> lt_i d w; rewrite /real_total /= total_raise// addrAC. Qed.
Lemma real_counter rates : is_counter (real_total rates) 1 id (fun x w => (w.1, w.2 + x)).
Proof. by move=> x w; rewrite /real_total /= mulr1 addrA. Qed.
Lemma real_total_zero rates : real_total rates (fun=> 0%Z, 0) = 0.
Proof. by rewrite /real_total /= total_zero ?addr0. Qed.
End Counters.

(* -------------------------------------------------------------------------------------------------- the sampling *)
Section Sampling.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Pay]
   ⊢ω y₁ ←$ L_ρ₁(e₁) ~ y₂ ←$ L_ρ₂(e₂) :
         0 < ρ₁⟨1⟩ ∧ ρ₁⟨1⟩ = ρ₂⟨2⟩ ∧ (∀v. |k(v) + e₁⟨1⟩ − e₂⟨2⟩| · ρ₁⟨1⟩ ≤ p(v) · ρ)
         ∧ (∀v w. v + k(v) = w + k(w) ⇒ v = w) ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k(v))/y₂⟨2⟩, (ω_ρ + p(v))/ω_ρ]   ⇒   Ψ | L

   The rates ρ₁ and ρ₂ may speak of the memories; the rate ρ of the counter is over rigid variables, and the price p is
   an integer or a real, as the counter is. k and v as in [ω-Samp]. *)
Theorem w_pay (noise : kind) (T : Type) (rho : R) (value : T -> R) (raise : T -> St -> St) (rho1 rho2 : Mem -> R)
    e1 e2 y1 y2 (k : Mem -> Mem -> St -> Z -> Z) (p : Mem -> Mem -> St -> Z -> T) Psi L :
  is_counter total rho value raise ->
  ⊢ω[total] draw noise rho1 e1 y1 ~ω draw noise rho2 e2 y2 :
    (fun a b w =>
      let d v := (k a b w v + e1 a - e2 b)%Z in
      [/\ (0 < rho1 a)%R, rho1 a = rho2 b,
          forall v, inside noise (e1 a) v -> (zr R (Z.abs (d v)) * rho1 a <= value (p a b w v) * rho)%R,
          forall v u, inside noise (e1 a) v -> inside noise (e1 a) u -> (v + k a b w v = u + k a b w u)%Z -> v = u
        & forall v, inside noise (e1 a) v ->
            allowed noise (d v) /\ Psi (y1 a v) (y2 b (v + k a b w v)%Z) (raise (p a b w v) w)]) ⇒ Psi | L.
Proof.
move=> counter m1 m2 w0 [rho0 rho12 price inj after] f g [f0 g0 fL fg] /=; rewrite -rho12.
apply: (@couple _ _ _ [set v | inside noise (e1 m1) v] (fun v => v + k m1 m2 w0 v)%Z) => // [v u|v out|v iv].
- by rewrite !inE => iv iu; apply: inj.
- by rewrite noise_outside// mul0e.
have [dk post] := after v iv; have := fg _ _ _ post; rewrite counter addrAC subrr add0r => le_g.
apply: le_trans (lee_wpmul2l (massE_ge0 _ _) le_g); rewrite muleCA muleA -EFinM; apply: lee_wpmul2r => //.
rewrite lee_fin; apply: le_trans (noise_price rho0 dk iv) _; apply: ler_wpmul2r; first exact: mass_ge0.
by rewrite ler_expR; apply: price.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp]
   ⊢ω y₁ ←$ L_ρ(e₁) ~ y₂ ←$ L_ρ(e₂) :
         0 < ρ ∧ (∀v w. v + k(v) = w + k(w) ⇒ v = w)
         ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k(v))/y₂⟨2⟩, (ω_ρ + |k(v) + e₁⟨1⟩ − e₂⟨2⟩|)/ω_ρ]   ⇒   Ψ | L

   The shift k may depend on the sample v: v ↦ v + k(v) is injective. For one-sided noise v and w range from e₁⟨1⟩ on,
   and 0 ≤ k(v) + e₁⟨1⟩ − e₂⟨2⟩. *)
Theorem w_sample (noise : kind) (rho : R) (raise : Z -> St -> St) (rho1 rho2 : Mem -> R) e1 e2 y1 y2
    (k : Mem -> Mem -> St -> Z -> Z) Psi L : is_counter total rho (zr R) raise ->
  ⊢ω[total] draw noise rho1 e1 y1 ~ω draw noise rho2 e2 y2 :
    (fun a b w =>
      [/\ (0 < rho)%R, rho1 a = rho, rho2 b = rho,
          forall v u, inside noise (e1 a) v -> inside noise (e1 a) u -> (v + k a b w v = u + k a b w u)%Z -> v = u
        & forall v, inside noise (e1 a) v -> let d := (k a b w v + e1 a - e2 b)%Z in
            allowed noise d /\ Psi (y1 a v) (y2 b (v + k a b w v)%Z) (raise (Z.abs d) w)]) ⇒ Psi | L.
Proof.
move=> counter m1 m2 w0 [rho0 r1 r2 inj after] f g q.
apply: (w_pay (noise := noise) (k := k) (p := fun a b w v => Z.abs (k a b w v + e1 a - e2 b)) (L := L) counter) q.
by split=> [||v _||v /after[]]; rewrite ?r1 ?r2.
Qed.
End Sampling.

(* -------------------------------------------------------------------------------------------- sequences and loops *)
Section LedgerRules.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (c d : cmd R Mem) (Phi Psi Th : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).
Local Notation factor := (factor total).

Lemma scaled_qualifies Psi L w0 w1 f g :
  qualifies total Psi L w0 f g -> qualifies total Psi L w1 (fun a => (factor w0 w1)%:E * f a) g.
Proof.
move=> [f0 g0 fL fg]; split=> // [a|a nL|a b w ps]; [exact: mule_ge0|by rewrite fL// mule0|].
by apply: le_trans (fg _ _ _ ps); rewrite -!/(factor _ _) muleA -EFinM mulrC factorM.
Qed.

(* ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ' | L'     ⊢ω c₁' ~ c₂' : Ψ' ⇒ Ψ | L     ⊢ c₁' ~⟨0,0⟩ skip : ¬L' ⇒ ¬L
   ─────────────────────────────────────────────────────────────────────────────────────── [ω-Seq]
   ⊢ω c₁; c₁' ~ c₂; c₂' : Φ ⇒ Ψ | L

   The last premise is the unary { ¬L' } c₁' { ¬L }: what is pruned stays pruned. *)
Theorem w_seq c1 c2 c1' c2' Phi Psi' Psi L' L :
  (⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi' | L') ->
  (⊢ω[total] c1' ~ω c2' : Psi' ⇒ Psi | L) ->
  (⊢ c1' ~⟨0, 0⟩ Skip : (fun a _ => ~ L' a) ⇒ (fun a _ => ~ L a)) ->
  ⊢ω[total] Seq c1 c1' ~ω Seq c2 c2' : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 /unary_is_hoare pruned m1 m2 w0 pre f g q /=; have [f0 g0 fL fg] := q.
apply: (J1 _ _ _ pre); split=> [a|b|a La|a b w ab]; [exact: wp_ge0|exact: wp_ge0|exact: (pruned a)|].
by rewrite -wp_scale ?expR_gt0//; apply: (J2 _ _ _ ab); apply: scaled_qualifies.
Qed.

(* ⊢ω c₁ ~ c₂ : Φ' ⇒ Ψ' | L'      Φ ⇒ Φ'      Ψ' ∧ L ⇒ Ψ      L ⇒ L'
   ──────────────────────────────────────────────────────────────────── [ω-Conseq]
   ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L *)
Theorem w_conseq c1 c2 Phi Phi' Psi Psi' L L' :
  (⊢ω[total] c1 ~ω c2 : Phi' ⇒ Psi' | L') ->
  (forall a b w, Phi a b w -> Phi' a b w) ->
  (forall a b w, Psi' a b w /\ L a -> Psi a b w) ->
  (forall a, L a -> L' a) ->
  ⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L.
Proof.
move=> J pre post keep m1 m2 w0 p f g [f0 g0 fL fg]; apply: (J _ _ _ (pre _ _ _ p)); split=> // [a nL|a b w ps].
  by apply: fL => /keep.
have [La|nL] := pselect (L a); first by apply: fg; apply: post.
by rewrite fL// mule0.
Qed.

(* The loop on the left is bounded, at each memory a, by the least that a related right memory b offers: the infimum of
   e^(w0-w) · G(b) over all b and w with Th a b w. Outside L it is bounded by 0. *)
Section Bound.
Variables (Th : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (w0 : St) (G : Mem -> \bar R).
Hypothesis G0 : forall b, 0 <= G b.
Definition offers a : set (\bar R) := [set x | exists b w, Th a b w /\ x = (factor w w0)%:E * G b].
Definition bound a : \bar R := if `[< L a >] then ereal_inf (offers a) else 0.

Lemma bound_ge0 a : 0 <= bound a.
Proof. by rewrite /bound; case: ifP => // _; apply: lb_ereal_inf => _ [b [w [_ ->]]]; apply: mule_ge0. Qed.
Lemma bound_outside a : ~ L a -> bound a = 0.
Proof. by move=> nL; rewrite /bound asboolF. Qed.
Lemma bound_le a b w : Th a b w -> bound a <= (factor w w0)%:E * G b.
Proof.
move=> th; rewrite /bound; case: ifP => _; last exact: mule_ge0.
by apply: ereal_inf_lb; exists b, w.
Qed.
Lemma bound_qualifies w1 : qualifies total Th L w1 bound (fun b => (factor w1 w0)%:E * G b).
Proof.
split=> [a|b|a|a b w th]; [exact: bound_ge0|exact: mule_ge0|exact: bound_outside|].
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (bound_le th)) _; rewrite -/(factor _ _) factorME.
Qed.

(* a loop from m1 lies below the bound if one unfolding does *)
Lemma loop_bounded (b : Mem -> bool) c (f : Mem -> \bar R) m1 : (forall a, ~ L a -> f a = 0) -> hoare (fun a => ~ L a /\ b a) c (fun a => ~ L a) ->
  (forall a y w, L a -> Th a y w -> (if b a then wp c bound a else f a) <= (factor w w0)%:E * G y) ->
  wp (While b c) f m1 <= bound m1.
Proof.
move=> fL pruned step; apply: wp_park => [a|a]; first exact: bound_ge0.
have [La|nL] := pselect (L a).
  by rewrite {2}/bound asboolT//; apply: lb_ereal_inf => _ [y [w [th ->]]]; apply: step.
rewrite [leRHS]bound_outside//; case: ifP => ba; last by rewrite fL.
by rewrite (pruned a (conj nL ba))// => x; [exact: bound_ge0|exact: bound_outside].
Qed.
End Bound.

(* ⊢ω c₁ ~ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ | L        ⊢ c₁ ~⟨0,0⟩ skip : ¬L ∧ b₁⟨1⟩ ⇒ ¬L
   ───────────────────────────────────────────────────────────────────────────────────────── [ω-While]
   ⊢ω while b₁ do c₁ ~ while b₂ do c₂ : Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ | L

   No variant and no losslessness: partial correctness is enough. *)
Theorem w_while (b1 b2 : Mem -> bool) c1 c2 Th L :
  (⊢ω[total] c1 ~ω c2 : Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ⇒ Th ∧ same b1 b2 | L) ->
  (⊢ c1 ~⟨0, 0⟩ Skip : (fun a _ => ~ L a) ∧ b1⟨1⟩ ⇒ (fun a _ => ~ L a)) ->
  ⊢ω[total] While b1 c1 ~ω While b2 c2 : Th ∧ same b1 b2 ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩ | L.
Proof.
move=> J /(@unary_is_hoare _ _ (fun a => ~ L a /\ b1 a)) pruned m1 m2 w0 pre f g [f0 g0 fL fg].
pose G := wp (While b2 c2) g; have G0 b : 0 <= G b by apply: (@wp_ge0 _ _ (While b2 c2)).
pose Th' a b w := Th a b w /\ b1 a = b2 b.
apply: (@le_trans _ _ (bound Th' L w0 G m1)); last first.
  by apply: le_trans (bound_le L w0 G0 pre) _; rewrite factor1 mul1e.
apply: loop_bounded => // a y w La [th sync].
have unf : G y = if b1 a then wp c2 G y else g y by rewrite sync; apply: wp_while.
case: ifP unf => ba ->.
  rewrite -wp_scale ?expR_gt0//; apply: (J a y w); first by rewrite -sync.
  exact: bound_qualifies.
have post : Th a y w /\ ~ b1 a /\ ~ b2 y by rewrite -sync ba.
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ post)); rewrite -/(factor _ _) factorKE.
Qed.

(* ⊢ω c ~ skip : Θ ∧ b⟨1⟩ ⇒ Θ | L        ⊢ c ~⟨0,0⟩ skip : ¬L ∧ b⟨1⟩ ⇒ ¬L
   ───────────────────────────────────────────────────────────────────────── [ω-While-L]
   ⊢ω while b do c ~ skip : Θ ⇒ Θ ∧ ¬b⟨1⟩ | L *)
Theorem w_while_left (b : Mem -> bool) c Th L :
  (⊢ω[total] c ~ω Skip : Th ∧ b⟨1⟩ ⇒ Th | L) ->
  (⊢ c ~⟨0, 0⟩ Skip : (fun a _ => ~ L a) ∧ b⟨1⟩ ⇒ (fun a _ => ~ L a)) ->
  ⊢ω[total] While b c ~ω Skip : Th ⇒ Th ∧ ¬ b⟨1⟩ | L.
Proof.
move=> J /(@unary_is_hoare _ _ (fun a => ~ L a /\ b a)) pruned m1 m2 w0 pre f g [f0 g0 fL fg].
apply: (@le_trans _ _ (bound Th L w0 g m1)); last first.
  by apply: le_trans (bound_le L w0 g0 pre) _; rewrite factor1 mul1e.
apply: loop_bounded => // a y w La th; case: ifP => ba.
  by apply: (J a y w (conj th ba) _ (fun y => (factor w w0)%:E * g y)); exact: bound_qualifies.
have post : Th a y w /\ ~ b a by rewrite ba.
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ post)); rewrite -/(factor _ _) factorKE.
Qed.

(* ⊢ω skip ~ c : Θ ∧ b⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k | L        Θ ∧ b⟨2⟩ ⇒ 0 ≤ e⟨2⟩
   ────────────────────────────────────────────────────────────────────────────────── [ω-While-R]
   ⊢ω skip ~ while b do c : Θ ⇒ Θ ∧ ¬b⟨2⟩ | L

   k is rigid and new, so it is in none of Θ, b, e, c, L and the rates; e is an integer. *)
Theorem w_while_right (b : Mem -> bool) c Th (e : Mem -> Z) L :
  (forall k, ⊢ω[total] Skip ~ω c : Th ∧ b⟨2⟩ ∧ (fun _ y _ => k = e y) ⇒ Th ∧ (fun _ y _ => (e y < k)%Z) | L) ->
  (forall x y w, Th x y w /\ b y -> (0 <= e y)%Z) ->
  ⊢ω[total] Skip ~ω While b c : Th ⇒ Th ∧ ¬ b⟨2⟩ | L.
Proof.
move=> J ends m1 m2 w0 pre f g [f0 g0 fL fg].
pose G := wp (While b c) g; have G0 y : 0 <= G y by apply: (@wp_ge0 _ _ (While b c)).
suff claim x y w : Th x y w -> (factor w0 w)%:E * f x <= G y by have := claim _ _ _ pre; rewrite factor1 mul1e.
have [n] := ubnP (Z.to_nat (e y + 1)); elim: n => // n IH in x y w *; rewrite ltnS => en th.
have unf : G y = if b y then wp c G y else g y by apply: wp_while.
rewrite unf; case: ifP => ba; last by apply: fg; rewrite ba.
apply: (J (e y) x y w (conj th (conj ba erefl)) (fun x => (factor w0 w)%:E * f x)).
split=> [x'|//|x' nL|x' y' w' [th' e']]; [exact: mule_ge0|by rewrite fL// mule0|].
rewrite -/(factor _ _) muleA -EFinM mulrC factorM; apply: IH => //; apply: leq_trans en; apply/ssrnat.ltP.
by have := ends _ _ _ (conj th ba); lia.
Qed.

(* ⊢ω c₁ ~ c₂   : Θ ∧ ¬l ∧ ¬r ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Θ | L                        Θ ∧ ¬l ∧ ¬r ⇒ b₁⟨1⟩ = b₂⟨2⟩
   ⊢ω c₁ ~ skip : Θ ∧ l ∧ b₁⟨1⟩ ⇒ Θ | L                                      Θ ∧ l ⇒ b₁⟨1⟩
   ⊢ω skip ~ c₂ : Θ ∧ ¬l ∧ r ∧ b₂⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k | L           Θ ∧ ¬l ∧ r ⇒ b₂⟨2⟩ ∧ 0 ≤ e⟨2⟩
   ⊢ c₁ ~⟨0,0⟩ skip : ¬L ∧ b₁⟨1⟩ ⇒ ¬L
   ─────────────────────────────────────────────────────────────────────────────────────────── [ω-While-Async]
   ⊢ω while b₁ do c₁ ~ while b₂ do c₂ : Θ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ | L

   Where l holds the left loop goes on alone, else where r holds the right one does; l and r are assertions, like Θ.
   k is rigid and new, so it is in none of Θ, l, r, b₂, e, c₂, L and the rates; e is an integer, and decreases whenever the
   right run goes alone. *)
Theorem w_while_async (b1 b2 : Mem -> bool) c1 c2 Th (l r : Mem -> Mem -> St -> Prop) (e : Mem -> Z) L :
  (⊢ω[total] c1 ~ω c2 : Th ∧ ¬ l ∧ ¬ r ∧ b1⟨1⟩ ∧ b2⟨2⟩ ⇒ Th | L) ->
  (⊢ω[total] c1 ~ω Skip : Th ∧ l ∧ b1⟨1⟩ ⇒ Th | L) ->
  (forall k, ⊢ω[total] Skip ~ω c2 : Th ∧ ¬ l ∧ r ∧ b2⟨2⟩ ∧ (fun _ b _ => k = e b) ⇒ Th ∧ (fun _ b _ => (e b < k)%Z) | L) ->
  (⊢ c1 ~⟨0, 0⟩ Skip : (fun a _ => ~ L a) ∧ b1⟨1⟩ ⇒ (fun a _ => ~ L a)) ->
  (forall a b w, Th a b w /\ ~ l a b w /\ ~ r a b w -> b1 a = b2 b) ->
  (forall a b w, Th a b w /\ l a b w -> b1 a) ->
  (forall a b w, Th a b w /\ ~ l a b w /\ r a b w -> b2 b /\ (0 <= e b)%Z) ->
  ⊢ω[total] While b1 c1 ~ω While b2 c2 : Th ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩ | L.
Proof.
move=> J Jl Jr /(@unary_is_hoare _ _ (fun a => ~ L a /\ b1 a)) pruned Hs Hl Hr m1 m2 w0 pre f g [f0 g0 fL fg].
pose G := wp (While b2 c2) g; have G0 b : 0 <= G b by apply: (@wp_ge0 _ _ (While b2 c2)).
pose H := bound Th L w0 G; have H0 a : 0 <= H a by apply: bound_ge0.
apply: (@le_trans _ _ (H m1)); last by apply: le_trans (bound_le L w0 G0 pre) _; rewrite factor1 mul1e.
pose X a := if b1 a then wp c1 H a else f a; have X0 a : 0 <= X a by rewrite /X; case: ifP => // _; apply: wp_ge0.
apply: loop_bounded => // a b w La th; rewrite -/(X a).
(* the right loop may go alone: by induction on e, which is not negative when it does *)
have [n] := ubnP (Z.to_nat (e b + 1)); elim: n => // n IH in a b w La th *; rewrite ltnS => en.
have unf : G b = if b2 b then wp c2 G b else g b by apply: wp_while.
have [la|nl] := pselect (l a b w).
  rewrite /X (Hl _ _ _ (conj th la)); apply: (Jl a b w _ H (fun b => (factor w w0)%:E * G b)); last exact: bound_qualifies.
  by split=> //; split=> //; apply: Hl (conj th la).
have [ra|nr] := pselect (r a b w).
  have [b2b e0] := Hr _ _ _ (conj th (conj nl ra)); rewrite unf b2b -wp_scale ?expR_gt0//.
  pose XL a' := ind L a' * X a'; have -> : X a = wp (Skip : cmd R Mem) XL a by rewrite /= /XL ind1// mul1e.
  apply: (Jr (e b) a b w) => //.
  split=> [a'|b'|a' nL|a' b' w' [th' e']]; [exact: mule_ge0|exact: mule_ge0|by rewrite /XL ind0// mul0e|].
  have [La'|nL'] := pselect (L a'); last by rewrite /XL ind0// mul0e mule0; apply: mule_ge0.
  rewrite /XL ind1// mul1e -/(factor _ _).
  apply: (@le_trans _ _ ((factor w w')%:E * ((factor w' w0)%:E * G b'))); last by rewrite factorME.
  by apply: lee_wpmul2l => //; apply: IH => //; apply: leq_trans en; apply/ssrnat.ltP; lia.
have sync := Hs _ _ _ (conj th (conj nl nr)); rewrite -sync in unf.
rewrite /X; case: ifP unf => ba ->.
  rewrite -wp_scale ?expR_gt0//; apply: (J a b w); first by rewrite -sync ba.
  exact: bound_qualifies.
have post : Th a b w /\ ~ b1 a /\ ~ b2 b by rewrite -sync ba.
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ post)); rewrite -/(factor _ _) factorKE.
Qed.
End LedgerRules.

(* ------------------------------------------------------------------------------------- from a ledger to a budget *)
(* ⊢ω c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ (x₁⟨1⟩ = i ⇒ x₂⟨2⟩ = i ∧ Σ_ρ ω_ρ·ρ ≤ ε) | x₁⟨1⟩ = i
   ──────────────────────────────────────────────────────────────────────────────── [ω-Pointwise]
   ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   i is rigid, ranges over the whole type of x₁ and x₂, and is not in Φ, ε, c₁, c₂ or a rate; Φ speaks of no counter. *)
Theorem w_pointwise (R : realType) (Mem St O : Type) (total : St -> R) (zero : St) (x1 x2 : Mem -> O) (eps : R)
    (c1 c2 : cmd R Mem) (Phi : Mem -> Mem -> Prop) : total zero = 0%R ->
  (forall i : O, ⊢ω[total] c1 ~ω c2 : (fun a b w => Phi a b /\ w = zero) ⇒
     (fun a b w => x1 a = i -> x2 b = i /\ (total w <= eps)%R) | (fun a => x1 a = i)) ->
  ⊢ c1 ~⟨eps, 0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> total0 J m1 m2 pre X; have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW ?expR_gt0.
apply: (@sum_outputs _ _ O x1 x2 c1 c2 eps (fun=> 0%R)) => // [|i]; first by rewrite esum1.
rewrite adde0 -wp_scale ?expR_gt0//; apply: (J i m1 m2 zero (conj pre erefl)).
split=> // [b|a ne|a b w post]; [exact: mule_ge0|by rewrite ind0|].
have [xi|ne] := pselect (x1 a = i); last by rewrite ind0// mule0; apply: mule_ge0.
have [x2i spent] := post xi; rewrite !ind1// !mule1 lee_fin ler_expR.
by rewrite total0 subr0.
Qed.
