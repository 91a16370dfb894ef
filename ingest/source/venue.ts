// Providers by name: what the published limits of each allow; an exchange says all that is known of it in its own folder.
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { binance } from "../venue/binance/venue.ts";
import { bybit } from "../venue/bybit/venue.ts";
import { coinbase } from "../venue/coinbase/venue.ts";
import { gate } from "../venue/gate/venue.ts";
import { hyperliquid } from "../venue/hyperliquid/venue.ts";
import { kraken } from "../venue/kraken/venue.ts";
import { kucoin } from "../venue/kucoin/venue.ts";
import { okx } from "../venue/okx/venue.ts";
import type { ExchangeVenue, Limits } from "./exchange-venue.ts";

const EXCHANGES = { binance, bybit, okx, gate, hyperliquid, kraken, coinbase, kucoin };

export type ExchangeId = keyof typeof EXCHANGES;
export const EXCHANGE_IDS = Object.keys(EXCHANGES) as ExchangeId[];
export const exchangeOf = (id: ExchangeId): ExchangeVenue => EXCHANGES[id];

/** 90 % of the published limits, as of 2026: the rest is for the clock of the other side. */
export const VENUES = {
  ...EXCHANGES,
  deribit: { concurrency: 1, pauseMs: 10_000, buckets: { all: { limit: 5, periodMs: 1_000 } } },
  kyberswap: { concurrency: 1, pauseMs: 30_000, buckets: { all: { limit: 24, periodMs: 10_000 } } },
  /** Unpublished. */
  velora: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 60, periodMs: MINUTE_MS } } },
  jupiter: {
    concurrency: 1,
    pauseMs: MINUTE_MS,
    buckets: { all: { limit: 27, periodMs: MINUTE_MS }, keyed: { limit: 54, periodMs: MINUTE_MS } },
  },
  geckoterminal: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 27, periodMs: MINUTE_MS } } },
  /** Unpublished. */
  minswap: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 30, periodMs: MINUTE_MS } } },
  coingecko: {
    concurrency: 1,
    pauseMs: MINUTE_MS,
    buckets: { all: { limit: 10, periodMs: MINUTE_MS }, keyed: { limit: 27, periodMs: MINUTE_MS } },
  },
  coinpaprika: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 6, periodMs: MINUTE_MS } } },
  eth: { concurrency: 2, pauseMs: 10_000, buckets: { all: { limit: 300, periodMs: MINUTE_MS } } },
  /** Unpublished; bodies are large, so few at a time. */
  defillama: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 60, periodMs: MINUTE_MS } } },
  btc: { concurrency: 2, pauseMs: 30_000, buckets: { all: { limit: 200, periodMs: MINUTE_MS } } },
  bsc: { concurrency: 2, pauseMs: 10_000, buckets: { all: { limit: 300, periodMs: MINUTE_MS } } },
  /** The node counts calls of one method apart from all calls: transactions are most of them. */
  sol: {
    concurrency: 1,
    pauseMs: 30_000,
    buckets: { all: { limit: 50, periodMs: 10_000 }, transactions: { limit: 36, periodMs: 10_000 } },
  },
  ada: {
    concurrency: 1,
    pauseMs: MINUTE_MS,
    buckets: { all: { limit: 90, periodMs: 10_000 }, day: { limit: 4_500, periodMs: DAY_MS } },
  },
  goplus: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 24, periodMs: MINUTE_MS } } },
  honeypot: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 24, periodMs: MINUTE_MS } } },
  coindesk: { concurrency: 1, pauseMs: 600_000, buckets: { all: { limit: 2, periodMs: MINUTE_MS } } },
  cointelegraph: { concurrency: 1, pauseMs: 600_000, buckets: { all: { limit: 2, periodMs: MINUTE_MS } } },
  decrypt: { concurrency: 1, pauseMs: 600_000, buckets: { all: { limit: 2, periodMs: MINUTE_MS } } },
  alternative: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 30, periodMs: MINUTE_MS } } },
  /** One request in ten seconds is asked of callers without a key. */
  blockchain: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 5, periodMs: MINUTE_MS } } },
  coinmetrics: { concurrency: 1, pauseMs: MINUTE_MS, buckets: { all: { limit: 9, periodMs: 6_000 } } },
} as const satisfies Readonly<Record<string, Limits>>;

export type VenueId = keyof typeof VENUES;

/** The simulated market has no neighbours to be fair to: back-fills of the first start run this much faster. */
export const SANDBOX_PACE_FACTOR = 20;

/** A call of an exchange, as sources name it: `okx.candles`. */
export type EndpointId = {
  [V in ExchangeId]: `${V}.${keyof (typeof EXCHANGES)[V]["calls"] & string}`;
}[ExchangeId];

type Endpoint = {
  readonly venue: ExchangeId;
  readonly call: string;
  readonly bucket: string;
  readonly weight: number;
};

/** Every exchange call this service makes: which budget pays and how much (at the sizes we ask for). */
export const ENDPOINTS = Object.fromEntries(
  EXCHANGE_IDS.flatMap((venue) =>
    Object.entries(exchangeOf(venue).calls).map(([name, call]) => [`${venue}.${name}`, { venue, weight: 1, ...call }]),
  ),
) as Readonly<Record<EndpointId, Endpoint>>;
