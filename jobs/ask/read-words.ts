// Reads a question or a claim into words, numbers and stops: spelling evened out, numbers in digits or words with what they stand for.

/** A number as it was stated: how fine its last digit is, and how coarse it may have been meant. */
export type Stated = {
  readonly value: number;
  /** What one of its last stated digit is worth. */
  readonly step: number;
  /** The same where zeros at its end are no digits that were meant. */
  readonly coarse: number;
  /** Another value that the same figures may have, as 64.200 has. */
  readonly or?: number;
};

export type Word =
  | { readonly is: "word"; readonly text: string; readonly raw: string; readonly cash?: true }
  | ({ readonly is: "number"; readonly sign?: 1 | -1; readonly usd?: true; readonly glued?: true } & Stated)
  | { readonly is: "sign"; readonly text: string }
  | { readonly is: "stop" };

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const UNITS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
  ["fourty", 40],
  ["ninty", 90],
]);
const HUNDRED = 100;

export const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  thousands: 1e3,
  grand: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mln: 1e6,
  mio: 1e6,
  mil: 1e6,
  million: 1e6,
  millions: 1e6,
  milion: 1e6,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  bil: 1e9,
  billion: 1e9,
  billions: 1e9,
  bilion: 1e9,
  t: 1e12,
  tn: 1e12,
  trn: 1e12,
  trillion: 1e12,
};
const isScale = (text: string | undefined): text is string => text !== undefined && Object.hasOwn(SCALES, text);

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:won['’]?t)\b/g, "will not"],
  [/\b(?:can['’]?t|cannot)\b/g, "can not"],
  [/\b(is|was|are|were|has|have|had|did|does|do|would|could|should)n['’]?t\b/g, "$1 not"],
  [/\b(it|that|there|what|how|here|who|when|where|why)['’]s\b/g, "$1 is"],
  [/['’](?:s|ve|re|d|ll|m)\b/g, ""],
  [/s['’](?=\s|$)/g, "s"],
];

/** Some signs stand for a sentence: of what they are spelt out as so much is read. */
const SPELT_MAX = 1_000;

/** Zeroes of no width and marks of direction are none of the words. */
const UNSEEN = /\p{Cf}|\p{Mn}/gu;

function even(text: string): string {
  return (
    text
      .normalize("NFKC")
      .slice(0, SPELT_MAX)
      .replaceAll(UNSEEN, "")
      .replaceAll(/[‐-―−]/g, "-")
      .replaceAll(/\bs&p\b/gi, "snp")
      .replaceAll("&", " and ")
      // 71.736,05 and 1.234.567 as much of Europe writes them.
      .replaceAll(/(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)/g, (all) => all.replaceAll(".", "").replace(",", "."))
      .replaceAll(/(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d,])/g, (all) => all.replaceAll(".", ""))
      // "5+ %" is so much or more.
      .replaceAll(/([$]?\d[\d.,]*\s?(?:k|m|bn?|t)?)\+(?=\s?(?:%|percent|$|\s))/gi, "at least $1")
      .replaceAll(/(\d)\s?%/g, "$1 % ")
      .replaceAll(/(?<=\d)\s*-\s*(?=\$?\d)/g, " to ")
      .replaceAll(/(?<=\p{L}|\d)-(?=\p{L})/gu, " ")
      .replaceAll(/(?<=\p{L})-(?=\d)/gu, " ")
      .replaceAll(/(?<=\p{L})\/(?=\p{L})/gu, " ")
      .replaceAll(/\ba\.?p\.?r\b\.?/gi, "apr")
      .replaceAll(/\bu\.s\.?\b/gi, "us")
      .replaceAll(/\b(\d+(?:st|nd|rd|th))\b/gi, " $1 ")
  );
}

const PIECE =
  /(?<cash>\$(?=\p{L}))|(?<money>[$])|(?<other>[€£¥₹₩₽₺₴₦฿]|\b(?:A|AU|C|CA|HK|NZ|S|SG|NT|R|MX)\$)|(?<op>>=|<=|≥|≤|>|<|~|≈|=|±)|(?<sign>(?<![\w.])[+-](?=\s?[$]?\d|\.\d))|(?<num>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:[ _'’]\d{3})+(?![\d.])|\d+(?:[.,]\d+)?|\.\d+)|(?<word>[\p{L}][\p{L}\p{M}\d']*)|(?<pct>%)|(?<stop>[;,()!?"“”…|]|\.(?!\d)|\s-\s)/gu;

/** Nobody means a number with zeros at its end to be coarser than this part of it. */
const COARSE_MOST = 25;

const digitsAfter = (figures: string): number => figures.split(".")[1]?.length ?? 0;

/** A number of figures; one with a comma before one or two of them has a decimal comma. */
function readFigures(text: string): Stated {
  const isGrouped = /^\d{1,3}(?:[, _'’]\d{3})+(?:\.\d+)?$/.test(text);
  const figures = isGrouped ? text.replaceAll(/[, _'’]/g, "") : text.replace(",", ".");
  const value = Number(figures);
  const decimals = digitsAfter(figures);
  const step = 10 ** -decimals;
  const zeros = decimals > 0 ? 0 : (/[1-9](0+)$/.exec(figures)?.[1]?.length ?? 0);
  const coarse = zeros >= 1 ? Math.max(step, Math.min(10 ** zeros, value / COARSE_MOST)) : step;
  const isEither = /^[1-9]\d{0,2}\.\d{3}$/.test(text) || /^[1-9]\d{0,2},\d{3}$/.test(text);
  const or = isEither ? (text.includes(".") ? Number(text.replace(".", "")) : undefined) : undefined;
  return { value, step, coarse, ...(or === undefined ? {} : { or }) };
}

export const scaled = ({ value, step, coarse, or }: Stated, by: number): Stated => ({
  ...{ value: value * by, step: step * by, coarse: coarse * by },
  ...(or === undefined || by !== 1 ? {} : { or }),
});

type Taken = { readonly word: Word; readonly used: number } | null;
const textAt = (words: readonly Word[], at: number): string | undefined => {
  const one = words[at];
  return one?.is === "word" ? one.text : undefined;
};

const FRACTION_OF: Readonly<Record<string, number>> = { half: 0.5, quarter: 0.25 };
/** After "one" or "a" these make it a number. */
const COUNTED =
  /^(?:%|percent|per|pct|percentage|point|hundred|thousand|million|billion|trillion|k|bn|dollar|dollars|hour|hours|day|week|month|minute|basis|bp|bps)$/;

/** A number in words, such as "twenty five", "a hundred thousand", "two point five", "half a million". */
function inWords(words: readonly Word[], at: number): Taken {
  let used = 0;
  let [sum, part, isFound] = [0, 0, false];
  const first = textAt(words, at) ?? "";
  if (Object.hasOwn(FRACTION_OF, first)) {
    const next = textAt(words, at + 1) === "a" ? 2 : 1;
    const scale = textAt(words, at + next);
    if (isScale(scale) && scale.length > 1) {
      const value = (FRACTION_OF[first] ?? 0) * (SCALES[scale] ?? 1);
      return { word: { is: "number", value, step: value / 5, coarse: value / 5 }, used: next + 1 };
    }
    return null;
  }
  if (first === "a" || first === "one" || first === "an") {
    const next = textAt(words, at + 1) ?? "";
    const isOne = first === "one" && (COUNTED.test(next) || next === "point" || next === "and");
    if (!isOne && !(next === "hundred" || (isScale(next) && next.length > 2))) return null;
    [part, used, isFound] = [1, 1, true];
  }
  for (let text = textAt(words, at + used); text !== undefined; text = textAt(words, at + used)) {
    const unit = UNITS.get(text);
    if (unit !== undefined && !(isFound && part % 10 !== 0)) [part, isFound] = [part + unit, true];
    else if (text === "hundred" && isFound) part *= HUNDRED;
    else if (isScale(text) && text.length > 2 && isFound && (SCALES[text] ?? 0) >= 1e3) {
      sum = (sum + part) * (SCALES[text] ?? 1);
      part = 0;
    } else if (
      text === "and" &&
      part >= HUNDRED &&
      part % HUNDRED === 0 &&
      UNITS.has(textAt(words, at + used + 1) ?? "")
    ) {
      // "a hundred and five"
    } else break;
    used += 1;
  }
  if (!isFound) return null;
  return decimalsInWords(words, at, used, sum + part);
}

/** "point five", "and a half", "and a quarter" after a number in words, and a scale after that. */
function decimalsInWords(words: readonly Word[], at: number, used: number, whole: number): Taken {
  const text = (offset: number) => textAt(words, at + used + offset);
  let [value, step, count] = [whole, 1, used];
  if (text(0) === "point" && UNITS.has(text(1) ?? "")) {
    let digits = "";
    let next = 1;
    for (let unit = UNITS.get(text(next) ?? ""); unit !== undefined && unit < 10; unit = UNITS.get(text(next) ?? "")) {
      digits += unit;
      next += 1;
    }
    [value, step, count] = [Number(`${whole}.${digits}`), 10 ** -digits.length, used + next];
  } else if (text(0) === "and" && text(1) === "a" && Object.hasOwn(FRACTION_OF, text(2) ?? "")) {
    [value, step, count] = [whole + (FRACTION_OF[text(2) ?? ""] ?? 0), 0.1, used + 3];
  }
  const scale = textAt(words, at + count);
  const by = count > used && isScale(scale) && scale.length > 2 ? (SCALES[scale] ?? 1) : 1;
  const fine = wordStep(whole, step);
  const stated = scaled({ value, step: fine, coarse: fine }, by);
  return { word: { is: "number", ...stated }, used: count + (by === 1 ? 0 : 1) };
}

/** "Two million" is as fine as a million. */
const wordStep = (whole: number, step: number): number =>
  step !== 1 ? step : ([1e12, 1e9, 1e6, 1e3].find((scale) => whole >= scale && whole % scale === 0) ?? 1);

function pieces(text: string): Word[] {
  const words: Word[] = [];
  let [cash, money, sign, end] = [false, false, undefined as 1 | -1 | undefined, -1];
  for (const found of text.matchAll(PIECE)) {
    const { cash: isCash, money: isMoney, other, op, sign: plus, num, word, pct, stop } = found.groups ?? {};
    if (isCash !== undefined) cash = true;
    else if (isMoney !== undefined) {
      // "310 millions $" has it behind.
      const isBehind = !/^\$\s?[.\d]/.test(text.slice(found.index));
      if (isBehind || (words.at(-1)?.is === "number" && end === found.index))
        words.push({ is: "word", text: "usd", raw: "$" });
      else money = true;
    } else if (plus !== undefined) sign = plus === "-" ? -1 : 1;
    else if (other !== undefined) words.push({ is: "word", text: "euro", raw: other });
    else if (op !== undefined) words.push({ is: "sign", text: op });
    else if (num !== undefined) {
      words.push({ is: "number", ...readFigures(num), ...(sign && { sign }), ...(money && { usd: true as const }) });
      [money, sign] = [false, undefined];
    } else if (word !== undefined) {
      const isGlued = words.at(-1)?.is === "number" && end === found.index;
      const clean = word.toLowerCase();
      const last = words.at(-1);
      if (isGlued && last?.is === "number") words[words.length - 1] = { ...last, glued: true };
      words.push({ is: "word", text: clean, raw: word, ...(cash && { cash: true as const }) });
      cash = false;
    } else if (pct !== undefined) words.push({ is: "word", text: "%", raw: "%" });
    else if (stop !== undefined) words.push({ is: "stop" });
    end = found.index + found[0].length;
  }
  return words;
}

/** The words of a text, in their order. Pure. */
export function readWords(text: string): Word[] {
  const evened = CONTRACTIONS.reduce(
    (left, [from, to]) => left.replaceAll(new RegExp(from.source, "gi"), to),
    even(text),
  );
  const words = pieces(evened);
  const read: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const taken = words[at]?.is === "word" ? inWords(words, at) : null;
    const word = taken?.word ?? words[at];
    const before = read.at(-1);
    // "Minus four and a half".
    if (word?.is === "number" && word.sign === undefined && before?.is === "word" && before.text === "minus")
      read[read.length - 1] = { ...word, sign: -1 };
    else if (word) read.push(word);
    at += taken?.used ?? 1;
  }
  return read;
}
