(* The ledger of Rényi privacy, and its structural rules: the judgment of the ledger with a power.

     ⊢R[ A , total ] c1 ~R c2 : Phi ⇒ Psi | L

   A is a set of orders al > 1, and [total al] what a state of the ledger has paid at the order al. For every order, with
   s = al/(al−1): for all (m1, m2, w0) in Phi and all f, g >= 0 with f = 0 outside L and

     e^(total w − total w0) · f(a)^s <= g(b)   for all (a, b, w) in Psi

   it is  (E f under [[c1]]m1)^s <= E g under [[c2]]m2. Where s is 1 (al = oo) this is the pure ledger. The kernel has two
   cases of it: one order, where the total is a bound of the Rényi divergence of that order (Rényi privacy); and all
   orders, where the total is al times a sum of counters (zero-concentrated privacy). What is paid may depend on the path.

   All rules of the pure ledger hold, with the same proofs, except that outputs cannot be treated one by one: pruning by
   the output does not bound the sum. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules StructuralRules BudgetRules LedgerRules.
From Twinproof Require Import SampleMap Powers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Definitions.
Variables (R : realType) (Mem St : Type).

Definition renyi_qualifies (al : R) (total : St -> R) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (w0 : St)
    (f g : Mem -> \bar R) : Prop :=
  [/\ forall a, 0 <= f a, forall b, 0 <= g b, forall a, ~ L a -> f a = 0
    & forall a b w, Psi a b w -> (expR (total w - total w0))%:E * pw (conjugate al) (f a) <= g b].

Definition renyi_ledger (A : set R) (total : R -> St -> R) (c1 c2 : cmd R Mem) (Phi Psi : Mem -> Mem -> St -> Prop)
    (L : Mem -> Prop) : Prop :=
  forall al, A al -> (1 < al)%R ->
  forall m1 m2 w0, Phi m1 m2 w0 -> forall f g, renyi_qualifies al (total al) Psi L w0 f g ->
  pw (conjugate al) (wp c1 f m1) <= wp c2 g m2.
End Definitions.

Notation "⊢R[ A , t ] c1 ~R c2 : P ⇒ Q | L" := (renyi_ledger A t c1 c2 P%W Q%W L)
  (at level 90, c1 at level 60, c2 at level 60, P at level 85, Q at level 85, L at level 85,
   format "⊢R[ A ,  t ]  c1  ~R  c2  :  P  ⇒  Q  |  L") : type_scope.
#[global] Hint Extern 0 (is_true (_ <= pw _ _)) => exact: pw_ge0 : core.

(* the two cases: one order, and all orders at once with al times the price *)
Definition one_order (R : realType) (al : R) : set R := [set al].
Definition all_orders (R : realType) : set R := [set: R].
Definition plain (R : realType) (St : Type) (total : St -> R) : R -> St -> R := fun _ w => total w.
Definition concentrated (R : realType) (St : Type) (total : St -> R) : R -> St -> R := fun al w => (al * total w)%R.
Arguments all_orders {R}.

Section Rules.
Variables (R : realType) (Mem St : Type) (A : set R) (total : R -> St -> R).
Implicit Types (c d : cmd R Mem) (Phi Psi P Th : Mem -> Mem -> St -> Prop) (L : Mem -> Prop).
Implicit Types (f g : Mem -> \bar R) (al : R) (w : St).

(* f^s against g, where the ledger has not moved *)
Lemma r_here al Psi L w0 f g a b : renyi_qualifies al (total al) Psi L w0 f g -> Psi a b w0 ->
  pw (conjugate al) (f a) <= g b.
Proof. by case=> _ _ _ fg /fg; rewrite subrr expR0 mul1e. Qed.

Lemma r_ne0 al : (1 < al)%R -> conjugate al != 0%R. Proof. by move=> al1; rewrite gt_eqF// conjugate_gt0. Qed.

(* --------------------------------------------------------------------------- where one side does nothing *)
(* Against skip the judgment is the pure one: on the left with the same total, on the right with total/s. *)
Lemma r_skip_left c Phi Psi L :
  (⊢R[A, total] Skip ~R c : Phi ⇒ Psi | L) <->
  (forall al, A al -> (1 < al)%R -> ⊢ω[total al] Skip ~ω c : Phi ⇒ Psi | L).
Proof.
split=> J al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg] /=; last first.
  apply: (J al Aal al1 m1 m2 w0 pre (fun a => pw (conjugate al) (f a))); split=> // a nL.
  by rewrite fL// pw0.
have sn := r_ne0 al1; rewrite -[leLHS](pwVK sn)//.
apply: (J al Aal al1 m1 m2 w0 pre (fun a => pw (conjugate al)^-1 (f a))); split=> // [a nL|a b' w ps].
  by rewrite fL// pw0.
