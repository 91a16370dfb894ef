// Where numbers came from: every source of what is built names the very call, and proofs list exactly those calls.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { forEachLimited } from "../../../ingest/run/concurrent.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { fillWindow } from "../../../ingest/window.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { codeVersion } from "../../../jobs/proof/code-version.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { buildHistory } from "../../../jobs/snapshot/build-history.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { stateOf } from "../../../jobs/state/read-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { MARKET_SECTION_IDS } from "../../../schema/market/index.ts";
import type { SourceCall } from "../../../schema/object/proof.ts";
import { rootOfDigests } from "../../../schema/proof/tree.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import type { SectionBase } from "../../../schema/shape/section-base.ts";
import { placeOf, type Source } from "../../../schema/shape/source.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { merkleRoot } from "../../support/proof/independent.ts";

const TOKENS = ["bitcoin", "ethereum", "solana", "cardano", "uniswap", "usd-coin"];
/** Sources that are read side by side. */
const AT_ONCE = 16;
/** Of an answer with all sections. */
const STATE_BYTES_MAX = { plain: 25_000, br: 6_000 } as const;
const DIGEST = /^[0-9a-f]{64}$/;
const { signal } = new AbortController();
/** Nodes and hyperliquid are asked by POST, one of Cardano's by both, the others by GET. */
const methodsOf = (provider: string): RegExp =>
  /:(hyperliquid|eth|bsc|sol)$/.test(provider)
    ? /^POST$/
    : provider.endsWith(":ada")
      ? /^(GET|POST|GET,POST)$/
      : /^GET$/;

/** What a change is counted from: milliseconds before the newest close, and how far the close may lie before that. */
const BACK = {
  change_1h_pct: [3_600_000, 900_000],
  change_24h_pct: [DAY_MS, 900_000],
  change_7d_pct: [604_800_000, 7_200_000],
  change_30d_pct: [2_592_000_000, 7_200_000],
} as const;

/** Straight from the tables: the last close of each venue by then, and the call that was answered when it was received. */
const callsOfCloses = (anchor: number, [back, tolerance]: readonly [number, number]) => `
WITH fromUnixTimestamp64Milli(${anchor - back}, 'UTC') AS then
SELECT DISTINCT k.provider AS provider, k.raw_sha256 AS raw_sha256
FROM (
  SELECT venue, provider, interval_s, retrieved_at
  FROM candle FINAL
  WHERE token = 'bitcoin' AND market = 'spot' AND interval_s IN (60, 900, 3600)
    AND open_at + toIntervalSecond(interval_s) <= then
    AND open_at + toIntervalSecond(interval_s) > then - toIntervalSecond(${tolerance / 1_000})
  ORDER BY venue, open_at + toIntervalSecond(interval_s) DESC, interval_s
  LIMIT 1 BY venue
) AS c
INNER JOIN source_call AS k ON k.provider = c.provider AND k.responded_at = c.retrieved_at
WHERE k.token = 'bitcoin' AND k.source = concat(c.venue, '-candle-', if(c.interval_s = 3600, '1h', if(c.interval_s = 900, '15m', '1m')))`;

type Earlier = { token: string; table: string; line: string; back: number; near: number; source: string };

/** Straight from the tables: of each line the reading nearest to so long before its newest one, and the calls answered when it was received. */
const earlierCalls = ({ token, table, line, back, near, source, isBefore }: Earlier & { isBefore: boolean }) => `
SELECT c.line AS line, groupUniqArray(k.raw_sha256) AS digests
FROM (
  SELECT r.${line} AS line, r.provider AS provider, r.retrieved_at AS received,
    dateDiff('millisecond', r.at, n.newest) - ${back} AS off
  FROM ${table} AS r FINAL
  INNER JOIN (SELECT ${line} AS line, max(at) AS newest FROM ${table} WHERE token = '${token}' GROUP BY line) AS n ON n.line = r.${line}
  WHERE r.token = '${token}' AND ${isBefore ? "off >= 0 AND off < " : "abs(off) <= "}${near}
  ORDER BY line, abs(off)
  LIMIT 1 BY line
) AS c
INNER JOIN source_call AS k ON k.provider = c.provider AND k.responded_at = c.received
WHERE k.source LIKE '${source}' AND k.token IN ('', '${token}')
GROUP BY line`;

t.setTimeout(240_000);

