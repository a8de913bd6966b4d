(* What the two kinds of judgment mean, word for word as docs/logic.md defines them, and that the set form of a judgment
   with a budget is equivalent to the function form in which most rules are easier to prove.

     ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi            a judgment with a budget
     ⊢ω[ total ] c1 ~ω c2 : Phi ⇒ Psi | L         a judgment with a ledger, whose states have a total

   Assertions are predicates on two memories, or on two memories and the state of the ledger. Rigid variables are
   variables of Coq: a judgment about all their values is a statement for all of them. *)
From Twinproof Require Import Prelude Noise Semantics Kleene.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Declare Scope budget_scope. Delimit Scope budget_scope with B.
Declare Scope ledger_scope. Delimit Scope ledger_scope with W.

Section Definitions.
Variables (R : realType) (Mem : Type).

(* Psi(X) = { b | a Psi b for some a in X } *)
Definition image (Psi : Mem -> Mem -> Prop) (X : set Mem) : set Mem := [set b | exists2 a, X a & Psi a b].

(* for all m1 Phi m2 and every set X:  [[c1]]m1(X) <= e^eps · [[c2]]m2(Psi(X)) + delta *)
Definition budget (c1 c2 : cmd R Mem) (eps delta : R) (Phi Psi : Mem -> Mem -> Prop) : Prop :=
  forall m1 m2, Phi m1 m2 -> forall X, Pr c1 m1 X <= (expR eps)%:E * Pr c2 m2 (image Psi X) + delta%:E.

(* the same for functions: f from memories to [0, 1], g from memories to [0, oo] *)
Definition budget_fun (c1 c2 : cmd R Mem) (eps delta : R) (Phi Psi : Mem -> Mem -> Prop) : Prop :=
  forall m1 m2, Phi m1 m2 -> forall f g, (forall a, 0 <= f a) -> (forall a, f a <= 1) -> (forall b, 0 <= g b) ->
  (forall a b, Psi a b -> f a <= g b) -> wp c1 f m1 <= (expR eps)%:E * wp c2 g m2 + delta%:E.

(* f = 0 outside L, and  e^(w-w0) · f(a) <= g(b)  for all (a, b, w) in Psi *)
Definition qualifies (St : Type) (total : St -> R) (Psi : Mem -> Mem -> St -> Prop) (L : Mem -> Prop) (w0 : St)
    (f g : Mem -> \bar R) : Prop :=
  [/\ forall a, 0 <= f a, forall b, 0 <= g b, forall a, ~ L a -> f a = 0
    & forall a b w, Psi a b w -> (expR (total w - total w0))%:E * f a <= g b].

(* for all (m1, m2, w0) in Phi and all f, g that qualify:  E f under [[c1]]m1 <= E g under [[c2]]m2 *)
Definition ledger (St : Type) (total : St -> R) (c1 c2 : cmd R Mem) (Phi Psi : Mem -> Mem -> St -> Prop)
    (L : Mem -> Prop) : Prop :=
  forall m1 m2 w0, Phi m1 m2 w0 -> forall f g, qualifies total Psi L w0 f g -> wp c1 f m1 <= wp c2 g m2.

(* { P } c { Q }: what is impossible has no weight *)
Definition hoare (P : Mem -> Prop) (c : cmd R Mem) (Q : Mem -> Prop) : Prop :=
  forall m, P m -> forall f, (forall a, 0 <= f a) -> (forall a, Q a -> f a = 0) -> wp c f m = 0.
End Definitions.
Arguments image {Mem}.

Notation "⊢ c1 ~⟨ e , d ⟩ c2 : P ⇒ Q" := (budget c1 c2 e d P%B Q%B)
  (at level 90, c1 at level 60, c2 at level 60, P at level 85, Q at level 85,
   format "⊢  c1  ~⟨ e ,  d ⟩  c2  :  P  ⇒  Q") : type_scope.
Notation "⊢ω[ t ] c1 ~ω c2 : P ⇒ Q | L" := (ledger t c1 c2 P%W Q%W L)
  (at level 90, c1 at level 60, c2 at level 60, P at level 85, Q at level 85, L at level 85,
   format "⊢ω[ t ]  c1  ~ω  c2  :  P  ⇒  Q  |  L") : type_scope.

