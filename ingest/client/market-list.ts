// What is kept out of the lists that the classes of exchanges load: calls that nobody here needs, and rows they stumble over.
import { asRecord } from "../source/body.ts";
import type { ExchangeId } from "../source/venue.ts";

export type RawCall = (params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** A class splits the id of a product before it looks at it: one that has none would cost all the others. */
const isProduct = (one: unknown): boolean =>
  one !== null && typeof one === "object" && /^[^-]+-[^-]+$/.test(String((one as { id?: unknown }).id));

type Change = readonly [call: string, wrap: (inner: RawCall) => RawCall];

/** Refused, any of these would cost the list it is loaded with. */
const CHANGES: Partial<Record<ExchangeId, Change>> = {
  // Which pairs can be traded on margin.
  gate: ["publicMarginGetCurrencyPairs", () => async () => []],
  // Markets that have not begun.
  bybit: [
    "publicGetV5MarketInstrumentsInfo",
    (inner) => async (params) => (params?.status === "PreLaunch" ? { result: { list: [] } } : inner(params)),
  ],
  coinbase: [
    "publicGetProducts",
    (inner) => async (params) => {
      const products = await inner(params);
      return Array.isArray(products) ? products.filter(isProduct) : asRecord(products, "products");
    },
  ],
};

/** Makes the change of a venue to its instance. */
export function leaveOut(venue: ExchangeId, instance: Record<string, RawCall>): void {
  const change = CHANGES[venue];
  if (!change) return;
  const [call, wrap] = change;
  const inner = instance[call];
  if (!inner) throw new Error(`${venue} has no call ${call}`);
  instance[call] = wrap(inner.bind(instance));
}
