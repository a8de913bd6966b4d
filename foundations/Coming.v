(* A rule that the kernel does not have yet, sound for the same judgments: one side samples alone, with a real ledger.

   The ledger's state may be anything with a total; where a price is not a number of steps of one rate, it is a real. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules LedgerRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* --------------------------------------------------------------------------------------- one side samples alone *)
Section Alone.
Variables (R : realType) (Mem : Type).
Implicit Types (Psi : Mem -> Mem -> R -> Prop) (L : Mem -> Prop) (p : Mem -> noise R).

(* the left side samples alone, and pays in expectation: prices kap(v) with  E e^(-kap) <= 1. The ledger is a real. *)
Theorem w_sample_left_in_expectation p y Psi L :
  ⊢ω[id] (Sample p y : cmd R Mem) ~ω Skip :
    (fun a b w => exists kap : Z -> R,
       \esum_(v in [set: Z]) ((p a v)%:E * (expR (- kap v))%:E) <= 1 /\
       forall v, L (y a v) -> Psi (y a v) b (w + kap v)%R) ⇒ Psi | L.
Proof.
move=> m1 m2 w0 [kap [kraft post]] f g [f0 g0 fL fg] /=.
have [gy|gfin] := eqVneq (g m2) +oo; first by rewrite gy leey.
have gf : g m2 \is a fin_num by rewrite ge0_fin_numE// ltey.
have e0 v : 0 <= (expR (- kap v))%:E by rewrite lee_fin ltW ?expR_gt0.
have t0 v : 0 <= (p m1 v)%:E * (expR (- kap v))%:E by apply: mule_ge0.
apply: (@le_trans _ _ (\esum_(v in [set: Z]) (g m2 * ((p m1 v)%:E * (expR (- kap v))%:E)))); last first.
  by rewrite esumZ// -[leRHS]mule1; apply: lee_wpmul2l.
apply: le_esum => v _; rewrite muleCA; apply: lee_wpmul2l => //.
have [Lv|nLv] := pselect (L (y m1 v)); last by rewrite fL//; apply: mule_ge0.
have := fg _ _ _ (post v Lv); rewrite addrAC subrr add0r => H; rewrite muleC.
by apply: le_trans (lee_wpmul2l (e0 v) H); rewrite muleA -EFinM expRN mulVf ?mul1e// gt_eqF ?expR_gt0.
Qed.
End Alone.