(* P ∧ Q, ¬P, b⟨1⟩ and b⟨2⟩ between assertions; _⟨1⟩ turns a condition on one memory into one on two *)
Notation "P ∧ Q" := (fun a b => P a b /\ Q a b) (at level 80, right associativity) : budget_scope.
Notation "P ∧ Q" := (fun a b w => P a b w /\ Q a b w) (at level 80, right associativity) : ledger_scope.
Notation "¬ P" := (fun a b => ~ P a b) (at level 75) : budget_scope.
Notation "¬ P" := (fun a b w => ~ P a b w) (at level 75) : ledger_scope.
Notation "b '⟨1⟩'" := (fun a _ => is_true (b a)) (at level 2, left associativity) : budget_scope.
Notation "b '⟨2⟩'" := (fun _ a => is_true (b a)) (at level 2, left associativity) : budget_scope.
Notation "b '⟨1⟩'" := (fun a _ _ => is_true (b a)) (at level 2, left associativity) : ledger_scope.
Notation "b '⟨2⟩'" := (fun _ a _ => is_true (b a)) (at level 2, left associativity) : ledger_scope.
Notation "'same' b1 b2" := (fun x y => b1 x = b2 y) (at level 10, b1 at level 9, b2 at level 9) : budget_scope.
Notation "'same' b1 b2" := (fun x y _ => b1 x = b2 y) (at level 10, b1 at level 9, b2 at level 9) : ledger_scope.

(* ------------------------------------------------------------------------------------------------- layers k/n *)
Section Layers.
Variable R : realType.
Local Open Scope ring_scope.

Lemma layers_above (n : nat) (y : R) : Num.min y n%:R <= \sum_(k < n) (k%:R < y)%R%:R.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 le_minl lexx orbT.
rewrite big_ord_recr /=; have [ny|yn] := ltP n%:R y; last first.
  by rewrite addr0; apply: le_trans IH; rewrite le_minr !le_minl lexx yn.
apply: (@le_trans _ _ (n%:R + 1)); first by rewrite -addn1 natrD le_minl lexx orbT.
by rewrite ler_add2r; apply: le_trans IH; rewrite le_minr lexx ltW.
Qed.

Lemma layers_below (n : nat) (y : R) : 0 <= y -> \sum_(k < n) (k%:R < y)%R%:R <= y + 1.
Proof.
move=> y0; elim: n => [|n IH]; first by rewrite big_ord0 addr_ge0.
have [ny|yn] := ltP n%:R y; last by rewrite big_ord_recr /= ltNge yn addr0.
apply: (@le_trans _ _ (\sum_(k < n.+1) 1)); first by apply: ler_sum => k _; rewrite lern1 leq_b1.
by rewrite sumr_const card_ord -addn1 natrD ler_add2r ltW.
Qed.

Definition layer (n k : nat) (x : \bar R) : \bar R := (if (k%:R / n.+1%:R)%:E < x then 1 else 0)%E.
Definition layered n x : \bar R := ((n.+1%:R^-1)%:E * \sum_(k < n.+1) layer n k x)%E.

Lemma layeredE n (r : R) : layered n r%:E = (n.+1%:R^-1 * \sum_(k < n.+1) (k%:R < n.+1%:R * r)%R%:R)%:E.
Proof.
rewrite /layered EFinM -sumEFin; congr (_ * _)%E; apply: eq_bigr => k _.
by rewrite /layer lte_fin ltr_pdivr_mulr// mulrC; case: ifP.
Qed.

Lemma le_layered n (x : \bar R) : (0 <= x)%E -> (x <= 1)%E -> (x <= layered n x)%E.
Proof.
case: x => [r| |]//; rewrite !lee_fin => r0 r1; rewrite layeredE lee_fin ler_pdivl_mull//.
by apply: le_trans (layers_above _ _); rewrite le_minr lexx/= -[leRHS]mulr1 ler_wpmul2l.
Qed.

