// Each dataset's age as a bar against its promise, with how much of the last day it was kept.
import type { StatusData } from "../../../schema/object/status.ts";
import { Chip } from "../kit/chip.tsx";
import { fixed, plain, span, words } from "../kit/format.ts";
import { Gap, isMeasured } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";

const UNREAD = [
  "Nothing of it was read yet, or nothing is owed.",
  "Its providers stand below with what is known of them.",
];
const UNKEPT = ["It was not looked at within the last 24 hours.", "There is a share as soon as it is."];

type Row = StatusData["freshness"][number];

/** Whole is twice the promise, so that one that is just kept is half a bar. */
const SCALE = 2;
const share = (age: number, promise: number): string => `${Math.min(100, (age / (promise * SCALE)) * 100)}%`;

function Age({ row }: { readonly row: Row }) {
  if (!isMeasured(row.age_p95_s)) return <Gap title={`${words(row.dataset)}: age`} notes={UNREAD} />;
  const [age, promise] = [span(row.age_p95_s * 1_000), span(row.slo_s * 1_000)];
  // Late by less than a unit.
  const isClose = age === promise && row.age_p95_s > row.slo_s;
  return (
    <>
      <span class="figure">
        {isClose ? `${plain(row.age_p95_s)} of ${plain(row.slo_s)} s` : `${age} of ${promise}`}
      </span>
      <span class="bar" aria-hidden="true">
        <span
          class={row.age_p95_s > row.slo_s ? "filled late" : "filled"}
          style={{ width: share(row.age_p95_s, row.slo_s) }}
        />
        <span class="mark-at" style={{ left: "50%" }} />
      </span>
    </>
  );
}

function Standing({ row }: { readonly row: Row }) {
  if (row.tokens_expected === 0) return <Chip tone="calm" sign="–" text="nothing owed" />;
  if (row.tokens_fresh >= row.tokens_expected) return <Chip tone="good" sign="✓" text="fresh" />;
  return row.newest_as_of === null ? (
    <Chip tone="warn" sign="!" text="not read yet" />
  ) : (
    <Chip tone="bad" sign="✕" text="behind" />
  );
}

export const Datasets = ({ rows }: { readonly rows: readonly Row[] }) => (
  <Wide label="Datasets">
    <table>
      <caption>
        <span>
          Age is that of the slowest twentieth; the mark is the promise. Kept is the share of the last 24 hours in which
          it held.
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Dataset</th>
          <th scope="col">Standing</th>
          <th scope="col" class="figure">
            Fresh
          </th>
          <th scope="col" class="wide-bar">
            Age against promise
          </th>
          <th scope="col" class="figure">
            Kept<span class="unit">, %</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.dataset} data-row={row.dataset}>
            <th scope="row">{words(row.dataset)}</th>
            <td>
              <Standing row={row} />
            </td>
            <td class="figure" data-cell="fresh">
              {row.tokens_fresh} of {row.tokens_expected}
            </td>
            <td class={isMeasured(row.age_p95_s) ? "" : "gap"}>
              <Age row={row} />
            </td>
            <td class={`figure${isMeasured(row.attainment_24h_pct) ? "" : " gap"}`} data-cell="kept">
              {isMeasured(row.attainment_24h_pct) ? (
                fixed(row.attainment_24h_pct, 2)
              ) : (
                <Gap title={`${words(row.dataset)}: kept in 24 h`} notes={UNKEPT} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);
