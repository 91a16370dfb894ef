// The scorecard: how often calls were right, against how often chance would have been, with its interval.
import type { RecordData, RecordRow, RiskRow } from "../../../schema/object/record.ts";
import { Chip } from "../kit/chip.tsx";
import { fixed, plain, words } from "../kit/format.ts";
import { isMeasured } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";

const pct = (ratio: number): string => fixed(ratio * 100, 1);
const at = (ratio: number): string => `${Math.min(1, Math.max(0, ratio)) * 100}%`;
const pending = <span class="soft">none scored yet</span>;

/** The interval as a bar, the rate as a mark in it, and what chance would have as a line. */
function Interval({ row }: { readonly row: Pick<RecordRow, "hit_rate" | "wilson95" | "base_rate"> }) {
  const { hit_rate: rate, wilson95, base_rate: base } = row;
  const [low, high] = wilson95 ?? [];
  if (rate === null || low === undefined || high === undefined) return pending;
  return (
    <span class="bar interval" aria-hidden="true">
      <span class="filled" style={{ left: at(low), right: at(1 - high) }} />
      {base !== null && <span class="mark-at base" style={{ left: at(base) }} />}
      <span class="mark-at" style={{ left: at(rate) }} />
    </span>
  );
}

const rate = (value: number | null) => (value === null ? <span class="soft">–</span> : pct(value));

export const Scorecard = ({ rows, label }: { readonly rows: readonly RecordRow[]; readonly label: string }) => (
  <Wide label={label}>
    <table>
      <caption>
        <span>
          Bar: 95 % Wilson interval; dark mark: hit rate; light mark: what any hour would have had. Fewer than 30
          independent calls say little, and are marked so.
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Horizon</th>
          <th scope="col" class="figure">
            Settled
          </th>
          <th scope="col" class="figure">
            Pending
          </th>
          <th scope="col" class="figure">
            Hit rate<span class="unit">, %</span>
          </th>
          <th scope="col" class="figure">
            Base rate<span class="unit">, %</span>
          </th>
          <th scope="col" class="wide-bar">
            0 to 100 %
          </th>
          <th scope="col" class="figure">
            Brier skill
          </th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={`${row.kind} ${row.subkind} ${row.severity} ${row.horizon}`}
            data-row={`${row.kind} ${row.subkind} ${row.horizon}`}
          >
            <th scope="row">
              {words(row.kind)}
              {row.subkind !== null && `, ${words(row.subkind)}`}
              {row.severity !== null && `, severity ${row.severity}`}
            </th>
            <td>{row.horizon}</td>
            <td class="figure">{plain(row.n)}</td>
            <td class="figure">{plain(row.pending)}</td>
            <td class="figure" data-cell="hit_rate">
              {rate(row.hit_rate)}
            </td>
            <td class="figure" data-cell="base_rate">
              {rate(row.base_rate)}
            </td>
            <td>
              <Interval row={row} />
            </td>
            <td class="figure">{row.brier_skill === null ? <span class="soft">–</span> : fixed(row.brier_skill, 3)}</td>
            <td>
              {row.small_sample ? (
                <Chip tone="warn" sign="!" text={`${row.n_independent} independent`} />
              ) : (
                `${plain(row.n_independent)} independent`
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

const ORDER = {
  true: "Fall rates rise from proceed over caution to avoid, as they should.",
  false: "Fall rates do not rise from proceed over caution to avoid.",
};

function riskCell(rows: readonly RiskRow[], verdict: string, horizon: string) {
  const row = rows.find((one) => one.verdict === verdict && one.horizon === horizon);
  if (row === undefined || row.fall_rate === null) return <span class="soft">none yet</span>;
  const [low = 0, high = 1] = row.wilson95 ?? [];
  return `${pct(row.fall_rate)} (${pct(low)} to ${pct(high)}), of ${plain(row.n)}`;
}

/** Whether what was called worse was worse. */
export function Risk({
  risk,
  horizons,
}: {
  readonly risk: RecordData["risk"];
  readonly horizons: RecordData["horizons"];
}) {
  return (
    <>
      <Wide label="Risk by verdict">
        <table>
          <caption>
            <span>Share of evaluations that saw a close two sigmas below their entry, in %, with its interval</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              {horizons.map((one) => (
                <th key={one} scope="col" class="figure">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {["proceed", "caution", "avoid"].map((verdict) => (
              <tr key={verdict}>
                <th scope="row">{verdict}</th>
                {horizons.map((one) => (
                  <td key={one} class="figure">
                    {riskCell(risk.rows, verdict, one)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <ul class="statements">
        {risk.order.map(({ horizon, holds }) => (
          <li key={horizon}>
            {horizon}: {isMeasured(holds) ? ORDER[`${holds}`] : "One of the verdicts has no settled call yet."}
          </li>
        ))}
      </ul>
    </>
  );
}
