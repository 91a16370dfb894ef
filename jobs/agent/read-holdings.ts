// Reads what holdings are judged by: the states of their tokens and daily closes of half a year.
import { spotDay } from "../../schema/query/trade/spot-day.ts";
import type { Deps } from "../deps.ts";
import { type ReadState, readStates } from "../state/read-state.ts";
import type { Gathered } from "./agent.ts";
import { type Asked, type Holding, holdingsOf } from "./holding.ts";
import { ownStates } from "./read-states.ts";

export type ReadHoldings = {
  readonly holdings: readonly Holding[];
  readonly states: readonly ReadState[];
};

export async function readHoldings(deps: Deps, asked: readonly Asked[]): Promise<ReadHoldings> {
  const tokens = [...new Set(asked.map(({ token }) => token))];
  const [states, rows] = await Promise.all([
    readStates(deps, tokens),
    deps.store.query(spotDay, { asOf: deps.clock.now(), tokens }),
  ]);
  const days = new Map(rows.map(({ token, at, close }) => [token, at.map((end, n) => [end, close[n] ?? 0] as const)]));
  return { holdings: holdingsOf(asked, states, days), states: [...states.values()] };
}

/** Numbers of all holdings rest on the states of all: those are their sources, which say the calls behind them. */
export function holdingSources({ states }: Pick<ReadHoldings, "states">, now: number) {
  const sources = ownStates(states).map((source, at) => ({ id: `S${at + 1}`, ...source }));
  const asOf = Math.min(now, ...states.map(({ sections }) => Date.parse(sections.market.as_of)));
  const build = states.length === 0 ? null : Math.min(...states.map((state) => state.build));
  return { sources, calls: [], asOf, build } satisfies Omit<Gathered<object>, "facts">;
}
