(* What exported certificates stand on: the rules over Coq's own real numbers, and the tactics.

   Coq's reals add two axioms of their own to the three of mathcomp-analysis (ClassicalDedekindReals); in return lra knows
   them. Nothing else depends on this file. *)
From Coq Require Export Reals Lra ZifyBool.
From mathcomp Require Export Rstruct.
From Twinproof Require Export Prelude Noise Semantics Kleene Judgments Rules StructuralRules BudgetRules LedgerRules.
From Twinproof Require Export Privacy Steps Lists.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Delimit Scope R_scope with Re.
Notation RR := real_realType.

(* --------------------------------------------------------------------------------------------------- Coq's reals *)
Lemma zrE z : zr RR z = IZR z.
Proof.
have nat_case n : zr RR (Z.of_nat n) = IZR (Z.of_nat n) by rewrite zr_nat -INRE INR_IZR_INZ.
case: z => [|p|p]; first exact: (nat_case 0%N).
  by have := nat_case (Pos.to_nat p); rewrite positive_nat_Z.
by have := nat_case (Pos.to_nat p); rewrite positive_nat_Z -[Z.neg p]/(- Z.pos p)%Z zrN opp_IZR => ->.
Qed.

Lemma Rlt_ltr (x y : R) : (x < y)%Re -> (x < y :> RR)%R. Proof. by move/RltP. Qed.
Lemma Rle_ler (x y : R) : (x <= y)%Re -> (x <= y :> RR)%R. Proof. by move/RleP. Qed.
Lemma ler_Rle (x y : R) : (x <= y :> RR)%R -> (x <= y)%Re. Proof. by move/RleP. Qed.

(* the functions that a claim may have in it *)
Notation exponential := (@expR RR).
Notation logarithm := (@exp.ln RR).
Notation square_root := (@Num.sqrt RR).

Section Rules.
Variables (Mem : Type) (rates : seq R).
Implicit Types (c : cmd RR Mem) (Phi Psi P Q : Mem -> Mem -> Prop).
Local Notation total := (@total RR rates).

(* the total of a ledger as the kernel writes it *)
Fixpoint spent_from (i : nat) (sum : R) (rest : seq R) (w : counters) : R :=
  if rest is rho :: more then spent_from i.+1 (sum + IZR (w i) * rho)%Re more w else sum.
Definition spent (rest : seq R) (w : counters) : R :=
  if rest is rho :: more then spent_from 1 (IZR (w 0%nat) * rho)%Re more w else 0%Re.
Lemma spent_total w : spent rates w = total w.
Proof.
have from rest i (sum : R) : spent_from i sum rest w = (sum + @total_from RR i rest w)%Re.
  elim: rest i sum => [|rho more IH] i sum /=; first by rewrite Rplus_0_r.
  by rewrite IH Rplus_assoc zrE.
by rewrite /spent /total; case: rates => // rho more /=; rewrite from zrE.
Qed.

Lemma rb_sample_right k (rho : Mem -> R) e y Phi Psi :
  (forall a b, Phi a b -> (0 < rho b)%Re) -> (forall a b v, Phi a b -> inside k (e b) v -> Psi a (y b v)) ->
  ⊢ Skip ~⟨0%Re, 0%Re⟩ @draw RR Mem k rho e y : Phi ⇒ Psi.
Proof. by move=> r H; apply: sb_sample_right => // a b p; apply: Rlt_ltr; apply: r p. Qed.
Lemma rw_sample_right k (rho : Mem -> R) e y (Phi Psi : Mem -> Mem -> counters -> Prop) L :
  (forall a b w, Phi a b w -> (0 < rho b)%Re) -> (forall a b w v, Phi a b w -> inside k (e b) v -> Psi a (y b v) w) ->
  ⊢ω[total] Skip ~ω @draw RR Mem k rho e y : Phi ⇒ Psi | L.
Proof. by move=> r H; apply: sw_sample_right => // a b w p; apply: Rlt_ltr; apply: r p. Qed.

Lemma rb_seq c1 c2 c1' c2' (e e' e'' d d' d'' : R) Phi T Psi :
  (⊢ c1 ~⟨e, d⟩ c2 : Phi ⇒ T) -> (⊢ c1' ~⟨e', d'⟩ c2' : T ⇒ Psi) ->
  (forall a b, Phi a b -> (0 <= d')%Re) -> (e + e')%Re = e'' -> (d + d')%Re = d'' ->
  ⊢ Seq c1 c1' ~⟨e'', d''⟩ Seq c2 c2' : Phi ⇒ Psi.
Proof. by move=> J1 J2 pos <- <-; apply: b_seq J1 J2 _ => a b /pos /Rle_ler. Qed.

Lemma rb_conseq c1 c2 (e e' d d' : R) P Q Phi Psi :
  (⊢ c1 ~⟨e', d'⟩ c2 : P ⇒ Q) -> (forall a b, Phi a b -> P a b) -> (forall a b, Q a b -> Psi a b) ->
  (forall a b, Phi a b -> (e' <= e)%Re /\ (d' <= d)%Re) -> ⊢ c1 ~⟨e, d⟩ c2 : Phi ⇒ Psi.
Proof. by move=> J pre post cost; apply: (b_conseq J) => // a b /cost[? ?]; split; apply: Rle_ler. Qed.

Lemma rb_lap_gen (rho k' cost : R) (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (k : Mem -> Mem -> Z) Phi Psi :
  (k' * rho)%Re = cost ->
  (forall a b, Phi a b -> [/\ (0 < rho)%Re, rho1 a = rho & rho2 b = rho]) ->
  (forall a b, Phi a b -> (IZR (Z.abs (k a b + e1 a - e2 b)) <= k')%Re) ->
  (forall a b v, Phi a b -> Psi (y1 a v) (y2 b (v + k a b)%Z)) ->
  ⊢ @draw RR Mem Laplace rho1 e1 y1 ~⟨cost, 0%Re⟩ @draw RR Mem Laplace rho2 e2 y2 : Phi ⇒ Psi.
Proof.
move=> <- r d after; apply: (sb_pre (@b_lap_gen RR Mem rho k' rho1 rho2 e1 e2 y1 y2 k Psi)) => a b p.
have [r0 r1 r2] := r _ _ p; split=> //; [exact: Rlt_ltr|by apply: Rle_ler; rewrite zrE; apply: d|by move=> v; apply: after].
Qed.
Lemma rb_one_lap_gen (rho k' cost : R) (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (k : Mem -> Mem -> Z) Phi Psi :
  (k' * rho)%Re = cost ->
  (forall a b, Phi a b -> [/\ (0 < rho)%Re, rho1 a = rho & rho2 b = rho]) ->
  (forall a b, Phi a b -> (0 <= k a b + e1 a - e2 b)%Z /\ (IZR (k a b + e1 a - e2 b) <= k')%Re) ->
  (forall a b v, Phi a b -> (e1 a <= v)%Z -> Psi (y1 a v) (y2 b (v + k a b)%Z)) ->
  ⊢ @draw RR Mem OneSided rho1 e1 y1 ~⟨cost, 0%Re⟩ @draw RR Mem OneSided rho2 e2 y2 : Phi ⇒ Psi.
Proof.
move=> <- r d after; apply: (sb_pre (@b_one_lap_gen RR Mem rho k' rho1 rho2 e1 e2 y1 y2 k Psi)) => a b p.
have [r0 r1 r2] := r _ _ p; have [d0 dk] := d _ _ p.
by split=> //; [split=> //; exact: Rlt_ltr|by apply: Rle_ler; rewrite zrE|move=> v; apply: after].
Qed.

Lemma rb_while (B1 B2 : Mem -> Prop) c1 c2 (I : Mem -> Mem -> Prop) (e : Mem -> Z) (n : Z) (F : Prop)
    (eps delta E D : Z -> R) (P Q : Z -> Mem -> Mem -> Prop) Phi Psi :
  (forall k, ⊢ c1 ~⟨eps k, delta k⟩ c2 : P k ⇒ Q k) ->
  (forall k a b, I a b -> B1 a -> B2 b -> k = e a -> (e a <= n)%Z -> P k a b) ->
  (forall k a b, Q k a b -> [/\ I a b, B1 a <-> B2 b & (e a < k)%Z]) ->
  (forall a b, I a b /\ (e a <= 0)%Z -> ~ B1 a) ->
  (F -> (0 <= n)%Z) -> (F -> E 0%Z = 0%Re) -> (F -> D 0%Z = 0%Re) ->
  (forall k, F /\ (1 <= k)%Z /\ (k <= n)%Z -> (0 <= eps k)%Re /\ (eps k <= E k - E (k - 1)%Z)%Re) ->
  (forall k, F /\ (1 <= k)%Z /\ (k <= n)%Z -> (0 <= delta k)%Re /\ (delta k <= D k - D (k - 1)%Z)%Re) ->
  (forall a b, Phi a b -> [/\ F, I a b, B1 a <-> B2 b & (e a <= n)%Z]) ->
  (forall a b, I a b -> ~ B1 a -> ~ B2 b -> Psi a b) ->
  ⊢ While (cond B1) c1 ~⟨E n, D n⟩ While (cond B2) c2 : Phi ⇒ Psi.
Proof.
move=> J body after ends n0 E0 D0 gE gD pre post; apply: (sb_while J body after ends n0 E0 D0) pre post => k f.
  by have [? ?] := gE k f; split; apply: Rle_ler.
by have [? ?] := gD k f; split; apply: Rle_ler.
Qed.

Lemma rw_sample (noise : kind) (i : nat) (rho1 rho2 : Mem -> R) e1 e2 y1 y2
    (k : Mem -> Mem -> counters -> Z -> Z) (Phi Psi : Mem -> Mem -> counters -> Prop) L : (i < size rates)%N ->
  (forall a b w, Phi a b w -> (0 < nth 0%Re rates i)%Re) ->
  (forall a b w, Phi a b w -> rho1 a = nth 0%Re rates i) ->
  (forall a b w, Phi a b w -> rho2 b = nth 0%Re rates i) ->
  (forall a b w v u, Phi a b w -> inside noise (e1 a) v -> inside noise (e1 a) u ->
     (v + k a b w v = u + k a b w u)%Z -> v = u) ->
  (forall a b w v, Phi a b w -> inside noise (e1 a) v ->
     allowed noise (k a b w v + e1 a - e2 b)%Z /\
     Psi (y1 a v) (y2 b (v + k a b w v)%Z) (raise i (Z.abs (k a b w v + e1 a - e2 b)) w)) ->
  ⊢ω[total] @draw RR Mem noise rho1 e1 y1 ~ω @draw RR Mem noise rho2 e2 y2 : Phi ⇒ Psi | L.
Proof. by move=> lt_i r0 r1 r2 inj after; apply: (sw_sample lt_i) inj after => // a b w /r0 /Rlt_ltr. Qed.

Lemma rw_pay (noise : kind) (i : nat) (rho1 rho2 : Mem -> R) e1 e2 y1 y2
    (k p : Mem -> Mem -> counters -> Z -> Z) (Phi Psi : Mem -> Mem -> counters -> Prop) L : (i < size rates)%N ->
  (forall a b w, Phi a b w -> (0 < rho1 a)%Re) ->
  (forall a b w, Phi a b w -> rho1 a = rho2 b) ->
  (forall a b w v, Phi a b w -> inside noise (e1 a) v ->
     (IZR (Z.abs (k a b w v + e1 a - e2 b)) * rho1 a <= IZR (p a b w v) * nth 0%Re rates i)%Re) ->
  (forall a b w v u, Phi a b w -> inside noise (e1 a) v -> inside noise (e1 a) u ->
     (v + k a b w v = u + k a b w u)%Z -> v = u) ->
  (forall a b w v, Phi a b w -> inside noise (e1 a) v ->
     allowed noise (k a b w v + e1 a - e2 b)%Z /\
     Psi (y1 a v) (y2 b (v + k a b w v)%Z) (raise i (p a b w v) w)) ->
  ⊢ω[total] @draw RR Mem noise rho1 e1 y1 ~ω @draw RR Mem noise rho2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> lt_i r0 r12 price inj after; apply: (sw_pay lt_i) _ inj after => // [a b w /r0 /Rlt_ltr//|a b w v h iv].
by apply: Rle_ler; rewrite !zrE; apply: price.
Qed.

Lemma rw_pointwise (O : Type) (x1 x2 : Mem -> O) (eps : R) c1 c2 (P Q : O -> Mem -> Mem -> counters -> Prop)
    (L : O -> Mem -> Prop) Phi :
  (forall i, ⊢ω[total] c1 ~ω c2 : P i ⇒ Q i | L i) ->
  (forall i a b w, Phi a b -> zeros (size rates) w -> P i a b w) ->
  (forall i a b w, Q i a b w -> x1 a = i -> x2 b = i /\ (spent rates w <= eps)%Re) ->
  (forall i a, x1 a = i -> L i a) ->
  ⊢ c1 ~⟨eps, 0%Re⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> J pre post keep; apply: (sw_pointwise J pre _ keep) => i a b w q xi; have [x2i le] := post _ _ _ _ q xi.
by split=> //; apply: Rle_ler; rewrite -spent_total.
Qed.
End Rules.

(* What the solver was asked: a box, so that a tactic uses it only where it is named. *)
Inductive asked (P : Prop) : Prop := Asked of P.
Lemma answered P : asked P -> P. Proof. by case. Qed.
(* What rewrites all that is known would rewrite these too, and the proof would seem to need them. *)
Ltac unasked := repeat match goal with H : asked _ |- _ => clear H end.

(* ------------------------------------------------------------------------------------------------------- tactics *)
Lemma asbool_true (P : Prop) : `[< P >] = true -> P. Proof. by move=> /asboolP. Qed.
Lemma asbool_false (P : Prop) : `[< P >] = false -> ~ P. Proof. by move=> /asboolPn. Qed.
Lemma true_asbool (P : Prop) : P -> `[< P >] = true. Proof. by move=> p; apply/asboolP. Qed.
Lemma false_asbool (P : Prop) : ~ P -> `[< P >] = false. Proof. by move=> p; apply/asboolPn. Qed.
Lemma asbool_same (P Q : Prop) : `[< P >] = `[< Q >] -> (P <-> Q). 
Proof. by move=> e; split=> p; apply/asboolP; [rewrite -e|rewrite e]; apply/asboolP. Qed.
Lemma asbool_trueE (P : Prop) : (`[< P >] = true) = P.
Proof. by apply/propext; split; [exact: asbool_true|exact: true_asbool]. Qed.
Lemma asbool_sameE (P Q : Prop) : (`[< P >] = `[< Q >]) = (P <-> Q).
Proof. by apply/propext; split; [exact: asbool_same|exact: asbool_equiv_eq]. Qed.
Lemma not_or P Q : ~ (P \/ Q) -> ~ P /\ ~ Q. Proof. tauto. Qed.
Lemma or_not P Q : ~ P -> ~ Q -> ~ (P \/ Q). Proof. tauto. Qed.

#[global] Hint Rewrite asbool_trueE asbool_sameE : conditions.

(* What is known is taken apart, and conditions that are known are used. *)
Ltac known := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : True |- _ => clear H
  | H : true = true |- _ => clear H
  | H : false = true |- _ => discriminate H
  | H : ~ (true = true) |- _ => case (H (eq_refl true))
  | H : ~ (false = true) |- _ => clear H
  | H : [/\ _, _ & _] |- _ => destruct H
  | H : ?P -> ?Q, H' : ?P |- _ => match type of P with Prop => specialize (H H') end
  | H : (?P /\ ?P') -> ?Q |- _ => specialize (fun p p' => H (conj p p'))
  | H : ~ (_ \/ _) |- _ => apply not_or in H
  | H : ~ ~ _ |- _ => apply contrapT in H
  | H : `[< _ >] = true |- _ => apply asbool_true in H
  | H : `[< _ >] = false |- _ => apply asbool_false in H
  | H : `[< _ >] = `[< _ >] |- _ => apply asbool_same in H
  | H : ~ ?P, H' : ?P |- _ => case (H H')
  | H : False |- _ => case H
  end.

(* by the form alone: nothing is computed *)
Ltac by_form := first
  [ match goal with H : ?P |- ?P => exact H end
  | exact Logic.I
  | reflexivity
  | match goal with
    | |- _ /\ _ => split; by_form
    | |- [/\ _, _ & _] => split; by_form
    | |- [/\ _, _, _ & _] => split; by_form
    | |- _ \/ _ => first [left; by_form | right; by_form]
    | |- _ <-> _ => split; intro; known; by_form
    | |- ~ (_ \/ _) => apply or_not; by_form
    | |- ~ _ => intro; known; by_form
    | |- `[< _ >] = true => apply true_asbool; by_form
    | |- `[< _ >] = false => apply false_asbool; by_form
    | |- `[< _ >] = `[< _ >] => apply asbool_equiv_eq; by_form
    | |- forall _, _ => intro; known; by_form
    end
  | assumption ].

(* each part by its form, or by arithmetic *)
Ltac by_parts := first
  [ by_form
  | match goal with
    | |- _ /\ _ => split; by_parts
    | |- [/\ _, _ & _] => split; by_parts
    | |- [/\ _, _, _ & _] => split; by_parts
    | |- `[< _ >] = `[< _ >] => apply asbool_equiv_eq; by_parts
    | |- forall _, _ => intro; known; by_parts
    end
  | lia | lra
  | match goal with H : forall _, _ |- _ => solve [apply H; by_parts] end ].

(* the holes of [ω-Samp] and [ω-Pay]: the shift is injective, and each value leads to where the precondition says *)
Ltac conjuncts := repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac injective := intros; conjuncts; first [lia | match goal with H : forall _ : Z, _ |- _ => solve [eapply H; eassumption] end].
Ltac paid_for := intros; conjuncts; match goal with H : forall _ : Z, _ |- _ => solve [apply H; assumption] end.
Ltac sampled := intros; conjuncts; first
  [ split; [exact Logic.I | match goal with H : forall _ : Z, _ |- _ => solve [apply H] end]
  | match goal with H : forall _ : Z, _ |- _ => solve [apply H; assumption] end ].

Ltac trivially := first [exact (fun a b w h => h) | exact (fun a b h => h) | exact (fun a h => h)].
Ltac kept := cbv beta iota zeta delta [keeps]; repeat split; intros; reflexivity.

(* The conclusion of a side condition, whose condition is known. *)
Ltac use_condition := repeat match goal with
  | H : ?P -> _ |- _ => match type of P with Prop =>
      let p := fresh "p" in assert (p : P) by by_form; specialize (H p); clear p end
  end.
Ltac finish := unasked; intros; autorewrite with conditions in *; known; first [by_form | use_condition; known; by_parts].
Ltac finish_exists := unasked; intros; autorewrite with conditions in *; known; match goal with |- exists _, _ => multimatch goal with x : _ |- _ => exists x; solve [by_parts] end end.

(* Side conditions: lengths are not negative, what holds of all items holds of those that are spoken of, conditions are
   decided, and then it is arithmetic. *)
#[global] Hint Rewrite len_cat len_cons len_nil len_put Z.add_0_r : lists.
#[global] Hint Rewrite plus_IZR minus_IZR mult_IZR opp_IZR : numbers.
Ltac lists := autorewrite with lists in *.
Ltac lengths := repeat match goal with
  | |- context [len ?l] => lazymatch goal with H : (0 <= len l)%Z |- _ => fail | _ => pose proof (len_ge0 l) end
  | _ : context [len ?l] |- _ => lazymatch goal with H : (0 <= len l)%Z |- _ => fail | _ => pose proof (len_ge0 l) end
  end.
Ltac new_fact t := let T := type of t in lazymatch goal with H : T |- _ => fail | _ => pose proof t; cbv beta in * end.
Ltac items := repeat match goal with
  | H : ?l = ?r :> seq _ |- _ => new_fact (f_equal (@len _) H)
  | H : forall _ : Z, _, _ : context [get _ _ ?i] |- _ => new_fact (H i)
  | H : forall _ : Z, _ |- context [get _ _ ?i] => new_fact (H i)
  | H : ?x = ?y :> Z |- context [get ?d ?l ?x] => new_fact (f_equal (get d l) H)
  | H : ?x = ?y :> Z, _ : context [get ?d ?l ?x] |- _ => new_fact (f_equal (get d l) H)
  | H : ?x = ?y :> Z |- context [get ?d ?l ?y] => new_fact (f_equal (get d l) H)
  | H : ?x = ?y :> Z, _ : context [get ?d ?l ?y] |- _ => new_fact (f_equal (get d l) H)
  end.
Ltac settle P := let b := fresh "b" in let h := fresh "h" in
  remember `[< P >] as b eqn:h; destruct b; symmetry in h; [apply asbool_true in h | apply asbool_false in h]; cbv iota in *.
Ltac decide_conditions := repeat match goal with
  | |- context [if `[< ?P >] then _ else _] => settle P
  | _ : context [if `[< ?P >] then _ else _] |- _ => settle P
  end.
Ltac numbers := repeat match goal with
  | H : (?x <= ?y)%Z |- _ => lazymatch goal with K : (IZR x <= IZR y)%Re |- _ => fail | _ => pose proof (IZR_le _ _ H) end
  | H : ?x = ?y :> Z |- _ => lazymatch goal with K : IZR x = IZR y |- _ => fail | _ => pose proof (f_equal IZR H) end
  end; autorewrite with numbers in *.
Ltac leaf := first
  [ by_form
  | lia
  | lra
  | congruence
  | solve [f_equal; first [by_form | lia | congruence]]
  | solve [numbers; nra]
  | solve [apply Rdiv_lt_0_compat; first [lra | nra]]
  | solve [lists; lengths; items; known; lia]
  | timeout 5 nia ].
Ltac part := lazymatch goal with
  | |- _ /\ _ => split; part
  | |- _ <-> _ => split; intro; known; part
  | |- `[< _ >] = true => apply true_asbool; part
  | |- `[< _ >] = false => apply false_asbool; part
  | |- `[< _ >] = `[< _ >] => apply asbool_equiv_eq; part
  | |- ~ (_ \/ _) => apply or_not; part
  | |- exists _, _ => multimatch goal with x : _ |- _ => exists x; solve [part] end
  | |- forall _, _ => first [match goal with H : ?P |- ?P => exact H end | intro; known; items; decide_conditions; known; part]
  | |- _ => leaf
  end.
Ltac side := unasked; intros; autorewrite with conditions in *; known; lists; lengths; items; known; decide_conditions; known; part.
