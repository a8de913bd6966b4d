(* The two noises as they are drawn: their masses add up to 1, and what it costs to move a sample.

   [noise] is a sub-distribution on the integers, given by its masses. [laplace rho e] and [one_sided rho e] are the
   discrete Laplace noises around e; with a rate that is not positive there is no mass at all: the run is stuck. *)
From Twinproof Require Import Prelude.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

Section Noise.
Variable R : realType.
Implicit Types (rho a : R) (e v k : Z).

Record noise := Noise {
  mass :> Z -> R;
  mass_ge0 : forall v, 0 <= mass v;
  mass_le1 : (\esum_(v in [set: Z]) (mass v)%:E <= 1)%E
}.

(* With a = e^(-rho):  (1-a)/(1+a) · a^|v-e|,  and for the one-sided noise  (1-a) · a^(v-e)  from e on. *)
Definition laplace_mass rho e v : R :=
  let a := expR (- rho) in if 0 < rho then (1 - a) / (1 + a) * a ^+ Z.abs_nat (v - e) else 0.
Definition one_sided_mass rho e v : R :=
  let a := expR (- rho) in if (0 < rho) && (e <=? v)%Z then (1 - a) * a ^+ Z.to_nat (v - e) else 0.

(* ----------------------------------------------------------------------------------------------- geometric sums *)
Lemma base_lt1 rho : 0 < rho -> 0 < expR (- rho) < 1.
Proof. by move=> rho0; rewrite expR_gt0 expR_lt1 oppr_lt0. Qed.

Lemma geometric_sum a : 0 < a < 1 -> (\esum_(n in [set: nat]) (a ^+ n)%:E = ((1 - a)^-1)%:E)%E.
Proof.
move=> /andP[a0 a1]; have an0 n : (0 <= (a ^+ n)%:E)%E by rewrite lee_fin exprn_ge0// ltW.
have := @nneseries_esum R (fun n => (a ^+ n)%:E) xpredT (fun n _ => an0 n).
rewrite (_ : [set x : nat | true] = setT) ?predeqE// => <-.
have norm1 : `|a| < 1 by rewrite ger0_norm// ltW.
rewrite (_ : (fun n => _) = EFin \o series (geometric 1 a)); last first.
  by apply/funext => n /=; rewrite /series /= sumEFin; congr (_%:E); apply: eq_bigr => i _; rewrite /= mul1r.
rewrite EFin_lim; last exact: is_cvg_geometric_series.
by congr (_%:E); rewrite -[RHS]mul1r; apply: (cvg_lim (@Rhausdorff R)); exact: cvg_geometric_series.
Qed.

(* the sum of a^|v| over all integers, from 0 up and from -1 down *)
Lemma two_sided_sum a : 0 < a < 1 -> (\esum_(v in [set: Z]) (a ^+ Z.abs_nat v)%:E = ((1 + a) / (1 - a))%:E)%E.
Proof.
move=> /andP[a0 a1]; have a01 : 0 < a < 1 by rewrite a0.
have t0 v : (0 <= (a ^+ Z.abs_nat v)%:E)%E by rewrite lee_fin exprn_ge0// ltW.
rewrite (esumID [set v | 0 <= v]%Z) ?setTI//.
rewrite (@reindex_esum R _ _ [set: nat] _ Z.of_nat); last first.
  split; [by move=> n _ /=; lia|by move=> n m _ _ /=; lia|move=> v /= v0].
  by exists (Z.to_nat v) => //=; lia.
rewrite (@reindex_esum R _ _ [set: nat] (~` _) (fun n => (- Z.of_nat n.+1)%Z)); last first.
  split; [by move=> n _ /=; lia|by move=> n m _ _ /=; lia|move=> v /= v0].
  by exists (Z.to_nat (- v - 1)) => //=; lia.
rewrite (eq_esum (b := fun n => (a ^+ n)%:E)) => [|n _]; last by congr (_ ^+ _)%:E; lia.
rewrite [X in (_ + X)%E](eq_esum (b := fun n => (a%:E * (a ^+ n)%:E)%E)) => [|n _]; last first.
  by rewrite -EFinM -exprS; congr (_ ^+ _)%:E; lia.
rewrite esumZ//=; [|by rewrite lee_fin ltW|by move=> n; rewrite lee_fin exprn_ge0// ltW].
by rewrite geometric_sum// -EFinM -EFinD mulrDl mul1r.
Qed.

