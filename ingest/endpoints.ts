// What each source of the registry calls, asked of the source itself: no name of an endpoint says what it brings.
import { DAY_MS, HOUR_MS } from "../schema/duration.ts";
import type { Call, ExchangeSource, Source } from "./source/define-source.ts";
import type { Listing } from "./source/market.ts";

const ASKED_AT = Date.UTC(2025, 0, 1);
const LISTING: Listing = {
  ...{ token: "bitcoin", symbol: "BTC", kind: "spot", factor: 1, contractSize: 1, listedAt: null, info: null },
};
/** Of what is near and of what is long past: some venues tell these at different endpoints. */
const WINDOWS = [HOUR_MS, 400 * DAY_MS].map((back) => ({ from: ASKED_AT - back, to: ASKED_AT - back + HOUR_MS }));

/** The calls that a source of an exchange makes, whichever market they are about. */
function callsOf(source: ExchangeSource): readonly Call[] {
  if (source.kind === "bulk") return [source.call];
  if (source.kind === "grid") return WINDOWS.map((window) => source.call(LISTING, window, ASKED_AT));
  return [true, false].flatMap((isFirst) =>
    [null, ASKED_AT - HOUR_MS].flatMap((seenAt) => source.calls(LISTING, isFirst, ASKED_AT, seenAt)),
  );
}

/** The endpoints that a source calls, as far as they are said: of one that is no exchange, where it names them. */
export function endpointsOf(source: Source): readonly string[] {
  if (source.kind === "own") return source.endpoints ?? [];
  const asides = source.kind === "grid" ? [] : Object.values(source.asides ?? {});
  const calls = [...callsOf(source), ...asides];
  return [...calls, ...calls.flatMap(({ beside = {} }) => Object.values(beside))].map(({ endpoint }) => endpoint);
}
