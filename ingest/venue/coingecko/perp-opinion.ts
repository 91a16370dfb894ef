// Open interest and funding of the covered venues' perpetuals as CoinGecko has them: what the venues' own are held against.
import { KEYS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumberOrNull, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

/** The directory's names of the venues whose market ids it takes over. */
const VENUE_NAMES: Readonly<Record<string, RegExp>> = {
  binance: /^binance \(futures\)$/i,
  bybit: /^bybit \(futures\)$/i,
  okx: /^okx \(futures\)$/i,
  gate: /^gate(\.io)? \(futures\)$/i,
};
const COMPARED_VENUES = Object.keys(VENUE_NAMES);

/** Market ids without their punctuation and kind: BTC-USDT-SWAP and BTC_USDT are BTCUSDT. */
const bare = (symbol: string): string =>
  symbol
    .toUpperCase()
    .replace(/[-_](SWAP|PERP)$/, "")
    .replace(/[^A-Z0-9]/g, "");

type Listed = ReadonlyMap<string, { readonly token: string; readonly symbol: string }>;
export const listingKey = (venue: string, symbol: string): string => `${venue}|${bare(symbol)}`;

/** Rows of `/derivatives` for markets that are ours. Funding is in percent of the venue's interval. Throws bad_body. */
export function parseDerivatives(body: unknown, listed: Listed, provider: string, retrievedAt: number): SourceRow[] {
  return asRecords(body).flatMap((row) => {
    if (row.contract_type !== "perpetual") return [];
    const venue = COMPARED_VENUES.find((id) => VENUE_NAMES[id]?.test(asText(row.market)));
    const ours = venue === undefined ? undefined : listed.get(listingKey(venue, asText(row.symbol)));
    if (venue === undefined || ours === undefined) return [];
    return [
      {
        ...ours,
        venue,
        at: retrievedAt,
        open_interest_usd: asNumberOrNull(row.open_interest),
        rate_pct: asNumberOrNull(row.funding_rate),
        provider,
        retrieved_at: retrievedAt,
      },
    ];
  });
}

/** The venues' own listings, as their sources keep them. */
async function listedMarkets({ deps }: Run): Promise<Listed> {
  const pairs = await Promise.all(
    COMPARED_VENUES.map(async (venue) =>
      Object.entries(await deps.redis.hgetall(KEYS.listed(venue, "perp"))).map(
        ([token, symbol]) => [listingKey(venue, symbol), { token, symbol }] as const,
      ),
    ),
  );
  return new Map(pairs.flat());
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await callCoinGecko(run, "derivatives");
  const listed = await listedMarkets(run);
  const rows = parseDerivatives(body, listed, run.provider, record.responded_at);
  if (listed.size > 0) someAsked(rows, "markets");
  await run.take(rows, { now: run.deps.clock.now(), record });
}

export const coingeckoPerpOpinion = ownSource({
  id: "coingecko-perp-opinion",
  provider: "coingecko",
  // Tokens without a perpetual on these venues are not in it.
  tokens: TRACKED.filter((token) => !token.stablecoin).map(({ id }) => id),
  pull,
});
