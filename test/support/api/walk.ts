// A walk over a running service: every member of every published shape, and which of them its answers have shown with a value.
import { AGENT_RUNS } from "../../../api/route/create-agent-run.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { EVENT_DATA, EVENT_KINDS, type EventKind } from "../../../schema/object/history.ts";
import type { SectionBase } from "../../../schema/shape/section-base.ts";
import { BASE } from "../base.ts";
import { membersOf, observeShared, openSeen, shared, wordsIn } from "./member.ts";

type Answer = { readonly object: string; readonly id: string | null; readonly data: Readonly<Record<string, unknown>> };
/** Gives an answer, or null where there is none yet. A body is posted. */
export type AskService = (target: string, body?: object) => Promise<Answer | null>;

/** What is asked of an endpoint: {token} stands for each token, {issued} for an object that was issued meanwhile. */
type Asked = { readonly targets: readonly string[]; readonly body?: object };

const A_WHILE_AGO = new Date(BASE - 30 * DAY_MS).toISOString();

/** By the id of the endpoint: one that is added is asked for here or named below. */
const ASKED: Readonly<Record<string, Asked>> = {
  listTokens: { targets: ["/v1/tokens", "/v1/tokens?q=bit"] },
  getStatus: { targets: ["/v1/status"] },
  getState: { targets: ["/v1/state/{token}", "/v1/state/BTC?sources=full"] },
  getHistory: {
    targets: ["/v1/history/{token}?limit=48", "/v1/history/bitcoin?since=2001-01-01T00:00:00Z&limit=1"],
  },
  getMarket: { targets: ["/v1/market"] },
  getEvaluation: { targets: ["/v1/evaluate/{token}"] },
  createEvaluation: {
    targets: ["/v1/evaluate"],
    body: { token: "ethereum", size_usd: 10_000, policy: { max_impact_pct: 5 } },
  },
  getRecord: { targets: ["/v1/record", `/v1/record?kind=evaluation&since=${A_WHILE_AGO}&limit=1`] },
  getTokenRecord: { targets: ["/v1/record/{token}"] },
  getProof: { targets: ["/v1/verify/{issued}"] },
  getConsistency: { targets: ["/v1/log/consistency?from=1"] },
};
/** What is not asked, and the test that looks at its members instead. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  getPayment: "test/api/pay/payments.test.ts",
  getLatestBrief: "test/api/route/explain.test.ts",
  getBrief: "test/api/route/explain.test.ts",
  createBrief: "test/api/route/explain.test.ts",
  createAnswer: "test/api/route/ask.test.ts",
  createMonitor: "test/api/route/monitor.test.ts",
  listMonitors: "test/api/route/monitor.test.ts",
  stopMonitor: "test/api/route/monitor.test.ts",
  getPastState: "test/api/route/past.test.ts",
  getPastMarket: "test/api/route/past.test.ts",
  getReplay: "test/api/route/ask.test.ts",
  inspectAddress: "test/jobs/inspect/profile.test.ts",
  listAgents: "test/api/route/agents.test.ts",
  getAgent: "test/api/route/agents.test.ts",
  ...Object.fromEntries(AGENT_RUNS.map(({ contract: { id } }) => [id, "test/api/route/agents.test.ts"])),
};

type Walk = {
  readonly members: ReadonlySet<string>;
  /** Endpoints that are in neither list. */
  readonly unknown: readonly string[];
  /** Asks every endpoint of which a member that is waited for was not shown yet. */
  round(ask: AskService, tokens: readonly string[]): Promise<void>;
  /** What answers lacked without a reason: members of sections, and whole sections, series and events. */
  readonly silent: ReadonlySet<string>;
  /** Members that are waited for and that no answer showed with a value so far, each with what the answers say of it. */
  missing(): readonly string[];
};

const eventPath = (kind: EventKind): string => `history/event/${kind}`;
/** Data of an event are looked at by its kind. */
const ANY_EVENT = "history/data/events/*/data/";

function membersIn(output: object): string[] {
  const title = String(Reflect.get(output, "title"));
  const kinds = title === "history" ? EVENT_KINDS : [];
  const events = kinds.flatMap((kind) => [...membersOf(EVENT_DATA[kind], eventPath(kind)).keys()]);
  const own = [...membersOf(output, title).keys()].filter((at) => !at.startsWith(ANY_EVENT));
  return [...own, ...events].map(shared);
}

