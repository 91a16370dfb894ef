// Times that one word has two of: "today" is the last 24 hours for some and the day since midnight UTC for others. What is said of it must hold of both.
import { DAY_MS } from "../../../../schema/duration.ts";
import { keyOf as keyOfWanted } from "../../evidence.ts";
import { placeOfRef } from "../../place.ts";
import { type Between, type Claim, moved, type Ref, refsOf, type Time, unknown } from "../claim.ts";

type Words = ReadonlyMap<string, readonly Between[]>;
type Chosen = ReadonlyMap<string, Between | null>;

/** So many words of a claim may have two times; each doubles what is looked at. */
const WORDS_MAX = 3;

const keyOf = (time: Time | null): string => JSON.stringify(time);
const without = (time: Time): Time => {
  const { or: _, ...rest } = time;
  return rest;
};

/**
 * What else its time may be. What is measured over hours up to now and over nothing else is told of those, but for the
 * sum of a day that has passed: that is another sum.
 */
function othersOf(ref: Ref, now: number): readonly Between[] {
  const own = ref.time?.or === undefined ? null : placeOfRef(ref);
  if (own === null) return [];
  return (ref.time?.or ?? []).filter((time) => {
    const other = placeOfRef({ ...ref, time });
    if (other === null) return ref.aspect === "level" && time.to < now && time.to - time.from <= DAY_MS;
    return other.path !== own.path || keyOfWanted(other.wanted) !== keyOfWanted(own.wanted);
  });
}

/** The times of it that may be others, each with all of those. */
function wordsOf(claim: Claim, now: number): Words {
  const words = new Map<string, readonly Between[]>();
  for (const ref of refsOf(claim)) {
    const others = othersOf(ref, now);
    if (others.length > 0) words.set(keyOf(ref.time), ref.time?.or ?? []);
  }
  return words;
}

/** The same claim of the times that were chosen, where it can be told of them. */
const chosen = (claim: Claim, choice: Chosen, now: number): Claim =>
  moved(claim, (ref) => {
    if (ref.time?.or === undefined) return ref;
    const time = choice.get(keyOf(ref.time)) ?? null;
    return { ...ref, time: time !== null && othersOf(ref, now).includes(time) ? time : without(ref.time) };
  });

function choicesOf(words: Words): readonly Chosen[] {
  return [...words].reduce<readonly Chosen[]>(
    (all, [key, times]) => all.flatMap((one) => [null, ...times].map((time): Chosen => new Map([...one, [key, time]]))),
    [new Map()],
  );
}

/** Of every time that its words may mean. */
function ofAll(claim: Claim, now: number): Claim {
  const words = wordsOf(claim, now);
  if (words.size === 0) return chosen(claim, new Map(), now);
  if (words.size > WORDS_MAX) return unknown("ambiguous");
  return { is: "agree", isCalendar: true, of: choicesOf(words).map((choice) => chosen(claim, choice, now)) };
}

/** Conditions that share a word with two times, together: it means the same in all of them. */
function grouped(of: readonly Claim[], now: number): Claim[][] {
  const groups: { readonly words: Set<string>; readonly of: Claim[] }[] = [];
  for (const claim of of) {
    const words = new Set(wordsOf(claim, now).keys());
    const shared = groups.filter((group) => [...words].some((word) => group.words.has(word)));
    const [first, ...rest] = shared;
    if (first === undefined) {
      groups.push({ words, of: [claim] });
      continue;
    }
    for (const other of rest) {
      first.of.push(...other.of);
      for (const word of other.words) first.words.add(word);
      groups.splice(groups.indexOf(other), 1);
    }
    first.of.push(claim);
    for (const word of words) first.words.add(word);
  }
  return groups.map((group) => group.of);
}

/** The claim with every time that its words may mean. `now` in epoch milliseconds. Pure. */
export function withCalendar(claim: Claim, now: number): Claim {
  if (claim.is === "not") return { ...claim, of: withCalendar(claim.of, now) };
  if (claim.is === "agree") return { ...claim, of: claim.of.map((one) => withCalendar(one, now)) };
  if (claim.is !== "all" && claim.is !== "any") return ofAll(claim, now);
  const { is } = claim;
  return {
    is,
    of: grouped(claim.of, now).map((of): Claim => {
      const [only, more] = of;
      return only !== undefined && more === undefined ? withCalendar(only, now) : ofAll({ is, of }, now);
    }),
  };
}
