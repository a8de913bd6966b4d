(* The rules as whole proofs apply them: conditions are propositions, and the rule of consequence is built in.

   A rule here has the name of its theorem with an s in front. Where a theorem's premise has one form, such as
   Φ ∧ b⟨1⟩, the premise here has any form that follows from it. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules StructuralRules BudgetRules LedgerRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

(* a proposition as the condition of a program *)
Definition cond (Mem : Type) (B : Mem -> Prop) : Mem -> bool := fun m => `[< B m >].
Lemma cond_and (Mem : Type) (B G BG : Mem -> Prop) : (forall m, BG m <-> B m /\ G m) ->
  cond BG = (fun m => cond B m && cond G m).
Proof. by move=> bg; apply/funext => m; rewrite /cond -asbool_and; apply: asbool_equiv_eq. Qed.

(* the first n counters are 0 *)
Fixpoint zeros (n : nat) (w : counters) : Prop := if n is k.+1 then zeros k w /\ w k = 0%Z else True.
Lemma zeros_below n w : zeros n w <-> forall j, (j < n)%N -> w j = 0%Z.
Proof.
elim: n => [|n IH] /=; first by split.
split=> [[/IH z wn] j|z]; last by split; [apply/IH => j jn; apply: z; apply: ltnW|apply: z].
by rewrite ltnS leq_eqVlt => /orP[/eqP ->|/z].
Qed.

Section Budget.
Variables (R : realType) (Mem : Type).
Implicit Types (c d : cmd R Mem) (B : Mem -> Prop) (P Q I Phi Psi : Mem -> Mem -> Prop) (eps delta : R).

Lemma sb_pre c1 c2 eps delta P Phi Psi :
  (⊢ c1 ~⟨eps, delta⟩ c2 : P ⇒ Psi) -> (forall a b, Phi a b -> P a b) -> ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof. by move=> J pre; apply: (b_conseq J). Qed.

Lemma sb_sample_left k (rho : Mem -> R) e y Phi Psi :
  (forall a b v, Phi a b -> inside k (e a) v -> Psi (y a v) b) -> ⊢ draw k rho e y ~⟨0, 0⟩ Skip : Phi ⇒ Psi.
Proof. by move=> H; apply: (sb_pre (@b_sample_left _ _ k rho e y Psi)) => a b p v; apply: H. Qed.

Lemma sb_sample_right k (rho : Mem -> R) e y Phi Psi :
  (forall a b, Phi a b -> 0 < rho b) -> (forall a b v, Phi a b -> inside k (e b) v -> Psi a (y b v)) ->
  ⊢ Skip ~⟨0, 0⟩ draw k rho e y : Phi ⇒ Psi.
Proof. by move=> r H; apply: (sb_pre (@b_sample_right _ _ k rho e y Psi)) => a b p; split=> [|v]; [apply: r p|apply: H]. Qed.

Lemma sb_cond_left B c1 d1 c eps delta P Q Phi Psi :
  (⊢ c1 ~⟨eps, delta⟩ c : P ⇒ Psi) -> (⊢ d1 ~⟨eps, delta⟩ c : Q ⇒ Psi) ->
  (forall a b, Phi a b -> B a -> P a b) -> (forall a b, Phi a b -> ~ B a -> Q a b) ->
  ⊢ If (cond B) c1 d1 ~⟨eps, delta⟩ c : Phi ⇒ Psi.
Proof.
move=> J1 J2 yes no; apply: b_cond_left; [apply: (sb_pre J1)|apply: (sb_pre J2)] => a b [p h].
  by apply: yes => //; apply/asboolP.
by apply: no => // /asboolP.
Qed.

Lemma sb_cond_right B c2 d2 c eps delta P Q Phi Psi :
  (⊢ c ~⟨eps, delta⟩ c2 : P ⇒ Psi) -> (⊢ c ~⟨eps, delta⟩ d2 : Q ⇒ Psi) ->
  (forall a b, Phi a b -> B b -> P a b) -> (forall a b, Phi a b -> ~ B b -> Q a b) ->
  ⊢ c ~⟨eps, delta⟩ If (cond B) c2 d2 : Phi ⇒ Psi.
Proof.
move=> J1 J2 yes no; apply: b_cond_right; [apply: (sb_pre J1)|apply: (sb_pre J2)] => a b [p h].
  by apply: yes => //; apply/asboolP.
by apply: no => // /asboolP.
Qed.

Lemma sb_case (C : Mem -> Mem -> Prop) c1 c2 eps delta P Q Phi Psi :
  (⊢ c1 ~⟨eps, delta⟩ c2 : P ⇒ Psi) -> (⊢ c1 ~⟨eps, delta⟩ c2 : Q ⇒ Psi) ->
  (forall a b, Phi a b -> C a b -> P a b) -> (forall a b, Phi a b -> ~ C a b -> Q a b) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof. by move=> J1 J2 yes no; apply: (@b_case _ _ C); [apply: (sb_pre J1)|apply: (sb_pre J2)] => a b [p h]; [apply: yes|apply: no]. Qed.

Lemma sb_frame (A A' : Type) (get1 : Mem -> A) (get2 : Mem -> A') (Th : A -> A' -> Prop) c1 c2 eps delta P Q Phi Psi :
  keeps get1 c1 -> keeps get2 c2 -> (⊢ c1 ~⟨eps, delta⟩ c2 : P ⇒ Q) ->
  (forall a b, Phi a b -> P a b /\ Th (get1 a) (get2 b)) -> (forall a b, Q a b -> Th (get1 a) (get2 b) -> Psi a b) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof. by move=> k1 k2 J pre post; apply: (b_conseq (b_frame (Th := Th) k1 k2 J) pre) => // a b []; apply: post. Qed.

Lemma sb_exists (T : Type) c1 c2 eps delta (P : T -> Mem -> Mem -> Prop) Phi Psi :
  (forall i, ⊢ c1 ~⟨eps, delta⟩ c2 : P i ⇒ Psi) -> (forall a b, Phi a b -> exists i, P i a b) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof. by move=> J some m1 m2 /some[i p]; apply: (J i). Qed.

(* The condition of the first phase has any form that is equivalent to B ∧ G. *)
Lemma sb_split_left B G BG c d e eps delta Phi Psi :
  (⊢ Seq (While (cond BG) c) (Seq (While (cond B) c) d) ~⟨eps, delta⟩ e : Phi ⇒ Psi) ->
  (forall m, BG m <-> B m /\ G m) -> ⊢ Seq (While (cond B) c) d ~⟨eps, delta⟩ e : Phi ⇒ Psi.
Proof. by move=> J bg; rewrite (cond_and bg) in J; apply: b_split_left J. Qed.
Lemma sb_split_right B G BG c d e eps delta Phi Psi :
  (⊢ e ~⟨eps, delta⟩ Seq (While (cond BG) c) (Seq (While (cond B) c) d) : Phi ⇒ Psi) ->
  (forall m, BG m <-> B m /\ G m) -> ⊢ e ~⟨eps, delta⟩ Seq (While (cond B) c) d : Phi ⇒ Psi.
Proof. by move=> J bg; rewrite (cond_and bg) in J; apply: b_split_right J. Qed.

Lemma sb_while B1 B2 c1 c2 I (e : Mem -> Z) (n : Z) (F : Prop) (eps delta E D : Z -> R)
    (P Q : Z -> Mem -> Mem -> Prop) Phi Psi :
  (forall k, ⊢ c1 ~⟨eps k, delta k⟩ c2 : P k ⇒ Q k) ->
  (forall k a b, I a b -> B1 a -> B2 b -> k = e a -> (e a <= n)%Z -> P k a b) ->
  (forall k a b, Q k a b -> [/\ I a b, B1 a <-> B2 b & (e a < k)%Z]) ->
  (forall a b, I a b /\ (e a <= 0)%Z -> ~ B1 a) ->
  (F -> (0 <= n)%Z) -> (F -> E 0%Z = 0) -> (F -> D 0%Z = 0) ->
  (forall k, F /\ (1 <= k)%Z /\ (k <= n)%Z -> 0 <= eps k /\ eps k <= E k - E (k - 1)%Z) ->
  (forall k, F /\ (1 <= k)%Z /\ (k <= n)%Z -> 0 <= delta k /\ delta k <= D k - D (k - 1)%Z) ->
  (forall a b, Phi a b -> [/\ F, I a b, B1 a <-> B2 b & (e a <= n)%Z]) ->
  (forall a b, I a b -> ~ B1 a -> ~ B2 b -> Psi a b) ->
  ⊢ While (cond B1) c1 ~⟨E n, D n⟩ While (cond B2) c2 : Phi ⇒ Psi.
Proof.
move=> J body after ends n0 E0 D0 gE gD pre post.
apply: (b_conseq (@b_while _ _ (cond B1) (cond B2) c1 c2 I e n F eps delta E D _ _ _ _ _)) => //.
- move=> k; apply: (b_conseq (J k)) => // a b.
    by move=> [i [/asboolP h1 [/asboolP h2 [ke en]]]]; apply: body.
  by move=> /after[i sync lt]; split=> //; split=> //; apply: asbool_equiv_eq.
- by move=> a b h /asboolP; apply: ends h.
- by move=> f; split; [apply: n0|apply: E0|apply: D0].
- by move=> k [f [k1 kn]]; apply/andP; apply: gE.
- by move=> k [f [k1 kn]]; apply/andP; apply: gD.
- by move=> a b /pre[f i sync en]; split=> //; split=> //; split=> //; apply: asbool_equiv_eq.
- by move=> a b [i [h1 h2]]; apply: post => //; move=> /asboolP; [apply: h1|apply: h2].
Qed.

Lemma sb_while_left B c I P Q Phi Psi :
  (⊢ c ~⟨0, 0⟩ Skip : P ⇒ Q) -> (forall a b, I a b -> B a -> P a b) -> (forall a b, Q a b -> I a b) ->
  (forall a b, Phi a b -> I a b) -> (forall a b, I a b -> ~ B a -> Psi a b) ->
  ⊢ While (cond B) c ~⟨0, 0⟩ Skip : Phi ⇒ Psi.
Proof.
move=> J body after pre post; apply: (b_conseq (@b_while_left _ _ (cond B) c I _)) => //.
  by apply: (b_conseq J) => // a b [i /asboolP]; apply: body.
by move=> a b [i h]; apply: post => // /asboolP; apply: h.
Qed.

Lemma sb_while_right B c I (e : Mem -> Z) (P Q : Z -> Mem -> Mem -> Prop) Phi Psi :
  (forall k, ⊢ Skip ~⟨0, 0⟩ c : P k ⇒ Q k) ->
  (forall k a b, I a b -> B b -> k = e b -> P k a b) -> (forall k a b, Q k a b -> I a b /\ (e b < k)%Z) ->
  (forall a b, I a b /\ (e b <= 0)%Z -> ~ B b) ->
  (forall a b, Phi a b -> I a b) -> (forall a b, I a b -> ~ B b -> Psi a b) ->
  ⊢ Skip ~⟨0, 0⟩ While (cond B) c : Phi ⇒ Psi.
Proof.
move=> J body after ends pre post; apply: (b_conseq (@b_while_right _ _ (cond B) c I e _ _)) => //.
- by move=> k; apply: (b_conseq (J k)) => // [a b [i [/asboolP h ke]]|a b]; [apply: body|apply: after].
- by move=> a b h /asboolP; apply: ends h.
- by move=> a b [i h]; apply: post => // /asboolP; apply: h.
Qed.
End Budget.

Section Ledger.
Variables (R : realType) (Mem : Type) (rates : seq R).
Implicit Types (c d : cmd R Mem) (B L : Mem -> Prop) (P Q I Phi Psi : Mem -> Mem -> counters -> Prop).
Implicit Types (Pu Qu : Mem -> Mem -> Prop).
Local Notation total := (total rates).

Lemma sw_pre c1 c2 P Phi Psi L :
  (⊢ω[total] c1 ~ω c2 : P ⇒ Psi | L) -> (forall a b w, Phi a b w -> P a b w) -> ⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L.
Proof. by move=> J pre; apply: (w_conseq J) => // a b w []. Qed.

(* both sides assign: [Assn-L], then [Assn-R] *)
Lemma sw_assign (u1 u2 : Mem -> Mem) Psi L :
  ⊢ω[total] Assign R u1 ~ω Assign R u2 : (fun a b w => Psi (u1 a) (u2 b) w) ⇒ Psi | L.
Proof.
exact (w_seq (@w_assign_left R Mem counters total u1 (fun a b w => Psi a (u2 b) w) L)
  (@w_assign_right R Mem counters total u2 Psi L) (@b_skip R Mem (fun a _ => ~ L a))).
Qed.

Lemma sw_sample_left k (rho : Mem -> R) e y Phi Psi L :
  (forall a b w v, Phi a b w -> inside k (e a) v -> Psi (y a v) b w) ->
  ⊢ω[total] draw k rho e y ~ω Skip : Phi ⇒ Psi | L.
Proof. by move=> H; apply: (sw_pre (@w_sample_left _ _ _ _ k rho e y Psi L)) => a b w p v; apply: H. Qed.

Lemma sw_sample_right k (rho : Mem -> R) e y Phi Psi L :
  (forall a b w, Phi a b w -> 0 < rho b) -> (forall a b w v, Phi a b w -> inside k (e b) v -> Psi a (y b v) w) ->
  ⊢ω[total] Skip ~ω draw k rho e y : Phi ⇒ Psi | L.
Proof.
by move=> r H; apply: (sw_pre (@w_sample_right _ _ _ _ k rho e y Psi L)) => a b w p; split=> [|v]; [apply: r p|apply: H].
Qed.

Lemma sw_cond_left B c1 d1 c P Q Phi Psi L :
  (⊢ω[total] c1 ~ω c : P ⇒ Psi | L) -> (⊢ω[total] d1 ~ω c : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> B a -> P a b w) -> (forall a b w, Phi a b w -> ~ B a -> Q a b w) ->
  ⊢ω[total] If (cond B) c1 d1 ~ω c : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 yes no; apply: w_cond_left; [apply: (sw_pre J1)|apply: (sw_pre J2)] => a b w [p h].
  by apply: yes => //; apply/asboolP.
by apply: no => // /asboolP.
Qed.

Lemma sw_cond_right B c2 d2 c P Q Phi Psi L :
  (⊢ω[total] c ~ω c2 : P ⇒ Psi | L) -> (⊢ω[total] c ~ω d2 : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> B b -> P a b w) -> (forall a b w, Phi a b w -> ~ B b -> Q a b w) ->
  ⊢ω[total] c ~ω If (cond B) c2 d2 : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 yes no; apply: w_cond_right; [apply: (sw_pre J1)|apply: (sw_pre J2)] => a b w [p h].
  by apply: yes => //; apply/asboolP.
by apply: no => // /asboolP.
Qed.

(* both sides take the same branch: [Cond-L], in each branch [Cond-R] *)
Lemma sw_cond B1 B2 c1 d1 c2 d2 P Q Phi Psi L :
  (⊢ω[total] c1 ~ω c2 : P ⇒ Psi | L) -> (⊢ω[total] d1 ~ω d2 : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> (B1 a <-> B2 b)) ->
  (forall a b w, Phi a b w -> B1 a -> P a b w) -> (forall a b w, Phi a b w -> ~ B1 a -> Q a b w) ->
  ⊢ω[total] If (cond B1) c1 d1 ~ω If (cond B2) c2 d2 : Phi ⇒ Psi | L.
Proof.
move=> J1 J2 sync yes no; apply: (@sw_cond_left _ _ _ _ (fun a b w => Phi a b w /\ B1 a) (fun a b w => Phi a b w /\ ~ B1 a)) => //.
  apply: sw_cond_right J1 (@w_exfalso _ _ _ _ _ _ Psi L) _ _ => a b w [p h]; first by move=> _; apply: yes.
  by apply; apply/(sync _ _ _ p).
apply: sw_cond_right (@w_exfalso _ _ _ _ _ _ Psi L) J2 _ _ => a b w [p h] h2; last exact: no.
by apply: h; apply/(sync _ _ _ p).
Qed.

Lemma sw_case (C : Mem -> Mem -> counters -> Prop) c1 c2 P Q Phi Psi L :
  (⊢ω[total] c1 ~ω c2 : P ⇒ Psi | L) -> (⊢ω[total] c1 ~ω c2 : Q ⇒ Psi | L) ->
  (forall a b w, Phi a b w -> C a b w -> P a b w) -> (forall a b w, Phi a b w -> ~ C a b w -> Q a b w) ->
  ⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L.
Proof. by move=> J1 J2 yes no; apply: (@w_case _ _ _ _ C); [apply: (sw_pre J1)|apply: (sw_pre J2)] => a b w [p h]; [apply: yes|apply: no]. Qed.

Lemma sw_frame (A A' : Type) (get1 : Mem -> A) (get2 : Mem -> A') (Th : A -> A' -> Prop) c1 c2 P Q Phi Psi L :
  keeps get1 c1 -> keeps get2 c2 -> (⊢ω[total] c1 ~ω c2 : P ⇒ Q | L) ->
  (forall a b w, Phi a b w -> P a b w /\ Th (get1 a) (get2 b)) ->
  (forall a b w, Q a b w -> Th (get1 a) (get2 b) -> Psi a b w) ->
  ⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L.
Proof.
by move=> k1 k2 J pre post; apply: (w_conseq (w_frame (Th := Th) k1 k2 J) pre) => // a b w [[q t] _]; apply: post.
Qed.

Lemma sw_exists (T : Type) c1 c2 (P : T -> Mem -> Mem -> counters -> Prop) Phi Psi L :
  (forall i, ⊢ω[total] c1 ~ω c2 : P i ⇒ Psi | L) -> (forall a b w, Phi a b w -> exists i, P i a b w) ->
  ⊢ω[total] c1 ~ω c2 : Phi ⇒ Psi | L.
Proof. by move=> J some m1 m2 w0 /some[i p]; apply: (J i). Qed.

Lemma sw_split_left B G BG c d e Phi Psi L :
  (⊢ω[total] Seq (While (cond BG) c) (Seq (While (cond B) c) d) ~ω e : Phi ⇒ Psi | L) ->
  (forall m, BG m <-> B m /\ G m) -> ⊢ω[total] Seq (While (cond B) c) d ~ω e : Phi ⇒ Psi | L.
Proof. by move=> J bg; rewrite (cond_and bg) in J; apply: w_split_left J. Qed.
Lemma sw_split_right B G BG c d e Phi Psi L :
  (⊢ω[total] e ~ω Seq (While (cond BG) c) (Seq (While (cond B) c) d) : Phi ⇒ Psi | L) ->
  (forall m, BG m <-> B m /\ G m) -> ⊢ω[total] e ~ω Seq (While (cond B) c) d : Phi ⇒ Psi | L.
Proof. by move=> J bg; rewrite (cond_and bg) in J; apply: w_split_right J. Qed.

Lemma sw_sample (noise : kind) (i : nat) (rho1 rho2 : Mem -> R) e1 e2 y1 y2
    (k : Mem -> Mem -> counters -> Z -> Z) Phi Psi L : (i < size rates)%N ->
  (forall a b w, Phi a b w -> 0 < nth 0 rates i) ->
  (forall a b w, Phi a b w -> rho1 a = nth 0 rates i) ->
  (forall a b w, Phi a b w -> rho2 b = nth 0 rates i) ->
  (forall a b w v u, Phi a b w -> inside noise (e1 a) v -> inside noise (e1 a) u ->
     (v + k a b w v = u + k a b w u)%Z -> v = u) ->
  (forall a b w v, Phi a b w -> inside noise (e1 a) v -> let d := (k a b w v + e1 a - e2 b)%Z in
     allowed noise d /\ Psi (y1 a v) (y2 b (v + k a b w v)%Z) (raise i (Z.abs d) w)) ->
  ⊢ω[total] draw noise rho1 e1 y1 ~ω draw noise rho2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> lt_i r0 r1 r2 inj after; apply: (sw_pre (w_sample (noise := noise) (rho1 := rho1) (rho2 := rho2) (k := k) (L := L) (integer_counter lt_i))) => a b w p.
split; [exact: r0 p|exact: r1 p|exact: r2 p|by move=> v u; apply: inj p|by move=> v; apply: after p].
Qed.

(* a price in steps of the counter's rate *)
Lemma sw_pay (noise : kind) (i : nat) (rho1 rho2 : Mem -> R) e1 e2 y1 y2
    (k p : Mem -> Mem -> counters -> Z -> Z) Phi Psi L : (i < size rates)%N ->
  (forall a b w, Phi a b w -> 0 < rho1 a) ->
  (forall a b w, Phi a b w -> rho1 a = rho2 b) ->
  (forall a b w v, Phi a b w -> inside noise (e1 a) v ->
     zr R (Z.abs (k a b w v + e1 a - e2 b)) * rho1 a <= zr R (p a b w v) * nth 0 rates i) ->
  (forall a b w v u, Phi a b w -> inside noise (e1 a) v -> inside noise (e1 a) u ->
     (v + k a b w v = u + k a b w u)%Z -> v = u) ->
  (forall a b w v, Phi a b w -> inside noise (e1 a) v -> let d := (k a b w v + e1 a - e2 b)%Z in
     allowed noise d /\ Psi (y1 a v) (y2 b (v + k a b w v)%Z) (raise i (p a b w v) w)) ->
  ⊢ω[total] draw noise rho1 e1 y1 ~ω draw noise rho2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> lt_i r0 r12 price inj after.
apply: (sw_pre (w_pay (noise := noise) (rho1 := rho1) (rho2 := rho2) (k := k) (p := p) (L := L) (integer_counter lt_i))) => a b w h.
by split; [exact: r0 h|exact: r12 h|move=> v; apply: price h|move=> v u; apply: inj h|move=> v; apply: after h].
Qed.

Lemma sw_seq c1 c2 c1' c2' Phi T Psi L' L Pu Qu :
  (⊢ω[total] c1 ~ω c2 : Phi ⇒ T | L') -> (⊢ω[total] c1' ~ω c2' : T ⇒ Psi | L) ->
  (⊢ c1' ~⟨0, 0⟩ Skip : Pu ⇒ Qu) -> (forall a b, ~ L' a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  ⊢ω[total] Seq c1 c1' ~ω Seq c2 c2' : Phi ⇒ Psi | L.
Proof. by move=> J1 J2 U pre post; apply: w_seq J1 J2 _; apply: (b_conseq U). Qed.

Lemma sw_while B1 B2 c1 c2 I P Q Phi Psi L Pu Qu :
  (⊢ω[total] c1 ~ω c2 : P ⇒ Q | L) -> (⊢ c1 ~⟨0, 0⟩ Skip : Pu ⇒ Qu) ->
  (forall a b w, I a b w -> B1 a -> B2 b -> P a b w) ->
  (forall a b w, Q a b w -> I a b w /\ (B1 a <-> B2 b)) ->
  (forall a b, ~ L a -> B1 a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  (forall a b w, Phi a b w -> I a b w /\ (B1 a <-> B2 b)) ->
  (forall a b w, I a b w -> ~ B1 a -> ~ B2 b -> Psi a b w) ->
  ⊢ω[total] While (cond B1) c1 ~ω While (cond B2) c2 : Phi ⇒ Psi | L.
Proof.
move=> J U body after upre upost pre post; apply: (w_conseq (@w_while _ _ _ _ (cond B1) (cond B2) c1 c2 I L _ _)) => //.
- apply: (w_conseq J) => // [a b w [i [/asboolP h1 /asboolP h2]]|a b w [/after[i sync] _]]; first exact: body.
  by split=> //; apply: asbool_equiv_eq.
- by apply: (b_conseq U) => // a b [nL /asboolP]; apply: upre.
- by move=> a b w /pre[i sync]; split=> //; apply: asbool_equiv_eq.
- by move=> a b w [[i [h1 h2]] _]; apply: post => //; move=> /asboolP; [apply: h1|apply: h2].
Qed.

Lemma sw_while_left B c I P Q Phi Psi L Pu Qu :
  (⊢ω[total] c ~ω Skip : P ⇒ Q | L) -> (⊢ c ~⟨0, 0⟩ Skip : Pu ⇒ Qu) ->
  (forall a b w, I a b w -> B a -> P a b w) -> (forall a b w, Q a b w -> I a b w) ->
  (forall a b, ~ L a -> B a -> Pu a b) -> (forall a b, Qu a b -> ~ L a) ->
  (forall a b w, Phi a b w -> I a b w) -> (forall a b w, I a b w -> ~ B a -> Psi a b w) ->
  ⊢ω[total] While (cond B) c ~ω Skip : Phi ⇒ Psi | L.
Proof.
move=> J U body after upre upost pre post; apply: (w_conseq (@w_while_left _ _ _ _ (cond B) c I L _ _)) => //.
- by apply: (w_conseq J) => // [a b w [i /asboolP]|a b w []]; [apply: body|move=> /after].
- by apply: (b_conseq U) => // a b [nL /asboolP]; apply: upre.
- by move=> a b w [[i h] _]; apply: post => // /asboolP; apply: h.
Qed.

Lemma sw_while_right B c I (e : Mem -> Z) (P Q : Z -> Mem -> Mem -> counters -> Prop) Phi Psi L :
  (forall k, ⊢ω[total] Skip ~ω c : P k ⇒ Q k | L) ->
  (forall k a b w, I a b w -> B b -> k = e b -> P k a b w) ->
  (forall k a b w, Q k a b w -> I a b w /\ (e b < k)%Z) ->
  (forall a b w, I a b w -> B b -> (0 <= e b)%Z) ->
  (forall a b w, Phi a b w -> I a b w) -> (forall a b w, I a b w -> ~ B b -> Psi a b w) ->
  ⊢ω[total] Skip ~ω While (cond B) c : Phi ⇒ Psi | L.
Proof.
move=> J body after ends pre post; apply: (w_conseq (@w_while_right _ _ _ _ (cond B) c I e L _ _)) => //.
- by move=> k; apply: (w_conseq (J k)) => // [a b w [i [/asboolP h ke]]|a b w []]; [apply: body|move=> /after].
- by move=> a b w [i /asboolP h]; apply: ends i h.
- by move=> a b w [[i h] _]; apply: post => // /asboolP; apply: h.
Qed.

(* [nl] and [nr] are ¬l and ¬r in the form that they have in the premises *)
Lemma sw_while_async B1 B2 c1 c2 I (l r nl nr : Mem -> Mem -> counters -> Prop) (e : Mem -> Z) P P1 Q Q1
    (P2 Q2 : Z -> Mem -> Mem -> counters -> Prop) Phi Psi L Pu Qu :
  (⊢ω[total] c1 ~ω c2 : P ⇒ Q | L) -> (⊢ω[total] c1 ~ω Skip : P1 ⇒ Q1 | L) ->
  (forall k, ⊢ω[total] Skip ~ω c2 : P2 k ⇒ Q2 k | L) -> (⊢ c1 ~⟨0, 0⟩ Skip : Pu ⇒ Qu) ->
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
  ⊢ω[total] While (cond B1) c1 ~ω While (cond B2) c2 : Phi ⇒ Psi | L.
Proof.
move=> J J1 J2 U NL NR both after one after1 two after2 upre upost sync left right pre post.
apply: (w_conseq (@w_while_async _ _ _ _ (cond B1) (cond B2) c1 c2 I l r e L _ _ _ _ _ _ _)) => //.
- apply: (w_conseq J) => // [a b w|a b w [/after]//].
  by move=> [i [/NL n1 [/NR n2 [/asboolP h1 /asboolP h2]]]]; apply: both.
- by apply: (w_conseq J1) => // [a b w [i [h /asboolP h1]]|a b w [/after1]//]; apply: one.
- move=> k; apply: (w_conseq (J2 k)) => // [a b w|a b w [/after2]//].
  by move=> [i [/NL n1 [h [/asboolP h2 ke]]]]; apply: two.
- by apply: (b_conseq U) => // a b [nL /asboolP]; apply: upre.
- by move=> a b w [i [/NL n1 /NR n2]]; apply: asbool_equiv_eq; apply: sync i n1 n2.
- by move=> a b w [i h]; apply/asboolP; apply: left i h.
- by move=> a b w [i [/NL n1 h]]; have [h2 e0] := right _ _ _ i n1 h; split=> //; apply/asboolP.
- by move=> a b w [[i [h1 h2]] _]; apply: post => //; move=> /asboolP; [apply: h1|apply: h2].
Qed.

Lemma sw_pointwise (O : Type) (x1 x2 : Mem -> O) (eps : R) c1 c2 (P Q : O -> Mem -> Mem -> counters -> Prop)
    (L : O -> Mem -> Prop) (Phi : Mem -> Mem -> Prop) :
  (forall i, ⊢ω[total] c1 ~ω c2 : P i ⇒ Q i | L i) ->
  (forall i a b w, Phi a b -> zeros (size rates) w -> P i a b w) ->
  (forall i a b w, Q i a b w -> x1 a = i -> x2 b = i /\ total w <= eps) ->
  (forall i a, x1 a = i -> L i a) ->
  ⊢ c1 ~⟨eps, 0⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> J pre post keep; apply: (w_pointwise (zero := fun=> 0%Z) (total := total)) => [|i]; first exact: total_zero.
apply: (w_conseq (J i)) => [a b w [p ->]|a b w [q _]|a].
- by apply: pre => //; apply/zeros_below.
- exact: post.
- exact: keep.
Qed.
End Ledger.

(* conjunctions among what is known are taken apart *)
Ltac take_apart := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : True |- _ => clear H
  | H : ?P -> ?Q, H' : ?P |- _ => match type of P with Prop => specialize (H H') end
  end.
