// Words drafted sentences: by the model of the settings where there is one, and as they were drafted where there is none.
import { systemRandom } from "../../schema/io/random.ts";
import type { Deps } from "../deps.ts";
import { modelOf } from "./model-of.ts";
import { wordSentences } from "./word-sentences.ts";
import { asDrafted, type Worded, type WordRequest } from "./worded.ts";

/** What is done after the words are there: checks, proof and answer. */
const AFTER_MS = 10_000;

/** Never fails but where `signal` aborts: what a model cannot word stands as it was drafted, and the caveats say so. */
export async function word(deps: Deps, request: WordRequest, signal: AbortSignal): Promise<Worded> {
  signal.throwIfAborted();
  const model = modelOf(deps);
  if (model === null) return asDrafted(request.sentences);
  const { clock, env, log } = deps;
  const until = Math.min(request.until - AFTER_MS, clock.now() + 2 * env.MODEL_TIMEOUT_S * 1_000);
  const worded = await wordSentences(model, request, {
    timeoutMs: env.MODEL_TIMEOUT_S * 1_000,
    signal,
    drawTag: () => systemRandom.id(clock.now()),
    leftMs: () => until - clock.now(),
  });
  const { outcomes, fellBack, replies } = worded;
  const count = (outcome: string) => [...outcomes.values()].filter((one) => one === outcome).length;
  const counts = { repaired: count("repaired"), dropped: count("dropped"), drafted: count("drafted") };
  if (fellBack !== null) log.warn({ model: model.name, fellBack }, "the words are those of the rules");
  else log.debug({ model: model.name, replies: replies.length, ...counts }, "worded by a model");
  return worded;
}
