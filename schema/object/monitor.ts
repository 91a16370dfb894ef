// The wire objects monitor and monitor_list: POST, GET and DELETE /v1/monitor.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable } from "../shape/quantity.ts";
import { Severity } from "../shape/signal.ts";
import { oneOf, TokenId, text } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { SIGNAL_KINDS } from "../signal/index.ts";

export const TOKENS_MAX = 50;
const SECRET_PATTERN = "^whsec_[A-Za-z0-9+/]{43}=$";

const CONDITION = {
  kinds: Type.Array(oneOf(SIGNAL_KINDS), {
    description: "Signal kinds to send; all where it is left out, none where it is empty.",
    maxItems: SIGNAL_KINDS.length,
  }),
  min_severity: { ...Severity, description: "Least severity of signals, verdict changes and briefs." },
  verdict_changes: Type.Boolean({ description: "Whether to send when the verdict that stands for a token changes." }),
  new_briefs: Type.Boolean({ description: "Whether to send when a brief on a token is written." }),
} as const;

/** What is sent, nothing left out. */
export const CONDITIONS = closed(CONDITION, { description: "What is sent, defaults filled in." });

export const MonitorRequest = closed({
  tokens: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    description: "Token ids, contract addresses or symbols to watch.",
    minItems: 1,
    maxItems: TOKENS_MAX,
  }),
  webhook_url: Type.String({
    description: "Public https address, port 443 or 8443, that takes the messages.",
    minLength: 1,
  }),
  conditions: Type.Optional(
    closed({
      kinds: Type.Optional(CONDITION.kinds),
      min_severity: Type.Optional(Type.Integer({ ...CONDITION.min_severity, default: 2 })),
      verdict_changes: Type.Optional(Type.Boolean({ ...CONDITION.verdict_changes, default: true })),
      new_briefs: Type.Optional(Type.Boolean({ ...CONDITION.new_briefs, default: true })),
    }),
  ),
});
export type MonitorRequest = Static<typeof MonitorRequest>;

/** What is sent where nothing else was said (contract D8), in the order of the catalogue. */
export function conditionsOf(asked: MonitorRequest["conditions"] = {}): Static<typeof CONDITIONS> {
  const { kinds = SIGNAL_KINDS, min_severity = 2, verdict_changes = true, new_briefs = true } = asked;
  return { kinds: SIGNAL_KINDS.filter((kind) => kinds.includes(kind)), min_severity, verdict_changes, new_briefs };
}

export const MonitorId = Type.String({ pattern: "^mon_[0-9A-HJKMNP-TV-Z]{26}$", description: "The monitor." });

const Shown = {
  id: MonitorId,
  tokens: Type.Array(TokenId, { description: "The tokens it watches, by id.", minItems: 1, maxItems: TOKENS_MAX }),
  conditions: CONDITIONS,
  webhook_url: Type.String({ description: "As it is called, the host in ASCII.", maxLength: 4_096 }),
  created_at: Time,
} as const;

const Count = (description: string) => Type.Integer({ description, minimum: 0 });

const Delivery = closed({
  state: oneOf(
    ["ok", "failing", "suspended"],
    "failing: the last attempt failed. suspended: nothing was taken for five days, or it answered 410; this list resumes it.",
  ),
  last_attempt_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_status: Nullable(Type.Integer({ description: "HTTP status of the last attempt, 0 where no answer came." })),
  consecutive_failures: Count("Attempts that failed since the last one that was taken."),
  pending: Count("Messages that are still to be sent."),
  exhausted: Count("Messages given up after eight attempts."),
  next_attempt_at: Nullable(Time),
  last_sequence: Count("Sequence of the newest message; 0 before the first."),
});
export type Delivery = Static<typeof Delivery>;

export const MonitorData = closed(
  {
    ...Shown,
    secret: Type.Optional(
      Type.String({ description: "Shown once, at creation: signs every message.", pattern: SECRET_PATTERN }),
    ),
    resolved: Type.Optional(
      Type.Array(
        closed({
          input: Type.String({ maxLength: 128 }),
          id: TokenId,
          by: oneOf(["symbol", "contract"]),
          alternatives: Type.Array(TokenId),
        }),
        { description: "At creation: how tokens were read that were not given by id.", maxItems: TOKENS_MAX },
      ),
    ),
    ping: Type.Optional(
      closed(
        {
          accepted: Type.Boolean({ description: "Whether the address answered 2xx." }),
          status: Nullable(Type.Integer({ description: "What it answered; null where no answer came in time." })),
        },
        {
          description: "At creation: the message of kind ping that was sent. The monitor exists either way.",
        },
      ),
    ),
    note: Type.Optional(text("At creation: what becomes of the secret.")),
    stopped_at: Type.Optional(Time),
  },
  { description: "A monitor." },
);
export type MonitorData = Static<typeof MonitorData>;

const Listed = closed({ ...Shown, status: Type.Literal("active"), delivery: Delivery });
type Listed = Static<typeof Listed>;

export const monitor = envelope("monitor", MonitorData);
export type Monitor = Static<typeof monitor>;
/** What the job makes that a creation waits for: the secret is told by the call alone. */
export type MadeMonitor = { readonly monitor: Monitor; readonly sealed: string };

export const monitorList = envelope(
  "monitor_list",
  closed(
    { count: Type.Integer({ minimum: 1 }), monitors: Type.Array(Listed) },
    { description: "The monitors under one secret." },
  ),
);
export type MonitorList = Static<typeof monitorList>;
