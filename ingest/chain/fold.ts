// Folds transfers into flows by window and picks the large ones; pure.
import type { SourceRow, Window } from "../source/source-base.ts";
import { type AddressKind, type Prices, type Transfer, WINDOW_MS } from "./transfer.ts";

type About = {
  readonly chain: string;
  readonly provider: string;
  readonly labelSet: string;
  readonly retrievedAt: number;
  readonly transfers: readonly Transfer[];
  readonly prices: Prices;
};

export const LARGE_USD_MIN = 1_000_000;
const BURN = new Set([
  "0x0000000000000000000000000000000000000000",
  "0x000000000000000000000000000000000000dead",
  "1BitcoinEaterAddressDontSendf59kuE",
  "1nc1nerator11111111111111111111111111111111",
]);

/** Moves inside one exchange are no flow. */
const crosses = (transfer: Transfer): boolean => transfer.fromExchange !== transfer.toExchange;

/** One row a token, exchange and window of the stretch, zeros included; a transfer between two exchanges counts at each once. */
export function flowRows(
  given: About & {
    readonly stretch: Window;
    readonly tokens: readonly string[];
    readonly exchanges: readonly string[];
  },
): SourceRow[] {
  const sums = new Map<string, { inflow: number; outflow: number; transfers: number }>();
  const sumOf = (token: string, exchange: string, at: number) => {
    const key = `${token}~${exchange}~${Math.floor(at / WINDOW_MS) * WINDOW_MS}`;
    const sum = sums.get(key) ?? { inflow: 0, outflow: 0, transfers: 0 };
    sums.set(key, sum);
    return sum;
  };
  for (const transfer of given.transfers) {
    if (!crosses(transfer)) continue;
    const { token, at, native, fromExchange, toExchange } = transfer;
    for (const [exchange, side] of [
      [fromExchange, "outflow"],
      [toExchange, "inflow"],
    ] as const) {
      if (exchange === null) continue;
      const sum = sumOf(token, exchange, at);
      sum[side] += native;
      sum.transfers += 1;
    }
  }
  const rows: SourceRow[] = [];
  for (const token of given.tokens) {
    for (let at = given.stretch.from; at < given.stretch.to; at += WINDOW_MS) {
      const price = given.prices.at(token, at);
      for (const exchange of given.exchanges) {
        const sum = sums.get(`${token}~${exchange}~${at}`);
        const { inflow, outflow, transfers } = sum ?? { inflow: 0, outflow: 0, transfers: 0 };
        rows.push({
          token,
          chain: given.chain,
          exchange,
          at,
          window_s: WINDOW_MS / 1_000,
          inflow_native: inflow,
          outflow_native: outflow,
          inflow_usd: price === null ? null : inflow * price,
          outflow_usd: price === null ? null : outflow * price,
          transfers,
          label_set: given.labelSet,
          provider: given.provider,
          retrieved_at: given.retrievedAt,
        });
      }
    }
  }
  return rows;
}

/** What is known of where coins went: an exchange, nowhere, what its code says, or just an address without a label. */
const towards = (transfer: Transfer, kinds: ReadonlyMap<string, AddressKind>): string =>
  transfer.toExchange !== null ? "exchange" : BURN.has(transfer.to) ? "burn" : (kinds.get(transfer.to) ?? "unknown");

const isLarge = (transfer: Transfer, prices: Prices): boolean => {
  const price = prices.at(transfer.token, transfer.at);
  return crosses(transfer) && price !== null && transfer.native * price >= LARGE_USD_MIN;
};

/** Receivers of large transfers of which neither a label nor the address itself says what they are. */
export const unknownReceivers = (transfers: readonly Transfer[], prices: Prices): string[] => [
  ...new Set(
    transfers
      .filter((one) => one.toExchange === null && one.to !== "" && !BURN.has(one.to) && isLarge(one, prices))
      .map((one) => one.to),
  ),
];

/** Transfers worth at least a million USD at the price of their window; internal ones and ones without a price are left out. */
export function largeRows(given: About & { readonly kinds: ReadonlyMap<string, AddressKind> }): SourceRow[] {
  return given.transfers.flatMap((transfer): SourceRow[] => {
    const price = given.prices.at(transfer.token, transfer.at);
    if (price === null || !isLarge(transfer, given.prices)) return [];
    return [
      {
        token: transfer.token,
        chain: given.chain,
        at: transfer.at,
        tx_hash: transfer.tx,
        log_index: transfer.index,
        block: transfer.block,
        amount: transfer.amount,
        amount_native: transfer.native,
        value_usd: transfer.native * price,
        from_address: transfer.from,
        to_address: transfer.to,
        from_label: transfer.fromExchange,
        to_label: transfer.toExchange,
        towards: towards(transfer, given.kinds),
        label_set: given.labelSet,
        provider: given.provider,
        retrieved_at: given.retrievedAt,
      },
    ];
  });
}
