// A list of tokens as a page meets it: plain ones, one of which nothing was measured, and names that want to be more than text.
import { encodeFrame } from "../../../schema/frame.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import type { TokenItem } from "../../../schema/object/token-list.ts";
import { toTime } from "../../../schema/shape/time.ts";
import type { TokensMeta } from "../../../schema/snapshot.ts";
import type { Frames } from "./frames.ts";

export const HOSTILE = [
  '<img src=x onerror="alert(1)"><b>bold',
  "\u202Eesrever\u202C \u200Fright to left",
  `"><script>alert(2)</script>'`,
  "M".repeat(64),
] as const;

const PLAIN: Omit<TokenItem, "id" | "symbol" | "name" | "rank"> = {
  tracked: true,
  contracts: {},
  price_usd: 82_458.535,
  change_1h_pct: 2.2611,
  change_24h_pct: -11.894,
  change_7d_pct: 0,
  market_cap_usd: 1_651_432_123_456,
  volume_24h_usd: 30_294_123_456.7,
  categories: ["store-of-value"],
  open_signals: [],
  open_signals_count: 0,
  latest_headline: null,
  verdict: "proceed",
  verdict_reason: null,
  unassessed: [],
};
const HISTORY = "insufficient_history";
const GAPS = {
  price_usd: "unassessed",
  change_1h_pct: "unassessed",
  change_24h_pct: "unassessed",
  change_7d_pct: "unassessed",
  market_cap_usd: "unassessed",
  volume_24h_usd: "unassessed",
  verdict: "unassessed",
  verdict_reason: "stale",
  unassessed: [
    { path: "/price_usd", reason: "source_error" },
    { path: "/change_1h_pct", reason: "source_error" },
    { path: "/change_24h_pct", reason: HISTORY },
    { path: "/change_7d_pct", reason: HISTORY },
    { path: "/market_cap_usd", reason: "source_error" },
    { path: "/volume_24h_usd", reason: "insufficient_coverage" },
    { path: "/verdict", reason: "stale" },
  ] satisfies TokenItem["unassessed"],
} as const;

/** As of an instant; `price` is that of the first. */
export function tokenRows(at: number, price = 82_458.535): TokenItem[] {
  const row = (rank: number, id: string, name: string, own: Partial<TokenItem>): TokenItem => ({
    ...PLAIN,
    ...{ id, symbol: id.slice(0, 4).toUpperCase(), name, rank },
    ...own,
  });
  const signal = { id: 7, kind: "funding_extreme", direction: "bearish", severity: 2, at: toTime(at) } as const;
  const headline = { kind: "news", source: "sandbox:decrypt", at: toTime(at - 3_600_000), brief_id: null } as const;
  return [
    row(1, "bitcoin", "Bitcoin", { price_usd: price }),
    row(2, "pebble", "Pebble", {
      price_usd: 0.00001234567,
      verdict: "caution",
      open_signals: [signal],
      open_signals_count: 3,
    }),
    row(3, "silent", "Silent", GAPS),
    row(4, "anchor", "Anchor", { price_usd: 1.0002, change_24h_pct: 0.004, verdict: "avoid" }),
    ...HOSTILE.map((name, k) =>
      row(5 + k, `hostile-${k}`, name, {
        price_usd: 3.5 + k,
        verdict: null,
        latest_headline: {
          ...headline,
          text: `${HOSTILE[(k + 1) % HOSTILE.length]} in the news`.slice(0, 160),
          url: k === 0 ? "javascript:alert(3)" : "https://example.org/",
        },
      }),
    ),
  ];
}

/** The snapshot of such a list. */
export function tokenFrames(at: number, rows: readonly TokenItem[]): Frames {
  const tokens = rows.map(({ id, symbol, name, rank }) => ({ id, symbol, name, rank, contracts: [] }));
  const bytes = encodeFrame<TokensMeta>(
    { name: SNAPSHOTS.tokens, version: at, meta: { asOf: at, tokens } },
    new Map([
      ["rows", `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`],
      ["sources", JSON.stringify({ id: "S1", provider: "sandbox:okx", endpoint: "okx.candles", as_of: toTime(at) })],
    ]),
  );
  return new Map([[SNAPSHOTS.tokens, { version: at, bytes }]]);
}
