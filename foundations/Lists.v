(* Lists as programs see them: lengths and positions are integers, and outside of a list there is a fixed value. *)
From Twinproof Require Import Prelude.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition len (T : Type) (l : seq T) : Z := Z.of_nat (size l).
(* outside of the list it is a fixed value *)
Definition get (T : Type) (x : T) (l : seq T) (i : Z) : T := if (i <? 0)%Z then x else nth x l (Z.to_nat i).

(* another item at a position; the list itself where it has no such position *)
Definition put (T : Type) (l : seq T) (i : Z) (v : T) : seq T :=
  if (0 <=? i)%Z && (i <? len l)%Z then set_nth v l (Z.to_nat i) v else l.

Lemma len_ge0 T (l : seq T) : (0 <= len l)%Z. Proof. by rewrite /len; lia. Qed.
Lemma len_nil T : len (@nil T) = 0%Z. Proof. by []. Qed.
Lemma len_cons T (x : T) l : len (x :: l) = (1 + len l)%Z. Proof. by rewrite /len -[size (x :: l)]/(S (size l)); lia. Qed.
Lemma len_cat T (l r : seq T) : len (l ++ r) = (len l + len r)%Z. Proof. by rewrite /len size_cat -plusE; lia. Qed.
Lemma get_cat T (x : T) l r i :
  get x (l ++ r) i = if (i <? len l)%Z then get x l i else get x r (i - len l)%Z.
Proof.
rewrite /get /len nth_cat; case: (Z.ltb_spec i 0) => i0.
  by case: (Z.ltb_spec i (Z.of_nat (size l))) => //; lia.
case: (Z.ltb_spec i (Z.of_nat (size l))) => il; first by rewrite ifT//; apply/ssrnat.ltP; lia.
rewrite ifF; last by apply/ssrnat.ltP; lia.
rewrite (_ : (i - _ <? 0)%Z = false); last by apply/Z.ltb_ge; lia.
by congr nth; rewrite -minusE; lia.
Qed.
Lemma get_cons T (x y : T) l i : get x (y :: l) i = if (i =? 0)%Z then y else if (i <? 0)%Z then x else get x l (i - 1)%Z.
Proof.
rewrite /get; case: (Z.eqb_spec i 0) => [->//|i0]; case: (Z.ltb_spec i 0) => // i1.
rewrite (_ : (i - 1 <? 0)%Z = false); last by apply/Z.ltb_ge; lia.
by rewrite (_ : Z.to_nat i = (Z.to_nat (i - 1)).+1)//; lia.
Qed.

Lemma len_put T (l : seq T) i v : len (put l i v) = len l.
Proof.
rewrite /put; case: ifP => // /andP[/Z.leb_le i0 /Z.ltb_lt il].
by rewrite /len size_set_nth; congr Z.of_nat; apply/maxn_idPr/ssrnat.ltP; move: il; rewrite /len; lia.
Qed.
Lemma get_put T (x : T) l i v j :
  get x (put l i v) j = if [&& (j =? i)%Z, (0 <=? i)%Z & (i <? len l)%Z] then v else get x l j.
Proof.
rewrite /put; case: ifP => [/andP[/Z.leb_le i0 /Z.ltb_lt il]|_]; rewrite ?andbF ?andbT//.
rewrite /get; case: (Z.eqb_spec j i) => [->|ji].
  rewrite (_ : (i <? 0)%Z = false); last by apply/Z.ltb_ge.
  by rewrite (set_nth_default v) ?nth_set_nth /= ?eqxx//; rewrite size_set_nth leq_max leqnn.
case: (Z.ltb_spec j 0) => // j0; case: (leqP (size l) (Z.to_nat j)) => jl.
  rewrite !nth_default// size_set_nth geq_max jl andbT; apply/ssrnat.ltP; move/ssrnat.leP: jl il; rewrite /len; lia.
rewrite (set_nth_default v) ?size_set_nth ?leq_max ?jl ?orbT// nth_set_nth /= ifF; first exact: set_nth_default.
by apply/eqP; lia.
Qed.
