// What the grounding soak issues over and over: briefs of simulated windows, with causes planted, news that is hostile, and evidence taken away.
import { type DraftedBrief, draftBrief, finishBrief } from "../../../jobs/brief/compose-brief.ts";
import { findCauses } from "../../../jobs/brief/find-causes.ts";
import { sentencesOf } from "../../../jobs/brief/word-brief.ts";
import { writeBrief } from "../../../jobs/brief/write-brief.ts";
import { asDrafted, type Worded, type WordRequest } from "../../../jobs/model/worded.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { CAUSE_IDS, type CauseId } from "../../../schema/cause.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { sanitiseText } from "../../../schema/sanitise.ts";
import type { SectionId } from "../../../schema/section/index.ts";
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import { news, transfer } from "../../support/rows/window.ts";
import { decoysOf, moveIn, PLANTS, plantIn, signOf } from "../causes/plant.ts";
import { type Draw, TO, type World } from "../causes/world.ts";
import type { Published } from "./reader.ts";

const RUN = "run_01JD6Q3Z8W0000000000000000";
const FAR_MS = 3_600_000;
const TITLE_MAX = 160;
const SECTIONS: readonly SectionId[] = ["derivatives", "onchain", "liquidity", "context", "supply", "security"];

/** Something that can be worded by any writer, any number of times. */
export type Subject = {
  readonly request: WordRequest;
  /** What is published in these words. */
  readonly finish: (worded: Worded) => Published;
  /** In the words of the rules, with a piece of the evidence other than it was. */
  readonly changed: (id: string, change: (item: EvidenceItem) => EvidenceItem) => Published;
};

/** Groups that keep their form where nothing of them was measured. */
const GROUPS = /^(?:liquidations_|large_transfers_|depth$|largest_size_)/;
const gone = (name: string, value: unknown): unknown =>
  GROUPS.test(name) && typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([inner]) => [inner, "unassessed"]))
    : "unassessed";

/** Nothing of these sections but their form was measured. */
function blank(state: BuiltState, ids: readonly SectionId[]): BuiltState {
  const base = ["as_of", "sources", "coverage", "unassessed", "partial", "applicable"];
  const sections = ids.map((id) => {
    const section = state.sections[id] as unknown as Record<string, unknown>;
    const names = Object.keys(section).filter((name) => !base.includes(name) && section[name] !== null);
    const blanked = Object.fromEntries(names.map((name) => [name, gone(name, section[name])]));
    const unassessed = names.map((name) => ({ path: `/${name}`, reason: "stale" }));
    return [id, { ...section, ...blanked, unassessed }] as const;
  });
  return { ...state, sections: { ...state.sections, ...Object.fromEntries(sections) } as BuiltState["sections"] };
}

const VARIED = /(?<!ex)change|funding|apr|netflow|depth|spread|ratio|breadth/;
/** Of a change and what it comes to in a year the signs go together. */
const TURNED = /(?<!ex)change|funding|apr|netflow/;

/** The numbers of a state, each other than they were: half of the changes and flows the other way. */
export function vary(state: BuiltState, draw: Draw): BuiltState {
  const sections = (["context", "derivatives", "onchain", "liquidity"] as const).map((id) => {
    const funding = draw(0.2, 3) * (draw() < 0.5 ? -1 : 1);
    const varied = Object.entries(state.sections[id]).map(([name, value]) => {
      if (typeof value !== "number" || !VARIED.test(name)) return [name, value] as const;
      const turned = TURNED.test(name) && draw() < 0.5 ? -1 : 1;
      const factor = /^funding|apr/.test(name) ? funding : draw(0.3, 1.4) * turned;
      return [name, Number((value * factor).toPrecision(6))] as const;
    });
    return [id, { ...state.sections[id], ...Object.fromEntries(varied) }] as const;
  });
  return { ...state, sections: { ...state.sections, ...Object.fromEntries(sections) } as BuiltState["sections"] };
}

/** The value at a path with the other sign. */
function turn(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return typeof value === "number" ? -value : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === first ? turn(one, rest) : one));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === first ? turn(one, rest) : one]));
}