/** The sections of an answer by their names. */
const sectionsIn = ({ object, data }: Answer): [string, SectionBase][] =>
  Object.entries(data).flatMap(([id, part]): [string, SectionBase][] =>
    Array.isArray((part as Partial<SectionBase> | null)?.unassessed)
      ? [[`${object}/data/${id}`, part as SectionBase]]
      : [],
  );
const anyItem = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, "/*");

/** What the sections of an answer say they lack, by member. */
const lacksIn = (answer: Answer): [string, string][] =>
  sectionsIn(answer).flatMap(([at, { unassessed }]) =>
    unassessed.map(({ path, reason, detail = "" }): [string, string] => [
      shared(at + anyItem(path)),
      `${reason} ${detail}`,
    ]),
  );

type Line = { readonly rows: readonly unknown[]; readonly reason: string | null };
type Events = { readonly delivered: number; readonly reason: string | null };

/** What an answer lacks and does not say why: `null` is no reason. */
/** A signal keeps what was known as it fired, and what its rule can do without may have been unknown. */
const KEPT = /^\/open\/\d+\/details\//;

function silentIn(answer: Answer): string[] {
  const sections = sectionsIn(answer).flatMap(([at, section]) => {
    const named = new Set(section.unassessed.map(({ path }) => path));
    const { assessed, expected, weight_pct: weight } = section.coverage;
    const isSilent =
      (assessed < expected || weight !== 100) && named.size === 0 && (section.partial ?? []).length === 0;
    const words = wordsIn(section).filter((path) => !named.has(path) && !KEPT.test(path));
    return [...words.map((path) => at + anyItem(path)), ...(isSilent ? [at] : [])];
  });
  if (answer.object !== "history") return sections;
  const { series, events_coverage: events } = answer.data as {
    readonly series: Readonly<Record<string, Line>>;
    readonly events_coverage: Events;
  };
  const empty = Object.entries(series).filter(([, { rows, reason }]) => rows.length === 0 && reason === null);
  const noEvents = events.delivered === 0 && events.reason === null ? ["history/data/events"] : [];
  return [...sections, ...empty.map(([id]) => `history/data/series/${id}`), ...noEvents];
}

const forTokens = (target: string, tokens: readonly string[]): string[] =>
  target.includes("{token}") ? tokens.map((id) => target.replace("{token}", id)) : [target];

/** `later` names members that are not waited for, each with all within it. */
export function openWalk(later: readonly string[] = []): Walk {
  const endpoints = ROUTES.flatMap(({ contract: { id, output } }) => {
    const asked = ASKED[id];
    return asked === undefined ? [] : [{ ...asked, output, members: membersIn(output) }];
  });
  const members = new Set(endpoints.flatMap((endpoint) => endpoint.members));
  const seen = openSeen();
  const reasons = new Map<string, string>();
  const silent = new Set<string>();
  let issued: string | null = null;

  const isLater = (at: string) => later.some((line) => at === line || at.startsWith(`${line}/`));
  const isMissing = (at: string) => !seen.value.has(at) && !isLater(at);
  const look = (shape: object, value: unknown, path: string) => observeShared(seen, shape, value, path);
  const lookAt = (output: object, answer: Answer) => {
    look(output, answer, answer.object);
    for (const [at, why] of lacksIn(answer)) reasons.set(at, why);
    for (const at of silentIn(answer)) silent.add(at);
    if (answer.object === "evaluation") issued = answer.id;
    if (answer.object !== "history") return;
    for (const { kind, data } of answer.data.events as readonly { kind: EventKind; data: unknown }[]) {
      look(EVENT_DATA[kind], data, eventPath(kind));
    }
  };
  const why = (at: string): string =>
    reasons.get(at) ?? (seen.unassessed.has(at) ? "unassessed" : "null, absent, or in an empty list");
  return {
    members,
    silent,
    unknown: ROUTES.map(({ contract }) => contract.id).filter((id) => !(id in ASKED) && !(id in NOT_ASKED)),
    async round(ask, tokens) {
      for (const { targets, body, output, members: mine } of endpoints) {
        for (const target of targets.flatMap((one) => forTokens(one, tokens))) {
          if (!mine.some(isMissing)) break;
          if (target.includes("{issued}") && issued === null) continue;
          const answer = await ask(target.replace("{issued}", issued ?? ""), body);
          if (answer !== null) lookAt(output, answer);
        }
      }
    },
    missing: () => [...members].filter(isMissing).map((at) => `${at}: ${why(at)}`),
  };
}
