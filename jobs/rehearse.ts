// Goes once through what a brief and an answer take before anyone waits for one: what runs for the first time is slow.
import { isFault } from "../schema/fault.ts";
import { readReadings } from "./ask/ask.ts";
import { draftAnswer, finishAnswer, readInput, wantedByInput } from "./ask/compose-answer.ts";
import { draftBrief, finishBrief } from "./brief/compose-brief.ts";
import { sentencesOf } from "./brief/word-brief.ts";
import type { Deps } from "./deps.ts";
import { loadWindow, readWindowCalls } from "./evidence/load-window.ts";
import { asDrafted } from "./model/worded.ts";
import { seal } from "./proof/seal.ts";
import { readState } from "./state/read-state.ts";

const TOKEN = "bitcoin";
const HOURS = 2;
const NOBODY = { run: "run_00000000000000000000000000", answer: "ans_00000000000000000000000000", brief: 1 } as const;
/** Between them every kind of evidence and all that reads words, those with slips in them too. */
const INPUTS = [
  { mode: "question", text: "Why did it move, how does it compare with ETH, and what would selling $250k cost?" },
  { mode: "claim", text: "It is up more than 1.5 % today or beat ETH this week, and funding is not positive" },
  {
    mode: "question",
    text: "price, change over 50 hours, volume, volatility, leverage, funding, liquidations, exchange flows and your record?",
  },
  { mode: "question", text: "who are the hodlers, whats the suply and next unlock, and is the contract safe?" },
  { mode: "claim", text: "liqudations wer twise those of yesterday and its at a new weekly high" },
] as const;

type Doors = Pick<Deps, "store" | "redis" | "clock" | "env">;

/** Makes a brief and answers of what is there and issues none of them. Throws not_ready, investigation_failed. */
export async function rehearse(deps: Doors): Promise<void> {
  const createdAt = deps.clock.now();
  const state = await readState(deps, TOKEN, "explain");
  const window = await loadWindow(deps.store, state, HOURS);
  const behind = await readWindowCalls(deps.store, window, state.build);
  const drafted = draftBrief({ state, window, createdAt, runId: NOBODY.run, odds: {} }, behind);
  const brief = finishBrief(drafted, asDrafted(sentencesOf(drafted.text)));
  seal("brief", { ...brief, id: String(NOBODY.brief), data: { ...brief.data, id: NOBODY.brief } }, createdAt);
  for (const input of INPUTS) {
    const read = readInput(input, TOKEN, createdAt);
    const { readings, behind: calls } = await readReadings(deps, TOKEN, wantedByInput(read, TOKEN), null);
    const draft = draftAnswer(read, readings, calls, createdAt);
    const worded = asDrafted(draft.sentences);
    const answer = finishAnswer({ id: NOBODY.answer, input, createdAt, readings }, draft, worded);
    seal("answer", { ...answer, id: NOBODY.answer }, createdAt);
  }
}

const AGAIN_MS = 20_000;
const TRIES = 90;
/** What starts beside it goes first. */
const FIRST_MS = 5_000;

/** Rehearses as soon as there is something to make a brief of; the returned function gives it up. */
export function startRehearsal(deps: Doors & Pick<Deps, "log">): () => void {
  let timer: NodeJS.Timeout;
  const after = (waitMs: number, left: number) => {
    timer = setTimeout(() => {
      rehearse(deps).catch((error: unknown) => {
        if (isFault(error) && left > 0) after(AGAIN_MS, left - 1);
        else deps.log.debug({ err: error }, "no brief could be rehearsed");
      });
    }, waitMs);
    timer.unref();
  };
  after(FIRST_MS, TRIES);
  return () => clearTimeout(timer);
}
