(* The unary logic of credit, in which δ is paid: what a run may lose, and what is left of it.

     ⊢ᵤ c : P | be ⇒ Q | be'

   From a memory with P, the credit be pays for the probability of ending outside of Q, and for the credit be' that is left
   where the run ends in Q. A credit below 0 counts as 0, and one above 1 as 1: with the credit 1 everything is paid. So
   ⊢ᵤ c : P | δ ⇒ Q | 0 says that c ends outside of Q with probability at most δ, and with the credits 0 it is the triple
   { P } c { Q }. Credits are functions of the memory; rigid variables are variables of Coq.

   The last theorem is the rule that joins credit with the ledger: a bad event of the left run, which does not look at the
   output, costs its probability. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules StructuralRules BudgetRules.
From Twinproof Require Import LedgerRules SampleMap PermuteAndFlip NoiseTable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Definitions.
Variables (R : realType) (Mem : Type).

Definition positive (x : R) : R := Num.max 0%R x.
(* what a run that ends in a must have left: be' where Q holds, and else everything *)
Definition worth (Q : Mem -> Prop) (be' : Mem -> R) (a : Mem) : \bar R :=
  if `[< Q a >] then (Num.min 1%R (positive (be' a)))%:E else 1.
Definition credit (c : cmd R Mem) (P : Mem -> Prop) (be : Mem -> R) (Q : Mem -> Prop) (be' : Mem -> R) : Prop :=
  forall m, P m -> wp c (worth Q be') m <= (positive (be m))%:E.
End Definitions.

Notation "⊢ᵤ c : P | be ⇒ Q | be'" := (credit c P be Q be')
  (at level 90, c at level 60, P at level 85, be at level 85, Q at level 85, be' at level 85,
   format "⊢ᵤ  c  :  P  |  be  ⇒  Q  |  be'") : type_scope.

Section Worth.
Variables (R : realType) (Mem : Type).
Implicit Types (c : cmd R Mem) (P Q : Mem -> Prop) (be : Mem -> R).

Lemma positive_ge0 (x : R) : (0 <= positive x)%R. Proof. by rewrite /positive le_maxr lexx. Qed.
Lemma le_positive (x : R) : (x <= positive x)%R. Proof. by rewrite /positive le_maxr lexx orbT. Qed.
Lemma positive_id (x : R) : (0 <= x)%R -> positive x = x. Proof. by rewrite /positive => /max_idPr. Qed.
Lemma positive_le (x y : R) : (0 <= y)%R -> (x <= y)%R -> (positive x <= y)%R.
Proof. by move=> y0 xy; rewrite /positive le_maxl y0. Qed.
Lemma positive_mono (x y : R) : (x <= y)%R -> (positive x <= positive y)%R.
Proof. by move=> xy; apply: positive_le; [exact: positive_ge0|apply: le_trans xy (le_positive y)]. Qed.
Lemma positive_add (x y : R) : (positive (x + y) <= positive x + positive y)%R.
Proof. by apply: positive_le; [apply: addr_ge0; exact: positive_ge0|apply: ler_add; exact: le_positive]. Qed.

Lemma worth_ge0 Q be a : 0 <= worth Q be a.
Proof. by rewrite /worth; case: ifP => _; rewrite ?lee01// lee_fin le_minr ler01 positive_ge0. Qed.
Lemma worth_le1 Q be a : worth Q be a <= 1.
Proof. by rewrite /worth; case: ifP => // _; rewrite lee_fin le_minl lexx. Qed.
Lemma worth_le Q be a : Q a -> worth Q be a <= (positive (be a))%:E.
Proof. by move=> Qa; rewrite /worth asboolT// lee_fin le_minl lexx orbT. Qed.
Lemma worth_mono Q Q' be be' a : (Q a -> Q' a /\ (be' a <= be a)%R) -> worth Q' be' a <= worth Q be a.
Proof.
move=> QQ; rewrite {2}/worth; case: asboolP => [/QQ[Q'a le_be]|_]; last exact: worth_le1.
by rewrite /worth asboolT// lee_fin le_minr !le_minl lexx /= positive_mono ?orbT.
Qed.
(* what a program makes of a worth lies below the worth in which its triple starts *)
Lemma credit_worth c P be Q be' a : credit c P be Q be' -> wp c (worth Q be') a <= worth P be a.
Proof.
move=> C; have le1 : wp c (worth Q be') a <= 1 by apply: wp_le1 => ?; [exact: worth_ge0|exact: worth_le1].
rewrite {2}/worth; case: asboolP => [Pa|_] //; by rewrite /Order.min; case: ifP => _; [|apply: C].
Qed.
End Worth.
#[global] Hint Extern 0 (is_true (_ <= worth _ _ _)) => exact: worth_ge0 : core.
#[global] Hint Extern 0 (is_true (0 <= positive _)%R) => exact: positive_ge0 : core.

Section Rules.
Variables (R : realType) (Mem : Type).
Implicit Types (c d : cmd R Mem) (b g : Mem -> bool) (P Q T E : Mem -> Prop) (be ga : Mem -> R).

(* ──────────────────────────── [U-Skip]
   ⊢ᵤ skip : {Q | β} ⇒ {Q | β} *)
Theorem u_skip Q be : ⊢ᵤ (Skip : cmd R Mem) : Q | be ⇒ Q | be.
Proof. by move=> m Qm; apply: worth_le. Qed.

(* ───────────────────────────────────────── [U-Assn]
   ⊢ᵤ x ← e : {Q[e/x] | β[e/x]} ⇒ {Q | β} *)
Theorem u_assign (u : Mem -> Mem) Q be : ⊢ᵤ Assign R u : (fun m => Q (u m)) | (fun m => be (u m)) ⇒ Q | be.
Proof. by move=> m Qm; apply: worth_le. Qed.

(* ⊢ᵤ c : {P | β} ⇒ {T | γ}     ⊢ᵤ d : {T | γ} ⇒ {Q | β'}
   ──────────────────────────────────────────────────────── [U-Seq]
   ⊢ᵤ c; d : {P | β} ⇒ {Q | β'} *)
Theorem u_seq c d P T Q be ga be' :
  (⊢ᵤ c : P | be ⇒ T | ga) -> (⊢ᵤ d : T | ga ⇒ Q | be') -> ⊢ᵤ Seq c d : P | be ⇒ Q | be'.
Proof.
move=> C D m Pm /=; apply: le_trans (C m Pm); apply: wp_mono => a; first exact: wp_ge0.
exact: credit_worth.
Qed.

(* ⊢ᵤ c : {P ∧ b | β} ⇒ {Q | β'}     ⊢ᵤ d : {P ∧ ¬b | β} ⇒ {Q | β'}
   ──────────────────────────────────────────────────────────────────── [U-Cond]
   ⊢ᵤ if b then c else d : {P | β} ⇒ {Q | β'} *)
Theorem u_cond b c d P Q be be' :
  (⊢ᵤ c : (fun m => P m /\ b m) | be ⇒ Q | be') -> (⊢ᵤ d : (fun m => P m /\ ~ b m) | be ⇒ Q | be') ->
  ⊢ᵤ If b c d : P | be ⇒ Q | be'.
Proof. by move=> C D m Pm /=; case: ifP => bm; [apply: C|apply: D; rewrite bm]. Qed.

(* ⊢ᵤ c : {P | β} ⇒ {Q | γ}      P' ⇒ P ∧ β ≤ β'      Q ⇒ Q' ∧ γ' ≤ γ
   ──────────────────────────────────────────────────────────────────── [U-Conseq]
   ⊢ᵤ c : {P' | β'} ⇒ {Q' | γ'} *)
Theorem u_conseq c P P' Q Q' be be' ga ga' :
  (⊢ᵤ c : P | be ⇒ Q | ga) ->
  (forall m, P' m -> P m /\ (be m <= be' m)%R) ->
  (forall m, Q m -> Q' m /\ (ga' m <= ga m)%R) ->
  ⊢ᵤ c : P' | be' ⇒ Q' | ga'.
Proof.
move=> C pre post m /pre[Pm le_be]; apply: (@le_trans _ _ (positive (be m))%:E); last by rewrite lee_fin positive_mono.
by apply: le_trans (C m Pm); apply: wp_mono => // a; apply: worth_mono; apply: post.
Qed.

(* ⊢ᵤ c : {Θ ∧ b | β} ⇒ {Θ | β}
   ─────────────────────────────────────────── [U-While]
   ⊢ᵤ while b do c : {Θ | β} ⇒ {Θ ∧ ¬b | β}

   No variant: only a run that ends can end badly. *)
Theorem u_while b c T be :
  (⊢ᵤ c : (fun m => T m /\ b m) | be ⇒ T | be) -> ⊢ᵤ While b c : T | be ⇒ (fun m => T m /\ ~ b m) | be.
Proof.
move=> C m Tm; apply: (@le_trans _ _ (worth T be m)); last exact: worth_le.
apply: wp_park => // a; case: ifP => ba.
  apply: le_trans (credit_worth a C) _; apply: worth_mono => Ta; by split.
by apply: worth_mono => Ta; rewrite ba.
Qed.

(* ⊢ᵤ c : {P | β} ⇒ {Q₁ | β'}     ⊢ᵤ c : {P | γ} ⇒ {Q₂ | γ'}     P ⇒ 0 ≤ β ∧ 0 ≤ γ
   ──────────────────────────────────────────────────────────────────────────────── [U-And]
   ⊢ᵤ c : {P | β+γ} ⇒ {Q₁ ∧ Q₂ | β'+γ'}

   The union bound: unlike the postconditions of two runs, those of one may be conjoined. *)
Theorem u_and c P Q1 Q2 be ga be' ga' :
  (⊢ᵤ c : P | be ⇒ Q1 | be') -> (⊢ᵤ c : P | ga ⇒ Q2 | ga') -> (forall m, P m -> (0 <= be m)%R /\ (0 <= ga m)%R) ->
  ⊢ᵤ c : P | (fun m => be m + ga m)%R ⇒ (fun m => Q1 m /\ Q2 m) | (fun m => be' m + ga' m)%R.
Proof.
move=> C D pos m Pm; have [b0 g0] := pos m Pm; rewrite positive_id ?addr_ge0//.
apply: (@le_trans _ _ (wp c (fun a => worth Q1 be' a + worth Q2 ga' a) m)); last first.
  by rewrite wp_add// EFinD; apply: lee_add; [have := C m Pm|have := D m Pm]; rewrite positive_id.
apply: wp_mono => // a; have [Q1a|n1] := pselect (Q1 a); last first.
  by apply: le_trans (worth_le1 _ _ _) _; rewrite {1}/worth asboolF//; apply: lee_addl.
have [Q2a|n2] := pselect (Q2 a); last first.
  by apply: le_trans (worth_le1 _ _ _) _; rewrite {2}/worth asboolF//; apply: lee_addr.
rewrite /worth !asboolT// -EFinD lee_fin; apply: (@le_trans _ _ (Num.min 1 (positive (be' a) + positive (ga' a)))%R).
  by rewrite le_minr !le_minl lexx /= positive_add orbT.
set x := positive (be' a); set y := positive (ga' a); have x0 : (0 <= x)%R by exact: positive_ge0.
have y0 : (0 <= y)%R by exact: positive_ge0.
have [x1|x1] := leP 1%R x; first by rewrite le_minl ler_addl le_minr ler01 y0.
have [y1|y1] := leP 1%R y; first by rewrite le_minl ler_addr x0.
by rewrite le_minl lexx orbT.
Qed.

(* ⊢ᵤ c : {P ∧ E | β} ⇒ {Q | β'}     ⊢ᵤ c : {P ∧ ¬E | β} ⇒ {Q | β'}
   ──────────────────────────────────────────────────────────────────── [U-Case]
   ⊢ᵤ c : {P | β} ⇒ {Q | β'} *)
Theorem u_case E c P Q be be' :
  (⊢ᵤ c : (fun m => P m /\ E m) | be ⇒ Q | be') -> (⊢ᵤ c : (fun m => P m /\ ~ E m) | be ⇒ Q | be') ->
  ⊢ᵤ c : P | be ⇒ Q | be'.
Proof. by move=> C D m Pm; have [Em|nE] := pselect (E m); [apply: C|apply: D]. Qed.

(* ⊢ᵤ c : {P ∧ E | β} ⇒ {Q | β'}
   ──────────────────────────────────── [U-Exists]   i is rigid and not in P, Q, β, β', c
   ⊢ᵤ c : {P ∧ ∃i. E | β} ⇒ {Q | β'} *)
Theorem u_exists (I : Type) (E : I -> Mem -> Prop) c P Q be be' :
  (forall i, ⊢ᵤ c : (fun m => P m /\ E i m) | be ⇒ Q | be') ->
  ⊢ᵤ c : (fun m => P m /\ exists i, E i m) | be ⇒ Q | be'.
Proof. by move=> C m [Pm [i Ei]]; apply: (C i). Qed.

(* ⊢ᵤ c : {P | β} ⇒ {Q | β'}
   ───────────────────────────── [U-Inst]   i is rigid, e is over rigid variables and of the type of i
   (⊢ᵤ c : {P | β} ⇒ {Q | β'})[e/i] *)
Theorem u_inst (I : Type) (c : I -> cmd R Mem) (P Q : I -> Mem -> Prop) (be be' : I -> Mem -> R) (e : I) :
  (forall i, ⊢ᵤ c i : P i | be i ⇒ Q i | be' i) -> ⊢ᵤ c e : P e | be e ⇒ Q e | be' e.
Proof. by move=> C; apply: C. Qed.

(* ──────────────────────────────────── [U-Exfalso]
   ⊢ᵤ c : {false | β} ⇒ {Q | β'} *)
Theorem u_exfalso c Q be be' : ⊢ᵤ c : (fun=> False) | be ⇒ Q | be'.
Proof. by []. Qed.

(* ⊢ᵤ if b then (c; while b do c) else skip; d : {P | β} ⇒ {Q | β'}
   ──────────────────────────────────────────────────────────────── [U-Unfold]
   ⊢ᵤ while b do c; d : {P | β} ⇒ {Q | β'} *)
Theorem u_unfold b c d P Q be be' :
  (⊢ᵤ Seq (If b (Seq c (While b c)) Skip) d : P | be ⇒ Q | be') -> ⊢ᵤ Seq (While b c) d : P | be ⇒ Q | be'.
Proof.
by move=> C m Pm; have := C m Pm; rewrite /= -/(wp (While b c) _ m) -wp_while// => a; apply: wp_ge0.
Qed.

(* ⊢ᵤ while b ∧ g do c; while b do c; d : {P | β} ⇒ {Q | β'}
   ────────────────────────────────────────────────────────── [U-Split]   g is any condition of the program
   ⊢ᵤ while b do c; d : {P | β} ⇒ {Q | β'} *)
Theorem u_split b g c d P Q be be' :
  (⊢ᵤ Seq (While (fun a => b a && g a) c) (Seq (While b c) d) : P | be ⇒ Q | be') ->
  ⊢ᵤ Seq (While b c) d : P | be ⇒ Q | be'.
Proof. by move=> C m Pm; have := C m Pm; rewrite split_loop. Qed.

(* P ⇒ 1 ≤ β
   ───────────────────────────── [U-All]   with the credit 1 everything is paid
   ⊢ᵤ c : {P | β} ⇒ {Q | β'} *)
Theorem u_all c P Q be be' : (forall m, P m -> (1 <= be m)%R) -> ⊢ᵤ c : P | be ⇒ Q | be'.
Proof.
move=> one m /one b1; apply: (@le_trans _ _ 1); last by rewrite lee_fin; apply: le_trans b1 (le_positive _).
by apply: wp_le1 => // a; apply: worth_le1.
Qed.

(* ⊢ c ~⟨0,0⟩ skip : P⟨1⟩ ⇒ Q⟨1⟩
   ──────────────────────────────── [U-Hoare]   and the other way round: what is certain costs nothing
   ⊢ᵤ c : {P | 0} ⇒ {Q | 0} *)
Lemma credit_hoare c P Q : (⊢ᵤ c : P | (fun=> 0%R) ⇒ Q | (fun=> 0%R)) <-> hoare P c Q.
Proof.
have w a : worth Q (fun=> 0%R) a = ind [set a | ~ Q a] a.
  rewrite /worth; case: asboolP => Qa; last by rewrite ind1.
  by rewrite ind0 /= /positive ?maxxx; [rewrite (min_idPr ler01)|apply].
split=> [C|H m Pm]; last by rewrite (H m Pm)// ?lee_fin// => a Qa; rewrite w ind0//; apply.
apply/unary_is_hoare => m1 m2 Pm X; rewrite expR0 mul1e adde0 /Pr [leRHS]/=.
have [[a Xa Qa]|none] := pselect (image (fun a _ => Q a) X m2); first by rewrite [leRHS]ind1; [apply: wp_le1|exists a].
rewrite [leRHS]ind0//; apply: le_trans (_ : wp c (worth Q (fun=> 0%R)) m1 <= 0); last first.
  by have := C m1 Pm; rewrite positive_id.
apply: wp_mono => // a; rewrite w; apply: ind_le => Xa Qa; apply: none; by exists a.
Qed.
Theorem u_hoare c P Q :
  (⊢ c ~⟨0, 0⟩ Skip : (fun a _ => P a) ⇒ (fun a _ => Q a)) <-> ⊢ᵤ c : P | (fun=> 0%R) ⇒ Q | (fun=> 0%R).
Proof. by rewrite credit_hoare; apply: unary_is_hoare. Qed.

(* ─────────────────────────── [U-Keep]   P and β speak of no x that c writes
   ⊢ᵤ c : {P | β} ⇒ {P | β}

   [get] reads the variables that P and β speak of. *)
Theorem u_keep (A : Type) (get : Mem -> A) (P : A -> Prop) (be : A -> R) c : keeps get c ->
  ⊢ᵤ c : (fun m => P (get m)) | (fun m => be (get m)) ⇒ (fun m => P (get m)) | (fun m => be (get m)).
Proof.
move=> k m Pm; have H : hoare (eq m) c (fun a => get a = get m).
  by apply: (hoare_conseq _ _ (hoare_keeps (x := get m) k)) => // _ <-.
apply: le_trans (wp_within H _) _ => //; apply: (@le_trans _ _ (wp c (fun=> (positive (be (get m)))%:E) m)); last first.
  exact: wp_cst_le.
apply: wp_mono => a; first exact: mule_ge0.
have [ga|ga] := pselect (get a = get m); last by rewrite ind0// mul0e lee_fin.
by rewrite ind1// mul1e -ga; apply: worth_le; rewrite ga.
Qed.

(* ⊢ᵤ c : {P | β} ⇒ {Q | β'}     P ∧ T ⇒ 0 ≤ β ∧ 0 ≤ γ
   ────────────────────────────────────────────────────── [U-Frame]   T and γ speak of no x that c writes
   ⊢ᵤ c : {P ∧ T | β+γ} ⇒ {Q ∧ T | β'+γ} *)
Theorem u_frame (A : Type) (get : Mem -> A) (T : A -> Prop) (ga : A -> R) c P Q be be' : keeps get c ->
  (⊢ᵤ c : P | be ⇒ Q | be') ->
  (forall m, P m -> T (get m) -> (0 <= be m)%R /\ (0 <= ga (get m))%R) ->
  ⊢ᵤ c : (fun m => P m /\ T (get m)) | (fun m => be m + ga (get m))%R
    ⇒ (fun m => Q m /\ T (get m)) | (fun m => be' m + ga (get m))%R.
Proof.
move=> k C pos; apply: u_and => [||m []]; last exact: pos.
  by apply: (u_conseq C) => // m [Pm _].
by apply: (u_conseq (@u_keep _ get T ga c k)) => // m [_ Tm].
Qed.

(* ----------------------------------------------------------------------------------------------------- samplings *)
(* any noise: a set of values that is given up, of the mass τ at most *)
Theorem u_draw (p : Mem -> noise R) (y : Mem -> Z -> Mem) P Q be be' (bad : Mem -> set Z) (tau : Mem -> R) :
  (forall m, P m ->
     [/\ \esum_(v in bad m) (p m v)%:E <= (tau m)%:E, (tau m <= be m)%R
       & forall v, ~ bad m v -> p m v != 0%R -> Q (y m v) /\ (be' (y m v) + tau m <= be m)%R]) ->
  ⊢ᵤ (Sample p y : cmd R Mem) : P | be ⇒ Q | be'.
Proof.
move=> tail m Pm /=; have [lost enough good] := tail m Pm; pose left := (be m - tau m)%R.
have left0 : (0 <= left)%R by rewrite subr_ge0.
have t0 v : 0 <= (p m v)%:E * worth Q be' (y m v) by apply: mule_ge0.
rewrite (esumID (bad m))// !setTI; apply: (@le_trans _ _ ((tau m)%:E + left%:E)); last first.
  by rewrite -EFinD lee_fin addrC subrK le_positive.
apply: lee_add.
  by apply: le_trans lost; apply: le_esum => v _; rewrite -[leRHS]mule1; apply: lee_wpmul2l => //; apply: worth_le1.
apply: (@le_trans _ _ (\esum_(v in ~` bad m) (left%:E * (p m v)%:E))).
  apply: le_esum => v nb; rewrite muleC; have [->|nz] := eqVneq (p m v) 0%R; first by rewrite !mule0.
  apply: lee_wpmul2r => //; have [Qv le_g] := good v nb nz.
  by apply: le_trans (worth_le be' Qv) _; rewrite lee_fin; apply: positive_le => //; rewrite ler_subr_addr.
rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l => //.
by apply: le_trans (mass_le1 (p m)); apply: esum_sub.
Qed.

(* any noise: the credit that is left may depend on the value, and is paid in expectation *)
Theorem u_draw_mean (p : Mem -> noise R) (y : Mem -> Z -> Mem) P Q be be' :
  (forall m, P m ->
     \esum_(v in [set: Z]) (p m v * positive (be' (y m v)))%:E <= (be m)%:E /\
     forall v, p m v != 0%R -> Q (y m v)) ->
  ⊢ᵤ (Sample p y : cmd R Mem) : P | be ⇒ Q | be'.
Proof.
move=> mean m Pm /=; have [enough good] := mean m Pm.
apply: (@le_trans _ _ (be m)%:E); last by rewrite lee_fin le_positive.
apply: le_trans enough; apply: le_esum => v _; have [->|nz] := eqVneq (p m v) 0%R; first by rewrite mul0e mul0r.
by rewrite EFinM; apply: lee_wpmul2l => //; apply: worth_le; apply: good.
Qed.
End Rules.

Section LawRules.
Variables (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V).
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (P Q : Mem -> Prop) (be : Mem -> R).

(* P ⇒ P(N_θ(e) ∈ bad) ≤ τ ≤ β      ∀v ∈ values(θ, e). P ∧ ¬bad(v) ⇒ Q[v/y] ∧ β'[v/y] + τ ≤ β
   ─────────────────────────────────────────────────────────────────────────────────────────── [U-Samp]
   ⊢ᵤ y ←$ N_θ(e) : {P | β} ⇒ {Q | β'}

   τ, bad and β may speak of the memory before, β' also of y. Tails.v has the sets that have a bound. *)
Theorem u_sample l y P Q be be' (bad : Mem -> set Z) (tau : Mem -> R) : coded enc dec l ->
  (forall m, P m -> \esum_(v in bad m) (drawn (l m) v)%:E <= (tau m)%:E) ->
  (forall m, P m -> (tau m <= be m)%R) ->
  (forall m v, P m -> value_of (l m) (enc v) -> ~ bad m (enc v) -> Q (y m v) /\ (be' (y m v) + tau m <= be m)%R) ->
  ⊢ᵤ draw_law dec l y : P | be ⇒ Q | be'.
Proof.
move=> c lost enough good; apply: (@u_draw _ _ _ _ _ _ _ _ bad tau) => m Pm.
split=> [||v nb nz]; [exact: lost|exact: enough|]; have iv := drawn_value nz.
by apply: good; rewrite ?(c m).
Qed.

(* ──────────────────────────────────────────────────────────────────── [U-Free]
   ⊢ᵤ y ←$ N_θ(e) : {0 ≤ β ∧ ∀v ∈ values(θ, e). Q[v/y] | β} ⇒ {Q | β}

   β does not speak of y. *)
Theorem u_free l y Q be : coded enc dec l -> (forall m v, be (y m v) = be m) ->
  ⊢ᵤ draw_law dec l y : (fun m => (0 <= be m)%R /\ forall v, value_of (l m) (enc v) -> Q (y m v)) | be ⇒ Q | be.
Proof.
move=> c keptb; apply: (@u_sample l y _ Q be be (fun=> set0) (fun=> 0%R) c).
- by move=> m _; rewrite esum_set0.
- by move=> m [].
- by move=> m v [_ H] iv _; split; [exact: H|rewrite keptb addr0].
Qed.

(* P ⇒ Σ_v P(N_θ(e) = v)·max(0, β'[v/y]) ≤ β      ∀v ∈ values(θ, e). P ⇒ Q[v/y]
   ──────────────────────────────────────────────────────────────────────────── [U-Mean]
   ⊢ᵤ y ←$ N_θ(e) : {P | β} ⇒ {Q | β'} *)
Theorem u_mean l y P Q be be' : coded enc dec l ->
  (forall m, P m -> \esum_(v in [set: Z]) (drawn (l m) v * positive (be' (y m (dec v))))%:E <= (be m)%:E) ->
  (forall m v, P m -> value_of (l m) (enc v) -> Q (y m v)) ->
  ⊢ᵤ draw_law dec l y : P | be ⇒ Q | be'.
Proof.
move=> c enough good; apply: u_draw_mean => m Pm; split=> [|v nz]; first exact: enough.
by have iv := drawn_value nz; apply: good; rewrite ?(c m).
Qed.
End LawRules.

(* ---------------------------------------------------------------------------------------------------------- closing *)
(* ⊢ω c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ (x₁⟨1⟩ = i ∧ ¬B⟨1⟩ ⇒ x₂⟨2⟩ = i ∧ Σ_ρ ω_ρ·ρ ≤ ε) | x₁⟨1⟩ = i ∧ ¬B⟨1⟩
   ⊢ᵤ c₁ : {P | δ} ⇒ {¬B | 0}        Φ ⇒ P⟨1⟩        Φ ⇒ 0 ≤ δ
   ────────────────────────────────────────────────────────────────────────────── [ω-Pointwise-Bad]
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   i is rigid, ranges over the whole type of x₁ and x₂, and is not in Φ, B, P, ε, δ, c₁, c₂ or a rate; B and P speak of the
   left memory; Φ speaks of no counter. *)
Theorem w_pointwise_bad (R : realType) (Mem St O : Type) (total : St -> R) (zero : St) (x1 x2 : Mem -> O) (eps delta : R)
    (c1 c2 : cmd R Mem) (Phi : Mem -> Mem -> Prop) (P B : Mem -> Prop) : total zero = 0%R ->
  (forall i : O, ⊢ω[total] c1 ~ω c2 : (fun a b w => Phi a b /\ w = zero) ⇒
     (fun a b w => x1 a = i /\ ~ B a -> x2 b = i /\ (total w <= eps)%R) | (fun a => x1 a = i /\ ~ B a)) ->
  (⊢ᵤ c1 : P | (fun=> delta) ⇒ (fun a => ~ B a) | (fun=> 0%R)) ->
  (forall a b, Phi a b -> P a) ->
  (forall a b, Phi a b -> (0 <= delta)%R) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> total0 J C PhiP pos m1 m2 pre X; have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW ?expR_gt0.
have [_ _ _ measure1] := probability_measure c1 m1; have [_ _ _ measure2] := probability_measure c2 m2.
have bad : Pr c1 m1 [set a | B a] <= delta%:E.
  have := C m1 (PhiP _ _ pre); rewrite positive_id ?(pos _ _ pre)//; apply: le_trans; apply: wp_mono => // a.
  have [Ba|nB] := pselect (B a); last by rewrite ind0.
  by rewrite /worth asboolF; [exact: ind_le1|apply].
pose V : set {classic O} := [set x1 a | a in X].
pose good (i : {classic O}) := [set a | x1 a = i /\ ~ B a].
apply: (@le_trans _ _ (Pr c1 m1 (\bigcup_(i in V) good i) + Pr c1 m1 [set a | B a])).
  rewrite /Pr -wp_add//; apply: wp_mono => // a; have [Ba|nB] := pselect (B a).
    by rewrite [ind [set a | B a] a]ind1//; apply: le_trans (ind_le1 _ _ _) _; apply: lee_addr.
  by apply: le_trans (lee_addl _ _); rewrite ?ind_ge0//; apply: ind_le => Xa; exists (x1 a) => //; exists a.
apply: lee_add => //; rewrite measure1; last by move=> i j _ _ [a [[<- _] [<- _]]].
apply: (@le_trans _ _ (\esum_(i in V) ((expR eps)%:E * Pr c2 m2 [set b | x2 b = i]))); last first.
  rewrite esumZ// => [|i]; last exact: wp_ge0.
  apply: lee_wpmul2l => //; rewrite -measure2; last by move=> i j _ _ [a [/= <- <-]].
  by apply: wp_mono => // b; apply: ind_le => -[i [a Xa <-] /= x2b]; exists a.
apply: le_esum => i Vi; rewrite -wp_scale ?expR_gt0//; apply: (J i m1 m2 zero (conj pre erefl)).
split=> // [b|a ne|a b w post]; [exact: mule_ge0|by rewrite ind0|].
have [xi|ne] := pselect (x1 a = i /\ ~ B a); last by rewrite ind0// mule0; apply: mule_ge0.
have [x2i spent] := post xi; rewrite !ind1// !mule1 lee_fin ler_expR.
by rewrite total0 subr0.
Qed.
