(* The rules of the Rényi ledger as whole proofs apply them, in the form of Steps.v. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules StructuralRules BudgetRules LedgerRules.
From Twinproof Require Import Steps RenyiRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

Section Ledger.
Variables (R : realType) (Mem : Type) (A : set R) (tot : R -> counters -> R).
Implicit Types (c d : cmd R Mem) (B L : Mem -> Prop) (P Q I Phi Psi : Mem -> Mem -> counters -> Prop).
Implicit Types (Pu Qu : Mem -> Mem -> Prop).

Lemma sr_pre c1 c2 P Phi Psi L :
  (⊢R[A, tot] c1 ~R c2 : P ⇒ Psi | L) -> (forall a b w, Phi a b w -> P a b w) -> ⊢R[A, tot] c1 ~R c2 : Phi ⇒ Psi | L.
Proof. by move=> J pre; apply: (r_conseq J) => // a b w []. Qed.

Lemma sr_cond_left B c1 d1 c P Q Phi Psi L :
  (⊢R[A, tot] c1 ~R c : P ⇒ Psi | L) -> (⊢R[A, tot] d1 ~R c : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> B a -> P a b w) -> (forall a b w, Phi a b w -> ~ B a -> Q a b w) ->
  ⊢R[A, tot] If (cond B) c1 d1 ~R c : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 yes no; apply: r_cond_left; [apply: (sr_pre J1)|apply: (sr_pre J2)] => a b w [p h].
  by apply: yes => //; apply/asboolP.
by apply: no => // /asboolP.
Qed.

Lemma sr_cond_right B c2 d2 c P Q Phi Psi L :
  (⊢R[A, tot] c ~R c2 : P ⇒ Psi | L) -> (⊢R[A, tot] c ~R d2 : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> B b -> P a b w) -> (forall a b w, Phi a b w -> ~ B b -> Q a b w) ->
  ⊢R[A, tot] c ~R If (cond B) c2 d2 : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 yes no; apply: r_cond_right; [apply: (sr_pre J1)|apply: (sr_pre J2)] => a b w [p h].
  by apply: yes => //; apply/asboolP.
by apply: no => // /asboolP.
Qed.

Lemma sr_case (C : Mem -> Mem -> counters -> Prop) c1 c2 P Q Phi Psi L :
  (⊢R[A, tot] c1 ~R c2 : P ⇒ Psi | L) -> (⊢R[A, tot] c1 ~R c2 : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> C a b w -> P a b w) -> (forall a b w, Phi a b w -> ~ C a b w -> Q a b w) ->
  ⊢R[A, tot] c1 ~R c2 : Phi ⇒ Psi | L.
Proof. by move=> J1 J2 yes no; apply: (@r_case _ _ _ _ _ C); [apply: (sr_pre J1)|apply: (sr_pre J2)] => a b w [p h]; [apply: yes|apply: no]. Qed.

Lemma sr_frame (S S' : Type) (get1 : Mem -> S) (get2 : Mem -> S') (Th : S -> S' -> Prop) c1 c2 P Q Phi Psi L :
  keeps get1 c1 -> keeps get2 c2 -> (⊢R[A, tot] c1 ~R c2 : P ⇒ Q | L) ->
  (forall a b w, Phi a b w -> P a b w /\ Th (get1 a) (get2 b)) ->
  (forall a b w, Q a b w -> Th (get1 a) (get2 b) -> Psi a b w) ->
  ⊢R[A, tot] c1 ~R c2 : Phi ⇒ Psi | L.
Proof.
by move=> k1 k2 J pre post; apply: (r_conseq (r_frame (Th := Th) k1 k2 J) pre) => // a b w [[q t] _]; apply: post.
Qed.

Lemma sr_exists (T : Type) c1 c2 (P : T -> Mem -> Mem -> counters -> Prop) Phi Psi L :
  (forall i, ⊢R[A, tot] c1 ~R c2 : P i ⇒ Psi | L) -> (forall a b w, Phi a b w -> exists i, P i a b w) ->
  ⊢R[A, tot] c1 ~R c2 : Phi ⇒ Psi | L.
Proof. by move=> J some al Aal al1 m1 m2 w0 /some[i p]; apply: (J i). Qed.

Lemma sr_split_left B G BG c d e Phi Psi L :
  (⊢R[A, tot] Seq (While (cond BG) c) (Seq (While (cond B) c) d) ~R e : Phi ⇒ Psi | L) ->
  (forall m, BG m <-> B m /\ G m) -> ⊢R[A, tot] Seq (While (cond B) c) d ~R e : Phi ⇒ Psi | L.
Proof. by move=> J bg; rewrite (cond_and bg) in J; apply: r_split_left J. Qed.
Lemma sr_split_right B G BG c d e Phi Psi L :
  (⊢R[A, tot] e ~R Seq (While (cond BG) c) (Seq (While (cond B) c) d) : Phi ⇒ Psi | L) ->
  (forall m, BG m <-> B m /\ G m) -> ⊢R[A, tot] e ~R Seq (While (cond B) c) d : Phi ⇒ Psi | L.
Proof. by move=> J bg; rewrite (cond_and bg) in J; apply: r_split_right J. Qed.

Lemma sr_seq c1 c2 c1' c2' Phi T Psi L' L Pu Qu :
  (⊢R[A, tot] c1 ~R c2 : Phi ⇒ T | L') -> (⊢R[A, tot] c1' ~R c2' : T ⇒ Psi | L) ->
  (⊢ c1' ~⟨0, 0⟩ Skip : Pu ⇒ Qu) -> (forall a b, ~ L' a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  ⊢R[A, tot] Seq c1 c1' ~R Seq c2 c2' : Phi ⇒ Psi | L.
Proof. by move=> J1 J2 U pre post; apply: r_seq J1 J2 _; apply: (b_conseq U). Qed.

Lemma sr_while B1 B2 c1 c2 I P Q Phi Psi L Pu Qu :
  (⊢R[A, tot] c1 ~R c2 : P ⇒ Q | L) -> (⊢ c1 ~⟨0, 0⟩ Skip : Pu ⇒ Qu) ->
  (forall a b w, I a b w -> B1 a -> B2 b -> P a b w) ->
  (forall a b w, Q a b w -> I a b w /\ (B1 a <-> B2 b)) ->
  (forall a b, ~ L a -> B1 a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  (forall a b w, Phi a b w -> I a b w /\ (B1 a <-> B2 b)) ->
  (forall a b w, I a b w -> ~ B1 a -> ~ B2 b -> Psi a b w) ->
  ⊢R[A, tot] While (cond B1) c1 ~R While (cond B2) c2 : Phi ⇒ Psi | L.
Proof.
move=> J U body after upre upost pre post; apply: (r_conseq (@r_while _ _ _ _ _ (cond B1) (cond B2) c1 c2 I L _ _)) => //.
- apply: (r_conseq J) => // [a b w [i [/asboolP h1 /asboolP h2]]|a b w [/after[i sync] _]]; first exact: body.
  by split=> //; apply: asbool_equiv_eq.
- by apply: (b_conseq U) => // a b [nL /asboolP]; apply: upre.
- by move=> a b w /pre[i sync]; split=> //; apply: asbool_equiv_eq.
- by move=> a b w [[i [h1 h2]] _]; apply: post => //; move=> /asboolP; [apply: h1|apply: h2].
Qed.

Lemma sr_while_left B c I P Q Phi Psi L Pu Qu :
  (⊢R[A, tot] c ~R Skip : P ⇒ Q | L) -> (⊢ c ~⟨0, 0⟩ Skip : Pu ⇒ Qu) ->
  (forall a b w, I a b w -> B a -> P a b w) -> (forall a b w, Q a b w -> I a b w) ->
  (forall a b, ~ L a -> B a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  (forall a b w, Phi a b w -> I a b w) -> (forall a b w, I a b w -> ~ B a -> Psi a b w) ->
  ⊢R[A, tot] While (cond B) c ~R Skip : Phi ⇒ Psi | L.
Proof.
move=> J U body after upre upost pre post; apply: (r_conseq (@r_while_left _ _ _ _ _ (cond B) c I L _ _)) => //.
- by apply: (r_conseq J) => // [a b w [i /asboolP]|a b w []]; [apply: body|move=> /after].
- by apply: (b_conseq U) => // a b [nL /asboolP]; apply: upre.
- by move=> a b w [[i h] _]; apply: post => // /asboolP; apply: h.
Qed.

Lemma sr_while_right B c I (e : Mem -> Z) (P Q : Z -> Mem -> Mem -> counters -> Prop) Phi Psi L :
  (forall k, ⊢R[A, tot] Skip ~R c : P k ⇒ Q k | L) ->
  (forall k a b w, I a b w -> B b -> k = e b -> P k a b w) ->
  (forall k a b w, Q k a b w -> I a b w /\ (e b < k)%Z) ->
  (forall a b w, I a b w -> B b -> (0 <= e b)%Z) ->
  (forall a b w, Phi a b w -> I a b w) -> (forall a b w, I a b w -> ~ B b -> Psi a b w) ->
  ⊢R[A, tot] Skip ~R While (cond B) c : Phi ⇒ Psi | L.
Proof.
move=> J body after ends pre post; apply: (r_conseq (@r_while_right _ _ _ _ _ (cond B) c I e L _ _)) => //.
- by move=> k; apply: (r_conseq (J k)) => // [a b w [i [/asboolP h ke]]|a b w []]; [apply: body|move=> /after].
- by move=> a b w [i /asboolP h]; apply: ends i h.
- by move=> a b w [[i h] _]; apply: post => // /asboolP; apply: h.
Qed.

(* [nl] and [nr] are ¬l and ¬r in the form that they have in the premises *)
Lemma sr_while_async B1 B2 c1 c2 I (l r nl nr : Mem -> Mem -> counters -> Prop) (e : Mem -> Z) P P1 Q Q1
    (P2 Q2 : Z -> Mem -> Mem -> counters -> Prop) Phi Psi L Pu Qu :
  (⊢R[A, tot] c1 ~R c2 : P ⇒ Q | L) -> (⊢R[A, tot] c1 ~R Skip : P1 ⇒ Q1 | L) ->
  (forall k, ⊢R[A, tot] Skip ~R c2 : P2 k ⇒ Q2 k | L) -> (⊢ c1 ~⟨0, 0⟩ Skip : Pu ⇒ Qu) ->
  (forall a b w, ~ l a b w -> nl a b w) -> (forall a b w, ~ r a b w -> nr a b w) ->
  (forall a b w, I a b w -> nl a b w -> nr a b w -> B1 a -> B2 b -> P a b w) -> (forall a b w, Q a b w -> I a b w) ->
  (forall a b w, I a b w -> l a b w -> B1 a -> P1 a b w) -> (forall a b w, Q1 a b w -> I a b w) ->
  (forall k a b w, I a b w -> nl a b w -> r a b w -> B2 b -> k = e b -> P2 k a b w) ->
  (forall k a b w, Q2 k a b w -> I a b w /\ (e b < k)%Z) ->
  (forall a b, ~ L a -> B1 a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  (forall a b w, I a b w -> nl a b w -> nr a b w -> (B1 a <-> B2 b)) ->
  (forall a b w, I a b w -> l a b w -> B1 a) ->
  (forall a b w, I a b w -> nl a b w -> r a b w -> B2 b /\ (0 <= e b)%Z) ->
  (forall a b w, Phi a b w -> I a b w) -> (forall a b w, I a b w -> ~ B1 a -> ~ B2 b -> Psi a b w) ->
  ⊢R[A, tot] While (cond B1) c1 ~R While (cond B2) c2 : Phi ⇒ Psi | L.
Proof.
move=> J J1 J2 U NL NR both after one after1 two after2 upre upost sync left right pre post.
apply: (r_conseq (@r_while_async _ _ _ _ _ (cond B1) (cond B2) c1 c2 I l r e L _ _ _ _ _ _ _)) => //.
- apply: (r_conseq J) => // [a b w|a b w [/after]//].
  by move=> [i [/NL n1 [/NR n2 [/asboolP h1 /asboolP h2]]]]; apply: both.
- by apply: (r_conseq J1) => // [a b w [i [h /asboolP h1]]|a b w [/after1]//]; apply: one.
- move=> k; apply: (r_conseq (J2 k)) => // [a b w|a b w [/after2]//].
  by move=> [i [/NL n1 [h [/asboolP h2 ke]]]]; apply: two.
- by apply: (b_conseq U) => // a b [nL /asboolP]; apply: upre.
- by move=> a b w [i [/NL n1 /NR n2]]; apply: asbool_equiv_eq; apply: sync i n1 n2.
- by move=> a b w [i h]; apply/asboolP; apply: left i h.
- by move=> a b w [i [/NL n1 h]]; have [h2 e0] := right _ _ _ i n1 h; split=> //; apply/asboolP.
- by move=> a b w [[i [h1 h2]] _]; apply: post => //; move=> /asboolP; [apply: h1|apply: h2].
Qed.
End Ledger.
