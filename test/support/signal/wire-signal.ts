// The wire form of a fired signal, once its natural key has a number.
import type { Static } from "typebox";
import type { FiredSignal } from "../../../jobs/detect/state.ts";
import type { Signal } from "../../../schema/shape/signal.ts";
import { toTime } from "../../../schema/shape/time.ts";

/** Gives each natural key its positive integer, the same one every time. */
type SignalIds = (key: string) => number;

/** A signal as every answer shows it; `details.escalates` is the id of the earlier signal. */
export const toWireSignal = (signal: FiredSignal, ids: SignalIds): Static<typeof Signal> => ({
  id: ids(signal.key),
  kind: signal.kind,
  token: signal.token,
  direction: signal.direction,
  severity: signal.severity,
  value: signal.value,
  ratio: signal.ratio,
  at: toTime(signal.at),
  details: { ...signal.details, escalates: signal.escalates === null ? null : ids(signal.escalates) },
  status: signal.status,
  expires_at: toTime(signal.expiresAt),
});