const some = <T>(list: readonly T[], draw: Draw): T => list[Math.floor(draw() * list.length)] as T;

/** Hostile text as it is after ingestion. */
const hostile = (texts: readonly string[], draw: Draw, at: number): HistoryEvent[] => {
  const text = sanitiseText(some(texts, draw), TITLE_MAX);
  return text === "" ? [] : [news(at, text), transfer(at, 5e7, text.slice(0, 60), null)];
};

function redraft(drafted: DraftedBrief, items: DraftedBrief["material"]["items"]): DraftedBrief {
  const material = { ...drafted.material, items };
  return { ...drafted, material, text: writeBrief(material, drafted.input.state, findCauses(material), true) };
}

function publishBrief(drafted: DraftedBrief, worded: Worded): Published {
  return { ...finishBrief(drafted, worded).data } as unknown as Published;
}

const LABELS: ReadonlySet<string> = new Set(["window_h", "horizon_h", "size_usd", "n"]);

/** The piece as it is where nothing of it was measured but when, and what it is of. */
export function unmeasured(item: EvidenceItem): EvidenceItem {
  const gone = Object.entries(item.data).flatMap(([name, value]) =>
    value === null || typeof value === "string" || LABELS.has(name) ? [] : [name],
  );
  return {
    ...item,
    data: { ...item.data, ...Object.fromEntries(gone.map((name) => [name, "unassessed"])) } as typeof item.data,
    unassessed: gone.map((name) => ({ path: `/${name}`, reason: "stale" })),
  };
}

/** The piece with this member of the opposite sign. */
export const opposite = (item: EvidenceItem, path: string): EvidenceItem => ({
  ...item,
  data: turn(item.data, path.split(".")) as typeof item.data,
});

export type Ground = {
  readonly worlds: readonly World[];
  readonly states: ReadonlyMap<string, BuiltState>;
  readonly hostileTexts: readonly string[];
};

/** Tokens that answers compare with. */
const OTHERS = ["bitcoin", "uniswap"];

export const groundOf = (
  worlds: readonly World[],
  facts: Parameters<typeof buildState>[0],
  hostileTexts: readonly string[],
): Ground => ({
  ...{ worlds, hostileTexts },
  states: new Map(
    [...new Set([...worlds.map(({ token }) => token), ...OTHERS])].map((id) => [id, buildState(facts, id)] as const),
  ),
});

/** A token's state and window of a simulated week, with causes and hostile news planted and sections taken away. */
export function drawGround({ worlds, states, hostileTexts }: Ground, draw: Draw) {
  const world = some(worlds, draw);
  const causes: CauseId[] = draw() < 0.7 ? [some(CAUSE_IDS, draw)] : [];
  const move = moveIn(world, signOf(causes, draw), draw);
  const changes = causes.map((id) => PLANTS[id](move, world, draw(1, 3), draw));
  const late = draw() < 0.2 ? decoysOf(move, world, draw) : [];
  const told = draw() < 0.5 ? hostile(hostileTexts, draw, move.at - Math.floor(draw(2, 90)) * MINUTE_MS) : [];
  const gone = draw() < 0.3 ? [some(SECTIONS, draw)] : [];
  const planted = plantIn(vary(states.get(world.token) as BuiltState, draw), world, move, changes, [...late, ...told]);
  return { state: blank(planted.state, gone), window: planted.window };
}

/** A brief of a drawn window. */
export function drawBrief(ground: Ground, draw: Draw): Subject {
  const { state, window } = drawGround(ground, draw);
  const drafted = draftBrief({ state, window, createdAt: AS_OF, runId: RUN, odds: {} }, new Map());
  const { symbol, name } = state.token;
  const { items: evidence } = drafted.material;
  return {
    request: {
      ...{ kind: "brief", sentences: sentencesOf(drafted.text), evidence, names: [symbol, name] },
      until: TO + FAR_MS,
    },
    finish: (worded) => publishBrief(drafted, worded),
    changed: (id, change) => {
      const again = redraft(
        drafted,
        evidence.map((item) => (item.id === id ? change(item) : item)),
      );
      return publishBrief(again, asDrafted(sentencesOf(again.text)));
    },
  };
}
