(* What exported certificates about divergences stand on, beside Export.v: the rules of the Rényi ledger over Coq's own
   real numbers, how close two outputs are, and what that says about (ε, δ). *)
From Twinproof Require Export Export RenyiRules RenyiSteps RenyiNoise RenyiPrivacy RenyiConversions.
From Twinproof Require NoiseTable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Delimit Scope R_scope with Re.
Local Open Scope ring_scope.

Lemma inv_Rinv (x : R) : x <> 0%Re -> ((x : RR)^-1)%R = (/ x)%Re.
Proof. by move=> x0; rewrite RinvE//; apply/eqP. Qed.
Lemma div_Rdiv (x y : R) : y <> 0%Re -> ((x : RR) / (y : RR))%R = (x / y)%Re.
Proof. by move=> y0; rewrite RdivE//; apply/eqP. Qed.
Lemma two_times (x : R) : (2%:R * (x : RR))%R = (2 * x)%Re.
Proof. by rewrite -RmultE; congr Rmult; rewrite -[(2%:R)%R]/(1 + 1)%Re; lra. Qed.

Section Rules.
Variables (Mem : Type) (rates : seq R).
Implicit Types (c : cmd RR Mem) (Phi Psi P Q : Mem -> Mem -> counters -> Prop).
Local Notation total := (@total RR rates).

(* the price of a draw that is moved by d: each step, of which there are d², costs `each`; the kernel asks that neither
   factor is larger, or that the product is not *)
Lemma squares_paid (each rate : R) (d p : Z) : (0 <= each)%Re ->
  ((each <= rate)%Re /\ (d * d <= p)%Z) \/ (IZR (d * d) * each <= IZR p * rate)%Re -> (IZR (d * d) * each <= IZR p * rate)%Re.
