// The forms of verbs: each by rule from its base, or as given where the language has no rule.

const VOWELS = /[aeiou]/;
/** Verbs of one syllable that double their last letter: a vowel between two consonants. */
const isDoubled = (base: string): boolean => /^[^aeiou]*[aeiou][bdgmnprt]$/.test(base);

const DOUBLED: ReadonlySet<string> = new Set(["outstrip"]);

function third(base: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  const before = base.at(-2) ?? "";
  return base.endsWith("y") && !VOWELS.test(before) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

function withEnding(base: string, ending: "ed" | "ing"): string {
  const before = base.at(-2) ?? "";
  if (base.endsWith("e") && before !== "e") return `${base.slice(0, -1)}${ending}`;
  if (ending === "ed" && base.endsWith("y") && !VOWELS.test(before)) return `${base.slice(0, -1)}ied`;
  return isDoubled(base) || DOUBLED.has(base) ? `${base}${base.at(-1)}${ending}` : `${base}${ending}`;
}

/** Every form of verbs that blanks part: "climb" by rule, "rise/rose/risen" with its past and its participle. Pure. */
export function inflected(verbs: string): string[] {
  return verbs.split(" ").flatMap((verb) => {
    const [base = "", past = withEnding(base, "ed"), participle = past] = verb.split("/");
    return [...new Set([base, third(base), past, participle, withEnding(base, "ing")])];
  });
}
