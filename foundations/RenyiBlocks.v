(* A part of a program about which a claim is known enters a Rényi proof as a block: by a claim of Rényi privacy, or by
   proofs of pure privacy in both directions. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules LedgerRules Facts.
From Twinproof Require Import Powers Bounded RenyiRules RenyiNoise RenyiPrivacy RenyiConversions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Blocks.
Variables (R : realType) (Mem St O S T : Type) (A : set R) (total : R -> St -> R).
Implicit Types (c : cmd R Mem) (x : Mem -> O) (Phi : Mem -> Mem -> Prop) (L : Mem -> Prop) (al : R).

(* ⊢ c₁ ~[α: r, 0] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩, for every order α of the ledger
   ──────────────────────────────────────────────────────────────────────────────────────────────── [R-Block]
   ⊢R c₁ ~ c₂ : Φ ∧ cost ≤ c ∧ (∀o. Ψ[o/x₁⟨1⟩, o/x₂⟨2⟩, ω + c/ω]) ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ Ψ | L

   cost is r. Ψ speaks of no x⟨1⟩ that c₁ writes and no x⟨2⟩ that c₂ writes, except x₁⟨1⟩ and x₂⟨2⟩. c = Σ_i p_i·ρ_i,
   where each counter ω_i is raised by its p_i, over both memories and the counters before. *)
Theorem r_block (cost : R -> R) (x1 x2 : Mem -> O) (get1 : Mem -> S) (get2 : Mem -> T) (Q : S -> T -> O -> O -> St -> Prop)
    (pay : Mem -> Mem -> St -> St) c1 c2 Phi L :
  keeps get1 c1 -> keeps get2 c2 -> renyi_claim A cost 0 c1 x1 c2 x2 Phi ->
  ⊢R[A, total] c1 ~R c2 :
    (fun a b w =>
      [/\ Phi a b, forall al, A al -> (1 < al)%R -> (cost al <= total al (pay a b w) - total al w)%R
        & forall o, Q (get1 a) (get2 b) o o (pay a b w)])
    ⇒ (fun a b w => x1 a = x2 b /\ Q (get1 a) (get2 b) (x1 a) (x2 b) w) | L.
Proof.
move=> k1 k2 /claim_exact J al Aal al1 m1 m2 w0 [pre price post] f g [f0 g0 fL fg].
have H1 : hoare (eq m1) c1 (fun a => get1 a = get1 m1) by apply: (hoare_conseq _ _ (hoare_keeps (x := get1 m1) k1)) => // _ <-.
have H2 : hoare (eq m2) c2 (fun a => get2 a = get2 m2) by apply: (hoare_conseq _ _ (hoare_keeps (x := get2 m2) k2)) => // _ <-.
set s := conjugate al; have s0 : (0 < s)%R by apply: conjugate_gt0.
pose W := pay m1 m2 w0; pose C := (total al W - total al w0)%R.
pose F o : \bar R := ereal_sup [set z | z = 0 \/ exists a, [/\ x1 a = o, get1 a = get1 m1 & z = f a]].
pose G o : \bar R := ereal_inf [set z | exists b, [/\ x2 b = o, get2 b = get2 m2 & z = g b]].
have F0 o : 0 <= F o by apply: ereal_sup_ub; left.
have G0 o : 0 <= G o by apply: lb_ereal_inf => _ [b [_ _ ->]].
have e0 : 0 <= (expR C)%:E by rewrite lee_fin ltW// expR_gt0.
have eV0 : 0 <= (expR (- C))%:E by rewrite lee_fin ltW// expR_gt0.
have FG o : (expR C)%:E * pw s (F o) <= G o.
  have le : pw s (F o) <= (expR (- C))%:E * G o.
    rewrite -pw_galois//; last exact: mule_ge0.
    apply: ub_ereal_sup => _ [->|[a [xa ga ->]]]; first exact: pw_ge0.
    rewrite pw_galois//; last exact: mule_ge0.
    have : (expR C)%:E * pw s (f a) <= G o.
      apply: lb_ereal_inf => _ [b [xb gb ->]]; apply: fg; split; first by rewrite xa xb.
      by rewrite xa xb ga gb; apply: post.
    move=> /(lee_wpmul2l eV0); apply: le_trans; by rewrite muleA -EFinM -expRD addNr expR0 mul1e.
  by move: le => /(lee_wpmul2l e0) /le_trans; apply; rewrite muleA -EFinM -expRD subrr expR0 mul1e.
have left1 : wp c1 f m1 <= \esum_(i in [set: {classic O}]) ((outcome c1 m1 x1 i)%:E * F i).
  rewrite -outcome_in_true -wp_by_output//; apply: le_trans (wp_within H1 f0) _; apply: wp_mono => a; first exact: mule_ge0.
  rewrite [ind (fun=> True) a]ind1// mul1e; have [ga|nga] := pselect (get1 a = get1 m1); last by rewrite ind0// mul0e.
  by rewrite ind1// mul1e; apply: ereal_sup_ub; right; exists a.
have right2 : \esum_(i in [set: {classic O}]) ((outcome c2 m2 x2 i)%:E * G i) <= wp c2 g m2.
  rewrite -outcome_in_true -wp_by_output//; have i0 b : 0 <= ind (fun=> True) b * G (x2 b) by apply: mule_ge0.
  apply: le_trans (wp_within H2 i0) _; apply: wp_mono => b; first exact: mule_ge0.
  have [gb|ngb] := pselect (get2 b = get2 m2); last by rewrite ind0// mul0e.
  by rewrite !ind1// !mul1e; apply: ereal_inf_lb; exists b.
apply: le_trans (pw_le (ltW s0) left1) (le_trans _ right2).
apply: (@holder _ [choiceType of {classic O}] setT al (outcome c1 m1 x1) (outcome c2 m2 x2) (fun=> C) F G) => // [i|i|]; [exact: outcome_ge0|exact: outcome_ge0|].
set k := (_ * C)%R; have kE : 0 <= (expR (- k))%:E by rewrite lee_fin ltW// expR_gt0.
rewrite (eq_esum (b := fun i : {classic O} => (expR (- k))%:E * renyi_term al (outcome c1 m1 x1 i) (outcome c2 m2 x2 i))) => [|i _]; last exact: muleC.
rewrite esumZ// => [|i]; last exact: renyi_term_ge0.
apply: (@le_trans _ _ ((expR (- k))%:E * (expR k)%:E)); last by rewrite -EFinM -expRD addNr expR0.
apply: lee_wpmul2l => //; apply: le_trans (J _ _ pre al Aal al1) _.
by rewrite lee_fin ler_expR ler_wpmul2l ?subr_ge0 ?(ltW al1)//; apply: price.
Qed.

(* ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      ⊢ c₂ ~⟨ε,0⟩ c₁ : Φ⁻¹ ⇒ x₂⟨1⟩ = x₁⟨2⟩      ⊢ skip ~⟨0,0⟩ c₂ : Φ ⇒ true
   ──────────────────────────────────────────────────────────────────────────────────────────────── [R-Mech]
   ⊢R c₁ ~ c₂ : Φ ∧ α·ε²/2 ≤ c ∧ (∀o. Ψ[o/x₁⟨1⟩, o/x₂⟨2⟩, ω + c/ω]) ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ Ψ | L

   0 ≤ ε. Φ⁻¹ is Φ with ⟨1⟩ and ⟨2⟩ exchanged; Ψ as in [R-Block]. *)
Theorem r_mech (eps : R) (x1 x2 : Mem -> O) (get1 : Mem -> S) (get2 : Mem -> T) (Q : S -> T -> O -> O -> St -> Prop)
    (pay : Mem -> Mem -> St -> St) c1 c2 Phi L : (0 <= eps)%R ->
  keeps get1 c1 -> keeps get2 c2 ->
  (⊢ c1 ~⟨eps, 0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b)) ->
  (⊢ c2 ~⟨eps, 0⟩ c1 : (fun a b => Phi b a) ⇒ (fun a b => x2 a = x1 b)) ->
  (⊢ Skip ~⟨0, 0⟩ c2 : Phi ⇒ (fun _ _ => True)) ->
  ⊢R[A, total] c1 ~R c2 :
    (fun a b w =>
      [/\ Phi a b, forall al, A al -> (1 < al)%R -> (al * (eps ^+ 2 / 2%:R) <= total al (pay a b w) - total al w)%R
        & forall o, Q (get1 a) (get2 b) o o (pay a b w)])
    ⇒ (fun a b w => x1 a = x2 b /\ Q (get1 a) (get2 b) (x1 a) (x2 b) w) | L.
