// The largest pools of every tracked token on Ethereum, BNB Chain, Solana and Cardano, as GeckoTerminal lists them.
import { HOUR_MS } from "../../../schema/duration.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { KEYS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { WRAPPED } from "../../../schema/token/wrapped.ts";
import { callJson } from "../../client/http-json.ts";
import { forwardCursors } from "../../run/cursor.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText, recordIn } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { isSameAddress, toldOther } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";

const ORIGIN = "https://api.geckoterminal.com";
/** Our chain to the provider's network. */
const NETWORKS: Readonly<Record<string, string>> = { eth: "eth", bsc: "bsc", sol: "solana", ada: "cardano" };
const EVERY_S = FRESHNESS.dex_pool.everyS;
/** Every contract once an hour: a part of them in each period. */
const PARTS = 3_600 / EVERY_S;
/** Whoever was not read for so long waits for nobody's turn. */
const OVERDUE_MS = 2 * HOUR_MS;
const POOLS_MAX = 10;
const ADDRESS = /^[\w.:-]{1,128}$/;
const DEX = /^[\w.-]{1,64}$/;

type Contract = { readonly token: string; readonly chain: string; readonly address: string };

const CONTRACTS: readonly Contract[] = TRACKED.flatMap(({ id, native, contracts }) => {
  const wrapped = native === null ? undefined : WRAPPED[native];
  const own = native === null || wrapped === undefined ? [] : [[native, wrapped] as const];
  return [...own, ...Object.entries(contracts)].flatMap(([chain, address]) =>
    NETWORKS[chain] === undefined ? [] : [{ token: id, chain, address }],
  );
});

/** Ids of the coins a pool names, each behind its network. */
const coinsOf = (relationships: unknown): string[] =>
  Object.values(asRecord(relationships, "relationships"))
    .flatMap((one) => asRecord(one ?? {}).data ?? [])
    .map((one) => asRecord(one ?? {}))
    .flatMap(({ id, type }) => (type === "token" ? [asText(id)] : []));

/** A pool of more than two coins names two of them only. */
const namesAll = (pool: Readonly<Record<string, unknown>>): boolean => asText(pool.name).split(" / ").length <= 2;

/** What a pool says it trades where the coin that was asked for is not in it, or it is of another network. */
function poolOther(pool: Readonly<Record<string, unknown>>, relationships: unknown, { chain, address }: Contract) {
  const network = `${NETWORKS[chain]}_`;
  const coins = coinsOf(relationships);
  const isIn = coins.some((coin) => isSameAddress(coin.slice(network.length), address));
  const isAbroad = coins.some((coin) => !coin.startsWith(network));
  return coins.length === 0 ? {} : toldOther(coins.join(" "), () => !isAbroad && (isIn || !namesAll(pool)));
}

/** The largest pools of an answer of `/tokens/{address}/pools`; one whose value is not given says nothing. Throws bad_body. */
export function parsePools(body: unknown, contract: Contract, provider: string, retrievedAt: number): SourceRow[] {
  const rows = asRecords(asRecord(body).data, "data").flatMap(({ attributes, relationships }) => {
    const [pool] = recordIn(attributes);
    const [named] = recordIn(relationships)
      .flatMap(({ dex }) => recordIn(dex))
      .flatMap(({ data }) => recordIn(data));
    if (pool === undefined || named === undefined) return [];
    const dex = asText(named.id);
    const address = asText(pool.address);
    const tvl = asNumberOrNull(pool.reserve_in_usd);
    if (tvl === null || !ADDRESS.test(address) || !DEX.test(dex)) return [];
    return [
      {
        token: contract.token,
        ...poolOther(pool, relationships, contract),
        chain: contract.chain,
        dex,
        pool: address,
        at: retrievedAt,
        tvl_usd: asNumber(tvl),
        volume_24h_usd: asNumberOrNull(asRecord(pool.volume_usd ?? {}).h24),
        provider,
        retrieved_at: retrievedAt,
      },
    ];
  });
  return rows.sort((a, b) => b.tvl_usd - a.tvl_usd).slice(0, POOLS_MAX);
}

const fieldOf = ({ token, chain }: Contract): string => `${token}~${chain}`;

/** Every contract that was not read of late, and of the others the part that waited longest. */
async function dueContracts({ deps, source }: Run, contracts: readonly Contract[]): Promise<Contract[]> {
  const read = await deps.redis.hgetall(KEYS.cursor(source.id));
  const overdue = deps.clock.now() - OVERDUE_MS;
  const known = contracts.map((contract) => ({ contract, at: Number(read[fieldOf(contract)] ?? 0) }));
  const waiting = known.filter(({ at }) => at > overdue).sort((a, b) => a.at - b.at);
  const due = [...known.filter(({ at }) => at <= overdue), ...waiting.slice(0, Math.ceil(CONTRACTS.length / PARTS))];
  return due.map(({ contract }) => contract);
}

async function pull(run: Run, only?: readonly string[]): Promise<void> {
  const origin = run.connections.origin("geckoterminal") ?? ORIGIN;
  const heads = new Map<string, number>();
  const contracts = CONTRACTS.filter(({ token }) => only === undefined || only.includes(token));
  for (const [order, contract] of (await dueContracts(run, contracts)).entries()) {
    if (run.halted()) break;
    const { token, chain, address } = contract;
    const url = `${origin}/api/v2/networks/${NETWORKS[chain]}/tokens/${address}/pools?page=1`;
    try {
      const ask = { venue: "geckoterminal", endpoint: "tokens/pools", url, token } as const;
      const { body, record } = await callJson(run.connections, ask, run.context);
      const rows = parsePools(body, contract, run.provider, record.responded_at);
      await run.take(rows, { now: run.deps.clock.now(), order, record });
      heads.set(fieldOf(contract), run.deps.clock.now());
    } catch (error) {
      run.fail(token, error);
    }
  }
  await run.flush();
  await forwardCursors(run.deps.redis, run.source.id, heads);
}

export const geckoterminalDexPool = ownSource({
  id: "geckoterminal-dex-pool",
  provider: "geckoterminal",
  everyS: EVERY_S,
  tokens: [...new Set(CONTRACTS.map(({ token }) => token))],
  pull,
});
