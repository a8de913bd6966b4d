(* The rules with the table of noises as whole proofs apply them: each condition is a premise of its own, and the rule of
   consequence is built in. A rule here has the name of its theorem with an s in front. *)
From Twinproof Require Import Prelude Noise FiniteNoise Semantics Kleene Judgments Rules StructuralRules BudgetRules.
From Twinproof Require Import LedgerRules SampleMap NoiseTable Steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

Section Budget.
Variables (R : realType) (Mem V : Type) (enc : V -> Z) (dec : Z -> V) (l : Mem -> law R) (y : Mem -> V -> Mem).
Implicit Types (Phi Psi : Mem -> Mem -> Prop).

Lemma sb_law_left Phi Psi : coded enc dec l -> (forall a b v, Phi a b -> value_of (l a) (enc v) -> Psi (y a v) b) ->
  ⊢ draw_law dec l y ~⟨0, 0⟩ Skip : Phi ⇒ Psi.
Proof. by move=> c H; apply: (sb_pre (@b_law_left _ _ _ _ _ _ y Psi c)) => a b p v; apply: H. Qed.

Lemma sb_law_right Phi Psi : coded enc dec l -> (forall a b, Phi a b -> lawful (l b)) ->
  (forall a b v, Phi a b -> value_of (l b) (enc v) -> Psi a (y b v)) -> ⊢ Skip ~⟨0, 0⟩ draw_law dec l y : Phi ⇒ Psi.
Proof.
move=> c ok H; apply: (sb_pre (@b_law_right _ _ _ _ _ _ y Psi c)) => a b p.
by split=> [|v]; [apply: ok p|apply: H].
Qed.
End Budget.

Section Ledger.
Variables (R : realType) (Mem V : Type) (rates : seq R) (enc : V -> Z) (dec : Z -> V).
Hypothesis code : cancel enc dec.
Implicit Types (l : Mem -> law R) (y : Mem -> V -> Mem) (L : Mem -> Prop) (Phi Psi : Mem -> Mem -> counters -> Prop).
Local Notation total := (total rates).

Lemma sw_law_left l y Phi Psi L : coded enc dec l ->
  (forall a b w v, Phi a b w -> value_of (l a) (enc v) -> L (y a v) -> Psi (y a v) b w) ->
  ⊢ω[total] draw_law dec l y ~ω Skip : Phi ⇒ Psi | L.
Proof. by move=> c H; apply: (sw_pre (@w_law_left _ _ _ _ _ _ _ _ y Psi L c)) => a b w p v; apply: H. Qed.

Lemma sw_law_right l y Phi Psi L : coded enc dec l -> (forall a b w, Phi a b w -> lawful (l b)) ->
  (forall a b w v, Phi a b w -> value_of (l b) (enc v) -> Psi a (y b v) w) ->
  ⊢ω[total] Skip ~ω draw_law dec l y : Phi ⇒ Psi | L.
Proof.
move=> c ok H; apply: (sw_pre (@w_law_right _ _ _ _ _ _ _ _ y Psi L c)) => a b w p.
by split=> [|v]; [apply: ok p|apply: H].
Qed.

(* with one integer counter *)
Lemma sw_pay_law (i : nat) l1 l2 y1 y2 (phi : Mem -> Mem -> counters -> V -> V) (M : Mem -> Mem -> counters -> Z)
    (p : Mem -> Mem -> counters -> V -> Z) Phi Psi L : (i < size rates)%N -> coded enc dec l1 ->
  let K a v := value_of (l1 a) (enc v) /\ L (y1 a v) in
  (forall a b w, Phi a b w -> lawful (l1 a)) ->
  (forall a b w v u, Phi a b w -> K a v -> K a u -> phi a b w v = phi a b w u -> v = u) ->
  (forall a b w v, Phi a b w -> K a v -> value_of (l2 b) (enc (phi a b w v))) ->
  (forall a b w v, Phi a b w -> K a v -> fits (l1 a) (l2 b) (M a b w) (enc v) (enc (phi a b w v))) ->
  (forall a b w v, Phi a b w -> K a v ->
     price (l1 a) (l2 b) (M a b w) (enc v) (enc (phi a b w v)) <= zr R (p a b w v) * nth 0 rates i) ->
  (forall a b w v, Phi a b w -> K a v -> Psi (y1 a v) (y2 b (phi a b w v)) (raise i (p a b w v) w)) ->
  ⊢ω[total] draw_law dec l1 y1 ~ω draw_law dec l2 y2 : Phi ⇒ Psi | L.
