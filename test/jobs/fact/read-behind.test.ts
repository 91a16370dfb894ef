// Calls behind rows are asked for in few questions, and each row gets the calls of its own provider and instant.
import t from "tap";
import { behindKey, readBehind } from "../../../jobs/fact/read-behind.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

const PROVIDERS = ["sandbox:binance", "sandbox:bybit", "sandbox:okx", "sandbox:gate"];
/** Closes of an hour, a day and a week ago; a provider each has answered within a minute of the others. */
const BACK = [HOUR_MS, DAY_MS, 168 * HOUR_MS];
const RECEIVED = PROVIDERS.flatMap((provider, at) =>
  BACK.map((back) => ({ provider, ms: BASE - back + at * 15_000, source: `${provider.slice(8)}-candle-1m` })),
);

const callOf = ({ provider, ms, source }: (typeof RECEIVED)[number]) => ({
  ...{ id: `${source}${ms}`, provider, source, endpoint: "klines", token: "bitcoin", url: "", method: "GET" },
  ...{ requested_at: ms - 50, responded_at: ms, outcome: "ok", http_status: 200, bytes: 1, rows: 1 },
  ...{ raw_sha256: "a".repeat(64), latency_ms: 50, parts: [] },
});

t.test("what many providers answered within an hour is one question, and nobody gets another's call", async (t) => {
  const { store } = await startTestStore(t);
  // Every provider answered at the instants of all: what is not wanted of it lies in the same span.
  const stray = RECEIVED.flatMap((one) => PROVIDERS.map((provider) => ({ ...one, provider, ms: one.ms + 1 })));
  await store.insert("source_call", [...RECEIVED, ...stray].map(callOf), "calls");
  let questions = 0;
  const counted: Pick<Store, "query"> = {
    query: (query, params) => {
      questions += 1;
      return store.query(query, params);
    },
  };
  const rows = RECEIVED.map(({ provider, ms }) => ({ name: "candle", provider, retrieved_ms: ms }));
  const behind = await readBehind(counted, rows, { asOf: BASE + MINUTE_MS });
  t.equal(questions, BACK.length, "one for each time of which all are wanted");
  for (const { provider, ms, source } of RECEIVED) {
    t.same(
      behind.get(behindKey(provider, ms))?.map(({ id }) => id),
      [`${source}${ms}`],
      `${provider} ${ms}`,
    );
  }
  for (const { provider, ms } of stray) t.notOk(behind.get(behindKey(provider, ms)), "what no row came with");
  await readBehind(counted, rows, { asOf: BASE + MINUTE_MS });
  t.equal(questions, BACK.length, "what was found is not looked up again");
});
