import t from "tap";
import { compile } from "../../schema/check.ts";
import { JOB_NAMES, JOBS, jobId } from "../../schema/job.ts";
import { LANES } from "../../schema/lane.ts";

/** Payloads as released versions queued them; a worker must still take them after an update. */
const QUEUED = {
  "source.pull": [{ source: "binance-spot-candle", slot: 1_735_689_600_000 }],
  "gap.fill": [{ source: "okx-spot-candle", token: "bitcoin", from: 1, to: 2 }],
  "gap.sweep": [{ slot: 1_735_689_600_000 }],
  "snapshot.build": [
    { part: "live", slot: 1 },
    { part: "history", slot: 1, tokens: ["bitcoin"] },
  ],
  "signal.detect": [{ slot: 1_735_689_600_000 }],
  "checkpoint.sign": [{ slot: 1 }],
  "outcome.score": [{ slot: 1735689600000 }],
  "hour.fold": [{ slot: 1 }],
  "checkpoint.attest": [{ slot: 1 }],
  "checkpoint.witness": [{ slot: 1 }],
  "evaluation.mint": [{ slot: 1_735_689_600_000 }],
  "brief.plan": [{ slot: 1 }],
  "answer.write": [
    { id: "ans_01JD6Q3Z8W0000000000000000", token: "bitcoin", mode: "claim", text: "Bitcoin is up", until: 1 },
  ],
  "brief.write": [{ run: "run_01JD6Q3Z8W0000000000000000", token: "bitcoin", hours: 1.5, until: 1 }],
  "evaluation.size": [{ id: "eval_01JD6Q3Z8W0000000000000000", token: "bitcoin", order: { size_usd: 1 }, until: 1 }],
  "agent.run": [
    { id: "run_01JD6Q3Z8W0000000000000000", agent: "leverage-radar", input: { tokens: ["bitcoin"] }, until: 1 },
  ],
  "past.read": [
    { id: "01JD6Q3Z8W0000000000000000", token: "bitcoin", at: 1, until: 1 },
    { id: "01JD6Q3Z8W0000000000000000", at: 1, until: 1 },
  ],
  "issued.replay": [{ id: "01JD6Q3Z8W0000000000000000", issued: "1", until: 1 }],
  "replay.sample": [{ slot: 1_735_689_600_000 }],
  "address.inspect": [{ id: "01JD6Q3Z8W0000000000000000", chain: "btc", address: "1x", until: 1 }],
  "monitor.create": [
    {
      ...{ id: "mon_01JD6Q3Z8W0000000000000000", digest: "0".repeat(64), sealed: "v1.a.b.c", tokens: ["bitcoin"] },
      conditions: { kinds: ["price_move"], min_severity: 2, verdict_changes: true, new_briefs: false },
      ...{ url: "https://hooks.example.com/", callers: ["0".repeat(64)], payment: "", until: 1 },
    },
  ],
  "monitor.begin": [{ id: "01JD6Q3Z8W0000000000000000", payment: "ab".repeat(32), until: 1 }],
  "monitor.list": [{ id: "01JD6Q3Z8W0000000000000000", digest: "0".repeat(64), until: 1 }],
  "monitor.stop": [{ id: "01JD6Q3Z8W0000000000000000", monitor: "mon_1", digest: "0".repeat(64), until: 1 }],
  "webhook.match": [{ slot: 1 }],
  "webhook.sweep": [{ slot: 1 }],
  "webhook.deliver": [
    {
      ...{ message: "msg_01JD6Q3Z8W0000000000000000", monitor: "mon_01JD6Q3Z8W0000000000000000" },
      ...{ sequence: 1, event: 1, attempt: 1 },
    },
  ],
  "store.sweep": [{ slot: 1 }],
  "payment.settle": [{ slot: 1 }],
  "usage.store": [{ slot: 1 }],
  "key.store": [{ slot: 1 }],
  "window.reread": [{ slot: 1 }],
} as const;

t.test("every job names a lane that exists and takes the payloads of earlier releases", async (t) => {
  for (const name of JOB_NAMES) {
    t.ok(JOBS[name].lane in LANES, name);
    const check = compile(JOBS[name].payload);
    for (const payload of QUEUED[name]) t.ok(check(payload), `${name}: ${check.describe()}`);
    t.notOk(check({ ...QUEUED[name][0], unknown: 1 }), `${name} refuses what it does not know`);
  }
});

t.test("names and receivers of strangers that hang hold up no other call that is waited for", async (t) => {
  const waited = JOB_NAMES.filter((name) => "until" in JOBS[name].payload.properties);
  t.ok(waited.includes("monitor.create") && waited.includes("answer.write"));
  for (const name of waited) t.equal(JOBS[name].lane === "watch", name.startsWith("monitor."), name);
});

t.test("job ids are natural keys without colons", async (t) => {
  const id = jobId("source.pull", "binance-spot-candle", 1_735_689_600_000);
  t.equal(id, "source.pull~binance-spot-candle~1735689600000");
  t.notMatch(id, /:/);
});