Lemma esum_shift e (F : Z -> \bar R) : (\esum_(v in [set: Z]) F (v - e)%Z = \esum_(v in [set: Z]) F v)%E.
Proof.
rewrite [RHS](@reindex_esum R _ _ [set: Z] _ (fun v => (v - e)%Z))//.
by split=> // [v w _ _ /=|v _]; [lia|exists (v + e)%Z => //=; lia].
Qed.

(* ------------------------------------------------------------------------------------------------- total mass 1 *)
Lemma laplace_total rho e : 0 < rho -> (\esum_(v in [set: Z]) (laplace_mass rho e v)%:E = 1)%E.
Proof.
move=> rho0; have a01 := base_lt1 rho0; have /andP[a0 a1] := a01.
have c0 : 0 <= (1 - expR (- rho)) / (1 + expR (- rho)) by rewrite divr_ge0 ?subr_ge0 ?addr_ge0 ?ltW.
rewrite (eq_esum (b := fun v => (((1 - expR (- rho)) / (1 + expR (- rho)))%:E *
   (expR (- rho) ^+ Z.abs_nat (v - e))%:E)%E)) => [|v _]; last by rewrite /laplace_mass rho0 EFinM.
rewrite esumZ//= => [|v]; last by rewrite lee_fin exprn_ge0// ltW.
rewrite (@esum_shift e (fun v => (expR (- rho) ^+ Z.abs_nat v)%:E)) two_sided_sum// -EFinM; congr (_%:E).
by rewrite mulrA divfK ?divff// ?gt_eqF ?subr_gt0// addr_gt0.
Qed.

Lemma one_sided_total rho e : 0 < rho -> (\esum_(v in [set: Z]) (one_sided_mass rho e v)%:E = 1)%E.
Proof.
move=> rho0; have a01 := base_lt1 rho0; have /andP[a0 a1] := a01.
rewrite (esumID [set v | e <= v]%Z) ?setTI => [|v _]; last first.
  by rewrite lee_fin /one_sided_mass; case: ifP => // _; rewrite mulr_ge0 ?exprn_ge0 ?subr_ge0 ?ltW.
rewrite [X in (_ + X)%E]esum1 ?adde0 => [|v /= ev]; last first.
  by rewrite /one_sided_mass (_ : (e <=? v)%Z = false) ?andbF//; lia.
rewrite (@reindex_esum R _ _ [set: nat] _ (fun n => (e + Z.of_nat n)%Z)); last first.
  split; [by move=> n _ /=; lia|by move=> n m _ _ /=; lia|move=> v /= ev].
  by exists (Z.to_nat (v - e)) => //=; lia.
rewrite (eq_esum (b := fun n => ((1 - expR (- rho))%:E * (expR (- rho) ^+ n)%:E)%E)) => [|n _]; last first.
  have -> : one_sided_mass rho e (e + Z.of_nat n) = (1 - expR (- rho)) * expR (- rho) ^+ Z.to_nat (e + Z.of_nat n - e).
    by rewrite /one_sided_mass rho0 (_ : (e <=? e + Z.of_nat n)%Z = true)//; apply/Z.leb_le; lia.
  by rewrite -EFinM; congr (_ * _ ^+ _)%:E; lia.
rewrite esumZ//=; [|by rewrite lee_fin subr_ge0 ltW|by move=> n; rewrite lee_fin exprn_ge0// ltW].
by rewrite geometric_sum// -EFinM mulfV// gt_eqF// subr_gt0.
Qed.

Lemma laplace_ge0 rho e v : 0 <= laplace_mass rho e v.
Proof.
rewrite /laplace_mass; case: ifP => // rho0; have /andP[a0 a1] := base_lt1 rho0.
by rewrite mulr_ge0 ?divr_ge0 ?exprn_ge0 ?subr_ge0 ?addr_ge0// ltW.
Qed.
Lemma one_sided_ge0 rho e v : 0 <= one_sided_mass rho e v.
Proof.
rewrite /one_sided_mass; case: ifP => // /andP[rho0 _]; have /andP[a0 a1] := base_lt1 rho0.
by rewrite mulr_ge0 ?exprn_ge0 ?subr_ge0 ?ltW.
Qed.
Lemma laplace_le1 rho e : (\esum_(v in [set: Z]) (laplace_mass rho e v)%:E <= 1)%E.
Proof.
have [rho0|nrho] := boolP (0 < rho); first by rewrite laplace_total.
by rewrite esum1 ?lee01// => v _; rewrite /laplace_mass (negbTE nrho).
Qed.
Lemma one_sided_le1 rho e : (\esum_(v in [set: Z]) (one_sided_mass rho e v)%:E <= 1)%E.
Proof.
have [rho0|nrho] := boolP (0 < rho); first by rewrite one_sided_total.
by rewrite esum1 ?lee01// => v _; rewrite /one_sided_mass (negbTE nrho).
Qed.

