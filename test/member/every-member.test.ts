const WITNESS = signerOf("witness.example/w", Buffer.alloc(32, 2), "cosignature");

// Every member of every wire object is seen with a value and, where it may be, unassessed with a reason.
import t from "tap";
import type { Facts } from "../../jobs/fact/fact.ts";
import type { Verdicts } from "../../jobs/issued/verdicts.ts";
import { marketFrame } from "../../jobs/market/build-market.ts";
import { sourceInfos } from "../../jobs/source-info.ts";
import { buildState, stateFrame } from "../../jobs/state/build-state.ts";
import { buildTokenItems, tokensFrame } from "../../jobs/state/build-tokens.ts";
import type { BuiltState } from "../../jobs/state/built-state.ts";
import { agesOf } from "../../jobs/status/freshness.ts";
import { NO_DETECTION } from "../../jobs/status/signals.ts";
import { type StatusInput, statusData } from "../../jobs/status/status-data.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { DATASET_IDS } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { MARKET_SECTION_IDS, MARKET_SECTIONS } from "../../schema/market/index.ts";
import { EVENT_DATA, EVENT_KINDS, HistoryEvent, history } from "../../schema/object/history.ts";
import { market } from "../../schema/object/market.ts";
import { state } from "../../schema/object/state.ts";
import { StatusData, serviceStatus } from "../../schema/object/status.ts";
import { TokenItem, tokenList } from "../../schema/object/token-list.ts";
import { encodeSigner, encodeWitness, signerOf } from "../../schema/proof/note.ts";
import { witnessKey } from "../../schema/proof/witness.ts";
import { scanField } from "../../schema/scan-progress.ts";
import { SECTION_IDS, SECTIONS } from "../../schema/section/index.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import { ResolvedToken } from "../../schema/shape/token-ref.ts";
import { SIGNAL_KINDS } from "../../schema/signal/index.ts";
import type { UniverseLine } from "../../schema/snapshot.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { ask, startTestApi } from "../support/api/api.ts";
import { membersOf, observeShared, openSeen, shared, wordsIn } from "../support/api/member.ts";
import { CORPUS_TOKENS, corpusFacts, corpusRows, marketOf, variants } from "../support/rows/corpus.ts";
import { AS_OF, factsOf, wholeRows } from "../support/rows/facts.ts";
import { universeFrame } from "../support/rows/frames.ts";
import { builtEvents, eventFrames, seriesFrames } from "../support/rows/told.ts";
import { ALWAYS_KNOWN, isAlwaysKnown, isNeverMeasured, NEVER_MEASURED } from "./unsourced.ts";

t.setTimeout(180_000);
const seen = openSeen();
/** Sections within an answer and the data of an event are looked at by themselves. */
const SEEN_ELSEWHERE = /^(?:state|market)\/data\/[a-z]+\/|^history\/data\/events\/\*\/data\//;
const VERDICTS: Verdicts = new Map([
  ["bitcoin", { verdict: "caution", until: AS_OF + 60_000 }],
  ["ethereum", { verdict: "unassessed", until: AS_OF }],
]);
const members = new Map<string, boolean>();
function define(shape: object, path: string): void {
  for (const [at, mayMiss] of membersOf(shape, path)) {
    members.set(shared(at), (members.get(shared(at)) ?? false) || mayMiss);
  }
}
const look = (shape: object, value: unknown, path: string) => observeShared(seen, shape, value, path);

type Looked = Pick<SectionBase, "coverage" | "unassessed" | "partial">;

/** A section that speaks of less than all there is to say names at least one part that it lacks. */
function isSilent({ coverage: { assessed, expected, weight_pct: weight }, unassessed, partial = [] }: Looked): boolean {
  return (weight !== 100 || assessed < expected) && unassessed.length + partial.length === 0;
}

