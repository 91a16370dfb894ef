// Numbers, places in an order and parts of a whole as words have them.

/** Up to nineteen, and the tens above it. */
export const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
export const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const PLACES =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const PARTS: Readonly<Record<string, number>> = {
  ...{ half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10 },
};

/** Words from one number to another, for a pattern. */
export const countsOf = (from: number, to: number): string => NUMBERS.slice(from, to + 1).join("|");
/** Words from one place to another, for a pattern. */
export const placesOf = (from: number, to: number): string => PLACES.slice(from, to + 1).join("|");

/** The number that figures or a word tell; one for an article, and for nothing. */
export function numberOf(said: string): number {
  if (/^\d/.test(said)) return Number(said);
  const word = said.toLowerCase();
  if (TENS.includes(word)) return 10 * (TENS.indexOf(word) + 2);
  return NUMBERS.includes(word) ? NUMBERS.indexOf(word) : 1;
}

export const placeOf = (word: string): number => PLACES.indexOf(word.toLowerCase());

/** Into how many a part divides its whole: two for a half, and for halves. */
export const dividerOf = (part: string): number => PARTS[part.toLowerCase().replace(/s$/, "")] ?? 1;

/** "Two" and "third" as so many per cent. */
export const pctOf = (count: string, part: string): number =>
  Number(((100 * numberOf(count)) / dividerOf(part)).toFixed(1));