by rewrite pwVK//; apply: fg.
Qed.

Definition over_conjugate al : St -> R := fun w => (total al w / conjugate al)%R.
Lemma r_skip_right c Phi Psi L :
  (⊢R[A, total] c ~R Skip : Phi ⇒ Psi | L) <->
  (forall al, A al -> (1 < al)%R -> ⊢ω[over_conjugate al] c ~ω Skip : Phi ⇒ Psi | L).
Proof.
have price al (al1 : (1 < al)%R) w0 w (x : \bar R) : 0 <= x ->
    pw (conjugate al) ((expR (over_conjugate al w - over_conjugate al w0))%:E * x)
    = (expR (total al w - total al w0))%:E * pw (conjugate al) x.
  by move=> x0; rewrite pwM ?expR_gt0// rpow_exp /over_conjugate -mulrBl mulrCA mulfV ?r_ne0// mulr1.
split=> J al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg] /=; have s0 := conjugate_gt0 al1; last first.
  rewrite -pw_galois//; last exact: wp_ge0.
  apply: (J al Aal al1 m1 m2 w0 pre f (fun b => pw (conjugate al)^-1 (g b))); split=> // a b' w ps.
  by rewrite pw_galois ?price ?fg// mule_ge0// lee_fin ltW// expR_gt0.
have W0 : 0 <= wp c f m1 by exact: wp_ge0.
rewrite -[leRHS](pwK (r_ne0 al1))// pw_galois//.
apply: (J al Aal al1 m1 m2 w0 pre f (fun b => pw (conjugate al) (g b))); split=> // a b' w ps.
by rewrite -price//; apply: pw_le (fg _ _ _ ps); apply: ltW.
Qed.

(* ─────────────────────────────────── [R-Skip]
   ⊢R skip ~ skip : Ψ ⇒ Ψ | L *)
Theorem r_skip Psi L : ⊢R[A, total] (Skip : cmd R Mem) ~R Skip : Psi ⇒ Psi | L.
Proof. by move=> al _ _ m1 m2 w0 pre f g q; apply: r_here q pre. Qed.

(* ─────────────────────────────────────────────── [R-Assn-L]
   ⊢R x ← e ~ skip : Ψ[e⟨1⟩/x⟨1⟩] ⇒ Ψ | L *)
Theorem r_assign_left (u : Mem -> Mem) Psi L :
  ⊢R[A, total] Assign R u ~R Skip : (fun a b w => Psi (u a) b w) ⇒ Psi | L.
Proof. by move=> al _ _ m1 m2 w0 pre f g q; apply: r_here q pre. Qed.

(* ─────────────────────────────────────────────── [R-Assn-R]
   ⊢R skip ~ x ← e : Ψ[e⟨2⟩/x⟨2⟩] ⇒ Ψ | L *)
Theorem r_assign_right (u : Mem -> Mem) Psi L :
  ⊢R[A, total] Skip ~R Assign R u : (fun a b w => Psi a (u b) w) ⇒ Psi | L.
Proof. by move=> al _ _ m1 m2 w0 pre f g q; apply: r_here q pre. Qed.

(* ──────────────────────────────────────────────────────────────────── [R-Assn], both sides at once
   ⊢R x ← e ~ x' ← e' : Ψ[e⟨1⟩/x⟨1⟩, e'⟨2⟩/x'⟨2⟩] ⇒ Ψ | L *)
Theorem r_assign (u u' : Mem -> Mem) Psi L :
  ⊢R[A, total] Assign R u ~R Assign R u' : (fun a b w => Psi (u a) (u' b) w) ⇒ Psi | L.
Proof. by move=> al _ _ m1 m2 w0 pre f g q; apply: r_here q pre. Qed.

(* ⊢R c₁ ~ c₂ : Φ ⇒ Ψ' | L'     ⊢R c₁' ~ c₂' : Ψ' ⇒ Ψ | L     ⊢ c₁' ~⟨0,0⟩ skip : ¬L' ⇒ ¬L
   ─────────────────────────────────────────────────────────────────────────────────────── [R-Seq]
   ⊢R c₁; c₁' ~ c₂; c₂' : Φ ⇒ Ψ | L *)
Theorem r_seq c1 c2 c1' c2' Phi Psi' Psi L' L :
  (⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi' | L') ->
  (⊢R[A, total] c1' ~R c2' : Psi' ⇒ Psi | L) ->
  (⊢ c1' ~⟨0, 0⟩ Skip : (fun a _ => ~ L' a) ⇒ (fun a _ => ~ L a)) ->
  ⊢R[A, total] Seq c1 c1' ~R Seq c2 c2' : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 /unary_is_hoare pruned al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg] /=.
