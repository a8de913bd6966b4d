(* The program of the last figure, and that the sums of Figure.v are what it does.

   figure           the program, statement by statement as in gallery/open/above_threshold_value_figure.py
   outcome          what a final memory tells: nothing fired, or the value that fired
   figure_wp        the expectation of any function of the outcome, as a sum over noisy thresholds
   figure_fires     P(it fires with the value w) = fires
   figure_nothing   P(nothing fires) = nothing *)
From Twinproof Require Import Prelude Noise Semantics Kleene.
From Twinproof.last_figure Require Import Sums Laplace Figure.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the input: what the queries answer on the database, and the threshold; and the program's variables *)
Record memory := Memory { queries : seq Z; t : Z; i : Z; v : Z; r : Z; noisy_t : Z; s : Z }.

Definition set_i (m : memory) x := Memory (queries m) (t m) x (v m) (r m) (noisy_t m) (s m).
Definition set_v (m : memory) x := Memory (queries m) (t m) (i m) x (r m) (noisy_t m) (s m).
Definition set_r (m : memory) x := Memory (queries m) (t m) (i m) (v m) x (noisy_t m) (s m).
Definition set_noisy_t (m : memory) x := Memory (queries m) (t m) (i m) (v m) (r m) x (s m).
Definition set_s (m : memory) x := Memory (queries m) (t m) (i m) (v m) (r m) (noisy_t m) x.

Definition len (m : memory) : Z := Z.of_nat (size (queries m)).

(* the figure counts from 1 and never asks its last query *)
Definition asked (answers : seq Z) : seq Z := take (size answers).-1 answers.

Lemma size_asked answers : size (asked answers) = (size answers).-1.
Proof. by rewrite size_takel// leq_pred. Qed.

(* what a final memory tells: whether something fired, and with which value *)
Definition outcome (m : memory) : option Z := if (r m =? len m + 1)%Z then None else Some (v m).

