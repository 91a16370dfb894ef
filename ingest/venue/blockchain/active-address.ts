// Addresses active on Bitcoin in a UTC day, and its transactions as a second opinion, from the charts of Blockchain.com.
import { DAY_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import type { Called } from "../../client/client.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";
import { asDated, asNumber, asRecord, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { refuseOther } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";

const ORIGIN = "https://api.blockchain.info";
/** Days are told late; a few are asked for and the newest whole one counts. */
const SPAN = "timespan=7days&format=json&sampled=false";

/** What a chart's name and unit speak of. */
const FIGURES = { "n-transactions": /transaction/i, "n-unique-addresses": /address/i } as const;
type ChartId = keyof typeof FIGURES;

/** A chart by the end of its days (epoch ms), days that are not over left out. */
export function parseChart(body: unknown, now: number, chart: ChartId): ReadonlyMap<number, number> {
  const { period, values, name, unit } = asRecord(body, "chart");
  const says = [name, unit].map(asText).join(" ").trim();
  refuseOther("figure", says === "" ? undefined : says, (words) => FIGURES[chart].test(words));
  if (period !== undefined && period !== "day") throw httpError("bad_body", "the chart is not of days");
  // Seconds at the start of the day.
  const days = asDated(values, ({ x }) => asNumber(x) * 1_000).flatMap(({ at, row }): [number, number][] => {
    const end = at + DAY_MS;
    if (end % DAY_MS !== 0) throw httpError("bad_body", "a value is of no UTC day");
    return end <= now ? [[end, asNumber(row.y)]] : [];
  });
  return new Map(days);
}

/** The row of the newest day that both, or the addresses alone, are known of; none where no day is over. */
export function activityRows(
  addresses: ReadonlyMap<number, number>,
  transactions: ReadonlyMap<number, number> | null,
  about: { readonly provider: string; readonly retrievedAt: number },
): SourceRow[] {
  const at = [...addresses.keys()].reduce((a, b) => Math.max(a, b), 0);
  const active = addresses.get(at);
  if (active === undefined) return [];
  return [
    {
      token: "bitcoin",
      chain: "btc",
      at,
      transactions_count: transactions?.get(at) ?? null,
      active_addresses_count: active,
      provider: about.provider,
      retrieved_at: about.retrievedAt,
    },
  ];
}

const callChart = ({ connections, context }: Run, name: ChartId): Promise<Called> => {
  const url = `${connections.origin("blockchain") ?? ORIGIN}/charts/${name}?${SPAN}`;
  return callJson(connections, { venue: "blockchain", endpoint: `charts/${name}`, url }, context);
};

async function pull(run: Run): Promise<void> {
  // Only an opinion: without it the addresses still count.
  const transactions = await callChart(run, "n-transactions")
    .then(({ body, record }) => ({ counts: parseChart(body, run.deps.clock.now(), "n-transactions"), record }))
    .catch((error: unknown) => {
      run.fail("bitcoin", error);
      return null;
    });
  const { body, record: own } = await callChart(run, "n-unique-addresses");
  const record = run.context.log.join(transactions === null ? [own] : [own, transactions.record]) ?? own;
  const now = run.deps.clock.now();
  const about = { provider: run.provider, retrievedAt: record.responded_at };
  await run.take(activityRows(parseChart(body, now, "n-unique-addresses"), transactions?.counts ?? null, about), {
    now,
    record,
  });
}

export const blockchainActiveAddress = ownSource({
  id: "blockchain-active-address",
  provider: "blockchain",
  tokens: ["bitcoin"],
  pull,
});