Proof.
move=> lt_i c K ok inj iu row paid after.
apply: (sw_pre (@w_pay_law _ _ _ _ _ _ _ code _ _ _ _ _ _ y1 y2 phi M p Psi L (integer_counter lt_i) c)) => a b w h.
split=> [|v u|v Kv]; [exact: ok h|exact: inj h|split]; [exact: iu|exact: row|exact: paid|exact: after].
Qed.

(* with several counters *)
Lemma sw_pays_law l1 l2 y1 y2 (phi : Mem -> Mem -> counters -> V -> V) (M : Mem -> Mem -> counters -> Z)
    (p : Mem -> Mem -> counters -> V -> seq (nat * Z)) Phi Psi L : coded enc dec l1 ->
  let K a v := value_of (l1 a) (enc v) /\ L (y1 a v) in
  (forall a b w v, all (fun i => (i.1 < size rates)%N) (p a b w v)) ->
  (forall a b w, Phi a b w -> lawful (l1 a)) ->
  (forall a b w v u, Phi a b w -> K a v -> K a u -> phi a b w v = phi a b w u -> v = u) ->
  (forall a b w v, Phi a b w -> K a v -> value_of (l2 b) (enc (phi a b w v))) ->
  (forall a b w v, Phi a b w -> K a v -> fits (l1 a) (l2 b) (M a b w) (enc v) (enc (phi a b w v))) ->
  (forall a b w v, Phi a b w -> K a v ->
     price (l1 a) (l2 b) (M a b w) (enc v) (enc (phi a b w v)) <= price_of rates (p a b w v)) ->
  (forall a b w v, Phi a b w -> K a v -> Psi (y1 a v) (y2 b (phi a b w v)) (raises (p a b w v) w)) ->
  ⊢ω[total] draw_law dec l1 y1 ~ω draw_law dec l2 y2 : Phi ⇒ Psi | L.
Proof.
move=> c K known ok inj iu row paid after.
apply: (sw_pre (@w_pays_law _ _ _ rates _ _ l1 l2 y1 y2 phi M p Psi L code c)) => a b w h.
split=> [|v u|v Kv]; [exact: ok h|exact: inj h|split]; [|exact: row|exact: paid|exact: after].
by split; [exact: iu|exact: known].
Qed.
End Ledger.

Section Coins.
Variables (R : realType) (Mem : Type) (rates : seq R) (q : Mem -> R) (y : Mem -> bool -> Mem).
Variable p : Mem -> Mem -> counters -> bool -> seq (nat * Z).
Hypothesis known : forall a b w v, all (fun i => (i.1 < size rates)%N) (p a b w v).
Implicit Types (L : Mem -> Prop) (Phi Psi : Mem -> Mem -> counters -> Prop).
Local Notation total := (total rates).
Local Notation c a b w v := (price_of rates (p a b w v)).

Lemma sw_coin_left Phi Psi L : (forall a b w, Phi a b w -> 0 <= q a <= 1) ->
  (forall a b w, Phi a b w -> (1 - q a) * expR (- c a b w false) + q a * expR (- c a b w true) <= 1) ->
  (forall a b w v, Phi a b w -> L (y a v) -> Psi (y a v) b (raises (p a b w v) w)) ->
  ⊢ω[total] toss q y ~ω Skip : Phi ⇒ Psi | L.
Proof.
move=> q01 kraft after; apply: (sw_pre (@w_coin_left_counters _ _ rates q y p Psi L)) => a b w h.
by split; [exact: q01 h|exact: known|exact: kraft|move=> v; exact: after].
Qed.

Lemma sw_coin_right Phi Psi L : (forall a b w, Phi a b w -> 0 <= q b <= 1) ->
  (forall a b w, Phi a b w -> 1 <= (1 - q b) * expR (c a b w false) + q b * expR (c a b w true)) ->
  (forall a b w v, Phi a b w -> Psi a (y b v) (raises (p a b w v) w)) ->
  ⊢ω[total] Skip ~ω toss q y : Phi ⇒ Psi | L.
Proof.
move=> q01 enough after; apply: (sw_pre (@w_coin_right_counters _ _ rates q y p Psi L)) => a b w h.
by split; [exact: q01 h|exact: known|exact: enough|move=> v; exact: after].
Qed.
End Coins.
