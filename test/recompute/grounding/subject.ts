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
  /** In the words of the rules, with this member of the evidence of the opposite sign. */
  readonly flipped: (id: string, path: string) => Published;
};

/** Nothing of these sections but their form was measured. */
export function blank(state: BuiltState, ids: readonly SectionId[]): BuiltState {
  const base = ["as_of", "sources", "coverage", "unassessed", "partial", "applicable"];
  const sections = ids.map((id) => {
    const section = state.sections[id] as unknown as Record<string, unknown>;
    const names = Object.keys(section).filter((name) => !base.includes(name) && section[name] !== null);
    const gone = Object.fromEntries(names.map((name) => [name, "unassessed"]));
    const unassessed = names.map((name) => ({ path: `/${name}`, reason: "stale" }));
    return [id, { ...section, ...gone, unassessed }] as const;
  });
  return { ...state, sections: { ...state.sections, ...Object.fromEntries(sections) } as BuiltState["sections"] };
}

const VARIED = /change|funding|apr|netflow|depth|spread|ratio|breadth/;
/** Of a change and what it comes to in a year the signs go together. */
const TURNED = /change|funding|apr|netflow/;

/** The numbers of a state, each other than they were: half of the changes and flows the other way. */
function vary(state: BuiltState, draw: Draw): BuiltState {
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
export function turn(value: unknown, path: readonly string[]): unknown {
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
  return { ...drafted, material, text: writeBrief(material, findCauses(material), true) };
}

function publishBrief(drafted: DraftedBrief, worded: Worded): Published {
  return { ...finishBrief(drafted, worded).data } as unknown as Published;
}

export type Ground = {
  readonly worlds: readonly World[];
  readonly states: ReadonlyMap<string, BuiltState>;
  readonly hostileTexts: readonly string[];
};

export const groundOf = (
  worlds: readonly World[],
  facts: Parameters<typeof buildState>[0],
  hostileTexts: readonly string[],
): Ground => ({
  ...{ worlds, hostileTexts },
  states: new Map([...new Set(worlds.map(({ token }) => token))].map((id) => [id, buildState(facts, id)] as const)),
});

/** A brief of a drawn window; null where it cannot be written, too little being known. */
export function drawBrief({ worlds, states, hostileTexts }: Ground, draw: Draw): Subject | null {
  const world = some(worlds, draw);
  const causes: CauseId[] = draw() < 0.7 ? [some(CAUSE_IDS, draw)] : [];
  const move = moveIn(world, signOf(causes, draw), draw);
  const changes = causes.map((id) => PLANTS[id](move, world, draw(1, 3), draw));
  const late = draw() < 0.2 ? decoysOf(move, world, draw) : [];
  const told = draw() < 0.5 ? hostile(hostileTexts, draw, move.at - Math.floor(draw(2, 90)) * MINUTE_MS) : [];
  const gone = draw() < 0.3 ? [some(SECTIONS, draw)] : [];
  const planted = plantIn(vary(states.get(world.token) as BuiltState, draw), world, move, changes, [...late, ...told]);
  const state = blank(planted.state, gone);
  const input = { state, window: planted.window, createdAt: AS_OF, runId: RUN, odds: {} };
  const drafted = draftBrief(input, new Map());
  const { symbol, name } = state.token;
  const { items: evidence } = drafted.material;
  return {
    request: {
      ...{ kind: "brief", sentences: sentencesOf(drafted.text), evidence, names: [symbol, name] },
      until: TO + FAR_MS,
    },
    finish: (worded) => publishBrief(drafted, worded),
    flipped: (id, path) => {
      const items = evidence.map((item) =>
        item.id === id ? { ...item, data: turn(item.data, path.split(".")) as typeof item.data } : item,
      );
      const again = redraft(drafted, items);
      return publishBrief(again, asDrafted(sentencesOf(again.text)));
    },
  };
}
