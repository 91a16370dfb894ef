// Reads a coin directory's list: symbols, names and contracts, sanitised before anything else sees them.
import { createHash } from "node:crypto";
import { sanitiseText } from "../../schema/sanitise.ts";
import { skeletonOf } from "../../schema/token/skeleton.ts";
import { asRecords, asText, recordIn } from "../source/body.ts";
import type { SourceRow } from "../source/source-base.ts";

/** Directory platforms that we know under a name of our own. */
const CHAINS: Readonly<Record<string, string>> = {
  ethereum: "eth",
  "binance-smart-chain": "bsc",
  solana: "sol",
  cardano: "ada",
};
const PLATFORM = /^[a-z0-9][a-z0-9-]{0,31}$/;
const ADDRESS = /^[\x21-\x7e]{3,128}$/;
const SYMBOL_MAX = 16;
const NAME_MAX = 64;
const NAME_RAW_MAX = 512;
const CONTRACTS_MAX = 40;

/** Chain to address; what could not be an address is left out. Hex addresses in lower case. */
function contractsOf(platforms: unknown): Record<string, string> {
  const usable = Object.entries(recordIn(platforms)[0] ?? {}).flatMap(([platform, raw]): [string, string][] => {
    const address = asText(raw).trim();
    if (!PLATFORM.test(platform) || !ADDRESS.test(address)) return [];
    return [[CHAINS[platform] ?? platform, /^0x/i.test(address) ? address.toLowerCase() : address]];
  });
  return Object.fromEntries(usable.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, CONTRACTS_MAX));
}

/** One identity, comparable between readings by its digest. */
export function identityRow(
  coin: { token: string; symbol: string; name: string; contracts: Readonly<Record<string, string>>; nameRaw: string },
  status: "listed" | "gone",
) {
  const { token, symbol, name, contracts, nameRaw } = coin;
  const digest = createHash("sha256")
    .update(JSON.stringify([symbol, nameRaw, contracts, status]))
    .digest("hex");
  return {
    token,
    symbol,
    symbol_key: skeletonOf(symbol),
    name,
    name_raw: nameRaw,
    contracts,
    status,
    digest: digest.slice(0, 16),
  };
}

/** Rows of `/coins/list?include_platform=true`, in the list's order. */
export function parseCoinList(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  return asRecords(body).map((row) => {
    const nameRaw = asText(row.name).slice(0, NAME_RAW_MAX);
    const coin = {
      token: asText(row.id),
      symbol: sanitiseText(sanitiseText(asText(row.symbol), SYMBOL_MAX).toUpperCase(), SYMBOL_MAX),
      name: sanitiseText(asText(row.name), NAME_MAX),
      contracts: contractsOf(row.platforms),
      // A half of a surrogate pair is not UTF-8.
      nameRaw: nameRaw.replace(/\p{Cs}/gu, "\ufffd"),
    };
    const { token, ...identity } = identityRow(coin, "listed");
    return { token, at: retrievedAt, ...identity, provider, retrieved_at: retrievedAt };
  });
}