/** Reads every source once; prices first, since others are valued at them. */
async function pullAll(deps: Deps): Promise<void> {
  const pull = async (id: string) => {
    await pullSource(deps, id, { slot: deps.clock.now(), tokens: TOKENS });
  };
  const ids = Object.keys(SOURCES);
  const first = ids.filter((id) => id.includes("-candle-"));
  for (const wave of [first, ids.filter((id) => !first.includes(id))]) await forEachLimited(wave, AT_ONCE, pull);
}

/** The minutes around this instant a day ago, which the first pull does not reach; what pulls store next brings their calls. */
async function fillDayBefore(deps: Deps): Promise<void> {
  const now = Math.floor(deps.clock.now() / 60_000) * 60_000;
  const [from, to] = [now - DAY_MS - 600_000, now - DAY_MS + 1_800_000];
  for (const venue of ["binance", "okx", "bybit"])
    await fillWindow(deps, { source: `${venue}-candle-1m`, token: "bitcoin", from, to });
}

const jsonOf = <R>(part: Buffer | undefined): R => JSON.parse(part?.toString() ?? "null") as R;
const linesOf = <R>(part: Buffer | undefined): R[] =>
  (part?.toString() ?? "").split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as R]));

t.test("a reading of many calls is stored under the root over their digests, whatever their order", (t) => {
  const digests = ["cc", "aa", "bb", "aa", "dd", "ee"].map((two) => two.repeat(32));
  const leaves = [...new Set(digests)].sort().map((digest) => Buffer.from(digest, "hex"));
  t.equal(rootOfDigests(digests), merkleRoot(leaves).toString("hex"));
  t.equal(rootOfDigests(digests.toReversed()), rootOfDigests(digests));
  t.end();
});

