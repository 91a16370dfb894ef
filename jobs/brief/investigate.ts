// An investigation from the job to the issued brief: reads the state, the window and the odds, composes, and takes the next number.
import type { JobPayload } from "../../schema/job.ts";
import type { Brief } from "../../schema/object/brief.ts";
import type { Deps } from "../deps.ts";
import { keptState } from "../evaluate/inputs.ts";
import { recordUsed } from "../evidence/kept-calls.ts";
import { loadWindow, readWindowCalls } from "../evidence/load-window.ts";
import { readTogether } from "../fact/read-together.ts";
import { word } from "../model/word.ts";
import { keptWording } from "../model/worded.ts";
import { readOdds } from "../record/odds.ts";
import { readState } from "../state/read-state.ts";
import { draftBrief, finishBrief } from "./compose-brief.ts";
import type { BriefInputs } from "./inputs.ts";
import { issuedBefore, issueNextBrief } from "./issue-brief.ts";
import { sentencesOf } from "./word-brief.ts";

/**
 * The brief of a run, issued once however often it is run; null where nobody waits for it any longer.
 * Throws faults: not_ready, investigation_failed.
 */
export async function investigate(
  deps: Deps,
  { run, token, hours, until, isFree }: JobPayload<"brief.write">,
  signal: AbortSignal,
): Promise<Brief | null> {
  const before = await issuedBefore(deps, run);
  if (before) return before;
  const state = await readState(deps, token, "explain");
  const store = readTogether(deps.store, state.build);
  const [window, odds] = await Promise.all([loadWindow(store, state, hours), readOdds(deps)]);
  const behind = recordUsed(await readWindowCalls(deps.store, window, state.build));
  const createdAt = deps.clock.now();
  const drafted = draftBrief({ state, window, createdAt, runId: run, odds: odds.table }, behind);
  const { symbol, name } = state.token;
  const { items: evidence } = drafted.material;
  const asked = {
    kind: "brief",
    sentences: sentencesOf(drafted.text),
    evidence,
    names: [symbol, name],
    until,
    ...(isFree && { isFree }),
  } as const;
  const worded = await word(deps, asked, signal);
  const { asOf, data, sources, calls, dropped } = finishBrief(drafted, worded);
  if (dropped.length > 0) deps.log.warn({ token, run, dropped }, "sentences of a brief were left out");
  signal.throwIfAborted();
  if (deps.clock.now() >= until) return null;
  const kept = { behind: behind.used(), worded: keptWording(worded) };
  const inputs = { state: keptState(state), window, ...kept } satisfies BriefInputs;
  const basis = { judgedAt: createdAt, build: state.build, odds: odds.digest, inputs };
  return issueNextBrief(deps, { asOf, data, sources, basis }, calls, () => signal.throwIfAborted());
}
