// A monitor and how its deliveries stand, as answers show them.
import type { Delivery, MonitorData } from "../../schema/object/monitor.ts";
import type { DeliveryStandingRow } from "../../schema/query/watch/delivery-standing.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { SignalKind } from "../../schema/signal/index.ts";

type Shown = Pick<MonitorData, "id" | "tokens" | "conditions" | "webhook_url" | "created_at">;

export const showMonitor = (row: MonitorReadRow): Shown => ({
  id: row.id,
  tokens: [...row.tokens],
  conditions: {
    kinds: row.kinds as SignalKind[],
    min_severity: row.min_severity,
    verdict_changes: row.verdict_changes === 1,
    new_briefs: row.new_briefs === 1,
  },
  webhook_url: row.webhook_url,
  created_at: toTime(row.created_at),
});

const timeOrNull = (epochMs: number): string | null => (epochMs === 0 ? null : toTime(epochMs));

const NOTHING: Omit<DeliveryStandingRow, "monitor"> = {
  ...{ last_sequence: 0, pending: 0, exhausted: 0, last_attempt_at: 0, last_success_at: 0, last_status: 0 },
  ...{ failures: 0, next_attempt_at: 0 },
};

/** Nothing is stored of a monitor that no event was of yet. */
export function showDelivery(row: DeliveryStandingRow | undefined): Delivery {
  const { failures, pending, exhausted, last_sequence, ...times } = row ?? NOTHING;
  return {
    state: failures > 0 ? "failing" : "ok",
    last_attempt_at: timeOrNull(times.last_attempt_at),
    last_success_at: timeOrNull(times.last_success_at),
    last_status: times.last_attempt_at === 0 ? null : times.last_status,
    consecutive_failures: failures,
    pending,
    exhausted,
    next_attempt_at: timeOrNull(times.next_attempt_at),
    last_sequence,
  };
}