t.test("every source names its call", async (t) => {
  const ground = await startIngestGround(t);
  const deps: Deps = { ...ground.deps, env: { ...ground.deps.env, BACKFILL_DAYS: 1 } };
  await fillDayBefore(deps);
  await pullAll(deps);
  const asOf = deps.clock.now();
  await buildLive(deps, asOf, signal);
  const stored = await ground.sql<{ provider: string; raw_sha256: string; parts: string[]; rows: number }>(
    "SELECT DISTINCT provider, raw_sha256, parts, rows FROM source_call WHERE raw_sha256 != ''",
  );
  const known = new Set(stored.map(({ provider, raw_sha256 }) => `${provider} ${raw_sha256}`));

  await t.test("of a state: each number's, once, with the digest of what was answered", async (t) => {
    const frames = await readFrames(deps.redis, TOKENS.map(SNAPSHOTS.state));
    let named = 0;
    for (const frame of frames) {
      const state = stateOf(frame, asOf);
      if (!state) throw new Error("a state was not built");
      const digests = state.sources.map(({ provider, raw_sha256 }) => `${provider} ${raw_sha256}`);
      t.same(
        digests.filter((one) => !known.has(one)),
        [],
        `${state.token.id}: each digest is of a stored call`,
      );
      t.same(
        state.calls.map(({ source_id, raw_sha256 }) => [source_id, raw_sha256]),
        state.sources.map(({ id, raw_sha256 }) => [id, raw_sha256]),
      );
      const places = SECTION_IDS.flatMap((id) => state.sections[id].sources.map(placeOf));
      t.same(
        [...new Set(places)].sort((a, b) => a - b),
        [...state.sources.keys()],
        "what sections name is listed",
      );
      named += places.length;
    }
    t.ok(named > 150, `${named} sources of sections`);
  });

  await t.test(
    "of a price and its changes: the calls of the newest and of the earlier closes, each with its own rows",
    async (t) => {
      const [frame] = await readFrames(deps.redis, [SNAPSHOTS.state("bitcoin")]);
      const state = stateOf(frame ?? null, asOf);
      if (!state) throw new Error("the state was not built");
      const { market } = state.sections;
      const named = market.sources.flatMap((id) => state.sources[placeOf(id)] ?? []);
      const rowsOf = new Map(stored.map(({ provider, raw_sha256, rows }) => [`${provider} ${raw_sha256}`, rows]));
      t.same(
        state.sources.filter(({ provider, raw_sha256, rows }) => rows !== rowsOf.get(`${provider} ${raw_sha256}`)),
        [],
        "rows are those of the call, not of what was counted over many",
      );
      const anchor = await ground.sql<{ ms: number }>(
        `SELECT toUnixTimestamp64Milli(max(open_at)) + 60000 AS ms FROM candle
       WHERE token = 'bitcoin' AND market = 'spot' AND interval_s = 60 AND open_at <= fromUnixTimestamp64Milli(${asOf}, 'UTC') - INTERVAL 1 MINUTE`,
      );
      for (const [change, back] of Object.entries(BACK)) {
        t.type(market[change as keyof typeof market], "number", change);
        const carried = await ground.sql<{ provider: string; raw_sha256: string }>(
          callsOfCloses(anchor[0]?.ms ?? 0, back),
        );
        t.ok(carried.length > 1, `${carried.length} calls carried the closes behind ${change}`);
        t.same(
          carried.filter((one) => !named.some((source) => source.raw_sha256 === one.raw_sha256)),
          [],
          `${change}: the section names them`,
        );
      }
    },
  );

  await t.test(
    "of changes of open interest, value locked and reserves: the calls of the earlier readings",
    async (t) => {
      const frames = await readFrames(deps.redis, [SNAPSHOTS.state("bitcoin"), SNAPSHOTS.state("uniswap")]);
      const [bitcoin, uniswap] = frames.map((frame) => stateOf(frame, asOf));
      if (!bitcoin || !uniswap) throw new Error("the states were not built");
      for (const { state, section, member, token, table, line, back, near, source } of [
        ...(
          [
            ["oi_change_1h_pct", HOUR_MS, 900_000],
            ["oi_change_4h_pct", 4 * HOUR_MS, HOUR_MS],
            ["oi_change_24h_pct", DAY_MS, HOUR_MS],
          ] as const
        ).map(([member, back, near]) => ({
          ...{ state: bitcoin, section: "derivatives" as const, member, token: "bitcoin", table: "open_interest" },
          ...{ line: "venue", back, near, source: "%-open-interest%" },
        })),
        ...(
          [
            ["tvl_change_24h_pct", DAY_MS, 6 * HOUR_MS],
            ["tvl_change_7d_pct", 168 * HOUR_MS, 12 * HOUR_MS],
          ] as const
        ).map(([member, back, near]) => ({
          ...{ state: uniswap, section: "onchain" as const, member, token: "uniswap", table: "token_tvl" },
          ...{ line: "provider", back, near, source: "defillama-tvl" },
        })),
        {
          ...{ state: bitcoin, section: "onchain" as const, member: "reserve_change_7d_pct", token: "bitcoin" },
          ...{
            table: "exchange_reserve",
            line: "exchange",
            back: 168 * HOUR_MS,
            near: 12 * HOUR_MS,
            source: "%-reserve",
          },
        },
      ] as const) {
        const { [member as never]: change, sources } = state.sections[section] as SectionBase & Record<string, unknown>;
        t.type(change, "number", member);
        const named = sources.map((id) => state.sources[placeOf(id)]?.raw_sha256);
        const earlier = await ground.sql<{ line: string; digests: string[] }>(
          earlierCalls({ token, table, line, back, near, source, isBefore: table === "open_interest" }),
        );
        if (earlier.length === 0 && member === "tvl_change_24h_pct") {
          // Readings of the past are of midnight: at noon none lies near a day ago, and the provider's own word stands.
          const [said] = await ground.sql<{ pct: number }>(
            `SELECT round(argMax(change_24h_pct, at), 4) AS pct FROM ${table} WHERE token = '${token}'`,
          );
          t.equal(change, said?.pct, `${member}: the provider's own`);
          continue;
        }
        t.ok(earlier.length > 0, `${earlier.length} earlier readings behind ${member}`);
        t.same(
          earlier.filter(({ digests }) => !digests.some((one) => named.includes(one))),
          [],
          `${member}: the section names their calls`,
        );
      }
    },
  );

  await t.test("a whole state is at most 25 kB, packed 6 kB, and names every call", async (t) => {
    const { app } = await startTestApi(t, asOf, new Map(), deps.store, ground.redis.url);
    const short = await ask(t, app, "/v1/state/BTC");
    const packed = await ask(t, app, "/v1/state/BTC", { "accept-encoding": "br" });
    const full = await ask(t, app, "/v1/state/BTC?sources=full");
    const listed = short.body.sources as Source[];
    t.ok(listed.length > 50, `${listed.length} calls`);
    t.ok((short.answer.body?.length ?? 0) <= STATE_BYTES_MAX.plain, `${short.answer.body?.length} bytes`);
    t.ok((packed.answer.body?.length ?? 0) <= STATE_BYTES_MAX.br, `${packed.answer.body?.length} bytes packed`);
    t.same(short.body.data, full.body.data);
    const state = stateOf((await readFrames(deps.redis, [SNAPSHOTS.state("bitcoin")]))[0] ?? null, asOf);
    t.same(full.body.sources, state?.sources, "sources=full says all that is known of each");
    t.same(
      listed,
      state?.sources.map(({ id, provider, endpoint, as_of, venue }) => ({
        ...{ id, provider, endpoint, as_of },
        ...(venue == null || provider === `sandbox:${venue}` ? {} : { venue }),
      })),
    );
  });

  await t.test("of the market: the call, or the root over those about all tokens", async (t) => {
    const [frame] = await readFrames(deps.redis, [SNAPSHOTS.market]);
    const rests = linesOf<Partial<Source>>(frame?.parts.get("sources_rest"));
    const sources = linesOf<Source>(frame?.parts.get("sources")).map((source, at) => ({ ...source, ...rests[at] }));
    t.same(
      sources.filter(({ raw_sha256 }) => !DIGEST.test(raw_sha256 ?? "")),
      [],
    );
    for (const id of MARKET_SECTION_IDS) {
      const ids = jsonOf<SectionBase>(frame?.parts.get(id)).sources;
      t.ok(
        ids.every((one) => sources[placeOf(one)]?.id === one),
        id,
      );
      t.equal(new Set(ids).size, ids.length, `${id} names each once`);
    }
  });

  await t.test("of a history: the call that brought the newest value of each line", async (t) => {
    await buildHistory(deps, asOf, { tokens: ["bitcoin"] }, signal);
    const series = ["price", "candles", "open_interest", "funding", "long_short", "reserves"] as const;
    const frames = await readFrames(
      deps.redis,
      series.map((id) => SNAPSHOTS.history("bitcoin", id, "1h")),
    );
    for (const [at, frame] of frames.entries()) {
      const sources = jsonOf<Source[]>(frame?.parts.get("sources"));
      t.ok(sources.length > 0, String(series[at]));
      t.same(
        sources.filter(({ provider, raw_sha256 }) => !known.has(`${provider} ${raw_sha256}`)),
        [],
      );
    }
  });

  await t.test("of a reading of many calls: what is stored is the root over its parts", (t) => {
    const joined = stored.filter(({ parts }) => parts.length > 0);
    t.ok(joined.length > 10, `${joined.length} such readings`);
    const leaves = (parts: readonly string[]) => parts.map((part) => Buffer.from(part, "hex"));
    t.ok(joined.every(({ raw_sha256, parts }) => merkleRoot(leaves(parts)).toString("hex") === raw_sha256));
    t.end();
  });

  await t.test("proofs list the calls of the object's sources one to one, and which code made it", async (t) => {
    // Its first readings were done long ago.
    await deps.redis.hset(KEYS.backfill, "started_at", 0);
    t.ok((await mintEvaluations(deps, Math.floor(asOf / 300_000) * 300_000, signal)).issued >= TOKENS.length);
    const issued = await ground.sql<{ canonical: string; source_calls: string; token: string }>(
      "SELECT canonical, source_calls, token FROM issued_object WHERE kind = 'evaluation'",
    );
    let posts = 0;
    for (const { canonical, source_calls, token } of issued) {
      const object = JSON.parse(canonical) as { sources: Source[]; code_version: string };
      const calls = JSON.parse(source_calls) as SourceCall[];
      const pairs = (list: readonly (readonly [unknown, unknown])[]) => list.map((pair) => pair.join(" ")).sort();
      t.same(
        pairs(calls.map((call) => [call.source_id, call.raw_sha256])),
        pairs(object.sources.map(({ id, raw_sha256 }) => [id, raw_sha256])),
        token,
      );
      t.ok(calls.every(({ raw_sha256 }) => DIGEST.test(raw_sha256)));
      t.same(
        calls.filter(({ provider, method }) => !methodsOf(provider).test(method)),
        [],
        `${token}: each by the method it was made with`,
      );
      posts += calls.filter(({ method }) => method === "POST").length;
      t.equal(object.code_version, codeVersion());
    }
    t.ok(posts > 10, `${posts} calls were made by POST`);
    t.match(codeVersion(), /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  });
});
