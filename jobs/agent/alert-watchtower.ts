// The work of alert-watchtower: signals, changed verdicts and briefs of the time, grouped and ranked.
import { alertWatchtower as card, TOWER } from "../../schema/agent/alert-watchtower.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { EVENT_SOURCES } from "../../schema/event/index.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { HistoryEvent, HistoryEventOf } from "../../schema/object/history.ts";
import { type OddsTable, SCORING } from "../../schema/record/rule.ts";
import type { SectionOf } from "../../schema/section/index.ts";
import { toTime } from "../../schema/shape/time.ts";
import { saySignal } from "../../schema/shown-signal.ts";
import { SIGNAL_KINDS } from "../../schema/signal/index.ts";
import { SIGNAL_LIFE_S } from "../../schema/signal/rule.ts";
import { ownProvider } from "../../schema/source/own-source.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import { type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundRatio } from "../number/round.ts";
import { readFrames } from "../publish.ts";
import { readOdds } from "../record/odds.ts";
import { provenLift } from "../record/proven-lift.ts";
import { readMember } from "../state/read-number.ts";
import { NO_STATE, type ReadState, readStates } from "../state/read-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { appliesNone, blindTo, type JudgedRules, readJudgedRules, unjudgedOf } from "./judged-rules.ts";
import { type InForce, type Lapse, openStates, readInForce, readLapses } from "./read-states.ts";
import type { Reading, Readings, RunToken } from "./reading.ts";
import { blindSpot, countOf, judgeMinutes, readWatchedTime, START_MS, type WatchedTime } from "./watched-time.ts";

type Details = (typeof card)["example"]["details"];
type Alert = Details["alerts"][number];
type MetricName = keyof (typeof card)["metrics"] & string;
type Signal = Extract<SectionOf<"signals">["open"], readonly unknown[]>[number];
type Asked = {
  readonly tokens: readonly string[];
  readonly hours: number;
  readonly minSeverity: number;
  readonly kinds: readonly string[];
};
type Facts = Omit<Details, "monitor"> & {
  readonly asked: Asked;
  /** Some of what was found is not listed. */
  readonly isCut: boolean;
  /** Kinds whose rules were not judged for some of the tokens, now or in some minute. */
  readonly leftOut: readonly string[];
  readonly tokens: readonly { readonly token: RunToken; readonly readings: Readings<MetricName> }[];
};

const EVENTS_MAX = 500;
const SAYS_MAX = 300;
/** A signal that is open fired within so long. */
const LIFE_MS = SIGNAL_LIFE_S * 1_000;

const [MATERIAL, CRITICAL] = [2, 3];

const isOpen = ({ status }: Pick<Signal, "status">): boolean => status === "open";

const tokenOf = (id: string): RunToken => {
  const { symbol = id, name = id } = trackedById(id) ?? {};
  return { id, symbol, name };
};

/** What the record proves of such signals after a day, 0 where it proves nothing; null where too few are settled. */
export function liftOf(odds: OddsTable, signal: Pick<Signal, "kind" | "severity" | "direction">): number | null {
  const { settled, lift } = provenLift(odds, signal, "24h");
  return settled < SCORING.smallBelow ? null : lift;
}

type Fired = { readonly signal: Signal; readonly says: string };

