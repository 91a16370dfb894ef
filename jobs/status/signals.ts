// How signal detection was doing: what was judged, what could not be and why, and how often signals fired.
import type { StatusData } from "../../schema/object/status.ts";
import type { SignalCountRow } from "../../schema/query/signal/signal-count.ts";
import type { SignalEvaluationDayRow } from "../../schema/query/signal/signal-evaluation-day.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { SIGNAL_KINDS } from "../../schema/signal/index.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { roundRatio } from "../number/round.ts";

export type DetectionStatus = {
  /** Null where it could not be read. */
  readonly count: SignalCountRow | null;
  readonly day: readonly SignalEvaluationDayRow[];
  /** The last evaluated minute, epoch milliseconds; null before the first. */
  readonly lastMinuteAt: number | null;
};

export const NO_DETECTION: DetectionStatus = { count: null, day: [], lastMinuteAt: null };

const perToken = (fired: number | undefined) => (fired === undefined ? UNASSESSED : roundRatio(fired / TRACKED.length));

/** Every kind has a line, also one that was never judged. */
export function toSignals({ count, day, lastMinuteAt }: DetectionStatus): StatusData["signals"] {
  return {
    last_minute_at: lastMinuteAt === null ? null : toTime(lastMinuteAt),
    fired_per_token_24h: {
      severity_1: perToken(count?.severity_1),
      severity_2: perToken(count?.severity_2),
      severity_3: perToken(count?.severity_3),
    },
    kinds: SIGNAL_KINDS.map((kind) => {
      const row = day.find((one) => one.kind === kind);
      return {
        kind,
        evaluated_24h: row?.evaluated ?? 0,
        not_evaluated_24h: row?.not_evaluated ?? 0,
        fired_24h: row?.fired ?? 0,
        reasons: { ...row?.reasons },
      };
    }),
  };
}

/** Signals fired as far as the table goes back. */
export const recordedSignals = ({ count }: DetectionStatus) => count?.signals ?? UNASSESSED;
