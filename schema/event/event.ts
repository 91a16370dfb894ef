// What an event source is: a query for the newest events of tokens, and the wire form of a row.
import type { HistoryEvent } from "../object/history.ts";
import type { Query } from "../query/query.ts";
import { roundTo } from "../round.ts";

/** Events with `from` <= at <= `to` as known at `asOf`, at most `limit` a token, newest first. */
type EventParams = {
  readonly tokens: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly asOf: number;
  readonly limit: number;
};

/** A row names its token and its time in epoch milliseconds. */
export type EventRow = { readonly token: string; readonly at: number };

type EventSource<R extends EventRow> = {
  readonly query: Query<EventParams, R>;
  toEvent(row: R, symbol: string, origin: string): HistoryEvent;
};

/** Keeps the row type inside: a registry holds sources of different rows. Links lead to `origin`. */
export type AnyEventSource = {
  read(
    run: <P extends object, R>(query: Query<P, R>, params: P) => Promise<R[]>,
    params: EventParams,
    symbolOf: (token: string) => string,
    origin?: string,
  ): Promise<{ token: string; at: number; event: HistoryEvent }[]>;
};

export const eventSource = <R extends EventRow>(source: EventSource<R>): AnyEventSource => ({
  async read(run, params, symbolOf, origin = "") {
    const rows = await run(source.query, params);
    return rows.map((row) => {
      const { token, at } = row;
      return { token, at, event: source.toEvent(row, symbolOf(token), origin) };
    });
  },
});

const SCALES = [
  { from: 1e9, suffix: "B" },
  { from: 1e6, suffix: "M" },
  { from: 1e3, suffix: "K" },
] as const;

/** Money as answers show it. */
export const cents = (value: number): number => roundTo(value, 2);

/** A sum of money for a sentence: three digits and a letter. */
export function sayUsd(value: number): string {
  const scale = SCALES.find(({ from }) => value >= from);
  return scale ? `$${Number((value / scale.from).toPrecision(3))}${scale.suffix}` : `$${value.toFixed(0)}`;
}
