// What costs a call: asked for by a press, with what is left of the visitor's own allowance beside the button.
import { useEffect, useState } from "preact/hooks";
import { PRICES } from "../../../schema/tier.ts";
import { type Answer, ask, askLeft } from "./ask.ts";
import { now } from "./clock.ts";
import { useDay } from "./live.ts";

type State = { readonly is: "idle" } | { readonly is: "running" } | { readonly is: "failed"; readonly text: string };

type Paid<Data> = {
  readonly answer: Answer<Data> | null;
  /** What is left of today's free calls; null where nobody said. */
  readonly left: number | null;
  readonly state: State;
  run(): void;
};

/** All that costs a call here is of one allowance: what stands beside each other asks for it once, and shows the same. */
let allowance: { readonly at: number; readonly left: Promise<number | null> } | null = null;
const TOLD_MS = 5_000;
const counters = new Set<(left: number | null) => void>();

function leftOf(target: string): Promise<number | null> {
  if (allowance === null || Math.abs(now() - allowance.at) > TOLD_MS) allowance = { at: now(), left: askLeft(target) };
  return allowance.left;
}

function tellAll(left: number | null): void {
  if (left === null) return;
  allowance = { at: now(), left: Promise.resolve(left) };
  for (const count of counters) count(left);
}

/** `target` may change, and what another one answered is then gone; `asked` is what is asked for by then, where that is more. */
export function usePaid<Data>(target: string, asked: () => string = () => target): Paid<Data> {
  const day = useDay();
  const [left, setLeft] = useState<number | null>(null);
  const [held, setHeld] = useState<{ target: string; answer: Answer<Data> } | null>(null);
  const [state, setState] = useState<State>({ is: "idle" });
  const answer = held?.target === target ? held.answer : null;
  useEffect(() => {
    counters.add(setLeft);
    return () => void counters.delete(setLeft);
  }, []);
  useEffect(() => {
    // A HEAD says what is left and costs nothing; at midnight all is.
    void leftOf(asked()).then(setLeft);
  }, [target, day]);
  const run = async () => {
    if (state.is === "running") return;
    setState({ is: "running" });
    const got = await ask<Data>(asked(), answer === null ? {} : { held: answer.tag });
    if (got.kind === "answer") {
      setHeld({ target, answer: got.answer });
      tellAll(got.answer.left);
    }
    if (got.kind === "silent") setState({ is: "failed", text: "No answer came." });
    else if (got.kind !== "problem") setState({ is: "idle" });
    else {
      const { problem } = got;
      const terms = problem.payment;
      const cost = terms
        ? ` The call costs ${terms.price} ${terms.unit}; the header ${terms.header} of its answer has the terms.`
        : "";
      tellAll(got.left);
      setState({ is: "failed", text: `${problem.title}. ${problem.detail}${cost}` });
    }
  };
  return { answer, left, state, run: () => void run() };
}

type PaidButtonProps = { readonly paid: Paid<unknown>; readonly first: string };

export function PaidButton({ paid, first }: PaidButtonProps) {
  const { answer, left, state, run } = paid;
  const free = PRICES.free_allowance.data;
  const count = left === null ? `, of ${free} free ones a day` : `; ${left} of ${free} free ones left today`;
  return (
    <>
      <p class="ask">
        <button type="button" aria-disabled={state.is === "running"} onClick={run}>
          {answer === null ? first : "Ask again"}
        </button>{" "}
        <span class="soft">
          {left === 0
            ? `Today's ${free} free data calls are used: a call costs ${PRICES.tiers.data} ${PRICES.unit}.`
            : `One data call${count}.`}
        </span>
      </p>
      {state.is === "failed" && (
        <p class="notice warn">
          <span role="status">{state.text}</span>
        </p>
      )}
    </>
  );
}
