// Answers of /v1/monitor as the documentation shows them.
import { conditionsOf, type Monitor, type MonitorList } from "../../../schema/object/monitor.ts";

const AT = "2026-11-20T12:00:00.000Z";

const shown = {
  id: "mon_01JD6Q3Z8W0000000000000000",
  tokens: ["bitcoin", "ethereum"],
  conditions: conditionsOf(),
  webhook_url: "https://hooks.example.com/assay",
  created_at: AT,
};

export const createdExample: Monitor = {
  object: "monitor",
  id: null,
  as_of: AT,
  data: {
    ...shown,
    secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    resolved: [{ input: "BTC", id: "bitcoin", by: "symbol", alternatives: [] }],
    ping: { accepted: true, status: 200 },
    note: "The secret is shown once: keep it. It verifies every message, and lists and stops this monitor.",
  },
  sources: [],
};

export const listedExample: MonitorList = {
  object: "monitor_list",
  id: null,
  as_of: AT,
  data: {
    count: 1,
    monitors: [
      {
        ...shown,
        status: "active",
        delivery: {
          state: "ok",
          last_attempt_at: AT,
          last_success_at: AT,
          last_status: 200,
          consecutive_failures: 0,
          pending: 0,
          exhausted: 0,
          next_attempt_at: null,
          last_sequence: 12,
        },
      },
    ],
  },
  sources: [],
};

export const stoppedExample: Monitor = {
  object: "monitor",
  id: shown.id,
  as_of: AT,
  data: { ...shown, stopped_at: AT },
  sources: [],
};
