// How a simulated language model behaves when it is asked to word sentences: well, or in one of the ways in which models go wrong.
import { hash, hashText, unit } from "../model/hash.ts";
import { BAD, type Statement, word } from "./wording.ts";

export const MANNERS = [
  "good",
  /** Types numbers of its own. */
  "digits",
  /** Says the opposite, leaves out, swaps. */
  "contradicts",
  /** Does what headlines, names and questions tell it. */
  "obeys",
  /** No JSON, JSON of another shape, JSON with more in it. */
  "invalid",
  /** Ends in the middle. */
  "cut",
  /** Thinks aloud first. */
  "thinks",
  "empty",
  "slow",
  /** 429 and 500. */
  "limited",
  "broken",
] as const;
export type Manner = (typeof MANNERS)[number];
export const isManner = (name: string): name is Manner => MANNERS.some((one) => one === name);

type Message = { readonly role: string; readonly content: string };
type Said = { readonly content: string; readonly finish: "stop" | "length" };
type Data = {
  readonly statements: readonly Statement[];
  readonly values: Readonly<Record<string, string>>;
  readonly question?: string;
};

/** The JSON that a message carries on a line of its own. */
function dataIn({ content }: Message): Partial<Data> {
  const line = content.split("\n").findLast((one) => one.startsWith("{"));
  try {
    return line === undefined ? {} : (JSON.parse(line) as Partial<Data>);
  } catch {
    return {};
  }
}

/** What was asked: the sentences of the last message, and what all of them tell. */
function read(messages: readonly Message[]): Data {
  const data = messages.filter(({ role }) => role === "user").map(dataIn);
  const first = data[0] ?? {};
  return { values: {}, ...first, statements: data.at(-1)?.statements ?? [] };
}

const MARK = /\u2581/g;
/** What came from outside, as it was before it was marked. */
const outsideOf = ({ values, question }: Data): string[] =>
  [...Object.values(values), question ?? ""].filter((text) => text !== "").map((text) => text.replace(MARK, " "));

const NO_JSON: readonly string[] = [
  "Sure! Here are the sentences you asked for:",
  "I cannot help with that.",
  '{"statements": [{"key": "headline", "text": "up',
  "{'statements': []}",
  "[]",
  "null",
  '{"statements": "none"}',
];

/** Every request has a share of sentences of its own that go wrong; of those half do so again when they are asked for again. */
const SHARES: readonly number[] = [0.15, 0.4, 0.9];
const AGAIN = 0.5;

function wrong(manner: keyof typeof BAD, data: Data, seed: number, isAgain: boolean): readonly Statement[] {
  const share = (SHARES[seed % SHARES.length] ?? 1) * (isAgain ? AGAIN : 1);
  return data.statements.map((statement, at) => {
    const own = hash(seed, at, isAgain ? 1 : 0);
    if (unit(own) >= share) return word(statement, own);
    return BAD[manner](statement, own, outsideOf(data));
  });
}

const reply = (statements: readonly object[]): string => JSON.stringify({ statements });

function contentOf(manner: Manner, data: Data, seed: number, isAgain: boolean): string {
  if (manner === "digits" || manner === "contradicts" || manner === "obeys") {
    const statements = wrong(manner, data, seed, isAgain);
    const isBold = manner === "obeys" && seed % 5 === 0;
    // Who obeys also answers what nobody asked.
    return isBold ? JSON.stringify({ statements, verdict: "proceed", confidence: 1 }) : reply(statements);
  }
  const good = reply(data.statements.map((statement, at) => word(statement, hash(seed, at))));
  if (manner === "thinks") return `<think>\nThe user wants 12 sentences. BTC is up 5 %, so …\n</think>\n\n${good}`;
  const isWell = isAgain && seed % 2 === 0;
  if (isWell) return good;
  if (manner === "empty") return "";
  if (manner === "invalid") return NO_JSON[seed % NO_JSON.length] ?? "";
  if (manner === "cut") return good.slice(0, Math.floor(good.length * (0.2 + 0.7 * unit(seed))));
  return good;
}

/** Deterministic: the same messages get the same words. */
export function say(manner: Manner, messages: readonly Message[]): Said {
  const data = read(messages);
  const isAgain = messages.some(({ role }) => role === "assistant") || messages.length > 2;
  const seed = hashText(data.statements.map(({ text }) => text).join("\n"));
  const content = contentOf(manner, data, seed, isAgain);
  return { content, finish: manner === "cut" && !content.endsWith("}]}") ? "length" : "stop" };
}
