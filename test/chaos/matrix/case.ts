// The fault matrix: what is done, and which tests and soaks show that what must hold does.
export type FaultCase = {
  readonly fault: string;
  /** Files of tests, each by itself with the real processes that it needs. */
  readonly tests?: readonly string[];
  /** Soaks that play it on a whole service, as `npm run soak` takes them. */
  readonly soaks?: readonly (readonly string[])[];
};

const WEBHOOKS = ["messages", "slot", "recover"].map((name) => `test/jobs/webhook/${name}.test.ts`);

/** Those of `played.ts` are played on a running service as well. */
export const CASES: Readonly<Record<string, FaultCase>> = {
  F1: { fault: "kill -9 of the worker that pulls, at random points", tests: ["test/jobs/host.test.ts"] },
  F2: { fault: "kill -9 between the store's word and the job's", tests: ["test/ingest/pull.test.ts"] },
  F3: { fault: "kill -9 of the store in mid-insert", tests: ["test/scripts/engine/start-engine.test.ts"] },
  F4: {
    fault: "Redis is killed, hangs, or cuts every connection",
    tests: ["test/schema/io/queue.test.ts", "test/api/snapshot/feed.test.ts"],
  },
  F5: { fault: "Redis is full, or empty", tests: ["test/api/recovery.test.ts", "test/api/pay/lost.test.ts"] },
  F6: { fault: "a process stands still for longer than its locks", tests: ["test/jobs/host.test.ts"] },
  F7: {
    fault: "429 with a time to wait, a ban, 500, a page instead of JSON",
    tests: ["test/schema/io/http.test.ts", "test/ingest/pace.test.ts", "test/ingest/client/exchange.test.ts"],
  },
  F8: {
    fault: "slow, cut, truncated and huge bodies, of another type, and bombs",
    tests: ["test/schema/io/http.test.ts", "test/chaos/fault.test.ts"],
  },
  F9: {
    fault: "values that are none, out of order, twice, of the future or of another unit",
    tests: [
      ...["test/ingest/admit.test.ts", "test/ingest/fault.test.ts", "test/ingest/refused.test.ts"],
      ...["test/ingest/time-stamp.test.ts", "test/ingest/other-instrument.test.ts"],
    ],
  },
  F10: {
    fault: "a provider rewrites a closed candle, or tells an open one as closed",
    tests: ["test/ingest/reread.test.ts", "test/ingest/grid.test.ts"],
  },
  F11: {
    fault: "clocks jump, differ, and pass leap days and the turn of years",
    tests: ["test/jobs/clock.test.ts", "test/schema/retention.test.ts", "test/schema/io/in-flight.test.ts"],
  },
  F12: {
    fault: "a job twice, builds out of order",
    tests: ["test/jobs/publish.test.ts", "test/jobs/in-turn.test.ts", "test/api/route/create-evaluation.test.ts"],
  },
  F13: {
    fault: "a poisoned snapshot in Redis",
    tests: ["test/api/snapshot/feed.test.ts", "test/schema/frame.test.ts"],
  },
  F14: {
    fault: "disks are full",
    tests: [
      ...["test/jobs/snapshot/build-live.test.ts", "test/schema/io/log.test.ts", "test/scripts/start/folder.test.ts"],
      "test/scripts/engine/start-engine.test.ts",
    ],
  },
  F15: {
    fault: "the store dies again and again, or its folder is held",
    tests: ["test/scripts/start/child.test.ts", "test/scripts/start/folder.test.ts"],
  },
  F16: {
    fault: "one payment again, at once, and through crashes",
    tests: ["test/api/pay/purchase.test.ts", "test/api/pay/payments.test.ts", "test/api/mcp/killed.test.ts"],
    soaks: [["pay", "500"]],
  },
  F17: {
    fault: "a model that is away, slow, talks rubbish or is told what to say",
    tests: ["test/jobs/model/openai-model.test.ts", "test/jobs/model/reply.test.ts", "test/injection/model.test.ts"],
  },
  F18: { fault: "receivers that fail, hang, lead inside or change their address", tests: WEBHOOKS },
  F19: { fault: "addresses that lead inside", tests: ["test/schema/webhook/address.test.ts"] },
  F20: {
    fault: "clients that are slow, idle or half there",
    tests: ["test/api/server.test.ts", "test/api/connection.test.ts", "test/api/mcp/stream.test.ts"],
  },
  F21: { fault: "requests of every wrong form", tests: ["test/chaos/malformed-request.test.ts"] },
  F22: {
    fault: "SIGTERM under load, and every process replaced",
    tests: ["test/api/restart.test.ts", "test/jobs/host.test.ts"],
    soaks: [["rolling"]],
  },
  F23: {
    fault: "answers beside what OpenAPI says",
    tests: ["test/api/app.test.ts", "test/api/surface/openapi.test.ts"],
  },
  F24: {
    fault: "a start without Redis, without the store, and with an empty Redis",
    tests: ["test/api/main.test.ts", "test/api/recovery.test.ts", "test/jobs/overload.test.ts"],
    soaks: [["overload", "0"]],
  },
  F25: { fault: "one process after another is killed for long", soaks: [["chaos"], ["chaos", "--minutes", "60"]] },
  F26: { fault: "an upgrade that is killed at any step", tests: ["test/schema/table.test.ts"] },
  F27: { fault: "settings of one insert and the next", tests: ["test/scripts/engine/conformance-client.test.ts"] },
};
