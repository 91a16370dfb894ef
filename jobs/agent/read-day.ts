// Reads what a day's brief is made of: of today what is published, of a day that is over what its last build was made of.
import { DAY_MS } from "../../schema/duration.ts";
import { fault } from "../../schema/fault.ts";
import { decodeFrame, type Frame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { MARKET_SECTION_IDS, type MarketSectionId, type MarketSectionOf } from "../../schema/market/index.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import { type RecordItemRow, recordPage } from "../../schema/query/record/record-item.ts";
import { buildKnown, buildLastBefore } from "../../schema/query/service/build-known.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { type Gap, gap } from "../measure/gap.ts";
import { readFrames } from "../publish.ts";
import { rebuild } from "../replay/replay-builds.ts";
import { type ReadState, readStates, stateAmong, stateOf } from "../state/read-state.ts";
import { readStanding } from "./read-states.ts";

export type MarketSections = { readonly [Id in MarketSectionId]: MarketSectionOf<Id> };

export type DayRead = {
  readonly market: MarketSections;
  readonly bitcoin: ReadState;
  readonly focus: readonly ReadState[];
  readonly standing: readonly RestsOn[];
  readonly record: readonly RecordItemRow[];
};

const RETRY_S = 5;
/** A market older than this is not told as today's. */
const MARKET_AGE_MAX_MS = 300_000;
const RECORD_MAX = 500;

const NOT_KEPT = gap("insufficient_history", "No build of that day is kept.");
const NOT_MADE = gap("insufficient_history", "What that day's last build was made of is no longer kept.");

const sectionsOf = (frame: Frame<unknown>): MarketSections =>
  Object.fromEntries(
    MARKET_SECTION_IDS.map((id) => [id, JSON.parse(frame.parts.get(id)?.toString("utf8") ?? "null")]),
  ) as unknown as MarketSections;

/** What became of our calls of the day before an instant. */
const readRecord = (deps: Deps, at: number): Promise<DayRead["record"]> => {
  const page = { token: "", kind: "", beforeMs: at - DAY_MS, beforeKind: "", beforeId: "", limit: RECORD_MAX };
  return deps.store.query(recordPage, { ...page, since: at - 2 * DAY_MS });
};

/** Throws not_ready. */
export async function readToday(deps: Deps, focus: readonly string[]): Promise<DayRead> {
  const now = deps.clock.now();
  const [[frame], states, standing, record] = await Promise.all([
    readFrames(deps.redis, [SNAPSHOTS.market]),
    readStates(deps, [...new Set(["bitcoin", ...focus])]),
    readStanding(deps, focus),
    readRecord(deps, now),
  ]);
  if (!frame || now - frame.version > MARKET_AGE_MAX_MS) {
    throw fault("not_ready", "There is no market that is new enough to tell of.", { retryAfterS: RETRY_S });
  }
  const focused = focus.flatMap((id) => states.get(id) ?? []);
  return {
    market: sectionsOf(frame),
    bitcoin: stateAmong(states, "bitcoin", "judge"),
    focus: focused,
    standing,
    record,
  };
}

/** The day as its last build had it, made again from the store; a gap where that is no longer kept. */
export async function readPastDay(deps: Deps, dayMs: number, focus: readonly string[]): Promise<DayRead | Gap> {
  const [last] = await deps.store.query(buildLastBefore, { from: dayMs, to: dayMs + DAY_MS });
  const [row] = last === undefined ? [] : await deps.store.query(buildKnown, { versions: [last.version] });
  if (row === undefined) return NOT_KEPT;
  const tokens = TRACKED.map(({ id }) => id);
  const { states, wholes } = await rebuild(deps.store, row, tokens, deps.env.MARKET);
  const stateAt = (id: string): ReadState | null => {
    const bytes = states.get(id);
    return bytes === undefined ? null : stateOf(decodeFrame(bytes), row.version);
  };
  const bitcoin = stateAt("bitcoin");
  const whole = wholes.get(SNAPSHOTS.market);
  const frame = whole === undefined ? null : decodeFrame(whole);
  if (bitcoin === null || frame === null) return NOT_MADE;
  return {
    ...{ market: sectionsOf(frame), bitcoin, standing: [], record: await readRecord(deps, row.as_of) },
    focus: focus.flatMap((id) => stateAt(id) ?? []),
  };
}
