(* The rules with a budget, [Seq] to [While-R], are sound. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments Rules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section BudgetRules.
Variables (R : realType) (Mem : Type).
Implicit Types (c d : cmd R Mem) (Phi Psi Th : Mem -> Mem -> Prop) (eps delta : R).

(* ------------------------------------------------------------------------------------------- [Seq] and [Conseq] *)
(* what the second premise does not cover is at most delta' *)
Lemma cut_off c (F : Mem -> \bar R) delta m : (0 <= delta)%R -> (forall a, 0 <= F a) -> (forall a, F a <= 1) ->
  wp c F m <= wp c (fun a => maxe 0 (F a - delta%:E)) m + delta%:E.
Proof.
move=> d0 F0 F1; have h0 a : 0 <= maxe 0 (F a - delta%:E) by rewrite le_maxr lexx.
apply: (@le_trans _ _ (wp c (fun a => maxe 0 (F a - delta%:E) + delta%:E) m)).
  by apply: wp_mono => // a; rewrite -lee_subl_addr// le_maxr lexx orbT.
by rewrite wp_add//; apply: lee_add2l; apply: wp_cst_le.
Qed.

(* ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ'      ⊢ c₁' ~⟨ε',δ'⟩ c₂' : Ψ' ⇒ Ψ      Φ ⇒ 0 ≤ δ'
   ───────────────────────────────────────────────────────────────────────── [Seq]
   ⊢ c₁; c₁' ~⟨ε+ε',δ+δ'⟩ c₂; c₂' : Φ ⇒ Ψ *)
Theorem b_seq c1 c2 c1' c2' eps eps' delta delta' Phi Psi' Psi :
  (⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi') ->
  (⊢ c1' ~⟨eps', delta'⟩ c2' : Psi' ⇒ Psi) ->
  (forall a b, Phi a b -> (0 <= delta')%R) ->
  ⊢ Seq c1 c1' ~⟨(eps + eps')%R, (delta + delta')%R⟩ Seq c2 c2' : Phi ⇒ Psi.
Proof.
move=> /fun_of_budget J1 /fun_of_budget J2 pos; apply: budget_of_fun => m1 m2 pre f g f0 f1 g0 fg /=.
have d0 := pos _ _ pre; have e0 : 0 <= (expR eps')%:E by rewrite lee_fin ltW ?expR_gt0.
pose F := wp c1' f; pose G := wp c2' g.
have F0 a : 0 <= F a by apply: wp_ge0.
have F1 a : F a <= 1 by apply: wp_le1.
have G0 b : 0 <= G b by apply: wp_ge0.
pose h a := maxe 0 (F a - delta'%:E); have h0 a : 0 <= h a by rewrite /h le_maxr lexx.
have h1 a : h a <= 1.
  rewrite /h le_maxl; apply/andP; split; first exact: lee01.
  rewrite lee_subl_addr//; apply: le_trans (F1 a) _.
  by rewrite -[leLHS]adde0; apply: lee_add => //; rewrite lee_fin.
apply: le_trans (cut_off c1 m1 d0 F0 F1) _; rewrite EFinD addeA; apply: lee_add2r.
rewrite expRD EFinM -muleA -wp_scale ?expR_gt0//; apply: J1 => // [b|a b ab]; first exact: mule_ge0.
rewrite le_maxl; apply/andP; split; first exact: mule_ge0.
by rewrite lee_subl_addr//; exact: (J2 a b ab f g).
Qed.

(* ⊢ c₁ ~⟨ε',δ'⟩ c₂ : Φ' ⇒ Ψ'    Φ ⇒ Φ'    Ψ' ⇒ Ψ    Φ ⇒ ε' ≤ ε ∧ δ' ≤ δ
   ───────────────────────────────────────────────────────────────────── [Conseq]
   ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ *)
Theorem b_conseq c1 c2 eps eps' delta delta' Phi Phi' Psi Psi' :
  (⊢ c1 ~⟨eps', delta'⟩ c2 : Phi' ⇒ Psi') ->
  (forall a b, Phi a b -> Phi' a b) ->
  (forall a b, Psi' a b -> Psi a b) ->
  (forall a b, Phi a b -> (eps' <= eps)%R /\ (delta' <= delta)%R) ->
  ⊢ c1 ~⟨eps, delta⟩ c2 : Phi ⇒ Psi.
Proof.
move=> J pre post cost m1 m2 p X; have [le_eps le_delta] := cost _ _ p.
apply: le_trans (J _ _ (pre _ _ p) X) _; apply: lee_add; last by rewrite lee_fin.
apply: lee_pmul => //; [by rewrite lee_fin ltW ?expR_gt0|exact: wp_ge0|by rewrite lee_fin ler_expR|].
by apply: wp_mono => // b; apply: ind_le => -[a Xa /post ab]; exists a.
Qed.

(* ------------------------------------------------------------------------------------------------- [Forall-Eq] *)
(* from single outputs to sets of outputs *)
Lemma sum_outputs (O : Type) (x1 x2 : Mem -> O) c1 c2 eps (d : O -> R) delta m1 m2 X :
  (forall i, (0 <= d i)%R) -> (\esum_(i in [set: {classic O}]) (d i)%:E <= delta%:E) ->
  (forall i, Pr c1 m1 [set a | x1 a = i] <= (expR eps)%:E * Pr c2 m2 [set b | x2 b = i] + (d i)%:E) ->
  Pr c1 m1 X <= (expR eps)%:E * Pr c2 m2 (image (fun a b => x1 a = x2 b) X) + delta%:E.
Proof.
move=> d0 sum_d each; pose V : set {classic O} := [set x1 a | a in X].
have split_up c m (x : Mem -> O) :
    \esum_(i in V) Pr c m [set a | x a = i] = Pr c m (\bigcup_(i in V) [set a | x a = i]).
  have [_ _ _ <-//] := probability_measure c m; by move=> i j _ _ [a [/= <- <-]].
apply: (@le_trans _ _ (Pr c1 m1 (\bigcup_(i in V) [set a | x1 a = i]))).
  by apply: wp_mono => // a; apply: ind_le => Xa; exists (x1 a) => //; exists a.
rewrite -split_up.
apply: (@le_trans _ _ (\esum_(i in V) ((expR eps)%:E * Pr c2 m2 [set b | x2 b = i] + (d i)%:E))).
  by apply: le_esum => i _; apply: each.
have E0 : 0 <= (expR eps)%:E by rewrite lee_fin ltW ?expR_gt0.
rewrite esumD => [|i _|i _]; [|by apply: mule_ge0 => //; apply: wp_ge0|by rewrite lee_fin].
rewrite esumZ// => [|i]; last exact: wp_ge0.
apply: lee_add; last by apply: le_trans sum_d; apply: esum_sub => // i; rewrite lee_fin.
apply: lee_wpmul2l => //; rewrite split_up; apply: wp_mono => // b; apply: ind_le.
by move=> [i [a Xa <-] /= x2b]; exists a.
Qed.

Lemma esum_at (O : choiceType) (v : O) (r : R) : (0 <= r)%R ->
  \esum_(i in [set: O]) (if `[< i = v >] then r else 0)%:E <= r%:E.
Proof.
move=> r0; rewrite (esumID [set v]) => [|i _]; last by rewrite lee_fin; case: ifP.
rewrite setTI esum_set1; last by rewrite lee_fin; case: ifP.
by rewrite asboolT// esum1 ?adde0// => i [_ /= iv]; rewrite asboolF.
Qed.

Lemma esum_points (O : choiceType) (points : seq (O * R)) : all (fun p => 0 <= p.2)%R points ->
  \esum_(i in [set: O]) (\sum_(p <- points) if `[< i = p.1 >] then p.2 else 0)%:E <= (\sum_(p <- points) p.2)%:E.
Proof.
elim: points => [_|p ps IH /= /andP[p0 ps0]]; first by rewrite esum1 ?big_nil// => i _; rewrite big_nil.
have tail0 i : (0 <= \sum_(q <- ps) if `[< i = q.1 >] then q.2 else 0)%R.
  elim: {IH} ps ps0 => [|q qs IH /= /andP[q0 qs0]]; rewrite ?big_nil// big_cons addr_ge0 ?IH//.
  by case: ifP.
rewrite (eq_esum (b := fun i => (if `[< i = p.1 >] then p.2 else 0)%:E +
    (\sum_(q <- ps) if `[< i = q.1 >] then q.2 else 0)%:E)) => [|i _]; last by rewrite big_cons EFinD.
rewrite esumD => [|i _|i _]; [|by rewrite lee_fin; case: ifP|by rewrite lee_fin].
by rewrite big_cons EFinD; apply: lee_add; [apply: esum_at|apply: IH].
Qed.

(* ⊢ c₁ ~⟨ε,δᵢ⟩ c₂ : Φ ⇒ (x₁⟨1⟩ = i ⇒ x₂⟨2⟩ = i)     Φ ⇒ δᵢ ≤ Σⱼ (if i = vⱼ then dⱼ else 0)     Φ ⇒ 0 ≤ dⱼ
   ─────────────────────────────────────────────────────────────────────────────────────────── [Forall-Eq]
   ⊢ c₁ ~⟨ε,Σⱼ dⱼ⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

   i ranges over the whole type of x₁ and x₂. [points] are the pairs (vⱼ, dⱼ); a vⱼ may speak of the initial memories. *)
Theorem b_forall_eq (O : Type) (x1 x2 : Mem -> O) (points : seq ((Mem -> Mem -> O) * R)) c1 c2 eps (delta : O -> R) Phi :
  (forall i, ⊢ c1 ~⟨eps, delta i⟩ c2 : Phi ⇒ (fun a b => x1 a = i -> x2 b = i)) ->
  (forall i a b, Phi a b -> (delta i <= \sum_(p <- points) if `[< i = p.1 a b >] then p.2 else 0)%R) ->
  (forall a b, Phi a b -> all (fun p => 0 <= p.2)%R points) ->
  ⊢ c1 ~⟨eps, (\sum_(p <- points) p.2)%R⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> J small pos m1 m2 pre X; pose here := [seq (p.1 m1 m2, p.2) | p <- points].
have here0 : all (fun p => 0 <= p.2)%R here by rewrite all_map; apply: pos pre.
pose d i : R := (\sum_(p <- here) if `[< i = p.1 >] then p.2 else 0)%R.
have -> : (\sum_(p <- points) p.2)%R = (\sum_(p <- here) p.2)%R by rewrite big_map.
apply: (@sum_outputs O x1 x2 c1 c2 eps d _ m1 m2 X) => [i||i].
- by rewrite /d; elim: here here0 {d} => [|q qs IH /= /andP[q0 qs0]]; rewrite ?big_nil// big_cons addr_ge0 ?IH//; case: ifP.
- exact: (@esum_points [choiceType of {classic O}] here here0).
apply: le_trans (J i _ _ pre _) _; apply: lee_add; last by rewrite lee_fin /d big_map; apply: small pre.
apply: lee_wpmul2l; first by rewrite lee_fin ltW ?expR_gt0.
by apply: wp_mono => // b; apply: ind_le => -[a /= ai]; apply.
Qed.

(* --------------------------------------------------------------------------------------- [LapGen] and [OneLapGen] *)
(* two noises of one kind, moved by s over the distance d: it costs |d|·rho *)
Lemma shift_cost k rho (kk : R) (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (s : Mem -> Mem -> Z) Psi m1 m2 :
  (0 < rho)%R -> rho1 m1 = rho -> rho2 m2 = rho -> allowed k (s m1 m2 + e1 m1 - e2 m2) ->
  (zr R (Z.abs (s m1 m2 + e1 m1 - e2 m2)) <= kk)%R ->
  (forall v, inside k (e1 m1) v -> Psi (y1 m1 v) (y2 m2 (v + s m1 m2)%Z)) ->
  forall f g, (forall a, 0 <= f a) -> (forall b, 0 <= g b) -> (forall a b, Psi a b -> f a <= g b) ->
  wp (draw k rho1 e1 y1) f m1 <= (expR (kk * rho))%:E * wp (draw k rho2 e2 y2) g m2.
Proof.
move=> rho0 r1 r2 dk dkk coupled f g f0 g0 fg; rewrite -wp_scale ?expR_gt0//= r1 r2.
have E0 : 0 <= (expR (kk * rho))%:E by rewrite lee_fin ltW ?expR_gt0.
apply: (@couple _ _ _ [set v | inside k (e1 m1) v] (fun v => v + s m1 m2)%Z) => // [v|v w _ _ /=|v out|v iv].
- exact: mule_ge0.
- lia.
- by rewrite noise_outside// mul0e.
rewrite muleA -EFinM; apply: lee_pmul => //; last exact/fg/coupled.
rewrite lee_fin; apply: le_trans (noise_price rho0 dk iv) _; rewrite mulrC; apply: ler_wpmul2l; first exact: mass_ge0.
by rewrite ler_expR ler_pmul2r.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [LapGen]
   ⊢ y₁ ←$ L_ρ(e₁) ~⟨k'·ρ,0⟩ y₂ ←$ L_ρ(e₂) :
         0 < ρ ∧ |k + e₁⟨1⟩ − e₂⟨2⟩| ≤ k' ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩]  ⇒  Ψ

   k is over the initial memories, k' and ρ over rigid variables; both rates equal ρ. *)
Theorem b_lap_gen (rho k' : R) (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (k : Mem -> Mem -> Z) Psi :
  ⊢ draw Laplace rho1 e1 y1 ~⟨(k' * rho)%R, 0⟩ draw Laplace rho2 e2 y2 :
    (fun a b => [/\ (0 < rho)%R, rho1 a = rho, rho2 b = rho, (zr R (Z.abs (k a b + e1 a - e2 b)) <= k')%R
                  & forall v, Psi (y1 a v) (y2 b (v + k a b)%Z)]) ⇒ Psi.
Proof.
apply: budget_of_fun => m1 m2 [rho0 r1 r2 dk coupled] f g f0 _ g0 fg.
by rewrite adde0; apply: (shift_cost (s := k) (Psi := Psi)) => // v _; apply: coupled.
Qed.

(* ──────────────────────────────────────────────────────────────────────────────────────────── [OneLapGen]
   ⊢ y₁ ←$ Lᵒˢ_ρ(e₁) ~⟨k'·ρ,0⟩ y₂ ←$ Lᵒˢ_ρ(e₂) :
         0 < ρ ∧ 0 ≤ k + e₁⟨1⟩ − e₂⟨2⟩ ≤ k' ∧ ∀v ≥ e₁⟨1⟩. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩]  ⇒  Ψ *)
Theorem b_one_lap_gen (rho k' : R) (rho1 rho2 : Mem -> R) e1 e2 y1 y2 (k : Mem -> Mem -> Z) Psi :
  ⊢ draw OneSided rho1 e1 y1 ~⟨(k' * rho)%R, 0⟩ draw OneSided rho2 e2 y2 :
    (fun a b => [/\ (0 < rho)%R /\ rho1 a = rho, rho2 b = rho,
                    (0 <= k a b + e1 a - e2 b)%Z, (zr R (k a b + e1 a - e2 b) <= k')%R
                  & forall v, (e1 a <= v)%Z -> Psi (y1 a v) (y2 b (v + k a b)%Z)]) ⇒ Psi.
Proof.
apply: budget_of_fun => m1 m2 [[rho0 r1] r2 d0 dk coupled] f g f0 _ g0 fg.
by rewrite adde0; apply: (shift_cost (s := k) (Psi := Psi)) => //; rewrite Z.abs_eq.
Qed.

(* -------------------------------------------------------------------------------------------------------- [While] *)
Section While.
Variables (b1 b2 : Mem -> bool) (c1 c2 : cmd R Mem) (Th : Mem -> Mem -> Prop) (e : Mem -> Z) (n : Z).
Variables (eps delta E D : Z -> R).
Hypothesis body : forall k, ⊢ c1 ~⟨eps k, delta k⟩ c2 :
  Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ∧ (fun a _ => k = e a) ∧ (fun a _ => (e a <= n)%Z) ⇒ Th ∧ same b1 b2 ∧ (fun a _ => (e a < k)%Z).
Hypothesis ends : forall a b, Th a b -> (e a <= 0)%Z -> ~~ b1 a.
Hypotheses (E0 : E 0%Z = 0%R) (D0 : D 0%Z = 0%R).
Hypothesis growE : forall k, (1 <= k <= n)%Z -> (0 <= eps k <= E k - E (k - 1)%Z)%R.
Hypothesis growD : forall k, (1 <= k <= n)%Z -> (0 <= delta k <= D k - D (k - 1)%Z)%R.

Lemma total_grows (F f : Z -> R) : F 0%Z = 0%R -> (forall k, (1 <= k <= n)%Z -> (0 <= f k <= F k - F (k - 1)%Z)%R) ->
  forall j i : nat, (Z.of_nat i + Z.of_nat j <= n)%Z -> (F (Z.of_nat i) <= F (Z.of_nat i + Z.of_nat j)%Z)%R.
Proof.
move=> F0 grow j i; elim: j => [|j IH] ij; first by rewrite Z.add_0_r.
have /andP[f0 fF] : (0 <= f (Z.of_nat i + Z.of_nat j.+1)%Z <=
    F (Z.of_nat i + Z.of_nat j.+1)%Z - F (Z.of_nat i + Z.of_nat j)%Z)%R.
  have := grow (Z.of_nat i + Z.of_nat j.+1)%Z; rewrite (_ : (_ - 1)%Z = (Z.of_nat i + Z.of_nat j)%Z); last by lia.
  by apply; lia.
apply: le_trans (IH _) _; first by lia.
by rewrite -subr_ge0; apply: le_trans fF.
Qed.

Lemma total_le (F f : Z -> R) i j : F 0%Z = 0%R ->
  (forall k, (1 <= k <= n)%Z -> (0 <= f k <= F k - F (k - 1)%Z)%R) -> (0 <= i <= j)%Z -> (j <= n)%Z -> (F i <= F j)%R.
Proof.
move=> F0 grow ij jn; have := @total_grows F f F0 grow (Z.to_nat (j - i)) (Z.to_nat i).
by rewrite !Z2Nat.id ?Zplus_minus; [apply; lia|lia..].
Qed.
Lemma total_ge0 (F f : Z -> R) j : F 0%Z = 0%R ->
  (forall k, (1 <= k <= n)%Z -> (0 <= f k <= F k - F (k - 1)%Z)%R) -> (0 <= j <= n)%Z -> (0 <= F j)%R.
Proof. by move=> F0 grow jn; rewrite -F0; apply: (@total_le F f) => //; lia. Qed.

(* J(k) of docs/logic.md, by induction on k *)
Lemma while_upto (k : nat) : (Z.of_nat k <= n)%Z ->
  ⊢ While b1 c1 ~⟨E (Z.of_nat k), D (Z.of_nat k)⟩ While b2 c2 :
    Th ∧ same b1 b2 ∧ (fun a _ => (e a <= Z.of_nat k)%Z) ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩.
Proof.
elim: k => [|k IH] kn; apply: budget_of_fun => m1 m2 [th [sync ek]] f g f0 f1 g0 fg.
  have nb := ends th ek; rewrite !wp_while// -sync (negbTE nb) E0 expR0 mul1e D0 adde0.
  by apply: fg; do 2?split=> //; rewrite -?sync; apply/negP.
have [Ek Dk] : (0 <= E (Z.of_nat k.+1))%R /\ (0 <= D (Z.of_nat k.+1))%R.
  by split; [apply: (@total_ge0 E eps)|apply: (@total_ge0 D delta)] => //; lia.
have [lt|ge] := pselect (e m1 <= Z.of_nat k)%Z.
  have kn' : (Z.of_nat k <= n)%Z by lia.
  apply: le_trans (fun_of_budget (IH kn') (conj th (conj sync lt)) f0 f1 g0 fg) _.
  have [leE leD] : (E (Z.of_nat k) <= E (Z.of_nat k.+1))%R /\ (D (Z.of_nat k) <= D (Z.of_nat k.+1))%R.
    by split; [apply: (@total_le E eps)|apply: (@total_le D delta)] => //; lia.
  apply: lee_add; last by rewrite lee_fin.
  by apply: lee_wpmul2r; [apply: wp_ge0|rewrite lee_fin ler_expR].
have [b1m|nb1] := boolP (b1 m1); last first.
  have fgm : f m1 <= g m2 by apply: fg; do 2?split=> //; rewrite -?sync; apply/negP.
  rewrite !wp_while// -sync (negbTE nb1); apply: le_trans fgm _; rewrite -[leLHS]adde0.
  apply: lee_add; last by rewrite lee_fin.
  by rewrite -[leLHS]mul1e; apply: lee_wpmul2r => //; rewrite lee_fin -expR0 ler_expR.
have ekk : e m1 = Z.of_nat k.+1 by lia.
have kn' : (Z.of_nat k <= n)%Z by lia.
have D0k : (0 <= D (Z.of_nat k))%R by apply: (@total_ge0 D delta) => //; lia.
have step : ⊢ Seq c1 (While b1 c1) ~⟨(eps (Z.of_nat k.+1) + E (Z.of_nat k))%R, (delta (Z.of_nat k.+1) + D (Z.of_nat k))%R⟩
    Seq c2 (While b2 c2) :
    Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ∧ (fun a _ => Z.of_nat k.+1 = e a) ∧ (fun a _ => (e a <= n)%Z) ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩.
  apply: b_seq; [exact: body| |by []].
  apply: b_conseq (IH kn') _ _ _ => // a b [th' [sync' e']]; do 2?split=> //; lia.
have pre : Th m1 m2 /\ b1 m1 /\ b2 m2 /\ Z.of_nat k.+1 = e m1 /\ (e m1 <= n)%Z by rewrite -sync b1m; do !split=> //; lia.
rewrite (wp_while b1 c1 m1 f0) (wp_while b2 c2 m2 g0) -sync b1m.
apply: le_trans (fun_of_budget step pre f0 f1 g0 fg) _.
have prev : (Z.of_nat k.+1 - 1)%Z = Z.of_nat k by lia.
have range : (1 <= Z.of_nat k.+1 <= n)%Z by lia.
have /andP[_ lE] := growE range; have /andP[_ lD] := growD range.
apply: lee_add; last by rewrite lee_fin -ler_subr_addr -prev.
apply: lee_wpmul2r; first exact: (@wp_ge0 _ _ (Seq c2 (While b2 c2))).
by rewrite lee_fin ler_expR -ler_subr_addr -prev.
Qed.
End While.

(* ⊢ c₁ ~⟨εₖ,δₖ⟩ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩ ∧ e⟨1⟩ ≤ n  ⇒  Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ < k
   Θ ∧ e⟨1⟩ ≤ 0 ⇒ ¬b₁⟨1⟩        P ⇒ 0 ≤ n ∧ E(0) = D(0) = 0
   P ∧ 1 ≤ k ≤ n  ⇒  0 ≤ εₖ ≤ E(k) − E(k−1)  ∧  0 ≤ δₖ ≤ D(k) − D(k−1)
   ──────────────────────────────────────────────────────────────────────────────────────────── [While]
   ⊢ while b₁ do c₁ ~⟨E(n),D(n)⟩ while b₂ do c₂ : P ∧ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ ≤ n  ⇒  Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ *)
Theorem b_while (b1 b2 : Mem -> bool) c1 c2 Th (e : Mem -> Z) (n : Z) (P : Prop) (eps delta E D : Z -> R) :
  (forall k, ⊢ c1 ~⟨eps k, delta k⟩ c2 :
     Th ∧ b1⟨1⟩ ∧ b2⟨2⟩ ∧ (fun a _ => k = e a) ∧ (fun a _ => (e a <= n)%Z) ⇒
     Th ∧ same b1 b2 ∧ (fun a _ => (e a < k)%Z)) ->
  (forall a b, Th a b /\ (e a <= 0)%Z -> ~ b1 a) ->
  (P -> [/\ (0 <= n)%Z, E 0%Z = 0%R & D 0%Z = 0%R]) ->
  (forall k, P /\ (1 <= k <= n)%Z -> (0 <= eps k <= E k - E (k - 1)%Z)%R) ->
  (forall k, P /\ (1 <= k <= n)%Z -> (0 <= delta k <= D k - D (k - 1)%Z)%R) ->
  ⊢ While b1 c1 ~⟨E n, D n⟩ While b2 c2 :
    (fun _ _ => P) ∧ Th ∧ same b1 b2 ∧ (fun a _ => (e a <= n)%Z) ⇒ Th ∧ ¬ b1⟨1⟩ ∧ ¬ b2⟨2⟩.
Proof.
move=> body ends start growE growD m1 m2 [p pre]; have [n0 E0 D0] := start p.
have ends' a b : Th a b -> (e a <= 0)%Z -> ~~ b1 a by move=> th e0; apply/negP; apply: ends (conj th e0).
have gE k kn := growE k (conj p kn); have gD k kn := growD k (conj p kn).
have := @while_upto b1 b2 c1 c2 Th e n eps delta E D body ends' E0 D0 gE gD (Z.to_nat n).
by rewrite Z2Nat.id//; apply=> //; lia.
Qed.

(* ------------------------------------------------------------------------------------------ loops of one side only *)
(* ⊢ c ~⟨0,0⟩ skip : Θ ∧ b⟨1⟩ ⇒ Θ
   ─────────────────────────────────────────────── [While-L]
   ⊢ while b do c ~⟨0,0⟩ skip : Θ ⇒ Θ ∧ ¬b⟨1⟩ *)
Theorem b_while_left (b : Mem -> bool) c Th :
  (⊢ c ~⟨0, 0⟩ Skip : Th ∧ b⟨1⟩ ⇒ Th) ->
  ⊢ While b c ~⟨0, 0⟩ Skip : Th ⇒ Th ∧ ¬ b⟨1⟩.
Proof.
move=> /left_against_skip body; apply/left_against_skip => m1 m2 th.
have one : hoare (fun a => Th a m2 /\ b a) c (Th^~ m2).
  by move=> a [tha ba] f f0 fQ; apply: (body a m2 _ a erefl f f0 fQ).
apply: (hoare_conseq _ _ (hoare_while one)) => [_ <-//|a [tha ba]]; by split=> //; apply/negP.
Qed.

(* ⊢ skip ~⟨0,0⟩ c : Θ ∧ b⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k        Θ ∧ e⟨2⟩ ≤ 0 ⇒ ¬b⟨2⟩
   ──────────────────────────────────────────────────────────────────────────────── [While-R]
   ⊢ skip ~⟨0,0⟩ while b do c : Θ ⇒ Θ ∧ ¬b⟨2⟩                    k is rigid and new, e is an integer *)
Theorem b_while_right (b : Mem -> bool) c Th (e : Mem -> Z) :
  (forall k, ⊢ Skip ~⟨0, 0⟩ c : Th ∧ b⟨2⟩ ∧ (fun _ y => k = e y) ⇒ Th ∧ (fun _ y => (e y < k)%Z)) ->
  (forall x y, Th x y /\ (e y <= 0)%Z -> ~ b y) ->
  ⊢ Skip ~⟨0, 0⟩ While b c : Th ⇒ Th ∧ ¬ b⟨2⟩.
Proof.
move=> body ends; apply/skip_against_right => m1 m2 th.
have [j] : exists j : nat, (e m2 <= Z.of_nat j)%Z by exists (Z.to_nat (e m2)); lia.
have done y : Th m1 y -> b y = false -> 1 <= @ind R _ (fun y => Th m1 y /\ ~ b y) y.
  by move=> ty by0; rewrite ind1//; split=> //; rewrite by0.
elim: j => [|j IH] in m2 th *; move=> ej; rewrite /Pr wp_while//.
  case: ifP => bm; last exact: done.
  by have := ends _ _ (conj th ej); rewrite bm.
case: ifP => bm; last exact: done.
have /skip_against_right/(_ m1 m2 (conj th (conj bm erefl))) := body (e m2) => /le_trans; apply.
apply: wp_mono => // y; have [[ty ey]|none] := pselect (Th m1 y /\ (e y < e m2)%Z); last first.
  by rewrite ind0//; apply: (@wp_ge0 _ _ (While b c)).
by rewrite ind1//; apply: IH => //; lia.
Qed.
End BudgetRules.
