// Value locked, stablecoins and fees by chain from DefiLlama; what is locked on a chain counts for the chain's coin.
import { DAY_MS } from "../../../schema/duration.ts";
import { isHttpError } from "../../../schema/io/http.ts";
import { KEYS } from "../../../schema/key.ts";
import { CHAIN_NAMES } from "../../../schema/token/defi.ts";
import { forwardCursors } from "../../run/cursor.ts";
import { markHistoryDirty } from "../../run/dirty.ts";
import type { Run } from "../../run/run.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { askLlama, PAST_MS } from "./client.ts";
import { type ChainValue, parseChainFees, parseChainPast, parseChains, parseStablecoinChains } from "./parse-chain.ts";

/** Chains without a tracked coin are kept where they are among the largest. */
const LARGEST = 15;
const SLIM = "excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true";

/** Figures that stand beside the value locked: their failure leaves them unknown and the rest as it is. */
async function beside<T>(run: Run, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isHttpError(error)) throw error;
    run.fail("", error);
    return null;
  }
}

/** Value locked of the tokens whose chains these rows are of. */
const tokenRows = (rows: readonly SourceRow[]): object[] =>
  rows
    .filter((row) => row.token !== "")
    .map(({ token, chain, at, tvl_usd, provider, retrieved_at }) => ({
      token,
      chain,
      at,
      tvl_usd,
      change_24h_pct: null,
      neutral_change_pct: null,
      provider,
      retrieved_at,
    }));

/** The listed chains that are kept, and the sum over all that are listed. */
export function chosenChains(listed: readonly ChainValue[]): ChainValue[] {
  const largest = [...listed].sort((a, b) => b.usd - a.usd).slice(0, LARGEST);
  const chosen = listed.filter((one) => one.token !== "" || largest.includes(one));
  const usd = listed.reduce((sum, one) => sum + one.usd, 0);
  return [...chosen, { name: "", chain: "all", token: "", usd }];
}

const CALLED = {
  ...{ chains: "v2/chains", past: "v2/historicalChainTvl" },
  ...{ stablecoins: "stablecoinchains", fees: "overview/fees" },
} as const;

async function readPast(run: Run, { name, chain, token }: ChainValue): Promise<void> {
  const path = `/v2/historicalChainTvl/${encodeURIComponent(name)}`;
  const { body, record } = await askLlama(run, "api", CALLED.past, path);
  const now = run.deps.clock.now();
  const rows = parseChainPast(body, now - PAST_MS, now)
    .filter(({ at }) => at % DAY_MS === 0)
    .map(({ at, usd }) => ({
      token,
      chain,
      at,
      tvl_usd: usd,
      stablecoins_usd: null,
      fees_24h_usd: null,
      provider: run.provider,
      retrieved_at: record.responded_at,
    }));
  // Not counted for the call: what is shown now came with the listing.
  const kept = await run.take(rows, { now, ageMsMax: null });
  await run.write("token_tvl", tokenRows(kept));
  if (kept.length > 0 && token !== "") await markHistoryDirty(run.deps, token, now - PAST_MS);
}

/** The past of chains that were never read, whether their coin is tracked or not. */
async function readPasts(run: Run, chains: readonly ChainValue[]): Promise<void> {
  const read = await run.deps.redis.hgetall(KEYS.cursor(run.source.id));
  const heads = new Map<string, number>();
  for (const one of chains) {
    if (one.name === "" || read[one.chain] !== undefined || run.halted()) continue;
    try {
      await readPast(run, one);
      heads.set(one.chain, run.deps.clock.now());
    } catch (error) {
      run.fail(one.token, error);
    }
  }
  await run.flush();
  await forwardCursors(run.deps.redis, run.source.id, heads);
}

async function pull(run: Run): Promise<void> {
  const heard = run.context.log.listen();
  const { body, record: list } = await askLlama(run, "api", CALLED.chains, "/v2/chains");
  const listed = parseChains(body);
  someAsked(
    listed.filter(({ token }) => token !== ""),
    "chains",
    CHAIN_NAMES.size > 0,
  );
  const stable = await beside(run, async () =>
    parseStablecoinChains((await askLlama(run, "stablecoins", CALLED.stablecoins, "/stablecoinchains")).body),
  );
  const fees = await beside(run, async () =>
    parseChainFees((await askLlama(run, "api", CALLED.fees, `/overview/fees?${SLIM}`)).body),
  );
  const record = run.context.log.join(heard()) ?? list;
  const chains = chosenChains(listed);
  const sum = (values: ReadonlyMap<string, number> | null) =>
    values === null ? null : [...values.values()].reduce((a, b) => a + b, 0);
  const rows = chains.map(({ chain, token, usd }) => ({
    token,
    chain,
    at: list.responded_at,
    tvl_usd: usd,
    stablecoins_usd: chain === "all" ? sum(stable) : (stable?.get(chain) ?? null),
    fees_24h_usd: chain === "all" ? sum(fees) : (fees?.get(chain) ?? null),
    provider: run.provider,
    retrieved_at: record.responded_at,
  }));
  const kept = await run.take(rows, { now: run.deps.clock.now(), record });
  await run.write("token_tvl", tokenRows(kept));
  await readPasts(run, chains);
}

export const defillamaChainTvl = ownSource({
  id: "defillama-chain-tvl",
  provider: "defillama",
  table: "chain_tvl",
  endpoints: Object.values(CALLED),
  tokens: [...CHAIN_NAMES.keys()],
  pull,
});
