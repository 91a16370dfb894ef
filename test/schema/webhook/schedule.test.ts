// The schedule of deliveries and the filter of events, each against the words of the contract.
import fc from "fast-check";
import t from "tap";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { type Conditions, isWanted, type NumberedEvent } from "../../../schema/webhook/condition.ts";
import { ATTEMPTS_MAX, stepAfter, WAITS_MS } from "../../../schema/webhook/schedule.ts";
import { assertProperty } from "../../support/property.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const answered = (status: number, retryAfterMs: number | null = null) => ({ status, retryAfterMs });

t.test("eight attempts over 27.6 hours, each wait within a tenth of what is said", async (t) => {
  const seconds = WAITS_MS.map((ms) => ms / SECOND);
  t.same(seconds, [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
  t.equal(ATTEMPTS_MAX, 8);
  for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt += 1) {
    const wait = WAITS_MS[attempt] ?? 0;
    for (const [fraction, share] of [
      [0, 0.9],
      [0.5, 1],
      [0.999_999, 1.1],
    ] as const) {
      const step = stepAfter(attempt, answered(500), fraction);
      t.ok(step.state === "retry" && Math.abs(step.waitMs - wait * share) <= wait * 1e-5 + 1, `${attempt} ${fraction}`);
    }
  }
  t.same(stepAfter(ATTEMPTS_MAX, answered(500), 0), { state: "exhausted" });
});

t.test(
  "2xx is taken, 410 ends it, everything else is a failure; 429 and 503 may ask for up to six hours",
  async (t) => {
    for (const status of [200, 201, 204, 299]) t.same(stepAfter(1, answered(status), 0), { state: "delivered" });
    t.same(stepAfter(1, answered(410), 0), { state: "gone" });
    for (const status of [0, 100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 502, 503]) {
      t.equal(stepAfter(1, answered(status), 0).state, "retry", String(status));
    }
    t.match(stepAfter(1, answered(429, 60 * SECOND), 0), { waitMs: 60 * SECOND });
    t.match(stepAfter(1, answered(503, 9 * HOUR), 0), { waitMs: 6 * HOUR });
    t.match(stepAfter(3, answered(503, SECOND), 0.5), { waitMs: 1_800 * SECOND }, "never earlier than the schedule");
    t.match(stepAfter(1, answered(500, HOUR), 0.5), { waitMs: 5 * SECOND }, "of others it is not heard");
    t.same(stepAfter(ATTEMPTS_MAX, answered(429, SECOND), 0), { state: "exhausted" });
  },
);

/** The filter as the contract's table words it. */
function byTheTable(c: Conditions, told: NumberedEvent): boolean {
  if (told.kind === "signal") return c.kinds.includes(told.signal as never) && told.severity >= c.min_severity;
  if (told.kind === "brief") return c.new_briefs && told.severity >= c.min_severity;
  return c.verdict_changes && told.severity >= c.min_severity;
}

t.test("who is told of an event: the contract's filter, whatever the conditions", async () => {
  const conditions = fc.record({
    kinds: fc.subarray([...SIGNAL_KINDS]),
    min_severity: fc.integer({ min: 1, max: 3 }),
    verdict_changes: fc.boolean(),
    new_briefs: fc.boolean(),
  });
  const told: fc.Arbitrary<NumberedEvent> = fc.oneof(
    fc.record({
      ...{ kind: fc.constant("signal" as const), token: fc.constant("bitcoin") },
      ...{ severity: fc.integer({ min: 1, max: 3 }), signal: fc.constantFrom(...SIGNAL_KINDS) },
    }),
    fc.record({
      ...{ kind: fc.constantFrom("verdict_change" as const, "brief" as const), token: fc.constant("bitcoin") },
      ...{ severity: fc.integer({ min: 1, max: 3 }), signal: fc.constant("") },
    }),
  );
  const property = fc.property(conditions, told, (c, one) => isWanted(c, one) === byTheTable(c, one));
  assertProperty(property, { numRuns: 1_000, seed: 1 });
});
