// Which rules were judged, for states of different minutes.
import t from "tap";
import { readJudgedRules } from "../../../jobs/agent/judged-rules.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { MINUTE_MS, minuteOf } from "../../../schema/duration.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

const { store } = await startTestStore(t);
const AT = minuteOf(BASE);

const stateAt = (minute: number) =>
  ({ sections: { signals: { as_of: toTime(minute) } } }) as unknown as Pick<ReadState, "sections">;

async function detected(at: number, coverage: Readonly<Record<string, TokenCoverage>>): Promise<void> {
  const row = { at, read_at: at, last_id: 0, skipped_count: 0, outcome: "{}", written_at: at + 20_000 };
  await store.insert("signal_minute", [{ ...row, coverage: JSON.stringify(coverage) }], `judged~${at}`);
}

t.test("a state that lags is told by the minute of detection that it speaks of, and not by the newest", async (t) => {
  const whole: TokenCoverage = [20, 0, null, {}];
  const blind: TokenCoverage = [19, 1, "stale", { stale: ["oi_flush"] }];
  await detected(AT - 4 * MINUTE_MS, { bitcoin: whole, ethereum: blind });
  await detected(AT, { bitcoin: whole, ethereum: whole });
  const states = new Map([
    ["bitcoin", stateAt(AT)],
    ["ethereum", stateAt(AT - 4 * MINUTE_MS)],
  ]);
  const rules = await readJudgedRules({ store, clock: { now: () => AT + 30_000 } }, states, SIGNAL_KINDS);
  t.same(rules("bitcoin").coverage, whole);
  t.same(rules("ethereum").coverage, blind, "what a later minute judged is nothing to an older state");
  t.same(rules("solana").coverage, [0, 0, null, {}], "what was not asked about was not judged");
});
