// What the grounding soak issues beside briefs: answers to questions and claims about the same simulated windows.
import { draftFrom, finishAnswer, gatherAnswer, readInput, wantedByInput } from "../../../jobs/ask/compose-answer.ts";
import type { Prices } from "../../../jobs/ask/draft-asked.ts";
import {
  marketHoursWanted,
  pricesKey,
  type Readings,
  spanOf,
  spansWanted,
  volumesWanted,
  type Wanted,
} from "../../../jobs/ask/evidence.ts";
import { asDrafted } from "../../../jobs/model/worded.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { CALL_KINDS } from "../../../schema/record/rule.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import { type Draw, TO } from "../causes/world.ts";
import type { Asking } from "./asked.ts";
import type { Published } from "./reader.ts";
import { drawGround, type Ground, type Subject, vary } from "./subject.ts";

const ID = "ans_01JD6Q3Z8W0000000000000000";
const VERDICTS = ["proceed", "caution", "avoid", "unassessed"] as const;
const STEPS = 200;
const CALLS_MAX = 40;

/** A walk of closes; a few have holes. */
function drawPrices({ from, to }: { readonly from: number; readonly to: number }, draw: Draw): Prices {
  const stepMs = Math.max(MINUTE_MS, Math.ceil((to - from) / STEPS / MINUTE_MS) * MINUTE_MS);
  let price = 10 ** draw(-3, 4);
  const closes: { at: number; price: number }[] = [];
  for (let at = from; at <= to; at += stepMs) {
    closes.push({ at, price });
    price *= 1 + draw(-0.02, 0.02);
  }
  const holed = draw() < 0.1 ? closes.slice(Math.floor(closes.length / 3)) : closes;
  return { from, to, stepMs, closes: holed };
}

function drawOutcomes(draw: Draw): Readings["outcomes"] {
  return CALL_KINDS.flatMap((name) => {
    const n = Math.floor(draw(0, CALLS_MAX));
    const base = draw() < 0.2 ? null : draw();
    const outcome = { name, horizonH: 24, n, right: Math.floor(draw(0, n + 1)), base, asOf: AS_OF };
    return n === 0 || draw() < 0.3 ? [] : [outcome];
  });
}

/** Two venues of which one may have holes. */
function drawVolumes(wanted: readonly Wanted[], own: string, draw: Draw): Readings["volumes"] {
  return new Map(
    volumesWanted(wanted, own).map(({ token, time }) => {
      const stepMs = time.hours <= 24 ? MINUTE_MS : HOUR_MS;
      const steps = (time.hours * HOUR_MS) / stepMs;
      const venues = ["okx", "kraken"].map((venue) => ({
        ...{ venue, to: TO, steps, steps_before: draw() < 0.2 ? Math.floor(steps / 2) : steps },
        ...{ volume_usd: 10 ** draw(3, 9), before_usd: 10 ** draw(3, 9) },
      }));
      return [pricesKey(token, time), { windowMs: time.hours * HOUR_MS, stepMs, venues }];
    }),
  );
}

const drawMarket = (wanted: readonly Wanted[], draw: Draw): Readings["market"] =>
  new Map(marketHoursWanted(wanted).map((hours) => [hours, Math.round(draw(-20, 20) * 1e4) / 1e4]));

function drawReadings(ground: Ground, wanted: readonly Wanted[], own: ReturnType<typeof drawGround>, draw: Draw) {
  const { state, window } = own;
  const names = wanted.flatMap(({ token }) => (token === null || token === state.token.id ? [] : [token]));
  const others = [...new Set(names)].flatMap((id): [string, BuiltState][] => {
    const other = ground.states.get(id);
    return other ? [[id, vary(other, draw)]] : [];
  });
  const prices = spansWanted(wanted, state.token.id).map(
    ({ token, time }) => [pricesKey(token, time), drawPrices(spanOf(time, TO), draw)] as const,
  );
  const isWhy = wanted.some(({ kind }) => kind === "price");
  return {
    ...{ state: { ...state, build: TO }, others: new Map(others), prices: new Map(prices) },
    ...{ volumes: drawVolumes(wanted, state.token.id, draw), market: drawMarket(wanted, draw) },
    ...{ window: isWhy ? window : null, outcomes: drawOutcomes(draw) },
    verdict: VERDICTS[Math.floor(draw() * VERDICTS.length)] ?? "unassessed",
  } satisfies Readings;
}

/** An answer to a drawn question or claim about a drawn window. */
export function drawAnswer(ground: Ground, asking: Asking, draw: Draw): Subject {
  const own = drawGround(ground, draw);
  const token = own.state.token.id;
  const input = asking(token, draw);
  const read = readInput(input, token, AS_OF);
  const wanted = wantedByInput(read, token);
  const readings = drawReadings(ground, wanted, own, draw);
  const made = gatherAnswer(read, readings, new Map(), AS_OF);
  const draft = draftFrom(read, readings, made);
  const publish = (one: typeof draft, worded: Parameters<typeof finishAnswer>[2]): Published =>
    finishAnswer({ id: ID, input, createdAt: AS_OF, readings }, one, worded).data as unknown as Published;
  const tokens = [readings.state, ...readings.others.values()].map((one) => one.token);
  return {
    request: {
      ...{ kind: "answer", sentences: draft.sentences, evidence: made.items, question: input.text },
      ...{ names: tokens.flatMap(({ symbol, name }) => [symbol, name]), until: TO + HOUR_MS },
    },
    finish: (worded) => publish(draft, worded),
    changed: (id, change) => {
      const items = new Map(made.items.map((item) => [item.id, item.id === id ? change(item) : item]));
      const again = draftFrom(read, readings, {
        ...made,
        items: [...items.values()],
        placesOf: (one) => made.placesOf(one).map((item) => items.get(item.id) ?? item),
      });
      return publish(again, asDrafted(again.sentences));
    },
  };
}