Lemma layered_le n (x : \bar R) : (0 <= x)%E -> (layered n x <= x + (n.+1%:R^-1)%:E)%E.
Proof.
case: x => [r| |]//; rewrite ?lee_fin => r0; last by rewrite addye// leey.
rewrite layeredE -EFinD lee_fin ler_pdivr_mull// mulrDr mulfV//; apply: layers_below; exact: mulr_ge0.
Qed.
End Layers.

(* --------------------------------------------------------------------------------- set form and function form *)
Section Forms.
Variables (R : realType) (Mem : Type).
Implicit Types (c : cmd R Mem) (Phi Psi : Mem -> Mem -> Prop) (eps delta : R).

Lemma budget_of_fun c1 c2 eps delta Phi Psi : budget_fun c1 c2 eps delta Phi Psi -> budget c1 c2 eps delta Phi Psi.
Proof.
move=> J m1 m2 pre X; apply: (J _ _ pre) => // a b ab; apply: ind_le => Xa; by exists a.
Qed.

(* the probability of each layer of f is bounded by the probability of the same layer of g *)
Lemma wp_layered c f n m : (forall a, 0 <= f a) ->
  wp c (layered n \o f) m = (n.+1%:R^-1)%:E * \sum_(k < n.+1) Pr c m [set a | (k%:R / n.+1%:R)%:E < f a].
