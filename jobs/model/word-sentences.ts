// The words of a model for drafted sentences: asked for, checked, repaired once, left out or replaced by the draft.
import { Type } from "typebox";
import { compile } from "../../schema/check.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { type DraftStatement, isSettled, settle } from "../../schema/statement/settle.ts";
import { checkWording, settleOptions, type WordingFault } from "./check-wording.ts";
import { type GenerateOptions, isModelError, type Model, type ReplyShape, type Silence } from "./model.ts";
import { type Faulty, promptOf, repairOf } from "./prompt.ts";
import { isRead } from "./reply.ts";
import { asDrafted, type ModelReply, type Sentence, type Worded, type WordRequest } from "./worded.ts";

const SENTENCES_MAX = 200;
const TEXT_MAX = 2_000;

const Reply = closed({
  statements: Type.Array(
    closed({
      key: Type.String({ maxLength: 64 }),
      text: Type.String({ maxLength: TEXT_MAX }),
      evidence: Type.Array(Type.String({ maxLength: 8 }), { maxItems: 40 }),
      stance: oneOf(["up", "down", "flat", "none"]),
    }),
    { maxItems: SENTENCES_MAX },
  ),
});
type Said = {
  readonly statements: readonly { readonly key: string; readonly text: string; readonly stance: string }[];
};

/** What servers are told of it: they know few rules beside the form. */
const stripped = (shape: unknown): unknown => {
  if (Array.isArray(shape)) return shape.map(stripped);
  if (typeof shape !== "object" || shape === null) return shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, inner]) =>
      ["maxLength", "maxItems"].includes(name) ? [] : [[name, stripped(inner)] as const],
    ),
  );
};

const REPLY: ReplyShape<Said> = {
  ...{ name: "worded_statements", shape: stripped(Reply) as typeof Reply },
  check: compile(Reply),
};

/** What became of a sentence, or of all of them. */
type Outcome = "worded" | "repaired" | "dropped" | "drafted";

export type Wording = Worded & {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Why all of it is the draft; null where it is not. */
  readonly fellBack: Silence | "useless" | null;
};

const SAID: Readonly<Record<Silence | "useless", string>> = {
  budget: "The words are those of the rules: the day's budget of the language model is used up.",
  rest: "The words are those of the rules: the language model is not asked just now, having failed before.",
  late: "The words are those of the rules: the language model did not answer in time.",
  limited: "The words are those of the rules: the language model takes no more calls just now.",
  refused: "The words are those of the rules: the language model's server refused the call.",
  failed: "The words are those of the rules: the language model could not be reached.",
  useless: "The words are those of the rules: too little of what the language model wrote held against the evidence.",
};
const PARTLY =
  "Some of what the language model wrote did not hold against the evidence: it was left out, or stands in the words of the rules.";
const UNREADABLE = 0.5;

type Round = { readonly good: ReadonlyMap<string, DraftStatement>; readonly faulty: readonly Faulty[] };

const MISSING: WordingFault = { code: "word", detail: "the statement is missing" };

/** Of several with one key the first counts. */
function sort(asked: readonly Sentence[], said: Said | null, request: WordRequest): Round {
  const good = new Map<string, DraftStatement>();
  const faulty: Faulty[] = [];
  for (const sentence of asked) {
    const wording = said?.statements.find(({ key }) => key === sentence.key);
    const checked = wording === undefined ? { faults: [MISSING] } : checkWording(sentence, wording, request);
    if ("statement" in checked) good.set(sentence.key, checked.statement);
    else faulty.push({ sentence, faults: checked.faults });
  }
  return { good, faulty };
}

type WordOptions = {
  /** For each of at most two calls. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** A tag that nobody can guess; drawn anew for each prompt. */
  readonly drawTag: () => string;
  /** Milliseconds until it must be done. */
  readonly leftMs: () => number;
};

const LEAST_MS = 1_000;

/** Never fails but where `signal` aborts: what a model cannot word stands as it was drafted. */
export async function wordSentences(model: Model, given: WordRequest, options: WordOptions): Promise<Wording> {
  const { evidence, names, isFree = false } = given;
  // What does not hold as it was drafted is for nobody to word.
  const sentences = given.sentences.filter((one) => isSettled(settle(one, evidence, settleOptions(one, names))));
  // Where there is nothing to word nobody is asked, and nothing is paid.
  if (sentences.length === 0) return { ...asDrafted([]), outcomes: new Map(), fellBack: null };
  const request = { ...given, sentences };
  const replies: ModelReply[] = [];
  const draft = (why: Silence | "useless"): Wording => ({
    ...{ ...asDrafted(given.sentences), caveats: [SAID[why]], replies, fellBack: why },
    outcomes: new Map(sentences.map(({ key }) => [key, "drafted"])),
  });
  const ask = (messages: ReturnType<typeof promptOf>) => {
    const timeoutMs = Math.min(options.timeoutMs, options.leftMs());
    const asked: GenerateOptions = { timeoutMs, signal: options.signal, isFree };
    return model.generate(REPLY, messages, asked);
  };
  const prompt = promptOf(request, options.drawTag());
  let first: Round;
  let second: Round = { good: new Map(), faulty: [] };
  try {
    if (options.leftMs() < LEAST_MS) return draft("late");
    const said = await ask(prompt);
    replies.push(said.reply);
    first = sort(sentences, isRead(said) ? said.value : null, request);
    if (first.faulty.length > 0 && options.leftMs() >= LEAST_MS) {
      const whole = isRead(said) ? null : said.fault;
      const repair = repairOf(prompt, said.text, { faulty: first.faulty, whole }, options.drawTag());
      const again = await ask(repair).catch((error: unknown) => {
        // What held in the first round still does.
        if (!isModelError(error)) throw error;
        return null;
      });
      if (again) replies.push(again.reply);
      const asked = first.faulty.map(({ sentence }) => sentence);
      second = sort(asked, again && isRead(again) ? again.value : null, request);
    }
  } catch (error) {
    if (isModelError(error)) return draft(error.silence);
    throw error;
  }
  const failed = sentences.filter(({ key }) => !first.good.has(key) && !second.good.has(key));
  if (failed.length > sentences.length * UNREADABLE) return draft("useless");
  const texts = new Map<string, DraftStatement>();
  const outcomes = new Map<string, Outcome>();
  for (const { key, text, stance, isKept } of sentences) {
    const worded = first.good.get(key) ?? second.good.get(key) ?? (isKept ? { text, stance } : null);
    if (worded) texts.set(key, worded);
    const hasWords = first.good.has(key) ? "worded" : second.good.has(key) ? "repaired" : null;
    outcomes.set(key, hasWords ?? (isKept ? "drafted" : "dropped"));
  }
  const caveats = failed.length > 0 ? [PARTLY] : [];
  return { model: model.name, texts, caveats, replies, outcomes, fellBack: null };
}
