// The agent whale-watch: whether large holders move a token to exchanges or away from them.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, count, flowUsd, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";
import { agent } from "./agent.ts";
import { SHARED, TokenName } from "./input.ts";

export const WATCH_HOURS = { least: 1, most: 168, usual: 24 } as const;

/** In hours and days: so much of the past a window is held against at least. */
const BASELINE_DAYS_MIN = 7;
const COVERAGE_MIN_PCT = 50;

const label = Nullable(Type.String({ maxLength: 64 }));

export const whaleWatch = agent({
  id: "whale-watch",
  name: "Whale watch",
  summary: "ACCUMULATING, DISTRIBUTING, BALANCED or INSUFFICIENT: flows to exchanges",
  description:
    "Holds the net flow of a token to labelled exchange wallets over some hours against the same flows of the last thirty days, and tells the large transfers of that time by direction, the exchanges' reserve and the share of the largest holders. The verdict is that of the net flow alone. INSUFFICIENT where the scanned chains carry less than half of the token's flows or less than a week of the past is known: never as no activity.",
  tier: "premium",
  version: "whale-watch-2",
  tags: ["onchain", "flows"],
  input: closed({
    ...SHARED,
    token: TokenName,
    hours: Type.Optional(
      Type.Integer({ minimum: WATCH_HOURS.least, maximum: WATCH_HOURS.most, description: "24 without it." }),
    ),
    min_usd: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e12,
        description: "Transfers of at least this; all large ones without it.",
        "x-unit": "USD",
      }),
    ),
  }),
  verdicts: [
    { value: "DISTRIBUTING", class: "avoid", meaning: "Unusually much goes to exchanges." },
    {
      value: "INSUFFICIENT",
      class: "unassessed",
      meaning: "Too little of the flows or of their past is known to say anything.",
    },
    { value: "ACCUMULATING", class: "proceed", meaning: "Unusually much leaves exchanges." },
    { value: "BALANCED", class: "proceed", meaning: "What goes to exchanges and what leaves them is as usual." },
  ],
  otherwise: "BALANCED",
  lacking: "INSUFFICIENT",
  metrics: {
    netflow_z: {
      unit: "sigmas",
      says: "net flow to exchanges against its own past",
      worse: "higher",
      isDeciding: true,
    },
    coverage_pct: { unit: "pct", says: "the share of flows on scanned chains", worse: "lower", isDeciding: true },
    baseline_days: { unit: "days", says: "the past that is known", worse: "lower", isDeciding: true },
  },
  limits: {},
  rules: [
    {
      code: "inflow_unusual",
      verdict: "DISTRIBUTING",
      when: [{ metric: "netflow_z", comparator: ">=", threshold: 2 }],
      why: "Two robust deviations: of windows as usual some two of a hundred lie beyond on that side.",
    },
    {
      code: "coverage_low",
      verdict: "INSUFFICIENT",
      when: [{ metric: "coverage_pct", comparator: "<", threshold: COVERAGE_MIN_PCT }],
      why: "The other half may say the opposite.",
    },
    {
      code: "baseline_short",
      verdict: "INSUFFICIENT",
      when: [{ metric: "baseline_days", comparator: "<", threshold: BASELINE_DAYS_MIN }],
      why: "A week holds every day of the week once.",
    },
    {
      code: "outflow_unusual",
      verdict: "ACCUMULATING",
      when: [{ metric: "netflow_z", comparator: "<=", threshold: -2 }],
      why: "Two robust deviations, on the other side.",
    },
  ],
  details: closed({
    hours: Type.Integer(),
    window: closed({ from: Time, to: Time }),
    netflow_usd: flowUsd("In less out over the window; positive is towards exchanges."),
    netflow_z: ratio("Robust deviations from the median of past windows."),
    usual_netflow_usd: flowUsd("Median of past windows as long."),
    past_windows: Type.Integer({ description: "How many, each an hour after the last." }),
    chains: Type.Array(Type.String({ maxLength: 32 }), { description: "What is summed over." }),
    coverage_pct: pct("Share of the token's flows that those chains carry."),
    transfers: closed(
      {
        min_usd: Type.Number({ "x-unit": "USD" }),
        count: count("Large transfers of the window."),
        total_usd: usd("Their value."),
        to_exchange_usd: usd("Of it to exchanges."),
        from_exchange_usd: usd("Of it from exchanges."),
        largest: Q(
          Type.Array(
            closed({
              tx_hash: Type.String({ maxLength: 128 }),
              chain: Type.String({ maxLength: 32 }),
              at: Time,
              value_usd: Type.Number({ "x-unit": "USD" }),
              from_label: label,
              to_label: label,
            }),
            { maxItems: 10 },
          ),
        ),
      },
      { description: "A lower bound: transfers above the threshold of our scans." },
    ),
    exchange_netflow_7d_usd: flowUsd("In less out over 7 days."),
    reserve_change_7d_pct: pct("Of what labelled exchange wallets hold."),
    top10_holders_pct: pct("Share of the ten largest holders."),
    top10_holders_change_7d_pct: changePct("Of that share since seven days before, in percentage points."),
    label_set: Q(Type.String({ maxLength: 64 })),
  }),
  uses: ["getState", "getHistory"],
  live: [],
  notChecked: [
    "how the shares of the largest holders changed",
    "wallets that nobody labels",
    "trades on the exchanges",
  ],
  waitMs: 15_000,
  example: {
    input: { token: "BTC", hours: 24 },
    verdict: "ACCUMULATING",
    token: { id: "bitcoin", symbol: "BTC", name: "Bitcoin" },
    details: {
      hours: 24,
      window: { from: "2026-11-19T11:00:00.000Z", to: "2026-11-20T11:00:00.000Z" },
      ...{ netflow_usd: -412_000_000, netflow_z: -2.6, usual_netflow_usd: -21_000_000, past_windows: 672 },
      ...{ chains: ["btc"], coverage_pct: 97.2 },
      transfers: {
        ...{ min_usd: 0, count: 2, total_usd: 61_000_000, to_exchange_usd: 0, from_exchange_usd: 43_000_000 },
        largest: [
          {
            tx_hash: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
            ...{ chain: "btc", at: "2026-11-20T08:41:12.000Z", value_usd: 43_000_000 },
            ...{ from_label: "binance", to_label: null },
          },
        ],
      },
      ...{ exchange_netflow_7d_usd: -901_000_000, reserve_change_7d_pct: -1.4, top10_holders_pct: "unassessed" },
      top10_holders_change_7d_pct: "unassessed",
      label_set: "labels-2026-10",
    },
  },
});
