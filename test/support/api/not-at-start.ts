// Members that no answer of a freshly started service carries, each with what it waits for and the test that shows its value.

type Late = {
  /** What it waits for. */
  readonly why: string;
  /** A test that shows it with a value. */
  readonly shownBy: string;
};

const EVERY = "test/member/every-member.test.ts";
export const RECORD = "test/recompute/record-weeks.test.ts";
export const ATTESTED = "test/jobs/attest/attest-checkpoint.test.ts";
const FLOW = "test/jobs/measure/flow.test.ts";
const MINTED = "test/jobs/evaluate/mint.test.ts";
const PROVEN = "test/api/app.test.ts";

const late = (why: string, shownBy: string, members: readonly string[]): [string, Late][] =>
  members.map((member) => [member, { why, shownBy }]);

/** A line stands for the member and all within it. */
export const NOT_AT_START: Readonly<Record<string, Late>> = Object.fromEntries([
  ...late("The first briefs, which are written behind all else.", EVERY, [
    ...["id", "headline", "summary", "direction", "severity", "confidence", "created_at", "window", "url"].map(
      (name) => `state/data/brief/${name}`,
    ),
    "history/event/brief",
    "token_list/data/tokens/*/latest_headline/brief_id",
  ]),
  ...late("The replays of a night.", EVERY, [
    "service_status/data/replays/at",
    "service_status/data/replays/identical_pct",
    "service_status/data/replays/reasons",
  ]),
  ...late("A reading of the whole market that is an hour, or seven days, old.", EVERY, [
    "market/data/overview/change_1h_pct",
    "market/data/overview/change_7d_pct",
  ]),
  ...late("A reading within six hours of a day ago: those of the past are of midnight.", EVERY, [
    "market/data/chains/chains/*/tvl_change_24h_pct",
  ]),
  ...late("A day of its chains that is scanned and priced as a whole.", FLOW, [
    "market/data/flows/exchange_netflow_24h_usd",
  ]),
  ...late("Months of settled rates, which are read a page at a time.", EVERY, [
    "state/data/derivatives/funding_percentile_90d",
  ]),
  ...late("A large transfer to somebody who has a name.", EVERY, [
    "state/data/onchain/large_transfers_24h/largest/to_label",
  ]),
  ...late("Seven days of a chain; the service that is asked fetches one day of the past.", FLOW, [
    "state/data/onchain/exchange_netflow_7d_usd",
  ]),
  ...late("A signal that fires: the market decides when.", EVERY, [
    "token_list/data/tokens/*/open_signals/*",
    "signal",
    "state/data/signals/counts_24h/*",
    "state/data/signals/last_at",
    "history/data/events/*/severity",
    "history/data/events/*/direction",
    "market/data/events/events/*/severity",
  ]),
  ...late("A signal that fires: the market decides when.", RECORD, [
    "record/row/severity",
    "record/data/items/*/direction",
    "record/data/items/*/severity",
  ]),
  ...late("A second verdict on a token: a changed one, or one after a quarter of an hour.", MINTED, [
    "evaluation/data/previous",
    "evaluation/data/changed_dimensions/*",
  ]),
  ...late("A second verdict on a token that differs from the first.", "test/jobs/event/append-events.test.ts", [
    "history/event/verdict_change",
  ]),
  ...late("Something that went wrong.", EVERY, [
    "service_status/data/pipeline/*/last_error_at",
    "service_status/data/pipeline/*/last_error",
    "service_status/data/providers/*/known_issue",
    "service_status/data/log/problem",
    "service_status/data/gates/rows/*/wrong/*",
    "token_list/data/tokens/*/verdict_reason",
    "section/unassessed/*/since",
    "section/unassessed/*/retry_after_s",
    "history/data/events_coverage/reason",
  ]),
  ...late("A call that is as old as its horizon.", RECORD, [
    ...["hit_rate", "wilson95", "base_rate", "lift", "mean_return_pct", "median_return_pct", "mean_excess_pct"].map(
      (name) => `record/row/${name}`,
    ),
    ...["brier", "brier_reference", "brier_skill", "ece", "bins/*", "q_value"].map((name) => `record/row/${name}`),
    "record/data/risk/rows/*/fall_rate",
    "record/data/risk/rows/*/wilson95",
    "record/data/items/*/sampled",
    "record/data/items/*/price_at_issue",
    ...["1h", "24h", "7d"].flatMap((horizon) =>
      ["at", "price", "return_pct", "excess_pct", "worst_pct", "best_pct"].map(
        (name) => `record/data/items/*/outcomes/${horizon}/${name}`,
      ),
    ),
  ]),
  ...late("A brief, and something of what it said to watch.", "test/jobs/record/check-watches.test.ts", [
    "record/data/items/*/watch_met",
  ]),
  ...late("Calls of each verdict that are as old as their horizon.", "test/schema/record/statistic.test.ts", [
    "record/data/risk/order/*/holds",
  ]),
  ...late("The next checkpoint, at most five minutes.", EVERY, [
    "service_status/data/log/signed_at",
    "service_status/data/attestation/last_attested_at",
    "service_status/data/attestation/latency_p50_s",
  ]),
  ...late("The next checkpoint, at most five minutes.", PROVEN, ["consistency"]),
  ...late("The next checkpoint, and what other networks say of it.", ATTESTED, [
    "proof/data/inclusion",
    ...["level", "workflow", "checkpoint", "report", "signatures_valid", "quorum", "signers", "consistency"].map(
      (name) => `proof/data/attestation/${name}`,
    ),
    "proof/data/attestation/attested_at",
    "proof/data/attestation/last_error",
    "proof/data/anchor",
  ]),
  ...late("A correction of something that was issued.", PROVEN, ["proof/data/supersedes", "proof/data/superseded_by"]),
]);

/** The members that a test shows with a value. */
export const shownBy = (test: string): string[] =>
  Object.entries(NOT_AT_START).flatMap(([member, late]) => (late.shownBy === test ? [member] : []));