apply: (J1 al Aal al1 _ _ _ pre); split=> [a|b|a La|a b w ab]; [exact: wp_ge0|exact: wp_ge0|exact: (pruned a)|].
rewrite -/(factor (total al) w0 w).
have : pw (conjugate al) (wp c1' f a) <= wp c2' (fun b => (factor (total al) w w0)%:E * g b) b.
  apply: (J2 al Aal al1 _ _ _ ab); split=> // [b'|a' b' w' ab']; first exact: mule_ge0.
  rewrite -/(factor (total al) w w').
  by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ ab')); rewrite -/(factor _ _ _) factorME.
rewrite wp_scale ?expR_gt0// => /(lee_wpmul2l (factor_ge0 (total al) w0 w)) /le_trans; apply; by rewrite factorKE.
Qed.

(* ⊢R c₁ ~ c₂ : Φ' ⇒ Ψ' | L'      Φ ⇒ Φ'      Ψ' ∧ L ⇒ Ψ      L ⇒ L'
   ──────────────────────────────────────────────────────────────────── [R-Conseq]
   ⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L *)
Theorem r_conseq c1 c2 Phi Phi' Psi Psi' L L' :
  (⊢R[A, total] c1 ~R c2 : Phi' ⇒ Psi' | L') ->
  (forall a b w, Phi a b w -> Phi' a b w) ->
  (forall a b w, Psi' a b w /\ L a -> Psi a b w) ->
  (forall a, L a -> L' a) ->
  ⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi | L.
Proof.
move=> J pre post keep al Aal al1 m1 m2 w0 p f g [f0 g0 fL fg].
apply: (J al Aal al1 _ _ _ (pre _ _ _ p)); split=> // [a nL|a b w ps]; first by apply: fL => /keep.
have [La|nL] := pselect (L a); first by apply: fg; apply: post.
by rewrite fL// pw0 mule0.
Qed.

(* ⊢R c₁ ~ c₂ : Φ ⇒ Ψ' | L      Ψ' ∧ L ⇒ ∃ω'. total ω ≤ total ω' ∧ Ψ[ω'/ω]
   ──────────────────────────────────────────────────────────────────────── [R-Pay]   it is sound to pay more
   ⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L *)
Theorem r_pay_more c1 c2 Phi Psi Psi' L :
  (⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi' | L) ->
  (forall al a b w', A al -> (1 < al)%R -> Psi' a b w' -> L a -> exists2 w, Psi a b w & (total al w' <= total al w)%R) ->
  ⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi | L.
Proof.
move=> J more al Aal al1 m1 m2 w0 p f g [f0 g0 fL fg]; apply: (J al Aal al1 _ _ _ p); split=> // a b w' ps.
have [La|nL] := pselect (L a); last by rewrite fL// pw0 mule0.
have [w post le_w] := more al a b w' Aal al1 ps La; apply: le_trans (fg _ _ _ post).
by apply: lee_wpmul2r => //; rewrite lee_fin ler_expR ler_sub.
Qed.

(* ⊢R c₁ ~ c : Φ ∧ b⟨1⟩ ⇒ Ψ | L      ⊢R d₁ ~ c : Φ ∧ ¬b⟨1⟩ ⇒ Ψ | L
   ────────────────────────────────────────────────────────────────── [R-Cond-L]
   ⊢R if b then c₁ else d₁ ~ c : Φ ⇒ Ψ | L *)
Theorem r_cond_left (b : Mem -> bool) c1 d1 c Phi Psi L :
  (⊢R[A, total] c1 ~R c : Phi ∧ b⟨1⟩ ⇒ Psi | L) ->
  (⊢R[A, total] d1 ~R c : Phi ∧ ¬ b⟨1⟩ ⇒ Psi | L) ->
  ⊢R[A, total] If b c1 d1 ~R c : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 al Aal al1 m1 m2 w0 pre f g q /=; case: ifP => bm; first by apply: (J1 _ Aal al1 _ _ _ _ _ _ q).
by apply: (J2 _ Aal al1 _ _ _ _ _ _ q); split=> //; rewrite bm.
Qed.

(* ⊢R c ~ c₂ : Φ ∧ b⟨2⟩ ⇒ Ψ | L      ⊢R c ~ d₂ : Φ ∧ ¬b⟨2⟩ ⇒ Ψ | L
   ────────────────────────────────────────────────────────────────── [R-Cond-R]
   ⊢R c ~ if b then c₂ else d₂ : Φ ⇒ Ψ | L *)
Theorem r_cond_right (b : Mem -> bool) c2 d2 c Phi Psi L :
  (⊢R[A, total] c ~R c2 : Phi ∧ b⟨2⟩ ⇒ Psi | L) ->
  (⊢R[A, total] c ~R d2 : Phi ∧ ¬ b⟨2⟩ ⇒ Psi | L) ->
  ⊢R[A, total] c ~R If b c2 d2 : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 al Aal al1 m1 m2 w0 pre f g q /=; case: ifP => bm; first by apply: (J1 _ Aal al1 _ _ _ _ _ _ q).
by apply: (J2 _ Aal al1 _ _ _ _ _ _ q); split=> //; rewrite bm.
Qed.

(* ⊢R c₁ ~ c₂ : Φ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Ψ | L      ⊢R d₁ ~ d₂ : Φ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ ⇒ Ψ | L
   ──────────────────────────────────────────────────────────────────────────────────────── [R-Cond], in step
   ⊢R if b₁ then c₁ else d₁ ~ if b₂ then c₂ else d₂ : Φ ∧ b₁⟨1⟩ = b₂⟨2⟩ ⇒ Ψ | L *)
Theorem r_cond (b1 b2 : Mem -> bool) c1 d1 c2 d2 Phi Psi L :
  (⊢R[A, total] c1 ~R c2 : Phi ∧ b1⟨1⟩ ∧ b2⟨2⟩ ⇒ Psi | L) ->
  (⊢R[A, total] d1 ~R d2 : Phi ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩ ⇒ Psi | L) ->
  ⊢R[A, total] If b1 c1 d1 ~R If b2 c2 d2 : Phi ∧ same b1 b2 ⇒ Psi | L.
Proof.
move=> J1 J2 al Aal al1 m1 m2 w0 [pre sync] f g q /=; rewrite -sync; case: ifP => bm.
  by apply: (J1 _ Aal al1 _ _ _ _ _ _ q); rewrite -sync bm.
by apply: (J2 _ Aal al1 _ _ _ _ _ _ q); rewrite -sync bm.
Qed.

(* ⊢R c₁ ~ c₂ : Φ ∧ P ⇒ Ψ | L      ⊢R c₁ ~ c₂ : Φ ∧ ¬P ⇒ Ψ | L
   ────────────────────────────────────────────────────────────── [R-Case]
   ⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L *)
Theorem r_case P c1 c2 Phi Psi L :
  (⊢R[A, total] c1 ~R c2 : Phi ∧ P ⇒ Psi | L) ->
  (⊢R[A, total] c1 ~R c2 : Phi ∧ ¬ P ⇒ Psi | L) ->
  ⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi | L.
Proof. by move=> J1 J2 al Aal al1 m1 m2 w0 pre; have [p|np] := pselect (P m1 m2 w0); [apply: J1|apply: J2]. Qed.

(* ⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L
   ────────────────────────────────── [R-Frame]   Θ speaks of no x⟨1⟩ that c₁ writes, no x⟨2⟩ that c₂ writes,
   ⊢R c₁ ~ c₂ : Φ ∧ Θ ⇒ Ψ ∧ Θ | L                 and of no counter of the ledger *)
Theorem r_frame (S T : Type) (get1 : Mem -> S) (get2 : Mem -> T) (Th : S -> T -> Prop) c1 c2 Phi Psi L :
  keeps get1 c1 -> keeps get2 c2 ->
  (⊢R[A, total] c1 ~R c2 : Phi ⇒ Psi | L) ->
  ⊢R[A, total] c1 ~R c2 : Phi ∧ (fun a b _ => Th (get1 a) (get2 b)) ⇒ Psi ∧ (fun a b _ => Th (get1 a) (get2 b)) | L.
Proof.
move=> k1 k2 J al Aal al1 m1 m2 w0 [pre th] f g [f0 g0 fL fg].
have H1 : hoare (eq m1) c1 (fun a => get1 a = get1 m1) by apply: (hoare_conseq _ _ (hoare_keeps (x := get1 m1) k1)) => // _ <-.
pose outside b : \bar R := if `[< get2 b = get2 m2 >] then 0 else +oo.
have o0 b : 0 <= outside b by rewrite /outside; case: ifP; rewrite ?leey.
apply: (@le_trans _ _ (wp c2 (fun b => g b + outside b) m2)); last first.
  rewrite wp_add// [X in _ + X](hoare_keeps (x := get2 m2) k2) ?adde0// => b gb; by rewrite /outside asboolT.
apply: le_trans (pw_le (ltW (conjugate_gt0 al1)) (wp_within H1 f0)) _.
apply: (J al Aal al1 _ _ _ pre); split=> [a|b|a nL|a b w ps]; first exact: mule_ge0.
- exact: adde_ge0.
- by rewrite fL// mule0.
have [ga|ga] := pselect (get1 a = get1 m1); last by rewrite ind0// mul0e pw0 mule0; apply: adde_ge0.
rewrite ind1// mul1e /outside; case: asboolP => gb; last by rewrite addey ?leey// gt_eqF// (lt_le_trans _ (g0 b)).
by rewrite adde0; apply: fg; split=> //; rewrite ga gb.
Qed.

(* ⊢R c₁ ~ c₂ : Φ ∧ P ⇒ Ψ | L
   ─────────────────────────────── [R-Exists]   i is rigid and not in Φ, Ψ, L, the rates, c₁, c₂
   ⊢R c₁ ~ c₂ : Φ ∧ ∃i. P ⇒ Ψ | L *)
Theorem r_exists (T : Type) (P : T -> Mem -> Mem -> St -> Prop) c1 c2 Phi Psi L :
  (forall i, ⊢R[A, total] c1 ~R c2 : Phi ∧ P i ⇒ Psi | L) ->
  ⊢R[A, total] c1 ~R c2 : Phi ∧ (fun a b w => exists i, P i a b w) ⇒ Psi | L.
Proof. by move=> J al Aal al1 m1 m2 w0 [pre [i p]]; apply: (J i). Qed.

(* ───────────────────────────────── [R-Exfalso]
   ⊢R c₁ ~ c₂ : false ⇒ Ψ | L *)
Theorem r_exfalso c1 c2 Psi L : ⊢R[A, total] c1 ~R c2 : (fun _ _ _ => False) ⇒ Psi | L.
Proof. by []. Qed.

(* ⊢R if b then (c; while b do c) else skip; d ~ e : Φ ⇒ Ψ | L
   ───────────────────────────────────────────────────────────── [R-Unfold], and likewise on the right
   ⊢R while b do c; d ~ e : Φ ⇒ Ψ | L *)
Theorem r_unfold_left (b : Mem -> bool) c d e Phi Psi L :
  (⊢R[A, total] Seq (If b (Seq c (While b c)) Skip) d ~R e : Phi ⇒ Psi | L) ->
  ⊢R[A, total] Seq (While b c) d ~R e : Phi ⇒ Psi | L.
Proof.
move=> J al Aal al1 m1 m2 w0 pre f g q; have := J al Aal al1 _ _ _ pre f g q; case: q => f0 _ _ _ /=.
by rewrite -/(wp (While b c) _ m1) -wp_while// => a; apply: wp_ge0.
Qed.
Theorem r_unfold_right (b : Mem -> bool) c d e Phi Psi L :
  (⊢R[A, total] e ~R Seq (If b (Seq c (While b c)) Skip) d : Phi ⇒ Psi | L) ->
  ⊢R[A, total] e ~R Seq (While b c) d : Phi ⇒ Psi | L.
Proof.
move=> J al Aal al1 m1 m2 w0 pre f g q; have := J al Aal al1 _ _ _ pre f g q; case: q => _ g0 _ _ /=.
by rewrite -/(wp (While b c) _ m2) -wp_while// => a; apply: wp_ge0.
Qed.

(* ⊢R while b ∧ g do c; while b do c; d ~ e : Φ ⇒ Ψ | L
   ────────────────────────────────────────────────────── [R-Split], and likewise on the right
   ⊢R while b do c; d ~ e : Φ ⇒ Ψ | L *)
Theorem r_split_left (b g : Mem -> bool) c d e Phi Psi L :
  (⊢R[A, total] Seq (While (fun a => b a && g a) c) (Seq (While b c) d) ~R e : Phi ⇒ Psi | L) ->
  ⊢R[A, total] Seq (While b c) d ~R e : Phi ⇒ Psi | L.
Proof.
by move=> J al Aal al1 m1 m2 w0 pre f h q; have := J al Aal al1 _ _ _ pre f h q; case: q => f0 _ _ _; rewrite split_loop.
Qed.
Theorem r_split_right (b g : Mem -> bool) c d e Phi Psi L :
  (⊢R[A, total] e ~R Seq (While (fun a => b a && g a) c) (Seq (While b c) d) : Phi ⇒ Psi | L) ->
  ⊢R[A, total] e ~R Seq (While b c) d : Phi ⇒ Psi | L.
Proof.
by move=> J al Aal al1 m1 m2 w0 pre f h q; have := J al Aal al1 _ _ _ pre f h q; case: q => _ h0 _ _; rewrite split_loop.
Qed.

(* ------------------------------------------------------------------------------------------------------- loops *)
(* The loop on the left is bounded by the root of the bound of the pure ledger. *)
Section Bound.
Variables (al : R) (al1 : (1 < al)%R) (Th : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (w0 : St) (G : Mem -> \bar R).
Hypothesis G0 : forall b, 0 <= G b.
Local Notation bound := (bound (total al) Th L w0 G).
Local Notation s := (conjugate al).
Definition root_bound a : \bar R := pw s^-1 (bound a).

Lemma root_bound_pw a : pw s (root_bound a) = bound a.
Proof. by rewrite pwVK ?r_ne0//; apply: bound_ge0. Qed.
Lemma root_bound_outside a : ~ L a -> root_bound a = 0.
Proof. by move=> nL; rewrite /root_bound bound_outside// pw0. Qed.
Lemma root_bound_qualifies w1 :
  renyi_qualifies al (total al) Th L w1 root_bound (fun b => (factor (total al) w1 w0)%:E * G b).
Proof.
have [_ g0 _ q] := bound_qualifies (total al) Th L w0 G0 w1.
split=> [a|//|a|a b w th]; [exact: pw_ge0|exact: root_bound_outside|].
by rewrite root_bound_pw; apply: q.
Qed.
Lemma r_loop_bounded (b : Mem -> bool) c f m1 : (forall a, 0 <= f a) -> (forall a, ~ L a -> f a = 0) ->
  hoare (fun a => ~ L a /\ b a) c (fun a => ~ L a) ->
  (forall a y w, L a -> Th a y w -> pw s (if b a then wp c root_bound a else f a) <= (factor (total al) w w0)%:E * G y) ->
  pw s (wp (While b c) f m1) <= bound m1.
Proof.
move=> f0 fL pruned step; rewrite -root_bound_pw; apply: pw_le; first by apply/ltW/conjugate_gt0.
apply: wp_park => [a|a]; first exact: pw_ge0.
have X0 : 0 <= (if b a then wp c root_bound a else f a) by case: ifP => // _; apply: wp_ge0 => ?; apply: pw_ge0.
have [La|nL] := pselect (L a).
  rewrite [root_bound a]/root_bound pw_galois ?conjugate_gt0//; last exact: bound_ge0.
  by rewrite /LedgerRules.bound asboolT//; apply: lb_ereal_inf => _ [y [w [th ->]]]; apply: step.
rewrite [leRHS]root_bound_outside//; case: ifP => ba; last by rewrite fL.
by rewrite (pruned a (conj nL ba))// => x; [exact: pw_ge0|exact: root_bound_outside].
Qed.
End Bound.

(* ⊢R c₁ ~ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ | L        ⊢ c₁ ~⟨0,0⟩ skip : ¬L ∧ b₁⟨1⟩ ⇒ ¬L
   ───────────────────────────────────────────────────────────────────────────────────────── [R-While]
   ⊢R while b₁ do c₁ ~ while b₂ do c₂ : Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ | L

   Θ may speak of the ledger: how often the loop runs, and what each round costs, may depend on the run. With a Θ that
   says that the ledger stays below a budget this is a Rényi filter. *)
Theorem r_while (b1 b2 : Mem -> bool) c1 c2 Th L :
  (⊢R[A, total] c1 ~R c2 : Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ⇒ Th ∧ same b1 b2 | L) ->
  (⊢ c1 ~⟨0, 0⟩ Skip : (fun a _ => ~ L a) ∧ b1⟨1⟩ ⇒ (fun a _ => ~ L a)) ->
  ⊢R[A, total] While b1 c1 ~R While b2 c2 : Th ∧ same b1 b2 ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩ | L.
Proof.
move=> J /(@unary_is_hoare _ _ (fun a => ~ L a /\ b1 a)) pruned al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg].
pose G := wp (While b2 c2) g; have G0 b : 0 <= G b by apply: (@wp_ge0 _ _ (While b2 c2)).
pose Th' a b w := Th a b w /\ b1 a = b2 b.
apply: (@le_trans _ _ (bound (total al) Th' L w0 G m1)); last first.
  by apply: le_trans (bound_le (total al) L w0 G0 pre) _; rewrite factor1 mul1e.
apply: r_loop_bounded => // a y w La [th sync].
have unf : G y = if b1 a then wp c2 G y else g y by rewrite sync; apply: wp_while.
case: ifP unf => ba ->.
  rewrite -wp_scale ?expR_gt0//; apply: (J al Aal al1 a y w); first by rewrite -sync.
  exact: root_bound_qualifies.
have post : Th a y w /\ ~ b1 a /\ ~ b2 y by rewrite -sync ba.
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ post)); rewrite -/(factor _ _ _) factorKE.
Qed.

(* ⊢R c ~ skip : Θ ∧ b⟨1⟩ ⇒ Θ | L        ⊢ c ~⟨0,0⟩ skip : ¬L ∧ b⟨1⟩ ⇒ ¬L
   ───────────────────────────────────────────────────────────────────────── [R-While-L]
   ⊢R while b do c ~ skip : Θ ⇒ Θ ∧ ¬b⟨1⟩ | L *)
Theorem r_while_left (b : Mem -> bool) c Th L :
  (⊢R[A, total] c ~R Skip : Th ∧ b⟨1⟩ ⇒ Th | L) ->
  (⊢ c ~⟨0, 0⟩ Skip : (fun a _ => ~ L a) ∧ b⟨1⟩ ⇒ (fun a _ => ~ L a)) ->
  ⊢R[A, total] While b c ~R Skip : Th ⇒ Th ∧ ¬ b⟨1⟩ | L.
Proof. by move=> /r_skip_right J pruned; apply/r_skip_right => al Aal al1; apply: w_while_left pruned; apply: J. Qed.

(* ⊢R skip ~ c : Θ ∧ b⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k | L        Θ ∧ b⟨2⟩ ⇒ 0 ≤ e⟨2⟩
   ────────────────────────────────────────────────────────────────────────────────── [R-While-R]
   ⊢R skip ~ while b do c : Θ ⇒ Θ ∧ ¬b⟨2⟩ | L

   k is rigid and new, so it is in none of Θ, b, e, c, L and the rates; e is an integer. *)
Theorem r_while_right (b : Mem -> bool) c Th (e : Mem -> Z) L :
  (forall k, ⊢R[A, total] Skip ~R c : Th ∧ b⟨2⟩ ∧ (fun _ y _ => k = e y) ⇒ Th ∧ (fun _ y _ => (e y < k)%Z) | L) ->
  (forall x y w, Th x y w /\ b y -> (0 <= e y)%Z) ->
  ⊢R[A, total] Skip ~R While b c : Th ⇒ Th ∧ ¬ b⟨2⟩ | L.
Proof.
move=> J ends; apply/r_skip_left => al Aal al1; apply: w_while_right ends => k.
by have /r_skip_left Jk := J k; apply: Jk.
Qed.

(* ⊢R c₁ ~ c₂   : Θ ∧ ¬l ∧ ¬r ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Θ | L                        Θ ∧ ¬l ∧ ¬r ⇒ b₁⟨1⟩ = b₂⟨2⟩
   ⊢R c₁ ~ skip : Θ ∧ l ∧ b₁⟨1⟩ ⇒ Θ | L                                      Θ ∧ l ⇒ b₁⟨1⟩
   ⊢R skip ~ c₂ : Θ ∧ ¬l ∧ r ∧ b₂⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k | L           Θ ∧ ¬l ∧ r ⇒ b₂⟨2⟩ ∧ 0 ≤ e⟨2⟩
   ⊢ c₁ ~⟨0,0⟩ skip : ¬L ∧ b₁⟨1⟩ ⇒ ¬L
   ─────────────────────────────────────────────────────────────────────────────────────────── [R-While-Async]
   ⊢R while b₁ do c₁ ~ while b₂ do c₂ : Θ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ | L

   As [ω-While-Async]. *)
Theorem r_while_async (b1 b2 : Mem -> bool) c1 c2 Th (l r : Mem -> Mem -> St -> Prop) (e : Mem -> Z) L :
  (⊢R[A, total] c1 ~R c2 : Th ∧ ¬ l ∧ ¬ r ∧ b1⟨1⟩ ∧ b2⟨2⟩ ⇒ Th | L) ->
  (⊢R[A, total] c1 ~R Skip : Th ∧ l ∧ b1⟨1⟩ ⇒ Th | L) ->
  (forall k, ⊢R[A, total] Skip ~R c2 : Th ∧ ¬ l ∧ r ∧ b2⟨2⟩ ∧ (fun _ b _ => k = e b) ⇒ Th ∧ (fun _ b _ => (e b < k)%Z) | L) ->
  (⊢ c1 ~⟨0, 0⟩ Skip : (fun a _ => ~ L a) ∧ b1⟨1⟩ ⇒ (fun a _ => ~ L a)) ->
  (forall a b w, Th a b w /\ ~ l a b w /\ ~ r a b w -> b1 a = b2 b) ->
  (forall a b w, Th a b w /\ l a b w -> b1 a) ->
  (forall a b w, Th a b w /\ ~ l a b w /\ r a b w -> b2 b /\ (0 <= e b)%Z) ->
  ⊢R[A, total] While b1 c1 ~R While b2 c2 : Th ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩ | L.
Proof.
move=> J Jl Jr /(@unary_is_hoare _ _ (fun a => ~ L a /\ b1 a)) pruned Hs Hl Hr al Aal al1 m1 m2 w0 pre f g [f0 g0 fL fg].
pose G := wp (While b2 c2) g; have G0 b : 0 <= G b by apply: (@wp_ge0 _ _ (While b2 c2)).
pose H := root_bound al Th L w0 G; have H0 a : 0 <= H a by apply: pw_ge0.
apply: (@le_trans _ _ (bound (total al) Th L w0 G m1)); last first.
  by apply: le_trans (bound_le (total al) L w0 G0 pre) _; rewrite factor1 mul1e.
pose X a := if b1 a then wp c1 H a else f a; have X0 a : 0 <= X a by rewrite /X; case: ifP => // _; apply: wp_ge0.
apply: r_loop_bounded => // a b w La th; rewrite -/(X a).
have [n] := ubnP (Z.to_nat (e b + 1)); elim: n => // n IH in a b w La th *; rewrite ltnS => en.
have unf : G b = if b2 b then wp c2 G b else g b by apply: wp_while.
have [la|nl] := pselect (l a b w).
  rewrite /X (Hl _ _ _ (conj th la)).
  apply: (Jl al Aal al1 a b w _ H (fun b => (factor (total al) w w0)%:E * G b)); last exact: root_bound_qualifies.
  by split=> //; split=> //; apply: Hl (conj th la).
have [ra|nr] := pselect (r a b w).
  have [b2b e0] := Hr _ _ _ (conj th (conj nl ra)); rewrite unf b2b -wp_scale ?expR_gt0//.
  pose XL a' := ind L a' * X a'; have -> : X a = wp (Skip : cmd R Mem) XL a by rewrite /= /XL ind1// mul1e.
  apply: (Jr (e b) al Aal al1 a b w) => //.
  split=> [a'|b'|a' nL|a' b' w' [th' e']]; [exact: mule_ge0|exact: mule_ge0|by rewrite /XL ind0// mul0e|].
  have [La'|nL'] := pselect (L a'); last by rewrite /XL ind0// mul0e pw0 mule0; apply: mule_ge0.
  rewrite /XL ind1// mul1e -/(factor _ _ _).
  apply: (@le_trans _ _ ((factor (total al) w w')%:E * ((factor (total al) w' w0)%:E * G b'))); last by rewrite factorME.
  by apply: lee_wpmul2l => //; apply: IH => //; apply: leq_trans en; apply/ssrnat.ltP; lia.
have sync := Hs _ _ _ (conj th (conj nl nr)); rewrite -sync in unf.
rewrite /X; case: ifP unf => ba ->.
  rewrite -wp_scale ?expR_gt0//; apply: (J al Aal al1 a b w); first by rewrite -sync ba.
  exact: root_bound_qualifies.
have post : Th a b w /\ ~ b1 a /\ ~ b2 b by rewrite -sync ba.
by apply: le_trans (lee_wpmul2l (factor_ge0 _ _ _) (fg _ _ _ post)); rewrite -/(factor _ _ _) factorKE.
Qed.

(* ---------------------------------------------------------------------------------------- one side samples alone *)
(* ─────────────────────────────────────────────────────────── [R-Samp-L]
   ⊢R y ←$ P ~ skip : ∀v. K(v) ⇒ Ψ[v/y⟨1⟩] ⇒ Ψ | L             K(v): P(v) ≠ 0 and L[v/y⟨1⟩] *)
Theorem r_draw_left (p : Mem -> noise R) y Psi L :
  ⊢R[A, total] (Sample p y : cmd R Mem) ~R Skip : (fun a b w => forall v, kept p y L a v -> Psi (y a v) b w) ⇒ Psi | L.
Proof. by apply/r_skip_right => al _ _; apply: w_draw_left. Qed.

(* ─────────────────────────────────────────────────────────────────── [R-Samp-R]
   ⊢R skip ~ y ←$ P : Σ_v P(v) = 1 ∧ ∀v. P(v) ≠ 0 ⇒ Ψ[v/y⟨2⟩] ⇒ Ψ | L *)
Theorem r_draw_right (p : Mem -> noise R) y Psi L :
  ⊢R[A, total] (Skip : cmd R Mem) ~R Sample p y :
    (fun a b w => \esum_(v in [set: Z]) (p b v)%:E = 1 /\ forall v, p b v != 0%R -> Psi a (y b v) w) ⇒ Psi | L.
Proof. by apply/r_skip_left => al _ _; apply: w_draw_right. Qed.
End Rules.

(* ⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L
   ──────────────────────────── [R-Inst]   i is rigid, e is over rigid variables and of the type of i
   (⊢R c₁ ~ c₂ : Φ ⇒ Ψ | L)[e/i]             (the order and the rates of the ledger may speak of i, too) *)
Theorem r_inst (R : realType) (Mem St T : Type) (A : T -> set R) (total : T -> R -> St -> R) (c1 c2 : T -> cmd R Mem)
    (Phi Psi : T -> Mem -> Mem -> St -> Prop) (L : T -> Mem -> Prop) (e : T) :
  (forall i, ⊢R[A i, total i] c1 i ~R c2 i : Phi i ⇒ Psi i | L i) ->
  ⊢R[A e, total e] c1 e ~R c2 e : Phi e ⇒ Psi e | L e.
Proof. by move=> J; apply: J. Qed.
