// A look at one address of a chain, for whoever waits for it: the node's word, the label, and every call that was made.
import { DAY_MS } from "../schema/duration.ts";
import { providerName } from "../schema/env.ts";
import { LABEL_SET, labelOf } from "../schema/label/index.ts";
import type { AddressForm } from "../schema/token/address.ts";
import type { ChainId } from "../schema/token/chain.ts";
import { trackedById } from "../schema/token/tracked.ts";
import { inspectAda } from "./chain/ada/inspect.ts";
import { inspectBtc } from "./chain/btc/inspect.ts";
import { inspectEvm } from "./chain/evm/inspect.ts";
import { LARGE_USD_MIN } from "./chain/fold.ts";
import type { AddressReading, Inspector, Look, Tip } from "./chain/reading.ts";
import { inspectSol } from "./chain/sol/inspect.ts";
import type { IngestDeps } from "./deps.ts";
import { type CallRecord, openCallLog } from "./run/call.ts";
import { connectionsOf } from "./run/connection.ts";

export type { AddressMove, AddressReading, Holding, ReadingGap, ReadOrGap } from "./chain/reading.ts";
export { scanSpans } from "./chain/scan-span.ts";

type AddressQuestion = {
  readonly chain: ChainId;
  readonly address: string;
  readonly form: AddressForm;
  /** Moves of less are not looked for, USD. */
  readonly fromUsd?: number;
  /** Moves are looked for unless false. */
  readonly wantsMoves?: boolean;
  readonly signal: AbortSignal;
};

export type KnownLabel = { readonly exchange: string; readonly source: string };

type AddressLook = {
  readonly provider: string;
  readonly method: string;
  /** The block that all is read at. Throws HttpError, as `read` does. */
  tip(): Promise<Tip>;
  read(tip: Tip): Promise<AddressReading>;
  /** Records of the calls so far; they are the caller's to keep. */
  calls(): CallRecord[];
};

/** What looks at addresses, by chain. */
export const INSPECTORS: Readonly<Record<ChainId, (look: Look) => Inspector>> = {
  eth: (look) => inspectEvm(look, "eth"),
  bsc: (look) => inspectEvm(look, "bsc"),
  btc: inspectBtc,
  sol: inspectSol,
  ada: inspectAda,
};
const METHODS: Readonly<Record<ChainId, string>> = {
  eth: "JSON-RPC",
  bsc: "JSON-RPC",
  btc: "Esplora REST",
  sol: "JSON-RPC",
  ada: "Koios REST",
};

export const LABELS_VERSION = LABEL_SET;
export const LARGE_MOVE_USD = LARGE_USD_MIN;
export const MOVES_SPAN_MS = 7 * DAY_MS;
/** Prices move within a week: what may have been large then is looked at, at the price of its time. */
const LARGE_SHARE = 0.4;

/** Whose wallet it is at a time (epoch ms): a label counts only from its date. */
export function exchangeOf(chain: ChainId, address: string, at: number): KnownLabel | null {
  const label = labelOf(chain, address);
  return label && Date.parse(label.first_used) <= at ? { exchange: label.exchange, source: label.source } : null;
}

/** Opens the look; no node is asked before its first call. Throws where the store gives no prices. */
export async function openAddressLook(
  deps: IngestDeps,
  { chain, address, form, fromUsd = LARGE_MOVE_USD, wantsMoves = true, signal }: AddressQuestion,
): Promise<AddressLook> {
  const connections = connectionsOf(deps);
  const prices = await connections.references();
  const log = openCallLog(connections.random);
  const provider = providerName(deps.env, chain);
  const inspector = INSPECTORS[chain]({
    connections,
    env: deps.env,
    context: { about: { source: "address-inspect", provider }, log, signal },
    address,
    form,
    spanMs: MOVES_SPAN_MS,
    // Our scans hold every large transfer of an exchange's wallets.
    wantsMoves: wantsMoves && labelOf(chain, address) === undefined,
    mayBeLarge(token, coins) {
      const price = prices.get(token) ?? (trackedById(token)?.stablecoin ? 1 : undefined);
      return price !== undefined && coins * price >= LARGE_SHARE * fromUsd;
    },
  });
  return { provider, method: METHODS[chain], ...inspector, calls: () => log.take() };
}
