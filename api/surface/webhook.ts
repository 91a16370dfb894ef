// What monitors send, for /openapi.json: the bodies of webhooks by kind, from the shapes they are made by.
import type { TSchema } from "typebox";
import { MESSAGE_BODIES, PingBody } from "../../schema/object/message.ts";
import { ATTEMPTS_MAX } from "../../schema/webhook/schedule.ts";
import { messageExamples } from "../route/example/message.ts";
import { type Json, toSchema } from "./component.ts";

type Node = { [key: string]: Json };

const text = (name: string, description: string, shape: Node): Json => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string", ...shape },
});

const signatures = (ownHeader: string): Json[] => [
  text("webhook-id", "Of the message: the same whenever it is sent.", { maxLength: 64 }),
  text("webhook-timestamp", "Of the attempt, in seconds since 1970.", { pattern: "^\\d+$", maxLength: 20 }),
  text("webhook-signature", "Standard Webhooks: v1 and the base64 HMAC-SHA256 of id, timestamp and body.", {
    maxLength: 200,
  }),
  text(ownHeader, "Lowercase hex HMAC-SHA256 of the body, keyed with the whole secret.", { pattern: "^[0-9a-f]{64}$" }),
  text("webhook-attempt", `Number of the attempt, from 1 to ${ATTEMPTS_MAX}.`, { pattern: "^[1-8]$" }),
];

const SUMMARIES = {
  signal: "A signal fired",
  verdict_change: "A verdict changed",
  brief: "A brief was written",
  ping: "A monitor was made",
} as const;

const webhook = (name: keyof typeof SUMMARIES, shape: TSchema, ownHeader: string): Node => ({
  post: {
    operationId: `receive${name.replace(/(^|_)([a-z])/g, (_all, _gap, letter: string) => letter.toUpperCase())}`,
    tags: ["Watch"],
    summary: SUMMARIES[name],
    description:
      "Sent to the address of a monitor, at least once and in no promised order: id tells what was taken already, sequence what is missing. Both signatures are over the bytes of the body.",
    security: [{}],
    parameters: signatures(ownHeader),
    requestBody: {
      required: true,
      content: { "application/json": { schema: toSchema(shape), example: messageExamples[name] as Json } },
    },
    responses: {
      "200": { description: "Any 2xx within 15 seconds: taken." },
      "410": { description: "Nothing more is sent until the list of monitors is asked for." },
      default: {
        description: "Sent again later, eight times over 28 hours; 429 and 503 may say when in Retry-After.",
      },
    },
  },
});

/** The webhooks by kind; `ownHeader` as it is set. */
export const describeWebhooks = (ownHeader: string): Node => ({
  signal: webhook("signal", MESSAGE_BODIES.signal, ownHeader),
  verdict_change: webhook("verdict_change", MESSAGE_BODIES.verdict_change, ownHeader),
  brief: webhook("brief", MESSAGE_BODIES.brief, ownHeader),
  ping: webhook("ping", PingBody, ownHeader),
});