(* what holds whenever the loop's condition is evaluated *)
Definition invariant (m : memory) : Prop :=
  (1 <= i m)%Z /\ (r m = len m + 1 -> v m = 0)%Z.

Section Program.
Variables (R : realType) (eps : R).

Notation "x <- e" := (@Assign R memory (fun m => x m (e m))) (at level 70, e at level 60, only parsing).
Notation "x <$ p" := (@Sample R memory p x) (at level 70, p at level 60, only parsing).
Notation "c ;; d" := (Seq c d) (at level 90, right associativity, only parsing).

(*  s = laplace(queries[i - 1](d), 4 / eps)
    if noisy_t <= s and r == len(queries) + 1:
        r = i
        v = s
    i = i + 1  *)
Definition body : cmd R memory :=
  set_s <$ (fun m => laplace (eps / 4) (nth 0%Z (queries m) (Z.to_nat (i m - 1))));;
  If (fun m => (noisy_t m <=? s m)%Z && (r m =? len m + 1)%Z)
    (set_r <- i;;
     set_v <- s)
    Skip;;
  set_i <- (fun m => i m + 1)%Z.

Definition loop : cmd R memory := While (fun m => (i m <? len m)%Z) body.

(*  i = 1
    v = 0
    r = len(queries) + 1
    noisy_t = laplace(t, 2 / eps)
    while i < len(queries): ...  *)
Definition figure : cmd R memory :=
  set_i <- (fun=> 1%Z);;
  set_v <- (fun=> 0%Z);;
  set_r <- (fun m => len m + 1)%Z;;
  set_noisy_t <$ (fun m => laplace (eps / 2) (t m));;
  loop.

Hypothesis eps0 : (0 < eps)%R.
Let a : R := expR (- (eps / 4)).
Let quarter0 : (0 < eps / 4)%R. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Let a01 : (0 < a < 1)%R. Proof. exact: base_lt1. Qed.

Lemma answer_noise q x : laplace (eps / 4) q x = lap a (x - q).
Proof. by rewrite /= /laplace_mass quarter0. Qed.

Lemma threshold_noise t0 T : laplace (eps / 2) t0 T = threshold a t0 T.
Proof.
rewrite /= /laplace_mass divr_gt0 ?ltr0n// /threshold /lap (_ : expR (- (eps / 2)) = (a ^+ 2)%R)//.
rewrite /a -expRMm; congr expR; rewrite mulrN; congr (- _)%R; rewrite mulrCA; congr (_ * _)%R.
have -> : (4 = 2 * 2 :> R)%R by rewrite -natrM.
by rewrite invfM mulrA divff ?mul1r// pnatr_eq0.
Qed.

(* ---------------------------------------------------------------- the loop, for any function g of the outcome *)
Section Value.
Variable g : option Z -> \bar R.
Hypothesis g0 : forall o, 0 <= g o.
Hypothesis gfin : forall o, g o \is a fin_num.

Fixpoint expected T (qs : seq Z) : \bar R :=
  if qs is q :: rest then
    \esum_(x in [set: Z]) ((lap a (x - q))%:E * (if (T <=? x)%Z then g (Some x) else expected T rest))
  else g None.

Variable f : memory -> \bar R.
Hypothesis f0 : forall m, 0 <= f m.
Hypothesis fg : forall m, invariant m -> f m = g (outcome m).

(* one turn of the loop *)
Lemma body_wp h m : wp body h m =
  \esum_(x in [set: Z]) ((lap a (x - nth 0%Z (queries m) (Z.to_nat (i m - 1))))%:E *
    (if (noisy_t m <=? x)%Z && (r m =? len m + 1)%Z
     then h (Memory (queries m) (t m) (i m + 1) x (i m) (noisy_t m) x)
     else h (Memory (queries m) (t m) (i m + 1) (v m) (r m) (noisy_t m) x))).
Proof. by apply: eq_esum => x _; rewrite answer_noise /=; case: ifP. Qed.

Lemma loop_wp m : invariant m ->
  wp loop f m = if outcome m is Some x then g (Some x)
                else expected (noisy_t m) (drop (Z.to_nat (i m - 1)) (asked (queries m))).
Proof.
have [n ni] := ubnP (Z.to_nat (len m - i m)); elim: n => // n IH in m ni * => inv.
have [i1 none] := inv; rewrite /loop wp_while; last exact: f0.
case: ifP => [/Z.ltb_lt il|/Z.ltb_ge il]; last first.
  rewrite fg//; case: (outcome m) => //; rewrite drop_oversize// size_asked -subn1.
  by rewrite /len in il; apply/ssrnat.leP; rewrite -minusE; lia.
rewrite body_wp -/loop.
have next x : wp loop f (Memory (queries m) (t m) (i m + 1) (v m) (r m) (noisy_t m) x) =
    if outcome m is Some y then g (Some y)
    else expected (noisy_t m) (drop (Z.to_nat (i m - 1)).+1 (asked (queries m))).
  rewrite IH /=.
  - rewrite {1}/outcome /len /= -/(len m) -/(outcome m).
    by congr (if _ is Some y then _ else expected _ (drop _ _)); lia.
  - by apply/ssrnat.leP; move/ssrnat.leP: ni il; rewrite /len /=; lia.
  - by split=> //=; lia.
case E: (outcome m) => [y|].
  have rn : (r m =? len m + 1)%Z = false by move: E; rewrite /outcome; case: ifP.
  under eq_esum do rewrite rn andbF next E muleC.
  rewrite /= esumZ//; last by move=> x; rewrite lee_fin lap_ge0.
  by rewrite esum_lap// mule1.
have rn : (r m =? len m + 1)%Z by move: E; rewrite /outcome; case: ifP.
have im : (Z.to_nat (i m - 1) < size (asked (queries m)))%N.
  by rewrite size_asked -subn1; rewrite /len in il; apply/ssrnat.leP; rewrite -minusE; lia.
rewrite (drop_nth 0%Z im) [RHS]/=; apply: eq_esum => x _; rewrite rn andbT next E.
rewrite nth_take; last by rewrite -size_asked.
case: ifP => // Tx; congr (_ * _); rewrite IH /=.
- by rewrite /outcome /len /= -/(len m); have -> : (i m =? len m + 1)%Z = false by apply/Z.eqb_neq; lia.
- by apply/ssrnat.leP; move/ssrnat.leP: ni il; rewrite /len /=; lia.
- by move: il; rewrite /invariant /len /= => il; split=> //; lia.
Qed.

Lemma figure_wp m :
  wp figure f m = \esum_(T in [set: Z]) ((threshold a (t m) T)%:E * expected T (asked (queries m))).
Proof.
rewrite [LHS](_ : _ = \esum_(T in [set: Z]) ((laplace (eps / 2) (t m) T)%:E *
  wp loop f (Memory (queries m) (t m) 1 0 (len m + 1) T (s m))))//.
apply: eq_esum => T _; rewrite threshold_noise loop_wp; last by rewrite /invariant /len /=; split=> //; lia.
by rewrite /outcome /len /= Z.eqb_refl drop0.
Qed.
End Value.

(* ---------------------------------------------------------------- one outcome *)
(* one answer: it fires with w, which is worth k, or it stays below T, which is worth y *)
Lemma one_answer T q w (k y : R) (g : Z -> \bar R) : (0 <= k)%R -> (0 <= y)%R ->
  (forall x, g x = if x == w then k%:E else 0) ->
  \esum_(x in [set: Z]) ((lap a (x - q))%:E * (if (T <=? x)%Z then g x else y%:E)) =
  ((if (T <=? w)%Z then k * lap a (w - q) else 0) + below a (T - 1 - q) * y)%:E.
Proof.
move=> k0 y0 gw; have l0 x : (0 <= lap a x)%R by exact: lap_ge0.
pose hit : R := (if (T <=? w)%Z then k * lap a (w - q) else 0)%R.
have hit0 : (0 <= hit)%R by rewrite /hit; case: ifP => // _; exact: mulr_ge0.
rewrite (eq_esum (b := fun x => (if x \in [set w] then hit%:E else 0) +
   (if x \in [set x | (x < T)%Z] then (lap a (x - q))%:E * y%:E else 0))) => [|x _]; last first.
  rewrite gw /hit; have [xw|xw] := eqVneq x w.
    rewrite {x}xw mem_set//; case: ifP => [/Z.leb_le Tw|/Z.leb_gt Tw].
      by rewrite memNset ?adde0 -?EFinM 1?mulrC// /=; lia.
    by rewrite mem_set// add0e.
  rewrite memNset ?add0e; last by move=> /= xw'; rewrite xw' eqxx in xw.
  case: ifP => [/Z.leb_le Tx|/Z.leb_gt Tx]; last by rewrite mem_set.
  by rewrite memNset ?mule0//=; lia.
rewrite esumD => [|x _|x _]; try by case: ifP => // _; rewrite -?EFinM lee_fin// mulr_ge0.
rewrite -!esum_mkcond esum_set1// EFinD; congr (_ + _).
under eq_esum do rewrite muleC.
by rewrite esum_scale// ?esum_lap_under// -?EFinM 1?mulrC// => x; rewrite lee_fin.
Qed.

Lemma expected_value T qs w : expected (ind [set Some w]) T qs = (if (T <=? w)%Z then first_is a w T qs else 0)%:E.
Proof.
elim: qs => [|q qs IH] /=; first by rewrite ind0//; case: ifP.
rewrite IH (@one_answer _ _ w 1)//; last first.
- by move=> x; have [->|/eqP xw] := eqVneq x w; [rewrite ind1|rewrite ind0// => -[]].
- by case: ifP => // _; exact: first_is_ge0.
by case: ifP => _; rewrite ?mul1r ?mulr0 ?addr0.
Qed.

Lemma expected_none T qs : expected (ind [set None]) T qs = (none_above a T qs)%:E.
Proof.
elim: qs => [|q qs IH] /=; first by rewrite ind1.
rewrite IH (@one_answer _ _ 0%Z 0)// ?none_above_ge0//; last by move=> x; rewrite ind0//; case: ifP.
by rewrite mul0r; case: ifP => _; rewrite add0r.
Qed.

Let ind_fin (X : set (option Z)) o : @ind R _ X o \is a fin_num.
Proof. by rewrite /ind; case: ifP. Qed.

(* P(it fires with the value w), for the program *)
Theorem figure_fires m w : Pr figure m [set m' | outcome m' = Some w] = fires a (asked (queries m)) (t m) w.
Proof.
rewrite /Pr (@figure_wp (ind [set Some w]))//.
rewrite /fires [RHS]esum_mkcond; apply: eq_esum => T _; rewrite expected_value -EFinM.
case: ifP => [/Z.leb_le Tw|/Z.leb_gt Tw]; first by rewrite mem_set.
by rewrite mulr0 memNset//=; lia.
Qed.

(* P(nothing fires), for the program *)
Theorem figure_nothing m : Pr figure m [set m' | outcome m' = None] = nothing a (asked (queries m)) (t m).
Proof.
rewrite /Pr (@figure_wp (ind [set None]))//.
by apply: eq_esum => T _; rewrite expected_none -EFinM.
Qed.

(* for any set of outcomes *)
Theorem figure_outcomes m (X : set (option Z)) : Pr figure m [set m' | X (outcome m')] =
  \esum_(o in X) (if o is Some w then fires a (asked (queries m)) (t m) w else nothing a (asked (queries m)) (t m)).
Proof.
have [_ _ _ additive] := probability_measure figure m.
rewrite (_ : [set m' | X (outcome m')] = \bigcup_(o in X) [set m' | outcome m' = o]); last first.
  by apply/seteqP; split=> [m' Xm|m' [o Xo /= oE]]; [exists (outcome m')|rewrite /= oE].
rewrite additive; last by move=> o o' _ _ [m' /= [oE oE']]; rewrite -oE -oE'.
by apply: eq_esum => -[w|] _; [exact: figure_fires|exact: figure_nothing].
Qed.

(* what the program returns is the value that fired, or 0 *)
Theorem figure_returns m (X : set Z) :
  Pr figure m [set m' | X (v m')] = Pr figure m [set m' | X (odflt 0%Z (outcome m'))].
Proof.
pose g o : \bar R := ind X (odflt 0%Z o).
have gfin o : g o \is a fin_num by rewrite /g /ind; case: ifP.
have g0 o : 0 <= g o by exact: ind_ge0.
rewrite /Pr !(@figure_wp g)// => m' [_ none]; rewrite /g /outcome /ind /=.
by case E: (_ =? _)%Z => //=; rewrite none//; exact/Z.eqb_eq.
Qed.
End Program.