Definition laplace rho e := Noise (laplace_ge0 rho e) (laplace_le1 rho e).
Definition one_sided rho e := Noise (one_sided_ge0 rho e) (one_sided_le1 rho e).

(* -------------------------------------------------------------------------------------------- the price of a shift *)
(* P1(v) <= e^(rho·|d|) · P2(v+k)  with  d = k + e1 - e2 *)
Lemma laplace_price rho e1 e2 k v : 0 < rho ->
  laplace rho e1 v <= expR (zr R (Z.abs (k + e1 - e2)) * rho) * laplace rho e2 (v + k)%Z.
Proof.
move=> rho0; have /andP[a0 a1] := base_lt1 rho0; rewrite /= /laplace_mass rho0 mulrCA.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?subr_ge0 ?addr_ge0// ltW.
rewrite zr_abs expRMm -[X in X ^+ _ * _]invrK -expRN exprVn ler_pdivl_mull ?exprn_gt0// -exprD.
by apply: ler_wiexpn2l; rewrite ?ltW//; apply/ssrnat.leP; rewrite -plusE; lia.
Qed.

(* From e1 on, and for 0 <= d:  P1(v) = e^(rho·d) · P2(v+k) *)
Lemma one_sided_price rho e1 e2 k v : 0 < rho -> (0 <= k + e1 - e2)%Z -> (e1 <= v)%Z ->
  one_sided rho e1 v = expR (zr R (k + e1 - e2) * rho) * one_sided rho e2 (v + k)%Z.
Proof.
move=> rho0 d0 ev; have /andP[a0 a1] := base_lt1 rho0; rewrite /= /one_sided_mass rho0.
rewrite (_ : (e1 <=? v)%Z = true) 1?(_ : (e2 <=? v + k)%Z = true)/=; [|apply/Z.leb_le; lia..].
rewrite mulrCA; congr (_ * _); rewrite -[zr R _]/(zr R (k + e1 - e2)) -(Z.abs_eq (k + e1 - e2))// zr_abs expRMm.
rewrite -[X in X ^+ _ * _]invrK -expRN exprVn.
rewrite (_ : Z.to_nat (v + k - e2) = (Z.abs_nat (k + e1 - e2) + Z.to_nat (v - e1))%N); last by rewrite -plusE; lia.
by rewrite exprD mulKf// expf_neq0// gt_eqF.
Qed.
Lemma one_sided_below rho e v : (v < e)%Z -> one_sided rho e v = 0.
Proof. by move=> ve; rewrite /= /one_sided_mass (_ : (e <=? v)%Z = false) ?andbF//; lia. Qed.
End Noise.

(* ------------------------------------------------------------------------------------------ both noises under one name *)
Inductive kind := Laplace | OneSided.

Section Kinds.
Variable R : realType.
Implicit Types (k : kind) (rho : R) (e v : Z).

Definition noise_of k rho e : noise R := if k is Laplace then laplace rho e else one_sided rho e.
(* what a sampling can draw, and what a coupling of two samplings may assume: of one-sided noise, from the centre on *)
Definition inside k e v : Prop := if k is Laplace then True else (e <= v)%Z.
(* the distance d = k + e1 - e2 over which a sample is moved: any, or for one-sided noise not a negative one *)
Definition allowed k (d : Z) : Prop := if k is Laplace then True else (0 <= d)%Z.

Lemma noise_total k rho e : 0 < rho -> (\esum_(v in [set: Z]) (noise_of k rho e v)%:E = 1)%E.
Proof. by case: k => rho0; [exact: laplace_total|exact: one_sided_total]. Qed.
Lemma noise_outside k rho e v : ~ inside k e v -> noise_of k rho e v = 0.
Proof. by case: k => //= ev; apply: one_sided_below; lia. Qed.

Lemma noise_price k rho e1 e2 s v : 0 < rho -> allowed k (s + e1 - e2) -> inside k e1 v ->
  noise_of k rho e1 v <= expR (zr R (Z.abs (s + e1 - e2)) * rho) * noise_of k rho e2 (v + s)%Z.
Proof.
case: k => [rho0 _ _|rho0 /= d0 ev]; first exact: laplace_price.
by rewrite Z.abs_eq// -one_sided_price.
Qed.
End Kinds.
