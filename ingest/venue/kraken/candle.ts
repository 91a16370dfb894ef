// Kraken candles: times in seconds, never more than the newest 720, the last one running; volume in coins with its mean price.
import { candleRow } from "../../parse/candle.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";
import { type GridSource, gridSource, onlyListing, type Parse, saidSymbol } from "../../source/define-source.ts";
import type { Listing } from "../../source/market.ts";

type Row = readonly unknown[];

const COLUMNS = {
  base: (row: Row) => asNumber(row[6]),
  // No quote volume is given; the mean price weighted by volume times the volume is the same.
  quote: (row: Row) => (asNumber(row[6]) === 0 ? 0 : asNumber(row[5]) * asNumber(row[6])),
} as const;

/** What the answer is about and says: the pair may come back under another of its names. */
export function krakenAnswer(body: unknown, { symbol, info }: Listing): [{ readonly symbol?: string }, unknown] {
  const answers = Object.entries(asRecord(asRecord(body).result, "result"));
  const [name, said] = answers.find(([key]) => key !== "last") ?? [];
  const { altname, wsname } = (info ?? {}) as Readonly<Record<string, unknown>>;
  const isOurs = [symbol, altname, wsname].includes(name);
  return [saidSymbol(isOurs ? symbol : name), said];
}

const parseOf =
  (intervalS: number): Parse =>
  (body, about) => {
    const [said, list] = krakenAnswer(body, onlyListing(about));
    return asRows(list, "candles")
      .map(([at, ...rest]) => [asNumber(at) * 1_000, ...rest])
      .filter((row) => asNumber(row[0]) + intervalS * 1_000 <= about.now)
      .map((row) => candleRow(row, COLUMNS, intervalS, about, said));
  };

/**
 * Tokens whose dollar market there is one of the deepest, and the dollar's own stand-ins, which have no market in
 * themselves: the venue allows about one call a second and gives one pair a call.
 */
export const KRAKEN_TOKENS: ReadonlySet<string> = new Set(
  `tether usd-coin dai bitcoin ethereum solana ripple cardano dogecoin tron avalanche-2 polkadot litecoin bitcoin-cash
  chainlink uniswap aave sui near stellar cosmos bittensor hyperliquid pepe`.split(/\s+/),
);

/** The dollar's stand-ins are traded against the dollar nowhere else that is read here. */
const KRAKEN_DOLLARS: ReadonlySet<string> = new Set(["tether", "usd-coin", "dai"]);

type Of = { id: string; intervalS: 60 | 900 | 3600; backfillDays: number; tokens?: ReadonlySet<string> };

const krakenCandle = ({ id, intervalS, backfillDays, tokens = KRAKEN_TOKENS }: Of): GridSource =>
  gridSource({
    id,
    venue: "kraken",
    market: "spot",
    everyS: intervalS === 60 ? 60 : 900,
    tokens,
    intervalS,
    backfillDays,
    pageRows: 700,
    call: (listing, window) => ({
      endpoint: "kraken.ohlc",
      // The candle at `since` itself is left out.
      params: { pair: listing.symbol, interval: intervalS / 60, since: window.from / 1_000 - intervalS },
    }),
    parse: parseOf(intervalS),
  });

/** Spot candles of one minute from Kraken, against the dollar itself: the venue gives half a day of the past. */
export const krakenCandle1m = krakenCandle({ id: "kraken-candle-1m", intervalS: 60, backfillDays: 0.45 });

/** Spot candles of a quarter of an hour from Kraken: its minutes reach back twelve hours only, a day's change needs more. */
export const krakenCandle15m = krakenCandle({
  id: "kraken-candle-15m",
  intervalS: 900,
  backfillDays: 7,
  tokens: KRAKEN_DOLLARS,
});

/** Spot candles of one hour from Kraken, against the dollar itself: the venue gives a month of the past. */
export const krakenCandle1h = krakenCandle({ id: "kraken-candle-1h", intervalS: 3_600, backfillDays: 29 });