Proof.
move=> each0 [[le_rate le_p]|//]; have d0 : (0 <= d * d)%Z by apply: Z.square_nonneg.
by apply: Rmult_le_compat => //; apply: IZR_le.
Qed.

Section Gaussian.
Variables (i : nat) (var1 var2 each : Mem -> R) (e1 e2 : Mem -> Z) (y1 y2 : Mem -> Z -> Mem).
Variables (k p : Mem -> Mem -> counters -> Z) (Phi Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop).
Hypothesis lt_i : (i < size rates)%N.
Hypothesis lawful : forall a b w, Phi a b w -> (0 < var1 a)%Re.
Hypothesis same_law : forall a b w, Phi a b w -> var1 a = var2 b.
Hypothesis paid : forall a b w, Phi a b w -> let d := (k a b w + e1 a - e2 b)%Z in
  ((each a <= nth 0%Re rates i)%Re /\ (d * d <= p a b w)%Z) \/
  (IZR (d * d) * each a <= IZR (p a b w) * nth 0%Re rates i)%Re.
Hypothesis after : forall a b w v, Phi a b w -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (raise i (p a b w) w).

Lemma rr_gauss_concentrated : (forall a, (0 < var1 a)%Re -> each a = (/ (2 * var1 a))%Re) ->
  ⊢R[all_orders, concentrated total] @draw_gaussian RR Mem var1 e1 y1 ~R @draw_gaussian RR Mem var2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> unit; apply: (sr_pre (@r_gauss_concentrated RR Mem counters all_orders total Z (nth 0%Re rates i) (zr RR) (raise i)
  var1 var2 e1 e2 y1 y2 k p Psi L (integer_counter lt_i))) => a b w h.
have v0 := lawful h; have each0 : (0 <= each a)%Re by rewrite unit//; left; apply: Rinv_0_lt_compat; lra.
split; [exact: Rlt_ltr|exact: same_law h| |by move=> v _; apply: after].
apply: Rle_ler; rewrite !zrE; apply: Rle_trans (squares_paid each0 (paid h)); right.
by rewrite two_times div_Rdiv ?unit//; lra.
Qed.

Lemma rr_gauss_order (al : R) : (forall a, (0 < var1 a)%Re -> each a = (al * / (2 * var1 a))%Re) ->
  ⊢R[one_order (al : RR), plain total] @draw_gaussian RR Mem var1 e1 y1 ~R @draw_gaussian RR Mem var2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> unit; case: (Rlt_le_dec 1%Re al) => [al1|le1]; last by move=> al' -> /RltP; rewrite -[1%R]/1%Re; lra.
have al0 : (0 <= al)%Re by lra.
apply: (sr_pre (@r_gauss_order RR Mem counters al total Z (nth 0%Re rates i) (zr RR) (raise i)
  var1 var2 e1 e2 y1 y2 k p Psi L (integer_counter lt_i))) => a b w h.
have v0 := lawful h; have each0 : (0 <= each a)%Re.
  by rewrite unit//; apply: Rmult_le_pos => //; left; apply: Rinv_0_lt_compat; lra.
split; [exact: Rlt_ltr|exact: same_law h| |by move=> v _; apply: after].
apply: Rle_ler; rewrite !zrE; apply: Rle_trans (squares_paid each0 (paid h)); right.
rewrite two_times div_Rdiv; last by lra.
by rewrite unit// -RmultE /Rdiv; ring.
Qed.
End Gaussian.

Section Laplace.
Variables (i : nat) (rho1 rho2 each : Mem -> R) (e1 e2 : Mem -> Z) (y1 y2 : Mem -> Z -> Mem).
Variables (k p : Mem -> Mem -> counters -> Z) (Phi Psi : Mem -> Mem -> counters -> Prop) (L : Mem -> Prop).
Hypothesis lt_i : (i < size rates)%N.
Hypothesis lawful : forall a b w, Phi a b w -> (0 < rho1 a)%Re.
Hypothesis same_law : forall a b w, Phi a b w -> rho1 a = rho2 b.
Hypothesis paid : forall a b w, Phi a b w -> let d := (k a b w + e1 a - e2 b)%Z in
  ((each a <= nth 0%Re rates i)%Re /\ (d * d <= p a b w)%Z) \/
  (IZR (d * d) * each a <= IZR (p a b w) * nth 0%Re rates i)%Re.
Hypothesis after : forall a b w v, Phi a b w -> Psi (y1 a v) (y2 b (v + k a b w)%Z) (raise i (p a b w) w).

Let squared (d : Z) (rho : R) : (((zr RR (Z.abs d) * rho) ^+ 2 / 2%:R)%R : R) = (IZR (d * d) * (rho * rho / 2))%Re.
Proof.
have two : (2%:R : RR) = 2%Re :> R by rewrite -[2%:R]/(1 + 1)%Re; lra.
rewrite two div_Rdiv; last by lra.
rewrite zrE expr2 -!RmultE (_ : d * d = Z.abs d * Z.abs d)%Z ?mult_IZR; last by lia.
by field.
Qed.

Lemma rr_laplace_concentrated : (forall a, (0 < rho1 a)%Re -> each a = (rho1 a * rho1 a / 2)%Re) ->
  ⊢R[all_orders, concentrated total] @draw RR Mem Laplace rho1 e1 y1 ~R @draw RR Mem Laplace rho2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> unit; apply: (sr_pre (@r_laplace_concentrated RR Mem counters all_orders total Z (nth 0%Re rates i) (zr RR) (raise i)
  rho1 rho2 e1 e2 y1 y2 k p Psi L (integer_counter lt_i))) => a b w h.
have v0 := lawful h; have each0 : (0 <= each a)%Re by rewrite unit//; nra.
split; [exact: Rlt_ltr|exact: same_law h| |by move=> v _; apply: after].
by apply: Rle_ler; rewrite squared zrE -unit//; apply: squares_paid each0 (paid h).
Qed.

Lemma rr_laplace_order (al : R) : (forall a, (0 < rho1 a)%Re -> each a = (al * (rho1 a * rho1 a / 2))%Re) ->
  ⊢R[one_order (al : RR), plain total] @draw RR Mem Laplace rho1 e1 y1 ~R @draw RR Mem Laplace rho2 e2 y2 : Phi ⇒ Psi | L.
Proof.
move=> unit; case: (Rlt_le_dec 1%Re al) => [al1|le1]; last by move=> al' -> /RltP; rewrite -[1%R]/1%Re; lra.
apply: (sr_pre (@r_laplace_order RR Mem counters al total Z (nth 0%Re rates i) (zr RR) (raise i)
  rho1 rho2 e1 e2 y1 y2 k p Psi L (integer_counter lt_i))) => a b w h.
have v0 := lawful h; have each0 : (0 <= each a)%Re by rewrite unit//; apply: Rmult_le_pos; nra.
split; [exact: Rlt_ltr|exact: same_law h| |by move=> v _; apply: after].
apply: Rle_ler; rewrite squared zrE -RmultE; apply: Rle_trans (squares_paid each0 (paid h)); right.
by rewrite unit//; ring.
Qed.
End Laplace.

(* closing: the counters start at 0, and what is spent in the end is at most r *)
Lemma zero_paid (A : set RR) : (forall al, A al -> (1 < al) -> concentrated total al (fun=> 0%Z) = 0).
Proof. by move=> al _ _; rewrite /concentrated total_zero// mulr0. Qed.

Lemma rr_close_concentrated (O : Type) (x1 x2 : Mem -> O) (r : R) c1 c2 P Q L (Phi : Mem -> Mem -> Prop) :
  (⊢R[all_orders, concentrated total] c1 ~R c2 : P ⇒ Q | L) ->
  (forall a b w, Phi a b -> zeros (size rates) w -> P a b w) ->
  (forall a b w, Q a b w -> x1 a = x2 b /\ (spent rates w <= r)%Re) -> (forall a, L a) ->
  @renyi_claim RR Mem O all_orders (fun al => al * r) 0 c1 x1 c2 x2 Phi.
Proof.
move=> J pre post keep; apply: (r_close (zero := fun=> 0%Z) (@zero_paid _)).
apply: (r_conseq J) => [a b w [p ->]|a b w [q _]|a _]; [by apply: pre => //; apply/zeros_below| |exact: keep].
have [eq le] := post _ _ _ q; split=> // al _ al1.
by rewrite /concentrated -spent_total; apply: ler_wpmul2l; [exact: le_trans ler01 (ltW al1)|exact: Rle_ler le].
Qed.

Lemma rr_close_order (O : Type) (x1 x2 : Mem -> O) (al r : R) c1 c2 P Q L (Phi : Mem -> Mem -> Prop) :
  (⊢R[one_order (al : RR), plain total] c1 ~R c2 : P ⇒ Q | L) ->
  (forall a b w, Phi a b -> zeros (size rates) w -> P a b w) ->
  (forall a b w, Q a b w -> x1 a = x2 b /\ (spent rates w <= r)%Re) -> (forall a, L a) ->
  @renyi_claim RR Mem O (one_order (al : RR)) (fun=> r) 0 c1 x1 c2 x2 Phi.
Proof.
move=> J pre post keep; apply: (r_close (zero := fun=> 0%Z) (total := plain total)); first by move=> *; apply: total_zero.
apply: (r_conseq J) => [a b w [p ->]|a b w [q _]|a _]; [by apply: pre => //; apply/zeros_below| |exact: keep].
have [eq le] := post _ _ _ q; split=> // al' _ al1.
by rewrite /plain -spent_total; exact: Rle_ler le.
Qed.
End Rules.

Section Claims.
Variables (Mem O : Type).
Implicit Types (c : cmd RR Mem) (x : Mem -> O) (P Q Phi : Mem -> Mem -> Prop) (A : set RR) (cost : R -> R).

Lemma rc_pre A cost (d : R) c1 x1 c2 x2 P Phi : @renyi_claim RR Mem O A cost d c1 x1 c2 x2 P ->
  (forall a b, Phi a b -> P a b) -> @renyi_claim RR Mem O A cost d c1 x1 c2 x2 Phi.
Proof. by move=> J pre m1 m2 /pre; apply: J. Qed.

Lemma rc_case (C : Mem -> Mem -> Prop) A cost (d : R) c1 x1 c2 x2 P Q Phi :
  @renyi_claim RR Mem O A cost d c1 x1 c2 x2 P -> @renyi_claim RR Mem O A cost d c1 x1 c2 x2 Q ->
  (forall a b, Phi a b -> C a b -> P a b) -> (forall a b, Phi a b -> ~ C a b -> Q a b) ->
  @renyi_claim RR Mem O A cost d c1 x1 c2 x2 Phi.
Proof.
move=> J1 J2 yes no m1 m2 pre; have [holds|fails] := pselect (C m1 m2); [apply: J1|apply: J2]; [exact: yes|exact: no].
Qed.

Lemma rc_exists (T : Type) A cost (d : R) c1 x1 c2 x2 (P : T -> Mem -> Mem -> Prop) Phi :
  (forall i, @renyi_claim RR Mem O A cost d c1 x1 c2 x2 (P i)) -> (forall a b, Phi a b -> exists i, P i a b) ->
  @renyi_claim RR Mem O A cost d c1 x1 c2 x2 Phi.
Proof. by move=> J some m1 m2 /some[i p]; apply: (J i). Qed.

(* what is asked of the numbers may follow from what is known of the parameters *)
Lemma rc_conseq A A' cost cost' (d d' : R) c1 x1 c2 x2 P Phi : @renyi_claim RR Mem O A cost d c1 x1 c2 x2 P ->
  (forall a b, Phi a b -> P a b) -> (forall a b, Phi a b -> (d <= d')%Re) ->
  (forall a b, Phi a b -> forall al : RR, A' al -> 1 < al -> A al /\ (cost al <= cost' al :> RR)) ->
  @renyi_claim RR Mem O A' cost' d' c1 x1 c2 x2 Phi.
Proof.
move=> J pre dd costs m1 m2 h.
have := @claim_conseq RR Mem O A A' cost cost' d d' c1 x1 c2 x2 P (fun a b => Phi a b /\ Phi m1 m2).
apply=> //; [by move=> al Aal al1; apply: costs h al Aal al1|exact: Rle_ler (dd _ _ h)|by move=> a b [/pre]].
Qed.

Lemma rc_conseq_all (r r' d d' : R) c1 x1 c2 x2 P Phi : @renyi_claim RR Mem O all_orders (fun al => al * r') d' c1 x1 c2 x2 P ->
  (forall a b, Phi a b -> P a b) -> (forall a b, Phi a b -> (r' <= r)%Re /\ (d' <= d)%Re) ->
  @renyi_claim RR Mem O all_orders (fun al => al * r) d c1 x1 c2 x2 Phi.
Proof.
move=> J pre costs; apply: (rc_conseq J pre) => a b h; have [le le'] := costs _ _ h => // al _ al1.
by split=> //; apply: ler_wpmul2l; [exact: le_trans ler01 (ltW al1)|exact: Rle_ler le].
Qed.
Lemma rc_conseq_one (al r r' d d' : R) c1 x1 c2 x2 P Phi :
  @renyi_claim RR Mem O (one_order (al : RR)) (fun=> r') d' c1 x1 c2 x2 P ->
  (forall a b, Phi a b -> P a b) -> (forall a b, Phi a b -> (r' <= r)%Re /\ (d' <= d)%Re) ->
  @renyi_claim RR Mem O (one_order (al : RR)) (fun=> r) d c1 x1 c2 x2 Phi.
Proof.
by move=> J pre costs; apply: (rc_conseq J pre) => a b h; have [le le'] := costs _ _ h => // al' -> _; split=> //; apply: Rle_ler.
Qed.
Lemma rc_conseq_at (al r r' d d' : R) c1 x1 c2 x2 P Phi :
  @renyi_claim RR Mem O all_orders (fun al => al * r') d' c1 x1 c2 x2 P ->
  (forall a b, Phi a b -> P a b) -> (forall a b, Phi a b -> (al * r' <= r)%Re /\ (d' <= d)%Re) ->
  @renyi_claim RR Mem O (one_order (al : RR)) (fun=> r) d c1 x1 c2 x2 Phi.
Proof.
by move=> J pre costs; apply: (rc_conseq J pre) => a b h; have [le le'] := costs _ _ h => // al' -> _; split=> //; apply: Rle_ler.
Qed.

Lemma log_of_inverse (d : R) : (0 < d)%Re -> logarithm (IZR 1 / d)%Re = ln ((d : RR)^-1).
Proof. by move=> d0; rewrite inv_Rinv; [congr (ln _); rewrite /Rdiv Rmult_1_l|lra]. Qed.

Lemma rc_zcdp_dp (d0 r eps delta whole : R) c1 x1 c2 x2 Phi :
  @renyi_claim RR Mem O all_orders (fun al => al * r) d0 c1 x1 c2 x2 Phi ->
  (forall a b, Phi a b -> (0 <= r)%Re /\ (0 < delta)%Re /\ (r <= eps)%Re) ->
  (forall a b, Phi a b -> (IZR 4 * r * logarithm (IZR 1 / delta)%Re <= (eps - r) * (eps - r))%Re) ->
  (delta + d0)%Re = whole -> ⊢ c1 ~⟨eps, whole⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> J signs enough <- m1 m2 h; have [r0 [delta0 le]] := signs _ _ h; have := enough _ _ h.
rewrite log_of_inverse// => /RleP; rewrite !RmultE RminusE (_ : IZR 4 = 4%:R :> RR) => [le4|]; last first.
  have -> : (4%:R : RR) = 2%:R * 2%:R by rewrite -natrM.
  by rewrite two_times -[2%:R]/(1 + 1)%Re; lra.
have := @zcdp_dp_sym RR Mem O d0 r eps delta c1 x1 c2 x2 Phi (Rle_ler r0) (Rlt_ltr delta0) (Rle_ler le).
by rewrite expr2 => /(_ le4 J) /(_ _ _ h).
Qed.

(* α is an order of the claim, and [spent] what the claim says at it *)
Lemma rc_rdp_dp (A : set RR) cost (d0 al spent eps delta whole : R) c1 x1 c2 x2 Phi :
  @renyi_claim RR Mem O A cost d0 c1 x1 c2 x2 Phi -> A al -> cost al = spent ->
  (forall a b, Phi a b -> (IZR 1 < al)%Re) ->
  (forall a b, Phi a b ->
    (exponential ((al - IZR 1) * (spent - eps) + al * logarithm (IZR 1 - IZR 1 / al)%Re)%Re / (al - IZR 1) <= delta)%Re) ->
  (delta + d0)%Re = whole -> ⊢ c1 ~⟨eps, whole⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> J Aal at_al above enough <- m1 m2 h; have al1 := above _ _ h.
apply: (@rdp_dp RR Mem O A cost d0 al eps delta c1 x1 c2 x2 Phi Aal (Rlt_ltr al1) _ J m1 m2 h).
have := enough _ _ h; rewrite -div_Rdiv; last by lra.
rewrite RplusE !RmultE !RminusE expRD -mulrA => /RleP; rewrite at_al /kappa.
by rewrite (_ : (IZR 1 / al)%Re = (al : RR)^-1)//; rewrite inv_Rinv ?/Rdiv ?Rmult_1_l//; lra.
Qed.

Lemma rc_rdp_dp_sym (A : set RR) cost (d0 al spent eps delta whole : R) c1 x1 c2 x2 Phi :
  @renyi_claim RR Mem O A cost d0 c1 x1 c2 x2 Phi -> A al -> cost al = spent ->
  (forall a b, Phi a b -> (IZR 1 < al)%Re) -> (forall a b, Phi a b -> (0 < delta)%Re) ->
  (forall a b, Phi a b -> (spent + logarithm (IZR 1 / delta)%Re / (al - IZR 1) <= eps)%Re) ->
  (delta + d0)%Re = whole -> ⊢ c1 ~⟨eps, whole⟩ c2 : Phi ⇒ (fun a b => x1 a = x2 b).
Proof.
move=> J Aal at_al above positive enough <- m1 m2 h; have al1 := above _ _ h; have delta0 := positive _ _ h.
apply: (@rdp_dp_sym RR Mem O A cost d0 al eps delta c1 x1 c2 x2 Phi Aal (Rlt_ltr al1) (Rlt_ltr delta0) _ J m1 m2 h).
have := enough _ _ h; rewrite log_of_inverse// -div_Rdiv; last by lra.
by rewrite RplusE RminusE => /RleP; rewrite at_al.
Qed.
End Claims.

(* ------------------------------------------------------------------------------------------------------- tactics *)
(* A quotient that is positive has no 0 below. *)
Lemma below_not_zero (x y : R) : (0 < x / y)%Re -> y <> 0%Re.
Proof. by move=> pos y0; move: pos; rewrite y0 /Rdiv Rinv_0 Rmult_0_r; apply: Rlt_irrefl. Qed.
Lemma above_not_zero (x y : R) : (0 < x / y)%Re -> x <> 0%Re.
Proof. by move=> pos x0; move: pos; rewrite x0 /Rdiv Rmult_0_l; apply: Rlt_irrefl. Qed.
Lemma first_not_zero (x y : R) : (x * y)%Re <> 0%Re -> x <> 0%Re. Proof. by move=> xy x0; apply: xy; rewrite x0 Rmult_0_l. Qed.
Lemma second_not_zero (x y : R) : (x * y)%Re <> 0%Re -> y <> 0%Re. Proof. by move=> xy y0; apply: xy; rewrite y0 Rmult_0_r. Qed.
Ltac not_zero := repeat match goal with
  | H : (0 < ?x / ?y)%Re |- _ => lazymatch goal with K : y <> 0%Re |- _ => fail
      | _ => pose proof (below_not_zero H); pose proof (above_not_zero H) end
  | H : (?x * ?y)%Re <> 0%Re |- _ => lazymatch goal with K : y <> 0%Re |- _ => fail
      | _ => pose proof (first_not_zero H); pose proof (second_not_zero H) end
  end.
(* what a step costs, as one fraction *)
Ltac unit_price := intros; conjuncts; cbv beta; not_zero; first [reflexivity | field; repeat split; first [assumption | lra]].
(* that the price is paid, in one of the two ways that the kernel has *)
Ltac squares := intros; conjuncts; cbv zeta; match goal with
  | H : _ \/ _ |- _ => destruct H; conjuncts; first
      [ left; split; [first [assumption | apply Rle_refl | lra] | assumption]
      | right; assumption
      | right; lra ]
  end.
Ltac moved := intros; conjuncts; match goal with H : forall _ : Z, _ |- _ => solve [apply H] end.
Ltac kept ::= cbv beta iota zeta delta [keeps draw_gaussian NoiseTable.draw_law draw]; repeat split; intros; reflexivity.
