// The bodies of webhooks, one a kind: what a monitor's address is sent.
import { type Static, Type } from "typebox";
import { DIMENSIONS, VERDICTS } from "../evaluation/rule.ts";
import { BRIEF } from "../shape/brief.ts";
import { closed } from "../shape/closed.ts";
import { Nullable } from "../shape/quantity.ts";
import { Signal } from "../shape/signal.ts";
import { oneOf, TokenId, text } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { MonitorId } from "./monitor.ts";

const Link = (description: string) => Type.String({ description, maxLength: 512 });
const VerdictShown = oneOf([...VERDICTS, "unassessed"]);

export type MessageKind = keyof typeof MESSAGE_OBJECTS;

const { id, kind, direction, severity, value, ratio, at, details } = Signal.properties;
const { headline, summary, confidence, window, created_at } = BRIEF;

/** What each kind tells. */
const MESSAGE_OBJECTS = {
  signal: closed({
    id,
    kind,
    direction,
    severity,
    value,
    ratio,
    at,
    details,
    url: Link("The open signals of the token."),
  }),
  verdict_change: closed({
    evaluation_id: text("The evaluation that made it.", 64),
    previous_evaluation_id: Nullable(text("The last one with the verdict before.", 64)),
    from: oneOf(VERDICTS),
    to: oneOf(VERDICTS),
    severity,
    changed_dimensions: Type.Array(
      closed({
        dimension: oneOf(DIMENSIONS),
        from: VerdictShown,
        to: VerdictShown,
        reason: Nullable(text("Code of the first reason of the new verdict.", 64)),
      }),
    ),
    at: Time,
    url: Link("The evaluation in force of the token."),
    verify_url: Link("The proof of the evaluation."),
  }),
  brief: closed({
    ...{ id: BRIEF.id, headline, summary, direction: BRIEF.direction, severity: BRIEF.severity, confidence },
    ...{ window, created_at, url: Link("The whole brief."), verify_url: Link("Its proof.") },
  }),
} as const;
export type MessageObject<K extends MessageKind> = Static<(typeof MESSAGE_OBJECTS)[K]>;

export const MessageId = Type.String({
  pattern: "^msg_[0-9A-HJKMNP-TV-Z]{26}$",
  description: "The same whenever the message is sent: what was taken already is known by it.",
});
const Sequence = Type.Integer({
  minimum: 1,
  description: "Of the monitor: one more with each message. A hole is a message that has not arrived.",
});

/** The body of a message of that kind, its members in the order in which they are written. */
const bodyOf = (name: MessageKind) =>
  closed(
    {
      monitor_id: MonitorId,
      kind: Type.Literal(name),
      token: TokenId,
      object: MESSAGE_OBJECTS[name],
      as_of: Time,
      id: MessageId,
      sequence: Sequence,
    },
    { title: `message_${name}` },
  );

/** What is sent when a monitor is made, once, to see whether its address takes messages. */
export const PingBody = closed(
  { monitor_id: MonitorId, kind: Type.Literal("ping"), tokens: Type.Array(TokenId), as_of: Time, id: MessageId },
  { title: "message_ping" },
);
export type PingBody = Static<typeof PingBody>;

export const MESSAGE_BODIES = {
  signal: bodyOf("signal"),
  verdict_change: bodyOf("verdict_change"),
  brief: bodyOf("brief"),
} as const;
