(* The end: a judgment about equal outputs is differential privacy, for all sets of outputs. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules LedgerRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the probability that c, started in m, ends with an output in S *)
Notation "'P[' out ∈ S | c , m ]" := (Pr c m [set a | S (out a)])
  (at level 0, out at level 60, S at level 60, c at level 60, format "'P[' out  ∈  S  |  c ,  m ]").

Section Privacy.
Variables (R : realType) (Mem O : Type).
Implicit Types (mechanism : cmd R Mem) (output : Mem -> O) (adjacent : Mem -> Mem -> Prop) (eps delta : R).

Definition differentially_private mechanism output adjacent eps delta : Prop :=
  forall m1 m2, adjacent m1 m2 -> forall S : set O,
    P[output ∈ S | mechanism, m1] <= (expR eps)%:E * P[output ∈ S | mechanism, m2] + delta%:E.

(* What the kernel proves of a mechanism is that it is differentially private, and nothing less. *)
Theorem privacy mechanism output adjacent eps delta :
  (⊢ mechanism ~⟨eps, delta⟩ mechanism : adjacent ⇒ (fun a b => output a = output b)) <->
  differentially_private mechanism output adjacent eps delta.
Proof.
have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW ?expR_gt0.
split=> [J m1 m2 adj S|dp m1 m2 adj X].
  apply: le_trans (J m1 m2 adj _) _; apply: lee_add2r; apply: lee_wpmul2l => //.
  by apply: wp_mono => // b; apply: ind_le => -[a /= Sa <-].
pose S := [set output a | a in X]; apply: (@le_trans _ _ P[output ∈ S | mechanism, m1]).
  by apply: wp_mono => // a; apply: ind_le => Xa; exists a.
exact: dp.
Qed.

(* The way of most proofs: for each single output a ledger judgment that prunes all other outputs. *)
Theorem pure_privacy mechanism output adjacent (rates : seq R) eps :
  (forall i : O, ⊢ω[total rates] mechanism ~ω mechanism :
     (fun a b w => adjacent a b /\ forall j, (j < size rates)%N -> w j = 0%Z) ⇒
     (fun a b w => output a = i -> output b = i /\ (total rates w <= eps)%R) | (fun a => output a = i)) ->
  differentially_private mechanism output adjacent eps 0.
Proof.
move=> J; apply/privacy; apply: (w_pointwise (zero := fun=> 0%Z) (total := total rates)) => [|i]; first exact: total_zero.
by apply: (w_conseq (J i)) => // [a b w [p ->]|a b w []].
Qed.
End Privacy.
