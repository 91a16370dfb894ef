// Gate's contract_stats: one row a window of a contract, its time the start of the window in seconds, the last one running.
import { asNumber, asRecords } from "../../source/body.ts";
import type { Call } from "../../source/define-source.ts";

type GateStats = Readonly<Record<string, unknown>>;

export const GATE_ROWS_MAX = 100;
export const GATE_WINDOW_S = 300;

/** Windows from an instant on (epoch ms), at most 100; without one the newest. */
export const gateStatsCall = (contract: string, rows: number, from?: number): Call => ({
  endpoint: "gate.contractStats",
  params: {
    settle: "usdt",
    contract,
    interval: "5m",
    limit: Math.min(rows, GATE_ROWS_MAX),
    // Seconds, where most of the venues take milliseconds.
    ...(from === undefined ? {} : { from: Math.floor(from / 1_000) }),
  },
});

/** The rows with their start in epoch milliseconds. */
export const gateStats = (body: unknown): { at: number; row: GateStats }[] =>
  asRecords(body, "contract_stats").map((row) => ({ at: asNumber(row.time) * 1_000, row }));
