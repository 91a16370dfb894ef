// What words stand for that only a whole sentence gives a meaning.
export type SentenceItem =
  | {
      readonly is:
        | "usual"
        | "only"
        | "range"
        | "crowd"
        | "gap"
        | "neither"
        | "nor"
        | "lean"
        | "owner"
        | "holder"
        | "together"
        | "needed"
        | "sometime"
        | "outside"
        | "nearer"
        | "pays"
        | "earns";
    }
  | { readonly is: "like"; readonly dir: 1 | -1 }
  | { readonly is: "superlative"; readonly side: 1 | -1 }
  | { readonly is: "side"; readonly side: "buy" | "sell" }
  | { readonly is: "degree"; readonly how: "much" | "little" };
