// Ticker rows from a venue's members: prices of one coin in USD, best quotes where given, volume in coins and USD.
import { asNumber, asNumberOrNull } from "../source/body.ts";
import { type About, type BulkSource, bulkSource, type Call, stamped, withListings } from "../source/define-source.ts";
import type { Listing, MarketKind } from "../source/market.ts";
import type { ExchangeId } from "../source/venue.ts";

type Given = Readonly<Record<string, unknown>>;

/** What a venue says of one market: raw values, volumes already counted out. */
type Ticker = {
  /** Epoch ms. */
  readonly at: number;
  readonly last: unknown;
  readonly bid?: unknown;
  readonly ask?: unknown;
  readonly high: unknown;
  readonly low: unknown;
  /** Base units (coins times the listing's factor follow). */
  readonly base: number;
  /** USD; null where the venue gives none, and the last price values the coins. */
  readonly usd: number | null;
};

type Of = {
  readonly id: string;
  readonly venue: ExchangeId;
  readonly market: MarketKind;
  readonly call: Call;
  /** The body's markets. Throws bad_body when it is not of the shape. */
  readonly rows: (body: unknown) => readonly Given[];
  readonly symbolOf: (row: Given) => unknown;
  readonly read: (row: Given, listing: Listing, about: About, body: unknown) => Ticker;
};

function tickerRow(about: About, listing: Listing, ticker: Ticker) {
  const { factor } = listing;
  const perCoin = (value: unknown) => asNumber(value) / factor;
  // Zero is what venues say where nobody quotes.
  const quote = (value: unknown) => {
    const given = asNumberOrNull(value);
    return given === null || given === 0 ? null : given / factor;
  };
  const price = perCoin(ticker.last);
  const coins = ticker.base * factor;
  return stamped(about, listing, {
    market: listing.kind,
    at: ticker.at,
    price,
    bid: quote(ticker.bid),
    ask: quote(ticker.ask),
    high_24h: perCoin(ticker.high),
    low_24h: perCoin(ticker.low),
    volume_24h_native: coins,
    volume_24h_usd: ticker.usd ?? coins * price,
  });
}

/** One call about all markets of a kind. */
export const tickers = ({ id, venue, market, call, rows, symbolOf, read }: Of): BulkSource =>
  bulkSource({
    id,
    venue,
    market,
    call,
    parse: (body, about) =>
      withListings(about, rows(body), symbolOf).map(([row, listing]) =>
        tickerRow(about, listing, read(row, listing, about, body)),
      ),
  });