Proof. by move=> e0 k1 k2 J1 J2 ends; apply: r_block => //; apply: pure_claim. Qed.
End Blocks.

(* ------------------------------------------------------------------------------------------------- claims compose *)
Section Claims.
Variables (R : realType) (Mem O O' S T : Type) (A : set R).
Implicit Types (c d : cmd R Mem) (Phi : Mem -> Mem -> Prop) (cost : R -> R).

Lemma keeps_nothing c : keeps (fun=> tt) c.
Proof. by elim: c => //=. Qed.

(* x₁, x₂ after c₁, c₂ from Φ: (α, cost)-Rényi close      y₁, y₂ after d₁, d₂ from Φ': (α, cost')-Rényi close
   from Φ, c₁ and c₂ lead to Φ' wherever they end with x₁⟨1⟩ = x₂⟨2⟩
   ──────────────────────────────────────────────────────────────────────────────────────── [R-Compose]
   y₁, y₂ after c₁; d₁ and c₂; d₂ from Φ: (α, cost + cost')-Rényi close

   Φ' may speak of x₁⟨1⟩ = x₂⟨2⟩ and of what c₁ and c₂ do not write. Adaptive: d₁ and d₂ may read x₁ and x₂; and y₁, y₂ may
   be pairs that have x₁, x₂ in them. *)
Theorem claim_seq cost cost' (x1 x2 : Mem -> O) (y1 y2 : Mem -> O') (get1 : Mem -> S) (get2 : Mem -> T) c1 c2 d1 d2 Phi Phi' :
  keeps get1 c1 -> keeps get2 c2 ->
  (forall a b a' b', Phi a b -> get1 a' = get1 a -> get2 b' = get2 b -> x1 a' = x2 b' -> Phi' a' b') ->
  renyi_claim A cost 0 c1 x1 c2 x2 Phi -> renyi_claim A cost' 0 d1 y1 d2 y2 Phi' ->
  renyi_claim A (fun al => cost al + cost' al)%R 0 (Seq c1 d1) y1 (Seq c2 d2) y2 Phi.
Proof.
move=> k1 k2 lead C D.
pose total al (w : nat) : R := if w is 0%N then 0%R else if w is 1%N then cost al else (cost al + cost' al)%R.
apply: (r_close (total := total) (zero := 0%N)) => //.
pose Q (u : S) (v : T) (_ _ : O) (w : nat) := w = 1%N /\ exists a b, [/\ Phi a b, u = get1 a & v = get2 b].
have J1 := @r_block R Mem nat O S T A total cost x1 x2 get1 get2 Q (fun _ _ _ => 1%N) c1 c2 Phi (fun=> True) k1 k2 C.
have J2 := @r_block R Mem nat O' unit unit A total cost' y1 y2 (fun=> tt) (fun=> tt) (fun _ _ _ _ w => w = 2%N)
  (fun _ _ _ => 2%N) d1 d2 Phi' (fun=> True) (keeps_nothing d1) (keeps_nothing d2) D.
have J2' : ⊢R[A, total] d1 ~R d2 : (fun a b w => x1 a = x2 b /\ Q (get1 a) (get2 b) (x1 a) (x2 b) w) ⇒
    (fun a b w => y1 a = y2 b /\ w = 2%N) | (fun=> True).
  apply: (r_conseq J2) => // [a b w [xx [-> [a0 [b0 [pre ga gb]]]]]|a b w []//].
  by split=> // [|al _ _]; [exact: lead pre ga gb xx|rewrite addrAC subrr add0r].
have pruned : ⊢ d1 ~⟨0, 0⟩ Skip : (fun _ _ => ~ True) ⇒ (fun _ _ => ~ True) by move=> m1 m2 /(_ I).
apply: (r_conseq (r_seq J1 J2' pruned)) => //.
- by move=> a b w [pre ->]; split=> // [al _ _|o]; [rewrite subr0|split=> //; exists a, b].
- by move=> a b w [[yy ->] _]; split.
Qed.

(* x₁, x₂ after c₁, c₂ from Φ: (α, cost)-Rényi close
   ──────────────────────────────────────────────────── [R-Post]
   h(x₁), h(x₂) after c₁, c₂ from Φ: (α, cost)-Rényi close *)
Theorem claim_post cost (x1 x2 : Mem -> O) (h : O -> O') c1 c2 Phi :
  renyi_claim A cost 0 c1 x1 c2 x2 Phi ->
  renyi_claim A cost 0 c1 (fun a => h (x1 a)) c2 (fun b => h (x2 b)) Phi.
Proof.
move=> C; pose total al (w : bool) : R := if w then cost al else 0%R.
apply: (r_close (total := total) (zero := false)) => //.
have J := @r_block R Mem bool O unit unit A total cost x1 x2 (fun=> tt) (fun=> tt) (fun _ _ _ _ w => w)
  (fun _ _ _ => true) c1 c2 Phi (fun=> True) (keeps_nothing c1) (keeps_nothing c2) C.
apply: (r_conseq J) => // [a b w [pre ->]|a b w [[-> wE] _]]; first by split=> // al _ _; rewrite subr0.
by split=> //; case: w wE.
Qed.
End Claims.
