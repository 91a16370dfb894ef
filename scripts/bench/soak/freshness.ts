// An hour of the healthy service: what share of its tokens each dataset kept within its objective.
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../schema/io/clickhouse.ts";
import { judge, say } from "../measure.ts";
import { startService } from "../service.ts";
import { filled } from "../steady.ts";
import { readStatus } from "./reading.ts";

const BAR_PCT = 99;
const SAY_MS = 300_000;
/** Datasets are read for the first time at the start: what they lacked until then is the start's. */
const SETTLE_MS = 60_000;

type Attained = {
  readonly dataset: string;
  readonly samples: number;
  readonly pct: number;
  readonly worst_p95: number;
};

const attained = {
  name: "soak-attained",
  sql: `
SELECT dataset, toUInt32(count()) AS samples, 100 * sum(tokens_fresh) / sum(tokens_expected) AS pct,
  max(ifNull(age_p95_s, 0)) AS worst_p95
FROM freshness_sample WHERE at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY dataset ORDER BY dataset`,
};

/** Watches for so many minutes and judges every dataset. */
export async function soakFreshness(minutes: number): Promise<void> {
  const service = await startService();
  try {
    const place = await service.place();
    const store = openStore({
      url: place.clickhouseUrl,
      user: place.clickhouseUser,
      password: place.clickhousePassword,
      database: place.clickhouseDatabase,
      process: "soak",
    });
    await filled(service);
    await sleep(SETTLE_MS);
    const from = Date.now();
    say(`  the past is filled; watching for ${minutes} min`);
    for (const end = from + minutes * 60_000; Date.now() < end; ) {
      await sleep(Math.min(SAY_MS, Math.max(1_000, end - Date.now())));
      const status = await readStatus(place.url);
      const late = status.freshness.filter((line) => line.tokens_fresh < line.tokens_expected);
      const text = late.map((line) => `${line.dataset} ${line.tokens_fresh}/${line.tokens_expected}`).join(", ");
      say(`  ${((Date.now() - from) / 60_000).toFixed(0)} min: ${late.length === 0 ? "all fresh" : `late: ${text}`}`);
    }
    const rows = (await store.query(attained, { from })) as Attained[];
    const status = await readStatus(place.url);
    for (const line of status.freshness) {
      const row = rows.find((one) => one.dataset === line.dataset);
      const seen = row ? `${row.samples} samples, worst p95 ${row.worst_p95.toFixed(0)} s of ${line.slo_s} s` : "none";
      say(`  ${line.dataset.padEnd(18)} in /v1/status since the first start ${line.attainment_24h_pct} %; ${seen}`);
    }
    for (const row of rows) judge(`${row.dataset}, tokens within the objective`, row.pct, BAR_PCT, "at least", " %");
    await store.close();
  } finally {
    await service.stop();
  }
}