Proof.
move=> f0; have l0 (k : 'I_n.+1) a : 0 <= layer n k (f a) by rewrite /layer; case: ifP.
rewrite /layered wp_scale ?invr_gt0 ?ltr0n// => [|a]; last exact: sume_ge0.
congr (_ * _); rewrite wp_sum//; apply: eq_bigr => k _; apply: wp_ext => a.
by rewrite /layer /ind /=; case: asboolP; case: ifP.
Qed.

Lemma sum_affine n (E delta : R) (u : 'I_n.+1 -> \bar R) : (0 <= E)%R -> (forall k, 0 <= u k) ->
  (forall k, u k \is a fin_num) ->
  (n.+1%:R^-1)%:E * (\sum_k (E%:E * u k + delta%:E)) = E%:E * ((n.+1%:R^-1)%:E * (\sum_k u k)) + delta%:E.
Proof.
move=> E0 u0 fu; rewrite big_split /= -ge0_sume_distrr// muleDr//; last first.
  by rewrite fin_num_adde_def// sumEFin.
congr (_ + _); first by rewrite muleCA.
by rewrite sumEFin -EFinM sumr_const card_ord -[(delta *+ _)%R]mulr_natl mulrA mulVf ?mul1r// pnatr_eq0.
Qed.

Lemma fun_of_budget c1 c2 eps delta Phi Psi : budget c1 c2 eps delta Phi Psi -> budget_fun c1 c2 eps delta Phi Psi.
Proof.
move=> J m1 m2 pre f g f0 f1 g0 fg; set E := expR eps; have E0 : (0 < E)%R by apply: expR_gt0.
have EE0 : 0 <= E%:E by rewrite lee_fin ltW.
have finPr c m X : Pr c m X \is a fin_num.
  by rewrite ge0_fin_numE ?wp_ge0//; apply: le_lt_trans (wp_le1 _ _ _ _) (ltry _).
suff bound n : wp c1 f m1 <= (E%:E * wp c2 g m2 + delta%:E) + (E / n.+1%:R)%:E by exact: le_all_eps bound.
apply: (@le_trans _ _ (wp c1 (layered n \o f) m1)); first by apply: wp_mono => // a; apply: le_layered.
rewrite wp_layered//; apply: (@le_trans _ _ (E%:E * wp c2 (layered n \o g) m2 + delta%:E)); last first.
  rewrite addeAC; apply: lee_add2r; rewrite EFinM -ge0_muleDr ?wp_ge0// ?lee_fin ?invr_ge0//.
  apply: lee_wpmul2l => //; apply: (@le_trans _ _ (wp c2 (fun b => g b + (n.+1%:R^-1)%:E) m2)).
    apply: wp_mono => b; last exact: layered_le.
    apply: mule_ge0; rewrite ?lee_fin ?invr_ge0//; apply: sume_ge0 => k _; by rewrite /layer; case: ifP.
  by rewrite wp_add//; apply: lee_add2l; apply: wp_cst_le; rewrite invr_ge0.
rewrite wp_layered// -(sum_affine _ (ltW E0)) => [|k|k]; [|exact: wp_ge0|exact: finPr].
apply: lee_wpmul2l; first by rewrite lee_fin invr_ge0.
apply: lee_sum => k _; apply: le_trans (J _ _ pre _) _; apply: lee_add2r; apply: lee_wpmul2l => //.
by apply: wp_mono => // b; apply: ind_le => -[a] /= ka /fg; apply: lt_le_trans.
Qed.

Theorem set_form_function_form c1 c2 eps delta Phi Psi :
  budget c1 c2 eps delta Phi Psi <-> budget_fun c1 c2 eps delta Phi Psi.
Proof. by split; [exact: fun_of_budget|exact: budget_of_fun]. Qed.

(* -------------------------------------------------------------------------------- one program against skip *)
(* (A) c ~⟨0,0⟩ skip: every memory that c can reach is related to the other, unchanged one *)
Lemma left_against_skip c Phi Psi :
  (⊢ c ~⟨0, 0⟩ Skip : Phi ⇒ Psi) <-> (forall m1 m2, Phi m1 m2 -> hoare (eq m1) c (Psi^~ m2)).
Proof.
split=> [J m1 m2 pre _ <- f f0 fQ|H m1 m2 pre X].
  pose X := [set a | ~ Psi a m2]; have X0 : Pr c m1 X = 0.
    apply/eqP; rewrite eq_le wp_ge0// andbT; apply: le_trans (J _ _ pre X) _.
    by rewrite expR0 mul1e adde0 /Pr /= ind0// => -[a] /= nP.
  apply/eqP; rewrite eq_le wp_ge0// andbT.
  apply: (@le_trans _ _ (wp c (fun a => \esum_(n in [set: nat]) ind X a) m1)); last first.
    by rewrite wp_esum// esum1// => n _; rewrite -[RHS]X0.
  apply: wp_mono => // a; have [Pa|nPa] := pselect (Psi a m2); first by rewrite fQ//; apply: esum_ge0.
  by rewrite ind1// esum_ones leey.
rewrite expR0 mul1e adde0 /Pr /=; have [[a Xa ab]|none] := pselect (image Psi X m2).
  by rewrite ind1; [apply: wp_le1|exists a].
rewrite [leRHS]ind0// (H _ _ pre _ erefl)// => a ab; rewrite ind0// => Xa; apply: none; by exists a.
Qed.

(* { P } c { Q } is the judgment c ~⟨0,0⟩ skip about the left memory alone *)
Theorem unary_is_hoare (P Q : Mem -> Prop) c :
  (⊢ c ~⟨0, 0⟩ Skip : (fun a _ => P a) ⇒ (fun a _ => Q a)) <-> hoare P c Q.
Proof.
split=> [/left_against_skip H m Pm f f0 fQ|H]; first exact: (H m m Pm m erefl).
by apply/left_against_skip => m1 m2 Pm _ <-; apply: H.
Qed.

(* (B) skip ~⟨0,0⟩ c: c ends with probability 1 in a memory related to the other, unchanged one *)
Lemma skip_against_right c Phi Psi :
  (⊢ Skip ~⟨0, 0⟩ c : Phi ⇒ Psi) <-> (forall m1 m2, Phi m1 m2 -> 1 <= Pr c m2 (Psi m1)).
Proof.
split=> [J m1 m2 pre|H m1 m2 pre X].
  have := J _ _ pre [set m1]; rewrite expR0 mul1e adde0 {1}/Pr /= ind1// => /le_trans; apply.
  by apply: wp_mono => // b; apply: ind_le => -[_ ->].
rewrite expR0 mul1e adde0 {1}/Pr /=; have [Xm|nX] := pselect (X m1); last by rewrite ind0// wp_ge0.
rewrite ind1//; apply: le_trans (H _ _ pre) _; apply: wp_mono => // b; apply: ind_le => ab; by exists m1.
Qed.
End Forms.
