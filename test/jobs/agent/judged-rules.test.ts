// Which rules were judged, for states of different minutes.
import t from "tap";
import { blindTo, readJudgedRules, unjudgedOf } from "../../../jobs/agent/judged-rules.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteOf } from "../../../schema/duration.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

const store = askedOnce((await startTestStore(t)).store);
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

t.test("what was judged in any hour that is kept is not left out for good, and what never was is", async (t) => {
  await store.command("TRUNCATE TABLE signal_minute");
  const hour = Math.floor(AT / HOUR_MS) * HOUR_MS;
  const lost = (reason: "insufficient_history" | "insufficient_coverage"): TokenCoverage => [
    ...([18, 2, reason, { [reason]: ["price_divergence", "large_transfer"] }] as const),
  ];
  const [short, thin] = [lost("insufficient_history"), lost("insufficient_coverage")];
  const whole: TokenCoverage = [20, 0, null, {}];
  const apart: TokenCoverage = [18, 0, null, {}, ["price_divergence", "large_transfer"]];
  await detected(hour - 40 * DAY_MS, { bitcoin: whole, ethereum: whole, dogecoin: apart });
  for (let ago = 14; ago > 0; ago -= 1)
    await detected(hour - ago * HOUR_MS, {
      bitcoin: short,
      ethereum: thin,
      solana: short,
      cardano: thin,
      dogecoin: short,
    });
  await detected(AT, { bitcoin: short, ethereum: thin, solana: short, cardano: thin, dogecoin: short, ripple: thin });
  const tokens = ["bitcoin", "ethereum", "solana", "cardano", "dogecoin", "ripple"];
  const states = new Map(tokens.map((id) => [id, stateAt(AT)]));
  const deps = { store, clock: { now: () => AT + 30_000 } };
  const rules = await readJudgedRules(deps, states, SIGNAL_KINDS);
  const why = (id: string, kinds: readonly string[] = SIGNAL_KINDS) => blindTo(rules(id), kinds)?.gap ?? null;
  t.same(
    tokens.map((id) => why(id)),
    [...["insufficient_coverage", "insufficient_coverage", null, null, null, "insufficient_coverage"]],
  );
  t.match(blindTo(rules("bitcoin"), SIGNAL_KINDS), { detail: "Not judged: price_divergence, large_transfer." });
  t.match(blindTo(rules("bitcoin"), ["large_transfer"]), { detail: "Not judged: large_transfer." });
  t.equal(why("solana", ["price_divergence", "large_transfer"]), "insufficient_coverage", "nothing asked was judged");
});

t.test("what nobody tells now and somebody told within a day is missing, and what nobody told is not", async (t) => {
  await store.command("TRUNCATE TABLE signal_minute");
  const untold: TokenCoverage = [18, 2, "no_source", { no_source: ["oi_flush", "tvl_drop"] }];
  const never: TokenCoverage = [19, 1, "no_source", { no_source: ["tvl_drop"] }];
  const hour = Math.floor(AT / HOUR_MS) * HOUR_MS;
  await detected(hour - 25 * HOUR_MS, { bitcoin: never, ethereum: [20, 0, null, {}] });
  await detected(hour - 20 * HOUR_MS, { bitcoin: never, ethereum: untold });
  await detected(AT, { bitcoin: untold, ethereum: untold });
  const states = new Map(["bitcoin", "ethereum"].map((id) => [id, stateAt(AT)]));
  const rules = await readJudgedRules({ store, clock: { now: () => AT + 30_000 } }, states, SIGNAL_KINDS);
  t.match(blindTo(rules("bitcoin"), SIGNAL_KINDS), { gap: "insufficient_coverage", detail: "Not judged: oi_flush." });
  t.equal(blindTo(rules("ethereum"), SIGNAL_KINDS), null, "for a day nobody did");
});

t.test("what was not judged is named, and is any rule where a minute says only how many", (t) => {
  const of = (...coverages: readonly TokenCoverage[]) =>
    unjudgedOf(
      coverages.map((coverage) => ({ coverage })),
      ["oi_flush", "depth_drop"],
    );
  t.same(of([20, 0, null, {}]), []);
  t.same(of([19, 1, "stale", { stale: ["price_divergence"] }]), [], "another kind");
  t.same(of([20, 0, null, {}], [18, 2, "stale", { stale: ["price_divergence"], pending: ["depth_drop"] }]), [
    "depth_drop",
  ]);
  t.same(of([20, 0, null, {}], [19, 1, "stale", {}]), ["oi_flush", "depth_drop"]);
  t.end();
});
