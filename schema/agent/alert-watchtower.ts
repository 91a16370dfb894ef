// The agent alert-watchtower: what of the signals, changed verdicts and briefs of some tokens wants looking at, and how soon.
import { Type } from "typebox";
import { VERDICTS } from "../evaluation/rule.ts";
import { closed } from "../shape/closed.ts";
import { Nullable } from "../shape/quantity.ts";
import { Direction, Severity } from "../shape/signal.ts";
import { oneOf, TokenId } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { SIGNAL_KINDS } from "../signal/index.ts";
import { agent } from "./agent.ts";
import { SHARED, tokenNames } from "./input.ts";

export const TOWER = { hours: 24, minSeverity: 1, tokensMax: 50, alertsMax: 50 } as const;

const Ratio = (description: string) => Type.Number({ description, "x-unit": "ratio" });

export const alertWatchtower = agent({
  id: "alert-watchtower",
  name: "Alert watchtower",
  summary: "QUIET, WATCH or URGENT: triage of signals, changed verdicts and briefs",
  description:
    "Reads what fired on up to fifty tokens within some hours: signals, verdicts that changed and briefs. Signals of one kind and direction on a token are one alert, those that are open and those that are over apart; alerts are ranked by severity, by how much better than chance our record proves such signals to be, and by age. URGENT where a critical signal is open or a verdict turned to avoid, WATCH where a material one fired. QUIET only where every rule that is otherwise judged was: one that could not be, now or in a minute of these hours, may hide anything, and so may minutes in which nobody looked or no verdict was in force, and a verdict of these hours that was judged without something. The answer holds a body that POST /v1/monitor takes.",
  tier: "premium",
  version: "alert-watchtower-8",
  tags: ["signals", "triage"],
  input: closed({
    ...SHARED,
    tokens: tokenNames(1, TOWER.tokensMax, "Which tokens."),
    hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 72, description: "How far back; 24 without it." })),
    min_severity: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: "1 without it." })),
    kinds: Type.Optional(
      Type.Array(oneOf(SIGNAL_KINDS), {
        minItems: 1,
        maxItems: SIGNAL_KINDS.length,
        description: "Kinds of signals; all without it.",
      }),
    ),
  }),
  verdicts: [
    { value: "URGENT", class: "avoid", meaning: "Something critical is open, or a verdict turned to avoid." },
    { value: "WATCH", class: "caution", meaning: "Something material happened." },
    {
      value: "INSUFFICIENT",
      class: "unassessed",
      meaning: "Signals, rules of signals or verdicts of a token could not be read, so that nothing is called quiet.",
    },
    { value: "QUIET", class: "proceed", meaning: "Nothing material happened, as far as it was watched." },
  ],
  otherwise: "QUIET",
  lacking: "INSUFFICIENT",
  metrics: {
    open_severity: {
      unit: "count",
      says: "the severity of the gravest open signal",
      worse: "higher",
      isDeciding: true,
    },
    recent_severity: {
      unit: "count",
      says: "the severity of the gravest signal of the time that was watched",
      worse: "higher",
    },
    verdicts_to_avoid: { unit: "count", says: "verdicts that turned to avoid", worse: "higher", isDeciding: true },
  },
  limits: {},
  rules: [
    {
      code: "critical_open",
      verdict: "URGENT",
      when: [{ metric: "open_severity", comparator: ">=", threshold: 3 }],
      why: "Severity three is what happens to a token about once a month.",
    },
    {
      code: "verdict_to_avoid",
      verdict: "URGENT",
      when: [{ metric: "verdicts_to_avoid", comparator: ">=", threshold: 1 }],
      why: "A verdict that turned to avoid is what gates act on.",
    },
    {
      code: "material_open",
      verdict: "WATCH",
      when: [{ metric: "open_severity", comparator: ">=", threshold: 2 }],
      why: "Severity two is what happens to a token a few times a week.",
    },
    {
      code: "material_recent",
      verdict: "WATCH",
      when: [{ metric: "recent_severity", comparator: ">=", threshold: 2 }],
      why: "The same of signals that are over.",
    },
  ],
  details: closed({
    hours: Type.Integer(),
    minutes_watched: Type.Integer({
      description:
        "Minutes of these hours in which the rules asked about were judged, as far as they ever are: of the token with the fewest.",
    }),
    alerts: Type.Array(
      closed({
        token: TokenId,
        symbol: Type.String({ maxLength: 16 }),
        kind: oneOf(SIGNAL_KINDS),
        direction: Direction,
        severity: Severity,
        open: Type.Boolean(),
        count: Type.Integer({ description: "Signals that it stands for." }),
        first_at: Time,
        last_at: Time,
        signal_id: Type.Integer({ description: "The newest of them." }),
        says: Type.String({ maxLength: 300, description: "Of the gravest of them." }),
        lift: Nullable(
          Ratio(
            "Share right after a day less that of all hours, shrunk; 0 where not proven, null where too few settled.",
          ),
        ),
        score: Ratio("Severity, times one and the lift, halved for each day of age."),
      }),
      { maxItems: TOWER.alertsMax, description: "The highest score first." },
    ),
    verdict_changes: Type.Array(
      closed({
        token: TokenId,
        evaluation_id: Type.String({ maxLength: 64 }),
        from: oneOf(VERDICTS),
        to: oneOf(VERDICTS),
        at: Time,
      }),
      { maxItems: TOWER.alertsMax },
    ),
    briefs: Type.Array(
      closed({
        token: TokenId,
        id: Type.Integer(),
        headline: Type.String({ maxLength: 300 }),
        direction: Direction,
        severity: Severity,
        at: Time,
      }),
      { maxItems: TOWER.alertsMax },
    ),
    monitor: closed(
      {
        tokens: Type.Array(TokenId),
        conditions: closed({
          kinds: Type.Array(oneOf(SIGNAL_KINDS)),
          min_severity: Severity,
          verdict_changes: Type.Boolean(),
          new_briefs: Type.Boolean(),
        }),
      },
      { description: "A body for POST /v1/monitor, but for webhook_url." },
    ),
    not_read: Type.Array(TokenId, { description: "There is no state that is new enough." }),
  }),
  uses: ["getState", "getHistory", "createMonitor"],
  live: [],
  notChecked: ["what fired on other tokens", "news"],
  waitMs: 20_000,
  example: {
    input: { tokens: ["BTC"], hours: 24 },
    verdict: "WATCH",
    token: null,
    details: {
      hours: 24,
      minutes_watched: 1_438,
      alerts: [
        {
          ...{ token: "bitcoin", symbol: "BTC", kind: "price_move", direction: "bearish", severity: 2, open: false },
          ...{ count: 2, first_at: "2026-11-20T03:11:00.000Z", last_at: "2026-11-20T04:40:00.000Z", signal_id: 1_204 },
          ...{ says: "BTC fell 4.6 % within an hour", lift: null, score: 1.62 },
        },
      ],
      verdict_changes: [],
      briefs: [],
      monitor: {
        tokens: ["bitcoin"],
        conditions: { kinds: ["price_move"], min_severity: 2, verdict_changes: true, new_briefs: true },
      },
      not_read: [],
    },
  },
});