const memberAt = (section: object, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce<unknown>((at, name) => Reflect.get(Object(at), name), section);

/** Observes a section; the reason of each member that is missing is named where it stands. */
function lookAtSection(shape: object, section: Looked, path: string, variant: string): void {
  look(shape, section, path);
  const named = new Set(section.unassessed.map((entry) => entry.path));
  const silent = wordsIn(section).filter((at) => !named.has(at));
  for (const entry of section.unassessed)
    if (memberAt(section, entry.path) !== UNASSESSED) t.fail(`${variant}: ${path}${entry.path} is said to be missing`);
  for (const entry of section.partial ?? [])
    if ([UNASSESSED, undefined].includes(memberAt(section, entry.path) as undefined))
      t.fail(`${variant}: ${path}${entry.path} is said to be there in part`);
  if (silent.length > 0) t.fail(`${variant}: ${path} says no reason for ${silent.join(", ")}`);
  if (isSilent(section)) t.fail(`${variant}: ${path} is not whole and says no reason`, section.coverage);
}

function lookAtStates(facts: Facts, tokens: readonly string[], variant: string): Map<string, BuiltState> {
  const states = new Map(tokens.map((id) => [id, buildState(facts, id)]));
  for (const { sections, token } of states.values()) {
    look(ResolvedToken, token, "state/data/token");
    for (const id of SECTION_IDS) lookAtSection(SECTIONS[id], sections[id], `state/${id}`, variant);
  }
  for (const item of buildTokenItems(states, VERDICTS)) look(TokenItem, item, "token_list/data/tokens/*");
  return states;
}

const WIDE = new Set([
  ...["globals", "fearGreed", "chainTvls", "stablecoins", "detections", "headlines", "flows", "unlocks", "fundFlows"],
  ...["minutes", "openInterest", "perpHours"],
]);
const isWide = (variant: string) =>
  variant.split(" ").some((word) => WIDE.has(word)) || !/ older$|^without|^one of|^blank/.test(variant);

const whole = factsOf(wholeRows());
const wholeStates = lookAtStates(whole, CORPUS_TOKENS, "whole");
// A chain that tells what is staked.
lookAtStates(whole, ["cardano"], "whole");
// A minute in which rules were not judged.
const unjudged = JSON.stringify({
  bitcoin: [15, 3, "no_source", { no_source: ["tvl_drop", "depeg", "exchange_inflow"] }],
});
const { detections } = wholeRows();
const short = factsOf({ ...wholeRows(), detections: detections.map((row) => ({ ...row, coverage: unjudged })) });
lookAtStates(short, ["bitcoin"], "rules were not judged");

t.test("state, market and token list: over rows with one kind missing, old or blank at a time", (t) => {
  for (const id of SECTION_IDS) define(SECTIONS[id], `state/${id}`);
  for (const id of MARKET_SECTION_IDS) define(MARKET_SECTIONS[id], `market/${id}`);
  const lookAtMarket = (facts: Facts, states: ReadonlyMap<string, BuiltState>, variant: string, heads?: []) => {
    const { sections } = marketOf(facts, states, "aave", heads);
    for (const id of MARKET_SECTION_IDS) lookAtSection(MARKET_SECTIONS[id], sections[id], `market/${id}`, variant);
  };
  lookAtMarket(whole, wholeStates, "whole");
  lookAtMarket(whole, wholeStates, "no chain was read", []);
  for (const [variant, rows] of variants(corpusRows())) {
    const facts = corpusFacts(rows);
    const states = lookAtStates(facts, isWide(variant) ? CORPUS_TOKENS : ["bitcoin", "aave"], variant);
    if (isWide(variant)) lookAtMarket(facts, states, variant, variant === "empty" ? [] : undefined);
  }
  t.pass("seen");
  t.end();
});

const SOURCES = sourceInfos();
const POOR: StatusInput = {
  env: {
    MARKET: "sandbox",
    PORT: 8080,
    PAYMENT_ADDRESS: "",
    LOG_SIGNING_KEYS: "",
    LOG_RETIRED_KEYS: "",
    WITNESSES: `${encodeWitness(WITNESS)}@https://witness.example`,
    MODEL_NAME: "",
  },
  now: AS_OF,
  startedAt: AS_OF,
  sources: SOURCES,
  jobHealth: new Map(),
  backlog: new Map(),
  sourceHealth: new Map(),
  paused: new Set(),
  ages: agesOf(AS_OF, new Map(), SOURCES, new Map()),
  attainment: [],
  calls: [],
  rejects: [],
  replayed: null,
  backfill: {},
  scans: {},
  universeSize: null,
  items: [],
  detection: NO_DETECTION,
  log: { count: null, problem: "", attested: null, cosigned: null },
  pendingOutcomes: null,
  away: ["The store of facts"],
};

const LOG_KEY = encodeSigner(signerOf("assay.test/log", Buffer.alloc(32, 1)));

/** Everything known, and one provider that fails. */
function richStatus(): StatusInput {
  const listed = new Map(SOURCES.map((s) => [`${s.venue}|${s.market}`, new Set(TRACKED.map(({ id }) => id))] as const));
  const newest = new Map(DATASET_IDS.map((dataset) => [dataset, { bitcoin: AS_OF - 1_000, aave: AS_OF - 5_000 }]));
  const job = {
    lastSuccessAt: AS_OF - 1_000,
    lastErrorAt: AS_OF,
    lastError: "no",
    lagMs: 5,
    completed1h: 9,
    failed1h: 1,
  };
  const [source] = SOURCES;
  const failing = { successAt: AS_OF - 5_000, errorAt: AS_OF, error: "HTTP 500", outcome: "http_error" };
  return {
    ...POOR,
    env: {
      MARKET: "sandbox",
      PORT: 8080,
      PAYMENT_ADDRESS: "addr_test1",
      LOG_SIGNING_KEYS: LOG_KEY,
      LOG_RETIRED_KEYS: "",
      WITNESSES: `${encodeWitness(WITNESS)}@https://witness.example`,
      MODEL_URL: "https://model.example/v1",
      MODEL_NAME: "a-model",
    },
    log: {
      count: { evaluations: 3, briefs: 1, issued: 4, size: 3, signed_at: AS_OF },
      problem: "a leaf is missing",
      attested: { attested: 2, attested_before: 1, attested_ms: AS_OF, latency_s: 12 },
      cosigned: [{ witness: witnessKey(WITNESS), size: 3, cosigned_at: AS_OF, line: "" }],
    },
    jobHealth: new Map([["snapshot.build~live", job]]),
    ages: agesOf(AS_OF, newest, SOURCES, listed),
    sourceHealth: new Map(source ? [[source.id, failing]] : []),
    calls: [{ provider: `sandbox:${source?.provider}`, calls: 100, failed: 6, ok_at: AS_OF }],
    attainment: DATASET_IDS.map((dataset) => ({ dataset, share: 0.99, samples: 9 })),
    replayed: {
      ...{ at: AS_OF, sampled: 200, identical: 198, numbers_identical: 0, differing: 2, unassessed: 0 },
      ...{ reasons: '{"another_code_version":2}', code_version: "0.1.0+9f8e7d6c5b4a" },
    },
    rejects: [{ dataset: "candle", provider: "sandbox:okx", reason: "low_above_open", count_24h: 3 }],
    backfill: { windows_total: "200", windows_done: "50", started_at: String(AS_OF - 10_000) },
    // Of the one that fails nothing is left, or nobody could tell when the rest will be there.
    scans: Object.fromEntries(SOURCES.map(({ id }) => [scanField(id, "left"), id === source?.id ? "0" : "3"])),
    universeSize: 21_400,
    pendingOutcomes: 213,
    items: buildTokenItems(wholeStates, VERDICTS),
    detection: {
      count: { signals: 12, severity_1: 9, severity_2: 2, severity_3: 1 },
      day: SIGNAL_KINDS.map((kind) => ({ kind, evaluated: 9, not_evaluated: 2, fired: 1, reasons: { no_source: 2 } })),
      lastMinuteAt: AS_OF,
    } as StatusInput["detection"],
    away: [],
  };
}

t.test("service_status: with everything read and with everything away", (t) => {
  define(serviceStatus, "service_status");
  for (const input of [POOR, richStatus()]) look(StatusData, statusData(input), "service_status/data");
  const { gates, ...rest } = statusData(POOR);
  const [row] = gates.rows;
  const wrong = {
    ...gates,
    rows: row ? [{ ...row, false_allow: 1, wrong: ["a fixture: SAFE, and is to be stopped"] }] : [],
  };
  look(StatusData, { ...rest, gates: wrong }, "service_status/data");
  t.end();
});

t.test("history: events of every kind", async () => {
  for (const kind of EVENT_KINDS) define(EVENT_DATA[kind], `history/event/${kind}`);
  for (const event of await builtEvents()) {
    look(HistoryEvent, event, "history/data/events/*");
    look(EVENT_DATA[event.kind], event.data, `history/event/${event.kind}`);
  }
});

t.test("the five objects as the app answers them", async (t) => {
  const copy: UniverseLine = ["sim-bitcoin-copy", "BTC", "Bitcoin Copy", null, { sol: "9xQe" }, 0, "bitcoin"];
  const tracked = CORPUS_TOKENS.map((id, rank): UniverseLine => [id, id.slice(0, 4), id, rank + 1, {}, 1, ""]);
  const frame = (bytes: Buffer) => ({ version: AS_OF, bytes });
  const status = new Map([["data", JSON.stringify(statusData(richStatus()))]]);
  const frames = new Map([
    ...seriesFrames(),
    ...(await eventFrames()),
    [SNAPSHOTS.tokens, frame(tokensFrame(whole, wholeStates, VERDICTS, AS_OF))],
    [SNAPSHOTS.market, frame(marketFrame(marketOf(whole, wholeStates, "aave"), AS_OF))],
    [SNAPSHOTS.universe, frame(universeFrame(AS_OF, [...tracked, copy]))],
    [SNAPSHOTS.status, frame(encodeFrame({ name: SNAPSHOTS.status, version: AS_OF, meta: { asOf: AS_OF } }, status))],
    ...[...wholeStates].map(([id, built]) => [SNAPSHOTS.state(id), frame(stateFrame(built, AS_OF))] as const),
  ]);
  const { app } = await startTestApi(t, AS_OF, frames);
  const shapes = { tokens: tokenList, state, history, market, status: serviceStatus };
  const read = async (target: keyof typeof shapes, rest = "") => {
    const { status: code, body } = await ask(t, app, `/v1/${target}${rest}`);
    t.equal(code, 200, `${target}${rest}`);
    const { title } = shapes[target] as unknown as { title: string };
    define(shapes[target], title);
    look(shapes[target], body, title);
    return body;
  };
  await read("tokens");
  await read("tokens", "?q=bit");
  await read("state", "/BTC");
  await read("state", "/bitcoin");
  await read("history", "/bitcoin?resolution=15m&since=2026-11-08T00:00:00.000Z");
  await read("history", "/bitcoin?limit=1");
  await read("history", "/aave");
  await read("market");
  await read("status");
});

t.test("no member stays without a value, none that may be missing is never seen to be", (t) => {
  const kept = [...members].filter(([path]) => !SEEN_ELSEWHERE.test(path));
  t.ok(kept.length > 500, `${kept.length} members`);
  const valueless = kept.filter(([path]) => !seen.value.has(path) && !isNeverMeasured(path)).map(([path]) => path);
  t.strictSame(valueless, [], "each has a case with a value");
  const wordless = kept
    .filter(
      ([path, mayMiss]) => mayMiss && !seen.unassessed.has(path) && !isNeverMeasured(path) && !isAlwaysKnown(path),
    )
    .map(([path]) => path);
  t.strictSame(wordless, [], "each that may be has a case in which it is unassessed");
  t.end();
});

t.test("the exceptions are still true: a member that carries a value is no exception any more", (t) => {
  const paths = [...members.keys()];
  for (const line of [...Object.keys(NEVER_MEASURED), ...Object.keys(ALWAYS_KNOWN)]) {
    t.ok(paths.includes(line), `${line} is a member`);
  }
  const measured = Object.keys(NEVER_MEASURED).filter((line) => seen.value.has(line));
  t.strictSame(measured, [], "remove these lines");
  t.strictSame(
    Object.keys(ALWAYS_KNOWN).filter((line) => seen.unassessed.has(line)),
    [],
    "and these",
  );
  t.end();
});
