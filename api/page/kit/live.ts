// Numbers that stay up to date: asked for again and again, kept while nobody answers.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Problem } from "../../../schema/shape/problem.ts";
import { type Answer, ask } from "./ask.ts";
import { now } from "./clock.ts";

export type Live<Data> = {
  /** The newest answer; null before the first. */
  readonly answer: Answer<Data> | null;
  /** When the service last said how things are, epoch milliseconds; null before it did. */
  readonly toldAt: number | null;
  /** Since when it has not answered; null while it does. */
  readonly silentSince: number | null;
  /** What it said instead of numbers; null while it gives them. */
  readonly problem: Problem | null;
};

/** Whether nothing was told yet, be it a number or that there is none. */
export const isAsking = ({ answer, silentSince, problem }: Live<unknown>): boolean =>
  answer === null && silentSince === null && problem === null;

const NOTHING = { answer: null, toldAt: null, silentSince: null, problem: null } as const;

/** How long after a failure, growing up to the usual pace. */
const AGAIN_MS = 2_000;

/** Calls when the page may have slept: it is looked at again, or the network is back. Returns what ends it. */
function onWake(look: () => void): () => void {
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", look);
  };
}

/** Asks at once and then at that pace, while the page is looked at. */
export function useLive<Data>(target: string | null, everyMs: number): Live<Data> {
  const [live, setLive] = useState<Live<Data>>(NOTHING);
  // Asked before what stands there meanwhile is painted.
  useLayoutEffect(() => {
    setLive(NOTHING);
    if (target === null) return;
    const url = target;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let running = false;
    /** Whether it is to be asked once more as soon as what is under way ended. */
    let isHurried = false;
    let held: Answer<Data> | null = null;
    let failures = 0;
    const next = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    };
    const run = async (): Promise<void> => {
      if (running || ended) return;
      if (document.hidden) return;
      running = true;
      isHurried = false;
      const outcome = await ask<Data>(url, held === null ? {} : { held: held.tag });
      running = false;
      if (ended) return;
      failures = outcome.kind === "silent" ? failures + 1 : 0;
      if (outcome.kind === "answer") {
        held = outcome.answer;
        setLive({ answer: held, toldAt: held.at, silentSince: null, problem: null });
      } else if (outcome.kind === "same") {
        setLive((was) => ({ ...was, toldAt: outcome.at, silentSince: null, problem: null }));
      } else if (outcome.kind === "problem") {
        setLive((was) => ({ ...was, toldAt: now(), silentSince: null, problem: outcome.problem }));
      } else {
        setLive((was) => ({ ...was, silentSince: was.silentSince ?? was.toldAt ?? now() }));
      }
      if (isHurried) next(0);
      else if (outcome.kind === "problem") next(Math.max(outcome.waitS * 1_000, AGAIN_MS));
      else next(failures > 0 ? Math.min(everyMs, AGAIN_MS * failures) : everyMs);
    };
    const unwatch = onWake(() => {
      if (document.hidden) return;
      isHurried = running;
      next(0);
    });
    void run();
    return () => {
      ended = true;
      clearTimeout(timer);
      unwatch();
    };
  }, [target, everyMs]);
  return live;
}

/** The time now, anew each so many milliseconds. */
export function useNow(everyMs = 1_000): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return at;
}

const dayOf = (): number => Math.floor(now() / DAY_MS);

/** The UTC day, as a number that is another one tomorrow: a page may stay open over midnight. */
export function useDay(): number {
  const [day, setDay] = useState(dayOf);
  useEffect(() => {
    const look = () => setDay(dayOf());
    const timer = setInterval(look, MINUTE_MS);
    const unwatch = onWake(look);
    return () => {
      clearInterval(timer);
      unwatch();
    };
  }, []);
  return day;
}
