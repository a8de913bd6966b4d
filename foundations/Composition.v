(* n releases that are ε₀-private each, with an (ε, δ) for all of them that cannot be better: the optimal composition.

   One release splits the two laws in two parts, P = e^ε₀·A + e^(−ε₀)·B and Q = A + B. So what goes on after it is weighed
   with λ/e^ε₀ on one part and with λ·e^ε₀ on the other, and nothing else: the recurrence [optimal]. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules BudgetRules Privacy RenyiPrivacy.
From mathcomp Require Import nsatz_realtype.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

(* ------------------------------------------------------------------------------------------------------- the numbers *)
Section Numbers.
Variables (R : realType) (E : R).
Hypothesis E1 : 1 < E.
Implicit Types (n : nat) (lam : R).

Let E0 : 0 < E. Proof. exact: lt_trans ltr01 E1. Qed.
Let S0 : 0 < 1 + E. Proof. exact: addr_gt0. Qed.

(* the largest P(X) − λ·Q(X) that n releases allow *)
Fixpoint optimal n lam : R :=
  if n is n'.+1 then (E * optimal n' (lam / E) + optimal n' (lam * E)) / (1 + E) else Num.max 0 (1 - lam).

Lemma optimal_ge0 n lam : 0 <= optimal n lam.
Proof.
elim: n lam => [|n IH] lam /=; first by rewrite le_maxr lexx.
by rewrite divr_ge0 ?addr_ge0 ?mulr_ge0 ?IH// ltW.
Qed.

Lemma optimal_anti n lam lam' : lam <= lam' -> optimal n lam' <= optimal n lam.
Proof.
elim: n lam lam' => [|n IH] lam lam' le /=.
  by rewrite le_maxl !le_maxr lexx/= ler_sub ?orbT.
rewrite ler_pmul2r ?invr_gt0// ler_add// ?ler_pmul2l//; apply: IH.
  by rewrite ler_pmul2r ?invr_gt0.
by rewrite ler_pmul2r.
Qed.

Lemma optimal_grows n lam : optimal n lam <= optimal n.+1 lam.
Proof.
elim: n lam => [|n IH] lam; last first.
  rewrite [leLHS]/= [leRHS]/= ler_pmul2r ?invr_gt0//; apply: ler_add; last exact: IH.
  by rewrite ler_pmul2l//; apply: IH.
rewrite [leRHS]/= ler_pdivl_mulr//= maxr_pmull ?(ltW S0)// mul0r le_maxl; apply/andP; split.
  by rewrite addr_ge0 ?mulr_ge0 ?(ltW E0)// le_maxr lexx.
apply: (@le_trans _ _ (E * (1 - lam / E) + (1 - lam * E))); last first.
  by apply: ler_add; [rewrite ler_pmul2l//|]; rewrite le_maxr lexx orbT.
have uE : lam / E * E = lam by rewrite divfK// gt_eqF.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: uE; move: (lam / E) => u uE; nsatz.
Qed.

Lemma optimal_above n lam : 1 - lam <= optimal n lam.
Proof.
elim: n => [|n IH]; first by rewrite /= le_maxr lexx orbT.
exact: le_trans IH (optimal_grows n lam).
Qed.

(* optimal_n(λ)·(1 + E)^n = Σ_j C(n, j)·max(0, E^(n−j) − λ·E^j) *)
Lemma optimal_sum n lam :
  optimal n lam * (1 + E) ^+ n = \sum_(j < n.+1) 'C(n, j)%:R * Num.max 0 (E ^+ (n - j) - lam * E ^+ j).
Proof.
elim: n lam => [|n IH] lam; first by rewrite big_ord1 /= bin0 subnn !expr0 mulr1 mul1r mulr1.
rewrite /= exprS mulrA divfK ?gt_eqF// mulrDl -mulrA !IH.
pose t j := Num.max 0 (E ^+ (n.+1 - j) - lam * E ^+ j).
have up (j : 'I_n.+1) : E * Num.max 0 (E ^+ (n - j) - lam / E * E ^+ j) = t j.
  rewrite /t maxr_pmulr ?(ltW E0)// mulr0 mulrBr -exprS -subSn; last by rewrite -ltnS.
  by congr (Num.max _ (_ - _)); rewrite mulrA mulrCA divff ?gt_eqF// mulr1.
have down (j : 'I_n.+1) : Num.max 0 (E ^+ (n - j) - lam * E * E ^+ j) = t j.+1.
  by rewrite /t subSS exprS mulrA.
rewrite mulr_sumr (eq_bigr (fun j : 'I_n.+1 => 'C(n, j)%:R * t j)) => [|j _]; last by rewrite mulrCA up.
rewrite [X in _ + X](eq_bigr (fun j : 'I_n.+1 => 'C(n, j)%:R * t j.+1)) => [|j _]; last by rewrite down.
rewrite [RHS]big_ord_recl /= bin0 big_ord_recl /= bin0 -addrA; congr (_ + _).
rewrite [RHS](eq_bigr (fun j : 'I_n.+1 => 'C(n, j.+1)%:R * t j.+1 + 'C(n, j)%:R * t j.+1)) => [|j _]; last first.
  by rewrite /bump binS natrD mulrDl.
by rewrite big_split /= [X in _ = X + _]big_ord_recr /= bin_small// mul0r addr0.
Qed.

(* ---------------------------------------------------------------------------------------------------- one release *)
Section TwoPoints.
Variables (I : choiceType) (p q F G : I -> R) (lam d1 d2 : R).
Hypotheses (p0 : forall i, 0 <= p i) (q0 : forall i, 0 <= q i).
Hypotheses (pq : forall i, p i <= E * q i) (qp : forall i, q i <= E * p i).
Hypotheses (F0 : forall i, 0 <= F i) (G0 : forall i, 0 <= G i) (lam0 : 0 <= lam) (d20 : 0 <= d2) (d21 : d2 <= d1).
Hypotheses (high : forall i, F i <= lam / E * G i + d1) (low : forall i, F i <= lam * E * G i + d2).

Let width := E * E - 1.
Let width0 : 0 < width.
Proof. by rewrite subr_gt0 -[ltLHS]mulr1 ltr_pmul// ?ltW. Qed.
Let more := (E * E * d1 - d2) / width.
Let less := E * (d1 - d2) / width.

Lemma two_points_at i : p i * F i + less * q i <= lam * (q i * G i) + more * p i.
Proof.
have EN : E != 0 by rewrite gt_eqF. have wN : width != 0 by rewrite gt_eqF.
have hi : 0 <= (E * p i - q i) * (lam * G i + E * d1 - E * F i).
  rewrite mulr_ge0 ?subr_ge0//; have -> : lam * G i + E * d1 = E * (lam / E * G i + d1).
    have uE : lam / E * E = lam by rewrite divfK.
    by move: uE; move: (lam / E) (G i) => u y uE; nsatz.
  by rewrite ler_pmul2l.
have lo : 0 <= (E * q i - p i) * (lam * E * G i + d2 - F i) by rewrite mulr_ge0 ?subr_ge0.
rewrite -subr_ge0 -(pmulr_rge0 _ width0); apply: le_trans (addr_ge0 hi lo) _.
rewrite /less /more; have wV : width * width^-1 = 1 by rewrite divff.
rewrite le_eqVlt; apply/orP; left; apply/eqP; move: wV; rewrite /width.
move: ((E * E - 1)^-1) (p i) (q i) (F i) (G i) => w u v x y wV; nsatz.
Qed.

Local Open Scope ereal_scope.
Lemma two_points : \esum_(i in [set: I]) (p i)%:E <= 1 -> \esum_(i in [set: I]) (q i)%:E = 1 ->
  \esum_(i in [set: I]) (p i * F i)%:E <=
  lam%:E * (\esum_(i in [set: I]) (q i * G i)%:E) + ((E * d1 + d2) / (1 + E))%:E.
Proof.
move=> mass1 mass2.
have less0 : (0 <= less)%R by apply: divr_ge0; [apply: mulr_ge0; rewrite ?subr_ge0 ?(ltW E0)|exact: ltW].
have more0 : (0 <= more)%R.
  apply: divr_ge0; last exact: ltW.
  rewrite subr_ge0; apply: le_trans d21 _.
  have d10 : (0 <= d1)%R := le_trans d20 d21.
  by rewrite -[leLHS]mul1r; apply: ler_wpmul2r => //; rewrite -subr_ge0 ltW.
have sum : \esum_(i in [set: I]) (p i * F i)%:E + less%:E <= lam%:E * (\esum_(i in [set: I]) (q i * G i)%:E) + more%:E.
  have pE i : 0 <= (p i)%:E by rewrite lee_fin.
  have qE i : 0 <= (q i)%:E by rewrite lee_fin.
  have pF i : 0 <= (p i * F i)%:E by rewrite lee_fin mulr_ge0.
  have qG i : 0 <= (q i * G i)%:E by rewrite lee_fin mulr_ge0.
  have lE : 0 <= lam%:E by rewrite lee_fin. have sE : 0 <= less%:E by rewrite lee_fin. have mE : 0 <= more%:E by rewrite lee_fin.
  apply: (@le_trans _ _ (\esum_(i in [set: I]) (lam%:E * (q i * G i)%:E + more%:E * (p i)%:E))); last first.
    rewrite esumD; [|by move=> i _; apply: mule_ge0|by move=> i _; apply: mule_ge0].
    by rewrite !esumZ//; apply: lee_add2l; rewrite -[leRHS]mule1; apply: lee_wpmul2l.
  rewrite [X in _ + X](_ : _ = \esum_(i in [set: I]) (less%:E * (q i)%:E)); last by rewrite esumZ// mass2 mule1.
  rewrite -esumD// => [|i _]; last exact: mule_ge0.
  by apply: le_esum => i _; rewrite -!EFinM -!EFinD lee_fin two_points_at.
have -> : ((E * d1 + d2) / (1 + E) = more - less)%R.
  rewrite /more /less -mulrBl; apply: (canLR (mulfK _)); first by rewrite gt_eqF.
  rewrite mulrAC; apply: (canRL (mulfK _)); first by rewrite gt_eqF.
  rewrite /width; nsatz.
by rewrite EFinB addeA lee_subr_addr.
Qed.
End TwoPoints.
End Numbers.

Local Open Scope ereal_scope.
(* ------------------------------------------------------------------------------------------------------ the programs *)
Section Sure.
Variables (R : realType) (Mem : Type).
Implicit Types (c : cmd R Mem) (P Q : Mem -> Prop).

Lemma hoare_null c m Q : Pr c m (~` Q) = 0 -> hoare (eq m) c Q.
Proof.
move=> null; have J : ⊢ c ~⟨0, 0⟩ Skip : (fun a _ => a = m) ⇒ (fun a _ => Q a).
  move=> _ m2 -> X; rewrite expR0 mul1e adde0; have [[a Xa Qa]|none] := pselect (exists2 a, X a & Q a).
    by apply: le_trans (wp_le1 _ _ _ _) _ => //; rewrite /Pr /= ind1//; exists a.
  apply: (@le_trans _ _ (Pr c m (~` Q))); last by rewrite null wp_ge0.
  by apply: wp_mono => // a; apply: ind_le => Xa Qa; apply: none; exists a.
by move/left_against_skip: J => /(_ m m erefl).
Qed.

Lemma hoare_both c P Q Q' : hoare P c Q -> hoare P c Q' -> hoare P c (fun a => Q a /\ Q' a).
Proof.
move=> H H' m Pm f f0 fQ; apply/eqP; rewrite eq_le wp_ge0// andbT.
apply: le_trans (wp_within (P := Q) _ f0) _; first by move=> _ <- g g0 gQ; apply: (H m).
rewrite (H' m)// => [a|a Qa']; first exact: mule_ge0.
by have [Qa|nQ] := pselect (Q a); [rewrite fQ ?mule0|rewrite ind0// mul0e].
Qed.
End Sure.

(* what f reads of a memory is what [get] and [x] read *)
Definition told_by (Mem O U A : Type) (get : Mem -> U) (x : Mem -> O) (f : Mem -> A) : Prop :=
  forall a a', get a = get a' -> x a = x a' -> f a = f a'.

Section Rounds.
Variables (R : realType) (Mem O S T : Type).

Variables (b1 b2 : Mem -> bool) (c1 c2 : cmd R Mem) (x1 x2 : Mem -> O) (get1 : Mem -> S) (get2 : Mem -> T).
Variables (Th : Mem -> Mem -> Prop) (e : Mem -> Z) (e0 : R).
Hypotheses (keeps1 : keeps get1 c1) (keeps2 : keeps get2 c2).
Hypotheses (told_b1 : told_by get1 x1 b1) (told_b2 : told_by get2 x2 b2) (told_e : told_by get1 x1 e).
Hypothesis told_Th : forall a a' b b', get1 a = get1 a' -> x1 a = x1 a' -> get2 b = get2 b' -> x2 b = x2 b' ->
  Th a b -> Th a' b'.
Hypothesis e0_gt0 : (0 < e0)%R.

Let Psi (k : Z) : Mem -> Mem -> Prop :=
  ((fun a b => x1 a = x2 b) ∧ Th ∧ same b1 b2 ∧ (fun a _ => (e a < k)%Z))%B.
Let Phi (k : Z) : Mem -> Mem -> Prop := (Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ∧ (fun a _ => k = e a))%B.
Hypothesis there : forall k, ⊢ c1 ~⟨e0, 0⟩ c2 : Phi k ⇒ Psi k.
Hypothesis back : forall k, ⊢ c2 ~⟨e0, 0⟩ c1 : (fun a b => Phi k b a) ⇒ (fun a b => x2 a = x1 b).
Hypothesis ends : forall k, ⊢ Skip ~⟨0, 0⟩ c2 : Phi k ⇒ (fun _ _ => True).
Hypothesis stops : forall a b, Th a b /\ (e a <= 0)%Z -> ~ b1 a.

Let E : R := expR e0.
Let E1 : (1 < E)%R. Proof. by rewrite /E -(expR0 R) ltr_expR. Qed.
Let E0 : (0 < E)%R. Proof. exact: expR_gt0. Qed.
Let Post := (Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩)%B.

(* the outputs that one round can lead to, and how the loop goes on from there *)
Lemma one_round k m1 m2 : Phi k m1 m2 ->
  hoare (eq m1) c1 (fun a => get1 a = get1 m1 /\ (get1 a = get1 m1 -> exists2 b, get2 b = get2 m2 & Psi k a b)).
Proof.
move=> pre; apply: hoare_both.
  by apply: (hoare_conseq _ _ (hoare_keeps (x := get1 m1) keeps1)) => // _ <-.
have H2 : hoare (eq m2) c2 (fun b => get2 b = get2 m2).
  by apply: (hoare_conseq _ _ (hoare_keeps (x := get2 m2) keeps2)) => // _ <-.
apply: hoare_null; apply/eqP; rewrite eq_le Pr_ge0 andbT; apply: le_trans (there pre _) _.
rewrite adde0 [X in _ * X](H2 m2)// ?mule0// => b gb; rewrite ind0// => -[a /= bad ab]; apply: bad => _; by exists b.
Qed.

Lemma rounds n lam m1 m2 X : (0 < lam)%R -> Th m1 m2 -> b1 m1 = b2 m2 -> (e m1 <= Z.of_nat n)%Z ->
  Pr (While b1 c1) m1 X <= lam%:E * Pr (While b2 c2) m2 (image Post X) + (optimal E n lam)%:E.
Proof.
pose left m := Pr (While b1 c1) m X; pose right m := Pr (While b2 c2) m (image Post X).
have left0 m : 0 <= left m by apply: Pr_ge0. have right0 m : 0 <= right m by apply: Pr_ge0.
have left1 m : left m <= 1 by apply: wp_le1. have right1 m : right m <= 1 by apply: wp_le1.
rewrite -/(left m1) -/(right m2).
elim: n lam m1 m2 => [|n IH] lam m1 m2 lam0 th same_b few; have lamE : 0 <= lam%:E by rewrite lee_fin ltW.
all: have [bm|nb] := boolP (b1 m1); last first.
1,3: rewrite /left /right /Pr !wp_while// -same_b (negbTE nb).
1,2: have [Xm|nX] := pselect (X m1); last by rewrite ind0//; apply: adde_ge0; [exact: mule_ge0|rewrite lee_fin optimal_ge0].
1,2: rewrite !ind1//; last by exists m1 => //; split=> //; rewrite -same_b; split; apply/negP.
1,2: by rewrite mule1 -EFinD lee_fin -ler_subl_addl; apply: optimal_above.
  by have := stops (conj th few); rewrite bm.
have pre : Phi (e m1) m1 m2 by split=> //; rewrite -same_b.
have lamN : (0 < lam / E)%R by rewrite divr_gt0. have lamP : (0 < lam * E)%R by rewrite mulr_gt0.
pose good (o : O) := exists a b, [/\ get1 a = get1 m1, get2 b = get2 m2, x1 a = o & Psi (e m1) a b].
pose F (o : {classic O}) : \bar R := ereal_sup [set z | z = 0 \/ exists a, [/\ good o, x1 a = o, get1 a = get1 m1 & z = left a]].
pose G (o : {classic O}) : \bar R := ereal_inf [set z | z = 1 \/ exists b, [/\ x2 b = o, get2 b = get2 m2 & z = right b]].
have F0 o : 0 <= F o by apply: ereal_sup_ub; left.
have G0 o : 0 <= G o by apply: lb_ereal_inf => _ [->//|[b [_ _ ->]]].
have F1 o : F o <= 1 by apply: ub_ereal_sup => _ [->//|[a [_ _ _ ->]]].
have G1 o : G o <= 1 by apply: ereal_inf_lb; left.
have Ffin o : (fine (F o))%:E = F o by rewrite fineK// ge0_fin_numE//; apply: le_lt_trans (F1 o) (ltry _).
have Gfin o : (fine (G o))%:E = G o by rewrite fineK// ge0_fin_numE//; apply: le_lt_trans (G1 o) (ltry _).
have FG lam' o : (0 < lam')%R -> F o <= lam'%:E * G o + (optimal E n lam')%:E.
  move=> l0; have lE : 0 <= lam'%:E by rewrite lee_fin ltW.
  have oE : 0 <= (optimal E n lam')%:E by rewrite lee_fin optimal_ge0.
  apply: ub_ereal_sup => _ [->|[a [[a0 [b0 [ga0 gb0 xa0 [xx [th0 [sb ea]]]]]] xa ga ->]]]; first by apply: adde_ge0 => //; apply: mule_ge0.
  rewrite -lee_subl_addr// muleC -lee_pdivr_mulr//; apply: lb_ereal_inf => _ [->|[b [xb gb ->]]].
    rewrite lee_pdivr_mulr// mul1e lee_subl_addr//; apply: le_trans (left1 a) _.
    by rewrite -EFinD lee_fin -ler_subl_addl; apply: optimal_above.
  rewrite lee_pdivr_mulr// muleC lee_subl_addr//; apply: IH => //.
  - by apply: told_Th th0; rewrite ?ga0 ?ga ?gb0 ?gb// ?xa0 ?xa// -xx xa0 xb.
  - rewrite (told_b1 (a' := a0)) ?ga ?ga0 ?xa ?xa0// sb; apply: told_b2; rewrite ?gb0 ?gb//.
    by rewrite -xx xa0 xb.
  - rewrite (told_e (a' := a0)) ?ga ?ga0 ?xa ?xa0//; move: few ea; lia.
pose p (o : {classic O}) := outcome c1 m1 x1 o; pose q (o : {classic O}) := outcome c2 m2 x2 o.
have pq o : (p o <= E * q o)%R.
  rewrite -lee_fin EFinM !outcomeE; apply: le_trans (there pre _) _; rewrite adde0.
  by apply: lee_wpmul2l; [rewrite lee_fin ltW|apply: wp_mono => // b; apply: ind_le => -[a /= <- [-> _]]].
have qp o : (q o <= E * p o)%R.
  rewrite -lee_fin EFinM !outcomeE; have := @back (e m1) m2 m1 pre [set b | x2 b = o]; rewrite adde0 => /le_trans; apply.
  by apply: lee_wpmul2l; [rewrite lee_fin ltW|apply: wp_mono => // b; apply: ind_le => -[a /= <- ->]].
have mass1 : \esum_(i in [set: {classic O}]) (p i)%:E <= 1 by rewrite outcomes; apply: wp_le1.
have mass2 : \esum_(i in [set: {classic O}]) (q i)%:E = 1.
  apply/eqP; rewrite eq_le outcomes; apply/andP; split; first exact: wp_le1.
  have /skip_against_right/(_ m1 m2 pre)/le_trans := @ends (e m1); apply.
  by apply: wp_mono => // a; apply: ind_le.
have goesL : left m1 <= \esum_(i in [set: {classic O}]) (p i * fine (F i))%:E.
  rewrite {1}/left /Pr wp_while// bm -/(wp (While b1 c1) _) (eq_esum (b := fun i => (p i)%:E * F i)) => [|i _]; last by rewrite EFinM Ffin.
  rewrite /p -outcome_in_true -(@wp_by_output _ _ _ c1 m1 x1)//; apply: le_trans (wp_within (one_round pre) _) _ => //.
  apply: wp_mono => a; first exact: mule_ge0.
  rewrite [X in _ <= X * _]ind1// mul1e; set Q := (X in @ind _ _ X a).
  have [Qa|nQ] := pselect (Q a); last by rewrite ind0// mul0e.
  rewrite [ind Q a]ind1// mul1e; have [ga /(_ ga) [b gb ab]] := Qa.
  by apply: ereal_sup_ub; right; exists a; split=> //; exists a, b.
have goesR : \esum_(i in [set: {classic O}]) (q i * fine (G i))%:E <= right m2.
  rewrite {1}/right /Pr wp_while// -same_b bm (eq_esum (b := fun i => (q i)%:E * G i)) => [|i _]; last by rewrite EFinM Gfin.
  have H2 : hoare (eq m2) c2 (fun b => get2 b = get2 m2).
    by apply: (hoare_conseq _ _ (hoare_keeps (x := get2 m2) keeps2)) => // _ <-.
  rewrite /q -outcome_in_true -(@wp_by_output _ _ _ c2 m2 x2)//; apply: le_trans (wp_within H2 _) _ => [b|].
    exact: mule_ge0.
  apply: wp_mono => b; first by apply: mule_ge0 => //; apply: mule_ge0.
  have [gb|ngb] := pselect (get2 b = get2 m2); last by rewrite ind0// mul0e.
  by rewrite !ind1// !mul1e; apply: ereal_inf_lb; right; exists b.
apply: le_trans goesL (le_trans _ (lee_add (lee_wpmul2l lamE goesR) (lexx _))).
have -> : optimal E n.+1 lam = ((E * optimal E n (lam / E) + optimal E n (lam * E)) / (1 + E))%R by [].
apply: two_points => //.
- by move=> i; apply: outcome_ge0.
- by move=> i; apply: outcome_ge0.
- by move=> i; rewrite -lee_fin Ffin.
- by move=> i; rewrite -lee_fin Gfin.
- exact: optimal_ge0.
- by apply: optimal_anti => //; apply: le_trans (_ : lam <= _)%R; rewrite ?ler_pdivr_mulr ?ler_pmulr// ltW.
- by move=> i; rewrite -lee_fin EFinD EFinM Ffin Gfin; apply: FG.
- by move=> i; rewrite -lee_fin EFinD EFinM Ffin Gfin; apply: FG.
Qed.

End Rounds.

Section Rule.
Variables (R : realType) (Mem O S T : Type).

(* ⊢ c₁ ~⟨ε₀,0⟩ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩  ⇒  x₁⟨1⟩ = x₂⟨2⟩ ∧ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ < k
   ⊢ c₂ ~⟨ε₀,0⟩ c₁ : (Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩)⁻¹  ⇒  x₂⟨1⟩ = x₁⟨2⟩
   ⊢ skip ~⟨0,0⟩ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩  ⇒  true        Θ ∧ e⟨1⟩ ≤ 0 ⇒ ¬b₁⟨1⟩
   0 < ε₀        Σ_{j ≤ n} C(n, j)·max(0, e^((n−j)·ε₀) − e^(ε + j·ε₀)) ≤ δ·(1 + e^ε₀)^n
   ──────────────────────────────────────────────────────────────────────────────────────────── [AC-While]
   ⊢ while b₁ do c₁ ~⟨ε,δ⟩ while b₂ do c₂ : Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ ≤ n  ⇒  Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩

   x₁ and x₂ are variables, or tuples of them. Θ, b₁, b₂ and e speak of no y⟨1⟩ that c₁ writes and of no y⟨2⟩ that c₂
   writes, except x₁⟨1⟩ and x₂⟨2⟩. n is a number, k is rigid and new, e is an integer. *)
Theorem b_ac_while (b1 b2 : Mem -> bool) c1 c2 (x1 x2 : Mem -> O) (get1 : Mem -> S) (get2 : Mem -> T) Th (e : Mem -> Z)
    (n : nat) (e0 eps delta : R) :
  keeps get1 c1 -> keeps get2 c2 -> told_by get1 x1 b1 -> told_by get2 x2 b2 -> told_by get1 x1 e ->
  (forall b, told_by get1 x1 (Th^~ b)) -> (forall a, told_by get2 x2 (Th a)) ->
  (forall k, ⊢ c1 ~⟨e0, 0⟩ c2 : Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ∧ (fun a _ => k = e a) ⇒
     (fun a b => x1 a = x2 b) ∧ Th ∧ same b1 b2 ∧ (fun a _ => (e a < k)%Z)) ->
  (forall k, ⊢ c2 ~⟨e0, 0⟩ c1 : (fun b a => Th a b /\ b1 a /\ b2 b /\ k = e a) ⇒ (fun b a => x2 b = x1 a)) ->
  (forall k, ⊢ Skip ~⟨0, 0⟩ c2 : Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ∧ (fun a _ => k = e a) ⇒ (fun _ _ => True)) ->
  (forall a b, Th a b /\ (e a <= 0)%Z -> ~ b1 a) -> (0 < e0)%R ->
  (\sum_(j < n.+1) 'C(n, j)%:R * Num.max 0 (expR ((n - j)%:R * e0) - expR (eps + j%:R * e0))
   <= delta * (1 + expR e0) ^+ n)%R ->
  ⊢ While b1 c1 ~⟨eps, delta⟩ While b2 c2 :
    Th ∧ same b1 b2 ∧ (fun a _ => (e a <= Z.of_nat n)%Z) ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩.
Proof.
move=> k1 k2 tb1 tb2 te T1 T2 there back ends stops e00 enough m1 m2 [th [same_b few]] X.
have tTh a a' b b' : get1 a = get1 a' -> x1 a = x1 a' -> get2 b = get2 b' -> x2 b = x2 b' -> Th a b -> Th a' b'.
  by move=> ga xa gb xb; rewrite -(T1 b' _ _ ga xa) -(T2 a _ _ gb xb).
have E1 : (1 < expR e0)%R by rewrite -(expR0 R) ltr_expR.
apply: le_trans (rounds k1 k2 tb1 tb2 te tTh e00 there back ends stops X (expR_gt0 eps) th same_b few) _.
apply: lee_add2l; rewrite lee_fin -(ler_pmul2r (_ : 0 < (1 + expR e0) ^+ n)%R) ?exprn_gt0 ?addr_gt0 ?expR_gt0// optimal_sum//.
apply: le_trans enough; apply: ler_sum => j _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by congr (_ * Num.max _ (_ - _))%R; rewrite ?expRD expRMm.
Qed.
End Rule.
