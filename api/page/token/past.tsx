// The past of a token, on request: it costs a call, and what draws it is loaded with it.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { HOUR_MS } from "../../../schema/duration.ts";
import { now } from "../kit/clock.ts";
import { PaidButton, usePaid } from "../kit/paid.tsx";
import type { HistoryData } from "./history.ts";

const RANGES = [
  { label: "2 days, by the hour", days: 2, resolution: "1h" },
  { label: "14 days, by six hours", days: 14, resolution: "6h" },
] as const;
const SERIES = "candles,open_interest,funding,exchange_netflow";

const targetOf = (id: string, { resolution }: (typeof RANGES)[number]): string =>
  `/v1/history/${encodeURIComponent(id)}?series=${SERIES}&resolution=${resolution}`;

/** Back from now on, in whole hours, so that who soon presses again asks for the same. */
const sinceOf = ({ days }: (typeof RANGES)[number]): string =>
  new Date((Math.floor(now() / HOUR_MS) - days * 24) * HOUR_MS).toISOString();

export function Past({ id }: { readonly id: string }) {
  const [range, setRange] = useState<(typeof RANGES)[number]>(RANGES[0]);
  const target = targetOf(id, range);
  const paid = usePaid<HistoryData>(target, () => `${target}&since=${sinceOf(range)}`);
  const [Charts, setCharts] = useState<ComponentType<{ readonly data: HistoryData }> | null>(null);
  const isWanted = paid.answer !== null;
  useEffect(() => {
    if (isWanted) void import("./charts.tsx").then((loaded) => setCharts(() => loaded.default));
  }, [isWanted]);
  return (
    <section aria-labelledby="past">
      <h2 id="past">The past</h2>
      <div class="filters">
        <label class="field">
          <span>How far back</span>
          <select
            value={range.resolution}
            onChange={(event) =>
              setRange(RANGES.find(({ resolution }) => resolution === event.currentTarget.value) ?? RANGES[0])
            }
          >
            {RANGES.map(({ label, resolution }) => (
              <option key={resolution} value={resolution}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <PaidButton paid={paid} first="Draw it" />
      </div>
      {paid.answer !== null && Charts !== null && <Charts data={paid.answer.body.data} />}
    </section>
  );
}
