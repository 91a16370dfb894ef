// Makes a sentence of a writer's words and the evidence it points at, or says what is wrong with it (contract 8.3).
import { checkText } from "./check-text.ts";
import { isFormat, showValue } from "./format.ts";
import { type Cited, COMMAND, fits, type Leaf, leafAt } from "./leaf.ts";

const STANCES = ["up", "down", "flat", "none"] as const;
export type Stance = (typeof STANCES)[number];

/** Words with places for values, {{E<n>.<path>|<format>}}, and the way they say something goes. */
export type DraftStatement = { readonly text: string; readonly stance: Stance };
export type Statement = { readonly text: string; readonly evidence: string[] };

export type StatementFault = {
  readonly code: "placeholder" | "digit" | "stance" | "banned" | "length" | "uncited" | "number" | "direction";
  readonly detail: string;
};

/** Whose words may carry digits, and how long the sentence may be. */
export type SettleOptions = { readonly names?: readonly string[]; readonly lengthMax?: number };

const PLACE = /\{\{(E\d+)\.([A-Za-z0-9_.]+)\|([a-z0-9_]+)\}\}/g;
/** Advice, addresses, mark-up and talk to a machine. */
const BANNED = new RegExp(`${COMMAND.source}|https?:|www\\.|\\]\\(|!\\[|[<>\`{}]`, "i");
const LENGTH_MAX = 600;

/** Whether each place of the words is of this evidence and was measured; the first path that is not, or null. Pure. */
export function unmeasuredPlace(words: string, cited: Cited): string | null {
  for (const [, id, path = ""] of words.matchAll(PLACE))
    if (id !== cited.id || leafAt(cited, path) === null) return path;
  return null;
}

type Filled = { readonly text: string; readonly used: readonly { readonly id: string; readonly leaf: Leaf }[] };

function fill(text: string, evidence: readonly Cited[], faults: StatementFault[]): Filled {
  const used: { id: string; leaf: Leaf }[] = [];
  const filled = text.replace(PLACE, (place, id: string, path: string, format: string) => {
    const cited = evidence.find((one) => one.id === id);
    const leaf = cited ? leafAt(cited, path) : null;
    if (leaf === null || !isFormat(format) || !fits(leaf, format)) {
      faults.push({ code: "placeholder", detail: place.slice(0, 80) });
      return "";
    }
    used.push({ id, leaf });
    return showValue(leaf.value, format);
  });
  return { text: filled, used };
}

const SIGNS: Readonly<Record<Exclude<Stance, "none">, number>> = { up: 1, down: -1, flat: 0 };

/** The way that is said is that of the first change; flat is a change of nothing. */
function stanceFits(stance: Stance, used: Filled["used"]): boolean {
  const first = used.find(({ leaf }) => leaf.isSigned)?.leaf.value;
  if (stance === "none" || stance === "flat") return true;
  return typeof first === "number" && Math.sign(first) === SIGNS[stance];
}

const without = (text: string, names: readonly string[]): string =>
  names.reduce((left, name) => (name === "" ? left : left.replaceAll(name, "")), text);

/** The sentence with the evidence it uses, or everything that is wrong with it. Pure. */
export function settle(
  draft: DraftStatement,
  evidence: readonly Cited[],
  { names = [], lengthMax = LENGTH_MAX }: SettleOptions = {},
): Statement | { readonly faults: readonly StatementFault[] } {
  const faults: StatementFault[] = [];
  const own = without(draft.text.replace(PLACE, ""), names);
  if (/\p{N}/u.test(own)) faults.push({ code: "digit", detail: "a digit that is no value of the evidence" });
  if (BANNED.test(own)) faults.push({ code: "banned", detail: BANNED.exec(own)?.[0] ?? "" });
  const { text, used } = fill(draft.text, evidence, faults);
  const ids = [...new Set(used.map(({ id }) => id))];
  if (ids.length === 0) faults.push({ code: "uncited", detail: "it rests on no evidence" });
  if (!stanceFits(draft.stance, used)) faults.push({ code: "stance", detail: draft.stance });
  if (text.length > lengthMax) faults.push({ code: "length", detail: `more than ${lengthMax} characters` });
  if (faults.length > 0) return { faults };
  const cited = evidence.filter(({ id }) => ids.includes(id));
  const wrong = checkText(text, cited, names);
  return wrong.length > 0 ? { faults: wrong } : { text, evidence: ids };
}

export const isSettled = (settled: ReturnType<typeof settle>): settled is Statement => "text" in settled;
