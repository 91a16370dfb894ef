// Finds transfers among the largest of the last two weeks.
import { HOUR_MS } from "../../schema/duration.ts";
import { toTime } from "../../schema/shape/time.ts";
import { largeTransfer as rule } from "../../schema/signal/large-transfer.ts";
import type { SignalDirection, SignalSeverity } from "../../schema/signal/rule.ts";
import { roundRatio } from "../number/round.ts";
import { isNumber } from "./guard.ts";
import type { Transfer } from "./input.ts";
import { alternative, type Detector, fired, gradeAtLeast, type Hit, notEvaluated, withInputs } from "./reading.ts";

const AGE_MAX_MS = rule.parameters.ageMaxHours * HOUR_MS;

const counts = (transfer: Transfer): boolean =>
  !transfer.internal && ![transfer.from, transfer.to].some((end) => end === "mint" || end === "burn");

const directionFor = ({ from, to }: Transfer): SignalDirection => {
  if (to === "exchange" && from !== "exchange") return "bearish";
  return from === "exchange" && to !== "exchange" ? "bullish" : "neutral";
};

type Judged = { readonly id: string; readonly hit: Hit };

const judge = (transfer: Transfer, floorUsd: number): Judged | undefined => {
  const valueUsd = isNumber(transfer.value_usd) ? transfer.value_usd : 0;
  const multiple = roundRatio(valueUsd / floorUsd);
  const severity = gradeAtLeast(multiple, rule.levels);
  if (severity === 0) return undefined;
  const supplyPct = alternative(transfer.supply_pct);
  const critical = supplyPct !== undefined && supplyPct >= rule.parameters.supplyPct;
  const id = `${transfer.chain}~${transfer.tx_hash}`;
  const hit: Hit = {
    direction: directionFor(transfer),
    severity: (critical ? 3 : severity) as SignalSeverity,
    value: multiple,
    thresholds: rule.levels,
    baseline: floorUsd,
    subject: { id, until: transfer.at + AGE_MAX_MS },
    details: {
      value_usd: valueUsd,
      supply_pct: transfer.supply_pct,
      tx_hash: transfer.tx_hash,
      chain: transfer.chain,
      from: transfer.from,
      to: transfer.to,
      transferred_at: toTime(transfer.at),
    },
  };
  return { id, hit };
};

/** The gravest first, so that the hourly limit keeps what matters. */
const graverFirst = (a: Judged, b: Judged): number =>
  b.hit.severity - a.hit.severity || b.hit.value - a.hit.value || (a.id < b.id ? -1 : 1);

export const detectLargeTransfer: Detector = (input) =>
  withInputs(input, rule.requires, ({ transfers, tenth_largest_transfer_14d_usd: tenth }) => {
    const floorUsd = Math.max(rule.parameters.valueMinUsd, tenth);
    const recent = transfers.filter((one) => counts(one) && one.at <= input.at && input.at - one.at < AGE_MAX_MS);
    const largest = new Map<string, Judged>();
    for (const transfer of recent) {
      const judged = judge(transfer, floorUsd);
      if (judged && judged.hit.value > (largest.get(judged.id)?.hit.value ?? 0)) largest.set(judged.id, judged);
    }
    const hits = [...largest.values()].toSorted(graverFirst).map((judged) => judged.hit);
    if (hits.length === 0 && recent.some((one) => !isNumber(one.value_usd))) return notEvaluated(input, ["transfers"]);
    return fired(...hits);
  });
