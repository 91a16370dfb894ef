// The monitors, each with the secret it signs with, sealed.
import { text, texts, time, timeOrNull, whole } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const monitor = dataset({
  name: "monitor",
  about: "Monitors as they were made, changed and stopped; what Redis holds of them is a copy.",
  columns: {
    id: text("mon_ and a ULID."),
    secret_digest: text("SHA-256 of the secret, hex; monitors with the same one are listed together."),
    secret_sealed: text("The secret under MONITOR_KEY (AES-256-GCM); nobody reads it without that key."),
    tokens: texts("Token ids it watches."),
    kinds: texts("Signal kinds that are sent."),
    min_severity: whole(8, "Least severity that is sent: 1 notable, 2 material, 3 critical; without a unit."),
    verdict_changes: whole(8, "1 where changes of verdicts are sent; without a unit."),
    new_briefs: whole(8, "1 where briefs are sent; without a unit."),
    webhook_url: text("Where messages go."),
    since_event: whole(64, "Number of the first event that it may be told of; without a unit."),
    caller: text(
      "The address that made it, as HMAC-SHA256 under MONITOR_KEY, hex: its monitors are counted by it. Empty where a key did.",
    ),
    payment: text("Transaction that pays for it; empty where nothing had to be paid."),
    created_at: time("When it was made. UTC.", null),
    begun_at: timeOrNull("Since when it stands; null while its payment is not settled. UTC."),
    stopped_at: timeOrNull("When it was stopped; null while it stands. UTC."),
    suspended_at: timeOrNull("Since when nothing is sent, as nothing was taken; null where something is. UTC."),
    resumed_at: timeOrNull("When it was last resumed; null where it never was. UTC."),
    changed_at: time("Time of this state; the latest wins. UTC.", null),
  },
  rows: latestBy("changed_at"),
  order: ["id"],
  keep: FOR_GOOD,
});

export type MonitorRow = Row<typeof monitor>;
