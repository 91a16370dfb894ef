// Attainment over a day: a first start does not count, an outage does, and so does a dataset that never becomes whole.
import t from "tap";
import { statusAttainment } from "../../schema/query/service/status-attainment.ts";
import { BASE } from "../support/base.ts";
import { startTestStore } from "../support/store.ts";

const minute = 60_000;
const NOW = Math.floor(BASE / minute) * minute;

t.test("attainment counts from where a dataset could be expected", async (t) => {
  const { store } = await startTestStore(t);
  const sample = (dataset: string, minutesAgo: number, fresh: number) => ({
    dataset,
    at: NOW - minutesAgo * minute,
    tokens_expected: 100,
    tokens_fresh: fresh,
    age_p50_s: null,
    age_p95_s: null,
  });
  const minutes = Array.from({ length: 60 }, (_, index) => 60 - index);
  await store.insert(
    "freshness_sample",
    [
      ...minutes.map((ago) => sample("candle", ago, ago > 56 ? 10 : 100)),
      ...minutes.map((ago) => sample("ticker", ago, ago > 56 ? 10 : ago === 20 ? 0 : 100)),
      ...minutes.map((ago) => sample("order_book", ago, 0)),
    ],
    "samples",
  );
  const rows = await store.query(statusAttainment, { asOf: NOW });
  const shares = Object.fromEntries(rows.map(({ dataset, share, samples }) => [dataset, { share, samples }]));
  t.strictSame(shares.candle, { share: 1, samples: 56 }, "the first minutes are left out");
  t.strictSame(shares.ticker, { share: 55 / 56, samples: 56 }, "an outage later on counts");
  t.strictSame(shares.order_book, { share: 0, samples: 45 }, "never whole: counted after a quarter of an hour");
});
