// Alerts of what is stored and proven, on the status that the service tells of itself while a provider is away, brings rubbish,
// nothing of the pipeline runs, and somebody changed a stored object.
import t from "tap";
import { pullSource } from "../../../../ingest/pull.ts";
import { loadFacts } from "../../../../jobs/fact/load-facts.ts";
import { handleCheckpointSign } from "../../../../jobs/handler/checkpoint-sign.ts";
import { noteSuccess } from "../../../../jobs/health.ts";
import { keepIssued } from "../../../../jobs/proof/keep-issued.ts";
import { seal } from "../../../../jobs/proof/seal.ts";
import { commonLooks } from "../../../../jobs/seen/common-facts.ts";
import { buildStatus } from "../../../../jobs/snapshot/build-status.ts";
import { keepNewest } from "../../../../jobs/status/newest.ts";
import { signalMinute } from "../../../../schema/dataset/signal/signal-minute.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import { openMetrics } from "../../../../schema/io/seen/metrics.ts";
import { originOf } from "../../../../schema/link.ts";
import { encodeSigner, signerOf } from "../../../../schema/proof/note.ts";
import { TRACKED } from "../../../../schema/token/tracked.ts";
import { BASE } from "../../../support/base.ts";
import { startIngestGround } from "../../../support/ingest.ts";
import { draftEvaluation } from "../../../support/proof/evaluation-draft.ts";
import { fires, type Scraped, skip } from "./firing.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * HOUR_MS;
const SOURCE = "coingecko-global-market";
const LINE = "snapshot.build~live";
const tokens = TRACKED.map(({ id }) => id);

t.test("a service whose data, pipeline and log stand still", { skip }, async (t) => {
  const ground = await startIngestGround(t);
  const { sandbox } = ground;
  const env = { ...ground.deps.env, LOG_SIGNING_KEYS: encodeSigner(signerOf("test/log", Buffer.alloc(32, 5))) };
  const deps = { ...ground.deps, env };
  const { redis, store } = deps;
  let now = NOON + 20_000;
  sandbox.setTime({ frozenMs: now });
  const pass = (ms: number) => {
    now += ms;
    sandbox.setTime({ frozenMs: now });
  };
  const metrics = openMetrics("jobs", commonLooks(deps));
  const tell = async (): Promise<Scraped> => ({ text: await metrics.text(), at: now });
  const pull = (source: string, of = tokens) => pullSource(deps, source, { slot: now, tokens: of });
  const issue = (n: number) =>
    keepIssued(store, [
      seal("evaluation", draftEvaluation(`eval_${String(n).padStart(26, "0")}`, now, { verdict: "caution" }), now),
    ]);
  const sign = () => handleCheckpointSign(deps, { slot: now }, new AbortController().signal);
  const build = async () => {
    // Of two builds of one instant the first counts.
    pass(MINUTE_MS);
    await buildStatus(deps, now);
  };

  await pull(SOURCE);
  await keepNewest(redis, await loadFacts(store, { asOf: now, tokens, market: env.MARKET, origin: originOf(env) }));
  await noteSuccess(redis, LINE, { at: now, lagMs: 0, beganAt: now, tookMs: 1 });
  const minute = { at: now - MINUTE_MS, read_at: now, last_id: 0, skipped_count: 0, coverage: "{}", outcome: "{}" };
  await store.insert(signalMinute.name, [{ ...minute, written_at: now }], "minute");
  await issue(1);
  await sign();
  await build();
  const rest = await tell();

  await t.test("datasets grow old, a provider is away, and no line of the pipeline runs", async (t) => {
    sandbox.setFault({ provider: "coingecko", kind: "5xx" });
    for (let times = 0; times < 3; times++) {
      pass(4 * HOUR_MS);
      await pull(SOURCE);
      await build();
    }
    const alerts = ["DatasetLate", "DatasetMisses", "ProviderDown", "LineLate", "SignalsLate"];
    fires(t, alerts, rest, await tell());
    sandbox.clearFaults();
  });

  await t.test("the status itself grows old", async (t) => {
    pass(HOUR_MS);
    fires(t, ["StatusOld"], rest, await tell());
  });

  await t.test("what was issued is not signed", async (t) => {
    await issue(2);
    pass(HOUR_MS);
    await build();
    fires(t, ["LogUnsigned"], rest, await tell());
  });

  await t.test("rows that are refused", async (t) => {
    sandbox.setFault({ provider: "bybit", kind: "void", path: "open-interest" });
    const { refused } = await pull("bybit-open-interest-history", ["bitcoin", "pepe"]);
    t.ok(refused > 1_000, `${refused} rows`);
    sandbox.clearFaults();
    await build();
    fires(t, ["RowsRefused"], rest, await tell());
  });

  await t.test("a stored object that somebody changed", async (t) => {
    await sign();
    const change = "UPDATE canonical = replaceOne(canonical, 'caution', 'Caution') WHERE kind = 'evaluation'";
    await store.command(`ALTER TABLE issued_object ${change} SETTINGS mutations_sync = 2`);
    await sign().catch(() => undefined);
    await build();
    fires(t, ["LogBroken"], rest, await tell());
  });
});
