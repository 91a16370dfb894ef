// What came of an object that was made again, as it is told: the result, the reason where it is not identical, the members. Pure.
import { DAY_MS } from "../../schema/duration.ts";
import type { ReplayData } from "../../schema/object/replay.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Replayed } from "./replay-issued.ts";

type Outcome = Pick<ReplayData, "result" | "reason" | "detail">;

const KEPT_MS = 60 * DAY_MS;
const KEPT = "What it was made from is kept for 60 days, and by code that came later.";
const PAST = { result: "unassessed", reason: "rows_past_retention", detail: KEPT } as const;
const MISSING = {
  result: "unassessed",
  reason: "inputs_missing",
  detail: "What it was made from is to be kept for 60 days and is not there: a fault of ours.",
} as const;

const HINDERED = {
  not_found: { result: "unassessed", reason: "failed", detail: "Nothing is stored under this id." },
  inputs_not_kept: PAST,
  rules_gone: { result: "unassessed", reason: "rules_gone", detail: "Its rules are not in this code." },
  altered: { result: "unassessed", reason: "altered", detail: "The stored bytes do not hash to the issued hash." },
} as const satisfies Record<string, Outcome>;

const WORDED = "A model worded it: its numbers, evidence and decisions are compared, its words are not.";
const DETAIL_MAX = 300;

/** `replayedBy` is this code, `now` in epoch milliseconds. */
export function toldOf(
  { result, codeVersion, judgedMs, why = "" }: Replayed,
  replayedBy: string,
  now: number,
): Outcome {
  if (result === "identical") return { result, reason: null, detail: null };
  if (result === "numbers_identical") return { result, reason: "worded_by_a_model", detail: WORDED };
  if (result === "failed") {
    return {
      result: "unassessed",
      reason: "failed",
      detail: `It could not be made again: ${why}`.slice(0, DETAIL_MAX),
    };
  }
  if (result === "inputs_gone" || result === "odds_gone") {
    return judgedMs !== null && now - judgedMs < KEPT_MS ? MISSING : PAST;
  }
  if (result !== "differs") return HINDERED[result];
  if (codeVersion === replayedBy)
    return {
      result,
      reason: "unexplained",
      detail: "The same code and what is kept come to other bytes: a fault of ours.",
    };
  const maker = codeVersion === "" ? "of before versions were kept" : codeVersion;
  const detail = `It was made by the code ${maker}, this is ${replayedBy}, which may be why.`;
  return { result, reason: "another_code_version", detail };
}

const KINDS = ["evaluation", "brief", "answer", "run"] as const;

export function replayDataOf(replayed: Replayed, replayedBy: string, now: number): ReplayData {
  const { id, kind, members, hash, rules, codeVersion } = replayed;
  return {
    id,
    kind: KINDS.find((one) => one === kind) ?? "evaluation",
    ...toldOf(replayed, replayedBy, now),
    ...{ members: members.map((member) => member.slice(0, 256)), hash, rules_version: rules },
    ...{ made_by: codeVersion === "" ? null : codeVersion, replayed_by: replayedBy, replayed_at: toTime(now) },
  };
}
