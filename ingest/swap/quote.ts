// What orders of three sizes cost on decentralised exchanges: an aggregator is asked for a probe and for the orders themselves.
import { HOUR_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import type { HttpAnswer } from "../../schema/io/http.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { swapQuoteAge } from "../../schema/query/chain/swap-quote-age.ts";
import { TRACKED, type TrackedToken } from "../../schema/token/tracked.ts";
import { WRAPPED } from "../../schema/token/wrapped.ts";
import type { Called } from "../client/client.ts";
import type { Run } from "../run/run.ts";
import { type OwnSource, source } from "../source/define-source.ts";
import { isSameAddress, refuseOther } from "../source/instrument.ts";
import type { SourceRow } from "../source/source-base.ts";
import type { VenueId } from "../source/venue.ts";

const EVERY_S = FRESHNESS.swap_quote.everyS;
/** Every pair once an hour: a part of them in each period. */
const PARTS = 3_600 / EVERY_S;
/** A small order that moves no price, and the orders held against it. */
const PROBE_USD = 100;
const SIZES_USD = [1e3, 1e4, 1e5];
const SIDES = ["buy", "sell"] as const;

/** How aggregators of Ethereum's kind write a chain's own coin. */
export const NATIVE_ADDRESS = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

/** A coin as an aggregator knows it; `token` is whose price counts, null for a dollar. */
type Coin = { readonly address: string; readonly decimals: number; readonly token: string | null };
export type Pair = { readonly token: string; readonly chain: string; readonly coin: Coin; readonly counter: Coin };
/** Amounts in smallest units as decimal digits; `at` in epoch milliseconds; `route` names exchanges. */
export type Quote = { readonly in: string; readonly out: string; readonly at: number; readonly route: string };

/** How one chain's own coin is written, and what orders on it are paid with. */
export type Market = {
  readonly chain: string;
  readonly native: { readonly address: string; readonly decimals: number };
  readonly dollar: { readonly address: string; readonly decimals: number };
  /** Set where the chain's tokens trade against its own coin and not against a dollar. */
  readonly againstNative?: true;
};

/** What an answer is asked for or says that it is about: addresses as sent, smallest units, the chain's id at the aggregator. */
type Named<T> = { readonly from: T; readonly to: T; readonly amount: T; readonly network?: T };
type Order = Named<string> & { readonly chain: string };

/** How one aggregator's answer is read; members that it lacks are undefined. Both throw bad_body. */
type Reading = {
  readonly told: (body: unknown) => Named<unknown>;
  readonly quote: (body: unknown, retrievedAt: number) => Quote;
};

/**
 * Throws bad_body for an answer of another shape, or about another order than the one that was asked for. A chain's own
 * coin may come back under the address of its wrapped one.
 */
export function readQuote(body: unknown, retrievedAt: number, order: Order, reading: Reading): Quote {
  const own = [NATIVE_ADDRESS, WRAPPED[order.chain] ?? NATIVE_ADDRESS];
  const isOwn = (address: string) => own.some((one) => isSameAddress(one, address));
  const isCoin = (asked: string) => (told: string) => isSameAddress(told, asked) || (isOwn(told) && isOwn(asked));
  const quote = reading.quote(body, retrievedAt);
  const told = reading.told(body);
  refuseOther("coin", told.from, isCoin(order.from));
  refuseOther("coin", told.to, isCoin(order.to));
  refuseOther("amount", told.amount, (amount) => amount === order.amount);
  refuseOther("network", told.network, (network) => network === order.network);
  return quote;
}

/** As readQuote, and the record of the call says how it went. */
export function quoteOf({ body, record }: Called, order: Order, reading: Reading): Quote {
  try {
    const quote = readQuote(body, record.responded_at, order, reading);
    record.rows = 1;
    return quote;
  } catch (error) {
    if (isHttpError(error)) record.outcome = error.kind;
    throw error;
  }
}

/** One question to an aggregator; null where it says that no pool connects the pair. Throws HttpError. */
export type AskQuote = (
  run: Pick<Run, "connections" | "context"> & { readonly env: Env },
  pair: Pair,
  from: Coin,
  to: Coin,
  amountIn: string,
) => Promise<Quote | null>;

/** A source of quotes that can also be asked for one order at once. */
export type QuoteSource = OwnSource & { readonly pairs: readonly Pair[]; readonly ask: AskQuote };

function pairOf(token: TrackedToken, market: Market): Pair[] {
  const { chain, native, dollar, againstNative } = market;
  const money: Coin = { ...dollar, token: null };
  const owner = TRACKED.find((one) => one.native === chain)?.id ?? "";
  const own: Coin = { ...native, token: owner };
  if (token.native === chain) return [{ token: token.id, chain, coin: own, counter: money }];
  const decimals = token.decimals[chain];
  const address = token.contracts[chain];
  if (address === undefined || decimals === undefined) return [];
  const coin = { address, decimals, token: token.id };
  return [{ token: token.id, chain, coin, counter: againstNative ? own : money }];
}

/** Every tracked coin of these chains but stable ones. */
export const pairsOn = (markets: readonly Market[]): Pair[] =>
  TRACKED.filter((token) => !token.stablecoin).flatMap((token) => markets.flatMap((market) => pairOf(token, market)));

/** Smallest units of an amount of coins: twelve digits are exact, the rest are zeros. */
export function smallestUnits(coins: number, decimals: number): string {
  const [digits = "0", exponent = "0"] = coins.toExponential(11).split("e");
  const shift = Number(exponent) - 11 + decimals;
  const whole = BigInt(digits.replace(".", ""));
  return String(shift >= 0 ? whole * 10n ** BigInt(shift) : whole / 10n ** BigInt(-shift));
}

/** How much worse an order is quoted than the probe, in percentage points. Amounts in smallest units. */
export const impactPct = (order: Quote, probe: Quote): number =>
  (1 - (Number(order.out) * Number(probe.in)) / (Number(order.in) * Number(probe.out))) * 100;

/** Names of exchanges as one text; what is no plain name is left out. */
export const routeText = (names: readonly string[]): string =>
  [...new Set(names.filter((name) => /^[\w. -]{1,40}$/.test(name)))].join(",").slice(0, 200);

/** The answer of a refused call, where its body fits. */
export function refusedWith(error: unknown, words: RegExp): HttpAnswer | null {
  if (!isHttpError(error) || !error.answer) return null;
  return words.test(error.answer.body.toString("utf8")) ? error.answer : null;
}

export type Prices = ReadonlyMap<string, number>;
export const priceOf = (prices: Prices, { token }: Coin): number | undefined =>
  token === null ? 1 : prices.get(token);

/** Quotes of one pair and side: the probe, then the sizes as long as there is a route. */
async function pullSide(run: Run, ask: AskQuote, pair: Pair, side: (typeof SIDES)[number], prices: Prices) {
  const [from, to] = side === "buy" ? [pair.counter, pair.coin] : [pair.coin, pair.counter];
  const price = priceOf(prices, from);
  if (price === undefined) return [];
  const asking = { connections: run.connections, context: run.context, env: run.deps.env };
  const { log } = run.context;
  const quote = async (usd: number) => {
    const heard = log.listen();
    const said = await ask(asking, pair, from, to, smallestUnits(usd / price, from.decimals));
    return { said, calls: heard() };
  };
  const { said: probe, calls: probing } = await quote(PROBE_USD);
  const rows: SourceRow[] = [];
  for (const size of probe === null ? [] : SIZES_USD) {
    const { said: order, calls } = await quote(size);
    if (order === null || probe === null) break;
    const record = log.join([...calls, ...probing]);
    if (record) record.rows += 1;
    rows.push({
      token: pair.token,
      chain: pair.chain,
      venue: run.source.provider,
      side,
      size_usd: size,
      at: order.at,
      amount_in: order.in,
      amount_out: order.out,
      probe_in: probe.in,
      probe_out: probe.out,
      impact_pct: impactPct(order, probe),
      route: order.route,
      provider: run.provider,
      retrieved_at: record?.responded_at ?? run.deps.clock.now(),
    });
  }
  return rows;
}

/** Every pair that has no quote of late, and of the others the part that waited longest. */
async function duePairs({ deps, source }: Run, pairs: readonly Pair[]): Promise<Pair[]> {
  const since = deps.clock.now() - 2 * HOUR_MS;
  const rows = await deps.store.query(swapQuoteAge, { venue: source.provider, since });
  const quoted = new Map(rows.map((row) => [`${row.token} ${row.chain}`, row.at]));
  const at = (pair: Pair) => quoted.get(`${pair.token} ${pair.chain}`) ?? 0;
  const waiting = pairs.filter((pair) => at(pair) > 0).sort((a, b) => at(a) - at(b));
  return [...pairs.filter((pair) => at(pair) === 0), ...waiting.slice(0, Math.ceil(pairs.length / PARTS))];
}

/** The source of one aggregator. */
export function quoteSource(provider: VenueId, pairs: readonly Pair[], ask: AskQuote): QuoteSource {
  async function pull(run: Run): Promise<void> {
    const prices = await run.connections.references();
    for (const pair of await duePairs(run, pairs)) {
      if (priceOf(prices, pair.coin) === undefined || run.halted()) continue;
      try {
        const buys = await pullSide(run, ask, pair, "buy", prices);
        const rows = [...buys, ...(await pullSide(run, ask, pair, "sell", prices))];
        await run.take(rows, { now: run.deps.clock.now() });
      } catch (error) {
        run.fail(pair.token, error);
      }
    }
  }
  return source<QuoteSource>({
    id: `${provider}-swap-quote`,
    kind: "own",
    provider,
    tokens: [...new Set(pairs.map(({ token }) => token))],
    pull,
    pairs,
    ask,
  });
}
