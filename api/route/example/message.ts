// Bodies of webhooks as the documentation shows them.
import type { Static } from "typebox";
import type { MESSAGE_BODIES, PingBody } from "../../../schema/object/message.ts";

type Examples = { readonly [K in keyof typeof MESSAGE_BODIES]: Static<(typeof MESSAGE_BODIES)[K]> } & {
  readonly ping: PingBody;
};

const AT = "2026-11-20T12:00:00.000Z";
const HOST = "https://api.example.com";
const monitor_id = "mon_01JD6Q3Z8W0000000000000000";
const id = "msg_01JD6Q40000000000000000000";

export const messageExamples: Examples = {
  signal: {
    monitor_id,
    kind: "signal",
    token: "bitcoin",
    object: {
      id: 1,
      kind: "price_move",
      direction: "bearish",
      severity: 2,
      value: -4.2,
      ratio: 2.1,
      at: AT,
      details: { unit: "pct", window: "1h", threshold: -2 },
      url: `${HOST}/v1/state/bitcoin?sections=signals`,
    },
    as_of: AT,
    id,
    sequence: 1,
  },
  verdict_change: {
    monitor_id,
    kind: "verdict_change",
    token: "bitcoin",
    object: {
      evaluation_id: "eval_01JD6Q3Z8W0000000000000001",
      previous_evaluation_id: "eval_01JD6Q3Z8W0000000000000000",
      from: "proceed",
      to: "caution",
      severity: 2,
      changed_dimensions: [{ dimension: "leverage", from: "proceed", to: "caution", reason: "funding_extreme" }],
      at: AT,
      url: `${HOST}/v1/evaluate/bitcoin`,
      verify_url: `${HOST}/v1/verify/eval_01JD6Q3Z8W0000000000000001`,
    },
    as_of: AT,
    id,
    sequence: 2,
  },
  brief: {
    monitor_id,
    kind: "brief",
    token: "bitcoin",
    object: {
      id: 42,
      headline: "Bitcoin fell 4.2 % in an hour as longs were closed",
      summary: "Bitcoin fell 4.2 % within an hour. Longs worth $31.2M were closed by force.",
      direction: "bearish",
      severity: 2,
      confidence: 0.5,
      window: { from: "2026-11-20T10:00:00.000Z", to: AT },
      created_at: AT,
      url: `${HOST}/v1/explain/bitcoin/42`,
      verify_url: `${HOST}/v1/verify/42`,
    },
    as_of: AT,
    id,
    sequence: 3,
  },
  ping: { monitor_id, kind: "ping", tokens: ["bitcoin", "ethereum"], as_of: AT, id },
};
