// What the last sample of objects that were made again came to, as the status tells it. Pure.
import type { ReplaySampleRow } from "../../schema/dataset/service/replay-sample.ts";
import type { Replays } from "../../schema/object/replay.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { roundPct } from "../number/round.ts";

/** Before the first sample nothing is known. */
export function replaysOf(row: ReplaySampleRow | null): Replays {
  if (row === null) {
    return {
      ...{ at: null, sampled: 0, identical: 0, numbers_identical: 0, differing: 0, unassessed: 0 },
      ...{ identical_pct: UNASSESSED, reasons: {} },
    };
  }
  const { at, sampled, identical, reasons, code_version: _, ...counts } = row;
  return {
    ...{ ...counts, at: toTime(at), sampled, identical, reasons: JSON.parse(reasons) as Record<string, number> },
    identical_pct: sampled === 0 ? UNASSESSED : roundPct((identical / sampled) * 100),
  };
}
