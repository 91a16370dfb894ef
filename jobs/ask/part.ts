// The parts of a question that ask for something each, with their words as they were meant.
import { readWords } from "./read-words.ts";
import { meantWord } from "./vocabulary.ts";

/** So many different words of a text are looked at for slips, which bounds what a text can cost. */
const WORDS_MAX = 40;

const TIME_ALONE =
  /^(?:(?:today|yesterday|tomorrow|now|right|so far|since|this|last|in|over|the|past|day|week|month|hour|days|weeks|hours|\d+|please|pls|thanks) ?)+$/;

/** Pure. */
export function partsOf(text: string): string[] {
  const meant = new Map<string, string>();
  const mended = (word: string): string => {
    const known = meant.get(word) ?? (meant.size < WORDS_MAX ? meantWord(word) : word);
    meant.set(word, known);
    return known;
  };
  const words = readWords(text.replaceAll(/\s\+\s/g, " and ")).map((word) => {
    if (word.is === "stop") return ";";
    if (word.is === "word") return mended(word.text);
    return word.is === "number" ? String(word.value) : "";
  });
  return words
    .join(" ")
    .split(
      /;| and (?!greed\b|shorts?\b|longs?\b|asks?\b|bids?\b|slippage of\b|buy\b|buying\b|out\b|why not\b|down\b|sold\b|selling\b|low\b|high\b|bears\b)| but | also | plus | as well as | together with | along with | alongside | n (?=\p{L})/u,
    )
    .map((part) => part.replace(/\s+/g, " ").trim())
    .reduce<string[]>((parts, part) => {
      const before = parts.at(-1);
      // "Yesterday and today" is one time.
      if (before !== undefined && TIME_ALONE.test(part)) parts[parts.length - 1] = `${before} ${part}`;
      else parts.push(part);
      return parts;
    }, []);
}
