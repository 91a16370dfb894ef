// The past: a state as known at an instant, against live builds of the same token from the same store.
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { readCorrected } from "../../jobs/past/corrections.ts";
import { stateAt } from "../../jobs/past/past-state.ts";
import { buildState, stateFrame } from "../../jobs/state/build-state.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { fillStore } from "./fill.ts";
import { cpuOf, openGround } from "./ground.ts";
import { judge, median, noteFigure, say } from "./measure.ts";

const ROUNDS = 7;
/** Of one round: a single state is too short for the clock of processes. */
const TOKENS = ["bitcoin", "ethereum", "solana", "uniswap", "dogecoin", "cardano", "chainlink", "aave"];
/** Live builds of one token that a state of the past may cost. */
const PAST_MAX = 3;

/** A store whose reader holds nothing that was read before. */
const fresh = (store: Store): Store => ({ ...store });

async function live(store: Store, asOf: number): Promise<number> {
  let bytes = 0;
  for (const token of TOKENS) {
    const facts = await loadFacts(fresh(store), { asOf, tokens: [token], market: "sandbox" });
    bytes += stateFrame(buildState(facts, token), asOf).length;
  }
  return bytes;
}

export async function past(): Promise<void> {
  const ground = await openGround();
  try {
    const { store, env, clock } = ground.deps;
    const now = clock.now();
    await fillStore(ground, now);
    const told = async () => {
      let bytes = 0;
      for (const token of TOKENS) {
        const { frame, basis } = await stateAt({ store: fresh(store), env }, token, now, now);
        await readCorrected(store, { asOf: basis.asOf, known: basis.known, tokens: [token, ""], older: new Map() });
        bytes += frame.length;
      }
      return bytes;
    };
    const [lives, pasts]: [number[], number[]] = [[], []];
    let sizes = "";
    for (let round = 0; round <= ROUNDS; round++) {
      const first = await cpuOf(ground);
      const liveBytes = await live(store, now);
      const second = await cpuOf(ground);
      const pastBytes = await told();
      const third = await cpuOf(ground);
      sizes = `${liveBytes} and ${pastBytes} bytes of frames`;
      // The first round warms what every process has warm.
      if (round === 0) continue;
      lives.push((second - first) / TOKENS.length);
      pasts.push((third - second) / TOKENS.length);
    }
    noteFigure("live build of one token, CPU s", median(lives));
    noteFigure("state of the past, CPU s", median(pasts));
    say(
      `  CPU seconds: live build of one token ${median(lives).toFixed(3)}, as known at ${median(pasts).toFixed(3)}; ${sizes}`,
    );
    const ratio = median(pasts) / median(lives);
    judge(
      "state as known at an instant, CPU of worker and engine, of a live build of one token",
      ratio,
      PAST_MAX,
      "below",
    );
  } finally {
    await ground.stop();
  }
}
