(* What the soundness proofs of several rules share: the samplings of the figures, the factor of the ledger, triples about
   one program, and the coupling of two noises. *)
From Twinproof Require Import Prelude Noise Semantics Kleene Judgments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Shared.
Variables (R : realType) (Mem : Type).
Implicit Types (c d : cmd R Mem) (b : Mem -> bool) (P Q : Mem -> Prop).

(* y ←$ L_rho(e): the rate and the centre are read in the memory, and [y m v] is the memory with v in the place of y *)
Definition draw (k : kind) (rho : Mem -> R) (e : Mem -> Z) (y : Mem -> Z -> Mem) : cmd R Mem :=
  Sample (fun m => noise_of k (rho m) (e m)) y.

(* ----------------------------------------------------------------------------------------- triples about one program *)
Lemma hoare_conseq P P' Q Q' c : (forall m, P m -> P' m) -> (forall m, Q' m -> Q m) -> hoare P' c Q' -> hoare P c Q.
Proof. by move=> PP QQ C m Pm f f0 fQ; apply: (C m) => // [|x /QQ]; [apply: PP|apply: fQ]. Qed.
Lemma hoare_skip P : hoare P (Skip : cmd R Mem) P. Proof. by move=> m Pm f f0; apply. Qed.
Lemma hoare_assign u Q : hoare (fun m => Q (u m)) (Assign R u) Q. Proof. by move=> m Qm f f0; apply. Qed.
Lemma hoare_sample (p : Mem -> noise R) (y : Mem -> Z -> Mem) Q :
  hoare (fun m => forall v, p m v != 0%R -> Q (y m v)) (Sample p y : cmd R Mem) Q.
