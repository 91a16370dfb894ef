// Supplies of tracked tokens as CoinPaprika counts them: what CoinGecko's figures are held against.
import { TRACKED, type TrackedToken } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecords, asText, recordIn } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinPaprika } from "./client.ts";

const keyOf = (symbol: string, name: string): string => `${symbol.toUpperCase()}|${name.trim().toLowerCase()}`;

const known = (value: unknown): number | null => {
  const number = asNumberOrNull(value);
  return number === 0 ? null : number;
};

type Ticker = Readonly<Record<string, unknown>>;
const rankOf = (row: Ticker): number => known(row.rank) ?? Number.POSITIVE_INFINITY;

/** The provider's ids are its own: a ticker is a token's where symbol and name are equal and none of those ranks higher. */
function owners(rows: readonly Ticker[]): ReadonlyMap<Ticker, TrackedToken> {
  const best = new Map<string, Ticker>();
  for (const row of rows) {
    const key = keyOf(asText(row.symbol), asText(row.name));
    const before = best.get(key);
    if (!before || rankOf(row) < rankOf(before)) best.set(key, row);
  }
  return new Map(
    TRACKED.flatMap((token) => {
      const row = best.get(keyOf(token.symbol, token.name));
      return row ? [[row, token] as const] : [];
    }),
  );
}

/** Rows of `/tickers` for tracked tokens. Circulation is market cap over price: the ticker gives no figure of its own. */
export function parseOpinions(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  const rows = asRecords(body);
  const owner = owners(rows);
  return rows.flatMap((row) => {
    const token = owner.get(row);
    const [quote] = recordIn(row.quotes).flatMap(({ USD }) => recordIn(USD));
    if (!token || quote === undefined) return [];
    const price = asNumber(quote.price);
    const cap = known(quote.market_cap);
    return [
      {
        token: token.id,
        at: Date.parse(asText(row.last_updated)),
        price_usd: price,
        market_cap_usd: cap,
        rank: known(row.rank),
        circulating_native: cap === null ? null : cap / price,
        total_native: known(row.total_supply),
        max_native: known(row.max_supply),
        provider,
        retrieved_at: retrievedAt,
      },
    ];
  });
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await callCoinPaprika(run, "tickers");
  const rows = someAsked(parseOpinions(body, run.provider, record.responded_at), "coins");
  await run.take(rows, { now: run.deps.clock.now(), record });
}

export const coinpaprikaCoinOpinion = ownSource({
  id: "coinpaprika-coin-opinion",
  provider: "coinpaprika",
  tokens: TRACKED.map(({ id }) => id),
  pull,
});
