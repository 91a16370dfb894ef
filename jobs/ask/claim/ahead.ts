// Unlocks are known ahead: of them alone the future is no guess.
import type { MetricId } from "../metric.ts";
import type { Read } from "../read-items.ts";

const UNLOCKS: readonly MetricId[] = ["unlock_share", "unlocks", "unlock_value"];
const AHEAD = /^(?:will|next|upcoming|coming|scheduled|due|soon|going to|expected)$/i;

/** The words about the future of what is known ahead, as times. Pure. */
export function withoutAhead(items: readonly Read[]): readonly Read[] {
  const isUnlock = items.some((item) => item.is === "metric" && UNLOCKS.includes(item.id));
  if (!isUnlock) return items;
  return items.flatMap((item, at): Read[] => {
    const ahead = item.is === "refuse" ? /^next (week|month)$/i.exec(item.text)?.[1] : undefined;
    if (ahead) return [{ is: "span", name: /week/i.test(ahead) ? "next_week" : "next_month", text: item.text }];
    if (item.is !== "refuse" || item.why !== "future" || !AHEAD.test(item.text)) return [item];
    // "In the next thirty days" is by then.
    return items[at + 1]?.is === "hours" ? [{ is: "outer", text: item.text }] : [];
  });
}
