// Writes a brief or an answer again from what was kept with it, in the words of the rules; pure.
import { ASK_RULES_VERSION } from "../../schema/ask.ts";
import { CAUSE_RULES_VERSION } from "../../schema/cause.ts";
import type { AnswerData } from "../../schema/object/answer.ts";
import type { BriefData } from "../../schema/object/brief.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import { draftAnswer, finishAnswer, readInput } from "../ask/compose-answer.ts";
import { type AnswerInputs, restoreReadings } from "../ask/inputs.ts";
import { draftBrief, finishBrief } from "../brief/compose-brief.ts";
import type { BriefInputs } from "../brief/inputs.ts";
import { sentencesOf } from "../brief/word-brief.ts";
import { type Listed, restoreState } from "../evaluate/inputs.ts";
import { restoreCalls } from "../evidence/kept-calls.ts";
import { asDrafted } from "../model/worded.ts";
import type { Draft } from "../proof/seal.ts";

type Made<Inputs, Data> = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly judgedAt: number;
  readonly inputs: Inputs;
  /** As it was issued. */
  readonly data: Data;
  readonly listed: Listed;
};

type Hindered = "inputs_not_kept" | "rules_gone";

/** What would be issued, or why nothing would. */
export function briefAgain(
  { id, judgedAt, inputs, data, listed }: Made<BriefInputs, BriefData>,
  odds: OddsTable,
): Draft<"brief"> | Hindered {
  if (data.rules_version !== CAUSE_RULES_VERSION) return "rules_gone";
  const { state, window, behind, worded } = inputs;
  if (behind === undefined || worded === undefined || state.roles === undefined) return "inputs_not_kept";
  const input = {
    ...{ state: restoreState(state, listed), window, createdAt: judgedAt },
    ...{ runId: data.run_id ?? "", odds },
  };
  const drafted = draftBrief(input, restoreCalls(behind));
  const words = { ...asDrafted(sentencesOf(drafted.text)), ...worded };
  const { dropped: _, ...composed } = finishBrief(drafted, words);
  return { id, ...composed, data: { ...composed.data, id: Number(id) } };
}

export function answerAgain({
  id,
  judgedAt,
  inputs,
  data,
  listed,
}: Made<AnswerInputs, AnswerData>): Draft<"answer"> | Hindered {
  if (data.rules_version !== ASK_RULES_VERSION) return "rules_gone";
  const { asked, behind, read_at: readAt, build, worded } = inputs;
  if (behind === undefined || readAt === undefined || build === undefined || worded === undefined)
    return "inputs_not_kept";
  if ([inputs.state, ...inputs.others].some(({ roles }) => roles === undefined)) return "inputs_not_kept";
  const readings = restoreReadings(inputs, build, listed);
  const read = readInput(asked, readings.state.token.id, readAt);
  const draft = draftAnswer(read, readings, restoreCalls(behind), judgedAt);
  const words = { ...asDrafted(draft.sentences), ...worded };
  const finished = finishAnswer({ id, input: asked, createdAt: judgedAt, readings }, draft, words);
  const { dropped: _, ...said } = finished;
  return { id, ...said };
}