Proof.
move=> m Pm f f0 fQ; apply: esum1 => v _; have [->|pn] := eqVneq (p m v) 0%R; first by rewrite mul0e.
by rewrite fQ ?mule0//; apply: Pm.
Qed.
Lemma hoare_seq c d P T Q : hoare P c T -> hoare T d Q -> hoare P (Seq c d) Q.
Proof. by move=> C D m Pm f f0 fQ /=; apply: (C m) => // x; [apply: wp_ge0|move=> Tx; apply: D]. Qed.
Lemma hoare_if b c d P Q : hoare (fun m => P m /\ b m) c Q -> hoare (fun m => P m /\ ~~ b m) d Q -> hoare P (If b c d) Q.
Proof. by move=> C D m Pm f f0 fQ /=; case: ifP => bm; [apply: C|apply: D => //; rewrite bm]. Qed.
Lemma hoare_while b c P : hoare (fun m => P m /\ b m) c P -> hoare P (While b c) (fun m => P m /\ ~~ b m).
Proof.
move=> C m Pm f f0 fQ; apply/eqP; rewrite eq_le (@wp_ge0 _ _ (While b c))// andbT.
pose h x : \bar R := if `[< P x >] then 0 else +oo.
apply: (@le_trans _ _ (h m)); last by rewrite /h asboolT.
have h0 x : 0 <= h x by rewrite /h; case: ifP; rewrite ?leey.
apply: wp_park => // x; rewrite {2}/h; case: asboolP => Px; last exact: leey.
case: ifP => bx; last by rewrite fQ// bx.
by rewrite (C x)// => y Py; rewrite /h asboolT.
Qed.

(* c leaves what [get] reads of the memory as it is: the variables that [get] reads are none that c writes *)
Fixpoint keeps (A : Type) (get : Mem -> A) c : Prop :=
  match c with
  | Skip => True
  | Assign u => forall m, get (u m) = get m
  | Sample _ y => forall m v, get (y m v) = get m
  | Seq c d | If _ c d => keeps get c /\ keeps get d
  | While _ c => keeps get c
  end.

(* (D) what is not written stays *)
Lemma hoare_keeps (A : Type) (get : Mem -> A) c x : keeps get c -> hoare (fun m => get m = x) c (fun m => get m = x).
Proof.
elim: c => [|u|p y|c IHc d IHd|b c IHc d IHd|b c IHc] /=.
- by move=> _; apply: hoare_skip.
- by move=> ku; apply: (hoare_conseq _ _ (@hoare_assign u (fun m => get m = x))) => // m mx; rewrite ku.
- by move=> ky; apply: (hoare_conseq _ _ (@hoare_sample p y (fun m => get m = x))) => // m mx v _; rewrite ky.
- by case=> /IHc C /IHd D; apply: hoare_seq C D.
- by case=> /IHc C /IHd D; apply: hoare_if; [apply: hoare_conseq C => // m []|apply: hoare_conseq D => // m []].
- move=> /IHc C; apply: (@hoare_conseq _ (fun m => get m = x) _ (fun m => get m = x /\ ~~ b m)) => [//|m []//|].
  by apply: hoare_while; apply: hoare_conseq C => // m [].
Qed.

(* what cannot be reached does not count *)
Lemma wp_within c m P f : hoare (eq m) c P -> (forall a, 0 <= f a) -> wp c f m <= wp c (fun a => ind P a * f a) m.
Proof.
move=> H f0; have r0 a : 0 <= ind (~` P) a * f a by apply: mule_ge0.
have i0 a : 0 <= ind P a * f a by apply: mule_ge0.
apply: (@le_trans _ _ (wp c (fun a => ind P a * f a + ind (~` P) a * f a) m)).
  apply: wp_mono => // a; have [Pa|nPa] := pselect (P a).
    by rewrite ind1// ind0 ?mul0e ?mul1e ?adde0//; apply.
  by rewrite ind0// ind1// mul0e mul1e add0e.
rewrite wp_add// [X in _ + X](H m erefl) ?adde0// => a Pa; by rewrite ind0 ?mul0e//; apply.
Qed.

(* ------------------------------------------------------------------------------------------------ coupling two noises *)
(* an injective map of the samples that matter, under which each term on the left is bounded by one on the right *)
Lemma couple (p1 p2 : noise R) (K : set Z) (phi : Z -> Z) (F G : Z -> \bar R) :
  (forall v, 0 <= F v) -> (forall v, 0 <= G v) -> {in K &, injective phi} ->
  (forall v, ~ K v -> (p1 v)%:E * F v = 0) ->
  (forall v, K v -> (p1 v)%:E * F v <= (p2 (phi v))%:E * G (phi v)) ->
  \esum_(v in [set: Z]) ((p1 v)%:E * F v) <= \esum_(v in [set: Z]) ((p2 v)%:E * G v).
Proof.
move=> F0 G0 inj out le12; rewrite (esumID K); last by move=> v _; apply: mule_ge0.
rewrite setTI [X in _ + X]esum1 ?adde0; last by move=> v [_ nK]; apply: out.
apply: (@le_trans _ _ (\esum_(v in K) ((p2 (phi v))%:E * G (phi v)))); first exact: le_esum.
by apply: (@esum_injective _ _ _ K setT phi (fun v => (p2 v)%:E * G v)) => // v; apply: mule_ge0.
Qed.
End Shared.

(* ------------------------------------------------------------------------------------------------ the ledger's factor *)
Section Factor.
Variables (R : realType) (Mem St : Type) (total : St -> R).
Implicit Types (f g : Mem -> \bar R) (w : St).

Definition factor w0 w : R := expR (total w - total w0).
Lemma factor_gt0 w0 w : (0 < factor w0 w)%R. Proof. exact: expR_gt0. Qed.
Lemma factor_ge0 w0 w : 0 <= (factor w0 w)%:E. Proof. by rewrite lee_fin ltW// factor_gt0. Qed.
Lemma factor1 w : factor w w = 1%R. Proof. by rewrite /factor subrr expR0. Qed.
Lemma factorM w0 w1 w2 : (factor w0 w1 * factor w1 w2)%R = factor w0 w2.
Proof. by rewrite /factor -expRD addrC addrA subrK. Qed.
Lemma factorME w0 w1 w2 (x : \bar R) : (factor w0 w1)%:E * ((factor w1 w2)%:E * x) = (factor w0 w2)%:E * x.
Proof. by rewrite muleA -EFinM factorM. Qed.
Lemma factorKE w0 w (x : \bar R) : (factor w0 w)%:E * ((factor w w0)%:E * x) = x.
Proof. by rewrite factorME factor1 mul1e. Qed.

Lemma here (Psi : Mem -> Mem -> St -> Prop) L w0 f g a b : qualifies total Psi L w0 f g -> Psi a b w0 -> f a <= g b.
Proof. by case=> _ _ _ fg /fg; rewrite -/(factor _ _) factor1 mul1e. Qed.
End Factor.
#[global] Hint Extern 0 (is_true (_ <= (factor _ _ _)%:E)) => exact: factor_ge0 : core.
