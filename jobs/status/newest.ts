// The newest instant of every dataset and token, as the live build saw the rows; kept in Redis for the status page.
import { DATASET_IDS, type DatasetId } from "../../schema/freshness.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { ChainFigureRow } from "../../schema/query/chain/chain-figure-latest.ts";
import { LATEST, type LatestDataset } from "../../schema/query/latest.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { callsOf, newest } from "../measure/cause.ts";
import { isOwnWord } from "../measure/chain-figure.ts";

/** Token to epoch milliseconds; a token without rows is absent. */
type NewestByToken = Readonly<Record<string, number>>;
export type NewestByDataset = ReadonlyMap<DatasetId, NewestByToken>;

type Read = { readonly read_at: number };

const readAt = (rows: readonly Read[]): number => newest(rows.map((row) => row.read_at));

/** Up to when the chains of the token were read. */
const scannedAt = (facts: Facts, rows: TokenFacts): number => {
  const chains = new Set(rows.flows.map((flow) => flow.chain));
  return newest(facts.chains.filter((chain) => chains.has(chain.chain)).map((chain) => chain.to_at));
};

/** When the list was last read of which the token may be no part; known for two hours after each reading. */
const listReadAt = (rows: TokenFacts, dataset: DatasetId): number =>
  newest(callsOf(rows.calls, dataset).flatMap((call) => (call.token === "" ? [call.ok_at] : [])));

const figureAt = (rows: TokenFacts, fits: (row: ChainFigureRow) => boolean): number =>
  readAt(rows.chainFigures.filter(fits));

type InstantOf = (rows: TokenFacts, facts: Facts) => number;

/** A dataset is as new as the newest of its rows that facts have. */
const PLAIN: readonly (readonly [DatasetId, InstantOf])[] = LATEST.flatMap(({ latest: { member, of }, datasets }) =>
  datasets.map((dataset) => [
    dataset,
    (rows, facts) => {
      const has = (
        (of === "token" ? rows : facts) as unknown as Readonly<Record<string, Read | readonly Read[] | null>>
      )[member];
      return readAt(has === null || has === undefined ? [] : [has].flat());
    },
  ]),
);

const PARTICULAR: Readonly<
  Record<Exclude<DatasetId, LatestDataset>, InstantOf> & Partial<Record<DatasetId, InstantOf>>
> = {
  candle: (rows) => newest(rows.minutes.map((row) => row.close_at)),
  order_book: (rows) => readAt(rows.books),
  open_interest: (rows) => readAt(rows.openInterest),
  taker_volume: (rows) => newest(callsOf(rows.calls, "taker_volume").map((call) => call.ok_at)),
  // Nothing closed by force is a reading too: what counts is when we last looked.
  liquidation: (rows) => newest(callsOf(rows.calls, "liquidation").map((call) => call.ok_at)),
  exchange_flow: (rows) => newest(rows.flows.map((flow) => flow.end_at)),
  large_transfer: (rows, facts) => scannedAt(facts, rows),
  tvl: (rows) => rows.tvl?.read_at ?? 0,
  // Exchanges and schedules are listed as a whole: that a token is not among them is read with the others.
  reserve: (rows, facts) => readAt(rows.reserves) || readAt([...facts.tokens.values()].flatMap((one) => one.reserves)),
  chain_activity: (rows) => figureAt(rows, (row) => row.figure === "transactions" && isOwnWord(row)),
  active_address: (rows) => figureAt(rows, (row) => row.figure === "active_addresses" && !isOwnWord(row)),
  chain_supply: (rows) => figureAt(rows, (row) => row.figure === "burned" || row.figure === "staked"),
  stablecoin: (rows, facts) => readAt(facts.stablecoins.filter(({ token }) => token === rows.token.id)),
  unlock: (rows, facts) =>
    rows.unlock?.read_at ??
    (readAt([...facts.tokens.values()].flatMap((one) => one.unlock ?? [])) || listReadAt(rows, "unlock")),
  coin_market: (rows) => rows.coin?.read_at ?? 0,
  dex_pool: (rows) => readAt(rows.pools),
  dex_volume: (_, facts) => readAt(facts.dexVolumes),
  // The directory lists markets as a whole: that a token has none is read with the others.
  perp_opinion: (rows, facts) =>
    readAt(rows.perpOpinions) || readAt([...facts.tokens.values()].flatMap((one) => one.perpOpinions)),
  coin: (rows) => rows.identity?.read_at ?? 0,
  global_market: (_, facts) => readAt(facts.globals),
  contract_risk: (rows) => readAt(rows.contracts),
  // A quiet newsroom was read all the same.
  headline: (rows) => newest(callsOf(rows.calls, "headline").map((call) => call.ok_at)),
};

const INSTANTS = { ...Object.fromEntries(PLAIN), ...PARTICULAR } as Readonly<Record<DatasetId, InstantOf>>;

/** Reads the instants off the facts of a build. */
export const newestOf = (facts: Facts): NewestByDataset =>
  new Map(
    DATASET_IDS.map((dataset) => [
      dataset,
      Object.fromEntries(
        [...facts.tokens]
          .map(([token, rows]) => [token, INSTANTS[dataset](rows, facts)] as const)
          .filter(([, at]) => at > 0),
      ),
    ]),
  );

/** Lists that are read more seldom than calls are remembered: what an earlier build saw stays known. */
const SELDOM: ReadonlySet<DatasetId> = new Set(["unlock"]);

/** The newer instant of each token. */
function joinNewest(before: NewestByToken, now: NewestByToken): NewestByToken {
  const tokens = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return Object.fromEntries(tokens.map((token) => [token, newest([before[token] ?? 0, now[token] ?? 0])]));
}

/** Keeps the instants of a build of all tokens. */
export async function keepNewest(redis: Redis, facts: Facts): Promise<void> {
  const before = await readNewest(redis);
  const entries = [...newestOf(facts)].map(([dataset, now]) => {
    const tokens = SELDOM.has(dataset) ? joinNewest(before.get(dataset) ?? {}, now) : now;
    return [dataset, JSON.stringify(tokens)] as const;
  });
  await redis.hset(KEYS.datasetNewest, Object.fromEntries(entries));
}

/** The instants the last build left; empty where none did. */
export async function readNewest(redis: Redis): Promise<NewestByDataset> {
  const kept = await redis.hgetall(KEYS.datasetNewest);
  return new Map(
    DATASET_IDS.flatMap((dataset) => {
      const text = kept[dataset];
      return text === undefined ? [] : [[dataset, JSON.parse(text) as NewestByToken] as const];
    }),
  );
}