/** One a token, kind and direction; the highest score first. */
export function group(fired: readonly Fired[], odds: OddsTable, now: number): Alert[] {
  const groups = new Map<string, Fired[]>();
  for (const one of fired) {
    const { token, kind, direction } = one.signal;
    const key = `${token}|${kind}|${direction}|${isOpen(one.signal)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const alerts = [...groups.values()].flatMap((all): Alert[] => {
    const sorted = all.toSorted(
      (a, b) => Date.parse(b.signal.at) - Date.parse(a.signal.at) || b.signal.id - a.signal.id,
    );
    const [newest] = sorted;
    const gravest = sorted.toSorted((a, b) => b.signal.severity - a.signal.severity)[0];
    if (newest === undefined || gravest === undefined) return [];
    const { token, kind, direction, id, at } = newest.signal;
    const { severity } = gravest.signal;
    const lift = liftOf(odds, gravest.signal);
    const age = Math.max(0, now - Date.parse(at)) / DAY_MS;
    return [
      {
        ...{ token, symbol: tokenOf(token).symbol, kind, direction, severity, count: all.length, signal_id: id },
        open: isOpen(newest.signal),
        first_at: sorted.at(-1)?.signal.at ?? at,
        ...{ last_at: at, says: gravest.says, lift },
        score: roundRatio(severity * (1 + (lift ?? 0)) * 0.5 ** age),
      },
    ];
  });
  return alerts.toSorted((a, b) => b.score - a.score || b.signal_id - a.signal_id);
}

type TowerRead = {
  readonly states: ReadonlyMap<string, ReadState>;
  readonly judgedRules: (token: string) => JudgedRules;
  readonly events: readonly HistoryEvent[];
  /** The verdicts in force, by token. */
  readonly judged: ReadonlyMap<string, Pick<InForce, "verdict" | "lost">>;
  /** Tokens of which one was. */
  readonly ranOut?: ReadonlySet<string>;
  readonly lapses?: ReadonlyMap<string, Lapse>;
  readonly watched: WatchedTime;
  readonly odds: OddsTable;
  readonly isSimulated: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** As many as fit, those that make the verdict among them; the highest score first. */
function listed(alerts: readonly Alert[]): Alert[] {
  const grave = alerts.filter(({ open, severity }) => open && severity >= CRITICAL);
  const kept = new Set([...new Set([...grave, ...alerts])].slice(0, TOWER.alertsMax));
  return alerts.filter((one) => kept.has(one));
}

const isOf = <K extends HistoryEvent["kind"]>(events: readonly HistoryEvent[], kind: K): HistoryEventOf<K>[] =>
  events.filter((event): event is HistoryEventOf<K> & HistoryEvent => event.kind === kind);

const worst = (signals: readonly Signal[]): number => Math.max(0, ...signals.map(({ severity }) => severity));

const RAN_OUT = gap("stale", "No verdict of ours is in force.");
/** Verdicts are looked at this often: what lies between two is none of the time without one. */
const LAPSE_MS_MAX = 5 * MINUTE_MS;
const LAPSED = gap("stale", "For a part of the time no verdict of ours was in force.");
const hidingOf = (count: number) =>
  `${count} of the verdicts that decide what stood within the time ${count === 1 ? "was" : "were"}, or may have been, judged without something that is otherwise measured.`;
const leftOutOf = (kinds: readonly string[]) =>
  `Rules that were not judged for some of the tokens, now or in some minutes, say nothing here: ${kinds.join(", ")}.`;
const NONE_APPLIES = gap("no_source", "None of the rules asked about applies to any of the tokens.");
const UNISSUED = gap("pending", "No verdict of ours was issued yet.");
const CUT = "More alerts, changed verdicts or briefs are known than are listed.";

/** What fired in the time, or before it and is open still; by the store, which is newer than a state, and by the states. */
function hear(asked: Asked, { states, events }: TowerRead, since: number) {
  const isWanted = ({ kind, severity }: Pick<Signal, "kind" | "severity">) =>
    severity >= asked.minSeverity && asked.kinds.includes(kind);
  const stored = isOf(events, "signal").filter(({ data }) => isWanted(data));
  // What fired before the time and is over is none of it.
  const told = stored.flatMap(({ data, summary }) =>
    isOpen(data) || Date.parse(data.at) >= since ? [{ signal: data, says: summary }] : [],
  );
  const numbers = new Set(told.map(({ signal }) => signal.id));
  const over = new Set(stored.flatMap(({ data }) => (isOpen(data) ? [] : [data.id])));
  const isStillOpen = (one: Signal) => isOpen(one) && isWanted(one) && !over.has(one.id);
  /** What is open since before the time. */
  const lasting = [...states.values()].flatMap((state) => {
    const open = readMember(state, "signals", "open");
    const { symbol } = state.token;
    return (isGap(open) ? [] : open).flatMap((signal) =>
      isStillOpen(signal) && !numbers.has(signal.id)
        ? [{ signal, says: saySignal(signal, symbol).slice(0, SAYS_MAX) }]
        : [],
    );
  });
  return { fired: [...told, ...lasting], isStillOpen };
}

/** Facts of what was read. Pure. */
export function towerOf(asked: Asked, read: TowerRead, tokenOfEvent: (event: HistoryEvent) => string): Gathered<Facts> {
  const { states, judgedRules, events, judged, ranOut, lapses, watched, odds, isSimulated, now } = read;
  const opened = openStates([...states.values()]);
  const own = { id: `S${opened.sources.length + 1}`, provider: ownProvider(isSimulated), endpoint: "verdict-change" };
  const signals = { id: `S${opened.sources.length + 2}`, provider: own.provider, endpoint: "signal" };
  const since = now - asked.hours * HOUR_MS;
  const { fired, isStillOpen } = hear(asked, read, since);
  const watchedBy = (id: string) => {
    const { past } = judgedRules(id);
    return judgeMinutes(watched.minutes(id), ({ coverage, lastAt: at }) =>
      blindTo({ coverage, at, past }, asked.kinds),
    );
  };
  const changes = isOf(events, "verdict_change").map((event) => ({
    token: tokenOfEvent(event),
    ...event.data,
    at: event.at,
  }));
  const none = asked.tokens.every((id) => appliesNone(judgedRules(id), asked.kinds)) ? NONE_APPLIES : null;
  /** Why no change to avoid says nothing; what was lost may hide one, but behind one. */
  const verdictGap = (id: string): Gap | null => {
    const inForce = judged.get(id);
    if (inForce === undefined) return ranOut?.has(id) === false ? UNISSUED : RAN_OUT;
    const { firstAt, longestMs, hidingCount } = lapses?.get(id) ?? { firstAt: now, longestMs: 0, hidingCount: 0 };
    const from = watched.hasBefore ? since : Math.max(since, watchedBy(id).begunAt + START_MS);
    if (Math.max(longestMs, firstAt - from) > LAPSE_MS_MAX) return LAPSED;
    const [lost] = inForce.verdict === "avoid" ? [] : inForce.lost;
    const checks = inForce.lost.map(({ check }) => check).join(", ");
    if (lost !== undefined) return gap(lost.reason, `The verdict in force was judged without ${checks}.`);
    return hidingCount === 0 ? null : gap("insufficient_coverage", hidingOf(hidingCount));
  };
  const readingsOf = (id: string): Readings<MetricName> => {
    const state = states.get(id);
    const toAvoid = changes.filter(({ token, to }) => token === id && to === "avoid").length;
    const verdicts: Reading = {
      value: toAvoid > 0 ? toAvoid : (verdictGap(id) ?? toAvoid),
      ...{ sources: [own.id], asOf: now },
    };
    const heard = fired.flatMap(({ signal }) => (signal.token === id ? [signal] : []));
    const known = worst(heard.filter(isOpen));
    const gravest = worst(heard);
    const recent =
      gravest < MATERIAL ? (blindSpot(watchedBy(id), watched.hasBefore, { since, now }) ?? gravest) : gravest;
    const of = (value: Measured<number>): Reading => {
      if (state === undefined) return { value, sources: [signals.id], asOf: now };
      const reading = opened.reading(state, "signals", [], value);
      return { ...reading, sources: [...reading.sources, signals.id] };
    };
    const open = state === undefined ? NO_STATE : readMember(state, "signals", "open");
    const live = isGap(open) ? open : Math.max(known, worst(open.filter(isStillOpen)));
    const hidden = !isGap(live) && live < MATERIAL ? (none ?? blindTo(judgedRules(id), asked.kinds)) : null;
    // The gravest there is stays known, whatever else is not.
    const severity = known >= CRITICAL ? known : (hidden ?? live);
    return { open_severity: of(severity), recent_severity: of(recent), verdicts_to_avoid: verdicts };
  };
  const alerts = group(fired, odds, now);
  const briefs = isOf(events, "brief").map((event) => {
    const { id, headline, direction, severity } = event.data;
    return { token: tokenOfEvent(event), id, headline, direction, severity, at: event.at };
  });
  return {
    facts: {
      asked,
      leftOut: unjudgedOf(
        asked.tokens.flatMap((id) => [judgedRules(id), ...watched.minutes(id)]),
        asked.kinds,
      ),
      hours: asked.hours,
      minutes_watched: Math.min(...asked.tokens.map((id) => countOf(watchedBy(id)))),
      tokens: asked.tokens.map((id) => ({ token: tokenOf(id), readings: readingsOf(id) })),
      ...{ alerts: listed(alerts), briefs: briefs.slice(0, TOWER.alertsMax) },
      verdict_changes: changes
        .map(({ token, evaluation_id, from, to, at }) => ({ token, evaluation_id, from, to, at }))
        .slice(0, TOWER.alertsMax),
      isCut: [alerts, changes, briefs].some(({ length }) => length > TOWER.alertsMax),
      not_read: asked.tokens.filter((id) => !states.has(id)),
    },
    sources: [...opened.sources, ...[own, signals].map((source) => ({ ...source, as_of: toTime(now) }))],
    calls: opened.calls,
    asOf: Math.min(now, ...[...states.values()].map(({ sections }) => Date.parse(sections.signals.as_of))),
    build: Math.min(now, ...[...states.values()].map(({ build }) => build)),
  };
}

export const alertWatchtower = agentJob<typeof card, Facts>(card, {
  async gather(
    deps,
    { tokens, hours = TOWER.hours, min_severity: minSeverity = TOWER.minSeverity, kinds = [...SIGNAL_KINDS] },
  ) {
    const now = deps.clock.now();
    const since = now - hours * HOUR_MS;
    const read = (kind: "signal" | "verdict_change" | "brief", from = since) =>
      EVENT_SOURCES[kind].read(
        (query, asked) => deps.store.query(query, asked),
        { tokens, from, to: now, asOf: now, limit: EVENTS_MAX },
        (id) => tokenOf(id).symbol,
      );
    const [states, standing, odds, lapses, watched, ...events] = await Promise.all([
      ...([readStates(deps, tokens), readInForce(deps, tokens), readOdds(deps)] as const),
      readLapses(deps, tokens, { since, now }),
      readWatchedTime(deps, tokens, { since, now }),
      ...([read("signal", Math.min(since, now - LIFE_MS)), read("verdict_change"), read("brief")] as const),
    ]);
    const judged = new Map(standing.map((one) => [one.token, one]));
    const unjudged = tokens.filter((token) => !judged.has(token));
    const [judgedRules, frames] = await Promise.all([
      readJudgedRules(deps, states, kinds, watched.minutes),
      readFrames(deps.redis, unjudged.map(SNAPSHOTS.evaluation)),
    ]);
    const all = events.flat().toSorted((a, b) => b.at - a.at);
    const tokenOfEvent = new Map(all.map(({ token, event }) => [event, token]));
    return towerOf(
      { tokens, hours, minSeverity, kinds },
      {
        ...{
          states,
          now,
          odds: odds.table,
          judgedRules,
          isSimulated: deps.env.MARKET === "sandbox",
        },
        events: all.map(({ event }) => event),
        ...{ judged, ranOut: new Set(unjudged.filter((_, at) => frames[at] !== null)) },
        ...{ watched, lapses },
      },
      (event) => tokenOfEvent.get(event) ?? "",
    );
  },
  read: ({ tokens }) => ({ subjects: tokens, limits: {} }),
  tell: ({ asked, tokens: _, leftOut, isCut, ...details }) => ({
    token: null,
    details: {
      ...details,
      monitor: {
        tokens: [...asked.tokens],
        conditions: {
          kinds: SIGNAL_KINDS.filter((kind) => asked.kinds.includes(kind)),
          ...{ min_severity: Math.max(2, asked.minSeverity), verdict_changes: true, new_briefs: true },
        },
      },
    },
    caveats: [
      ...(details.not_read.length === 0 ? [] : ["Some of the tokens have no state that is new enough."]),
      ...(leftOut.length === 0 ? [] : [leftOutOf(leftOut)]),
      ...(isCut ? [CUT] : []),
    ],
    restsOn: [],
  }),
});
