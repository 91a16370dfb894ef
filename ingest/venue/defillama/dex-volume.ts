// What the largest decentralised exchanges trade in a day, over all pairs and chains, from DefiLlama.
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumberOrNull, asRecord, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { askLlama } from "./client.ts";

const LARGEST = 15;
const SLIM = "excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true";
const SLUG = /^[a-z0-9][a-z0-9.-]{0,31}$/;

/** The largest exchanges of an answer of `/overview/dexs`; shares are of the provider's own total. Throws bad_body. */
export function parseDexVolumes(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  const whole = asRecord(body);
  const listed = asRecords(whole.protocols, "protocols").flatMap((row) => {
    const volume = asNumberOrNull(row.total24h);
    const dex = asText(row.slug);
    return volume === null || !SLUG.test(dex) ? [] : [{ dex, volume }];
  });
  const total = asNumberOrNull(whole.total24h) ?? listed.reduce((sum, one) => sum + one.volume, 0);
  return listed
    .sort((a, b) => b.volume - a.volume)
    .slice(0, LARGEST)
    .map(({ dex, volume }) => ({
      // About no single token.
      token: "",
      dex,
      at: retrievedAt,
      volume_24h_usd: volume,
      share_pct: (100 * volume) / total,
      provider,
      retrieved_at: retrievedAt,
    }));
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await askLlama(run, "api", "overview/dexs", `/overview/dexs?${SLIM}`);
  const rows = parseDexVolumes(body, run.provider, record.responded_at);
  await run.take(rows, { now: run.deps.clock.now(), record });
}

export const defillamaDexVolume = ownSource({
  id: "defillama-dex-volume",
  provider: "defillama",
  // The market they trade in is every token's.
  tokens: TRACKED.map(({ id }) => id),
  pull,
});
