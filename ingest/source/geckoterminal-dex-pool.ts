// The largest pools of every tracked token on Ethereum, BNB Chain, Solana and Cardano, as GeckoTerminal lists them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { WRAPPED } from "../../schema/wrapped.ts";
import { asList, asNumber, asNumberOrNull, asRecord, asText } from "../body.ts";
import { callJson } from "../client/http-json.ts";
import type { OwnSource, SourceRow } from "../define-source.ts";
import type { Run } from "../run.ts";

const ORIGIN = "https://api.geckoterminal.com";
/** Our chain to the provider's network. */
const NETWORKS: Readonly<Record<string, string>> = { eth: "eth", bsc: "bsc", sol: "solana", ada: "cardano" };
const EVERY_S = FRESHNESS.dex_pool.everyS;
/** Every contract once an hour: a part of them in each period. */
const PARTS = 3_600 / EVERY_S;
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

/** The largest pools of an answer of `/tokens/{address}/pools`; one whose value is not given says nothing. Throws bad_body. */
export function parsePools(body: unknown, contract: Contract, provider: string, retrievedAt: number): SourceRow[] {
  const rows = asList(asRecord(body).data, "data").flatMap((one) => {
    const { attributes, relationships } = asRecord(one);
    const pool = asRecord(attributes, "attributes");
    const dex = asText(asRecord(asRecord(asRecord(relationships, "relationships").dex, "dex").data, "dex").id);
    const address = asText(pool.address);
    const tvl = asNumberOrNull(pool.reserve_in_usd);
    if (tvl === null || !ADDRESS.test(address) || !DEX.test(dex)) return [];
    return [
      {
        token: contract.token,
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

async function pull(run: Run): Promise<void> {
  const origin = run.connections.origin("geckoterminal") ?? ORIGIN;
  const part = Math.floor(run.deps.clock.now() / (EVERY_S * 1_000)) % PARTS;
  const mine = CONTRACTS.filter((_, index) => index % PARTS === part);
  for (const [order, contract] of mine.entries()) {
    if (run.halted()) return;
    const { token, chain, address } = contract;
    const url = `${origin}/api/v2/networks/${NETWORKS[chain]}/tokens/${address}/pools?page=1`;
    try {
      const ask = { venue: "geckoterminal", endpoint: "tokens/pools", url, token } as const;
      const { body, record } = await callJson(run.connections, ask, run.context);
      const rows = parsePools(body, contract, run.provider, record.responded_at);
      await run.take("dex_pool", rows, { now: run.deps.clock.now(), order, record });
    } catch (error) {
      run.fail(token, error);
    }
  }
}

export const geckoterminalDexPool: OwnSource = {
  id: "geckoterminal-dex-pool",
  kind: "own",
  provider: "geckoterminal",
  dataset: "dex_pool",
  table: "dex_pool",
  everyS: EVERY_S,
  tokens: [...new Set(CONTRACTS.map(({ token }) => token))],
  pull,
};
