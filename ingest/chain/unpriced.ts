// Windows that were read before their tokens had a price, and have one by now: they are to be read again.
import { LABEL_SET } from "../../schema/label/index.ts";
import { unpricedFlow } from "../../schema/query/chain/unpriced-flow.ts";
import type { Run } from "../run/run.ts";
import type { Chain } from "./chain.ts";
import { openPrices } from "./price.ts";
import { WINDOW_MS } from "./transfer.ts";

/**
 * Starts of windows from `from` on that can be valued now, epoch ms. They are read again rather than multiplied: the
 * large transfers among what moved were left out too. What the chain no longer reads of a window stays as it is.
 */
export async function valuedSince(run: Run, chain: Chain, from: number): Promise<ReadonlySet<number>> {
  const asked = { chain: chain.id, label_set: LABEL_SET, provider: run.provider, from, tokens: chain.tokens };
  // The stretch that is read begins no earlier than this; what is not read in it would be asked for without end.
  const begin = (at: number): number => Math.floor(at / chain.stretchMs) * chain.stretchMs;
  const rows = (await run.deps.store.query(unpricedFlow, asked)).filter(
    ({ token, at }) => chain.tokensAt?.(begin(at)).includes(token) ?? true,
  );
  const valued = new Set<number>();
  if (rows.length === 0) return valued;
  const windows = [...new Set(rows.map(({ at }) => at))].map((at) => ({ from: at, to: at + WINDOW_MS }));
  const pricesOf = openPrices(run, [...new Set(rows.map(({ token }) => token))], windows);
  for (const { token, at } of rows) {
    if (valued.has(at)) continue;
    const prices = await pricesOf({ from: at, to: at + WINDOW_MS });
    if (prices.at(token, at) !== null) valued.add(at);
  }
  return valued;
}
