(* Lists as programs see them: lengths and positions are integers, and outside of a list there is a fixed value. *)
From Twinproof Require Import Prelude.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition len (T : Type) (l : seq T) : Z := Z.of_nat (size l).
(* outside of the list it is a fixed value *)
Definition get (T : Type) (x : T) (l : seq T) (i : Z) : T := if (i <? 0)%Z then x else nth x l (Z.to_nat i).

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
