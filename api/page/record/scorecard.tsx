// The scorecard: how often calls were right, against how often chance would have been, with its interval.
import type { RecordData, RecordRow, RiskRow } from "../../../schema/object/record.ts";
import { Chip } from "../kit/chip.tsx";
import { fixed, plain } from "../kit/format.ts";
import { isMeasured } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";
import { type About, aboutRow, Behind, Count, nameOf, pct, Rate, spaced } from "./behind.tsx";

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

/**
 * Worst first: by how far the hit rate lies under what any hour would have had. What few calls were counted of stands
 * below, and what is not scored yet last.
 */
const worstFirst = (rows: readonly RecordRow[]): readonly RecordRow[] =>
  [...rows].sort(
    (a, b) =>
      Number(a.lift === null) - Number(b.lift === null) ||
      Number(a.small_sample) - Number(b.small_sample) ||
      (a.lift ?? 0) - (b.lift ?? 0),
  );

function Skill({ row }: { readonly row: RecordRow }) {
  if (row.brier_skill === null) return <span class="soft">–</span>;
  const text = fixed(row.brier_skill, 3);
  return <Behind about={() => aboutRow(row, "brier_skill", "Brier skill", text)}>{text}</Behind>;
}

function Size({ row }: { readonly row: RecordRow }) {
  const text = `${plain(row.n_independent)} independent`;
  if (row.n_independent === 0) return <span class="soft">none settled</span>;
  const about = () => aboutRow(row, "n_independent", "independent calls", plain(row.n_independent));
  return <Behind about={about}>{row.small_sample ? <Chip tone="warn" sign="!" text={text} /> : text}</Behind>;
}

type ScorecardProps = { readonly rows: readonly RecordRow[]; readonly label: string };

export const Scorecard = ({ rows, label }: ScorecardProps) =>
  rows.length === 0 ? <p class="soft">No call was issued yet.</p> : <Rows rows={rows} label={label} />;

const Rows = ({ rows, label }: ScorecardProps) => (
  <Wide label={label}>
    <table>
      <caption>
        <span>
          Worst first, kinds with few calls below the others. Bar: 95 % Wilson interval; solid mark: hit rate; hollow
          mark: base rate, what any hour would have had. Brier skill above 0: the probabilities said more than the base
          rate does. Fewer than 30 independent calls say little, and are marked so. A number opens its SQL.
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
        {worstFirst(rows).map((row) => (
          <tr
            key={`${row.kind} ${row.subkind} ${row.severity} ${row.horizon}`}
            data-row={`${row.kind} ${row.subkind} ${row.horizon}`}
          >
            <th scope="row">{nameOf(row)}</th>
            <td>{spaced(row.horizon)}</td>
            <td class="figure">
              <Count row={row} member="n" title="settled" />
            </td>
            <td class="figure">
              <Count row={row} member="pending" title="pending" />
            </td>
            <td class="figure" data-cell="hit_rate">
              <Rate row={row} member="hit_rate" title="hit rate" />
            </td>
            <td class="figure" data-cell="base_rate">
              <Rate row={row} member="base_rate" title="base rate" />
            </td>
            <td>
              <Interval row={row} />
            </td>
            <td class="figure">
              <Skill row={row} />
            </td>
            <td>
              <Size row={row} />
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
  const text = `${pct(row.fall_rate)} (${pct(low)} to ${pct(high)}), of ${plain(row.n)}`;
  const about = (): About => ({
    title: `${verdict}, ${spaced(horizon)}: share that fell`,
    value: `${text} %`.replace(/^(\S+) (.*) %$/, "$1 % $2"),
    statement: "risk",
    notes: [`Exactly ${row.fall_rate}: ${row.fell} of ${row.n}. The row of verdict '${verdict}' and that horizon.`],
  });
  return <Behind about={about}>{text}</Behind>;
}

/** Whether what was called worse was worse. */
export function Risk({
  risk,
  horizons,
}: {
  readonly risk: RecordData["risk"];
  readonly horizons: RecordData["horizons"];
}) {
  const known = risk.order.filter(({ holds }) => isMeasured(holds));
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
                  {spaced(one)}
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
      {known.length === 0 && (
        <p class="soft below">There is no order to see yet: it takes settled calls of each verdict.</p>
      )}
      <ul class="statements">
        {(known.length === 0 ? [] : risk.order).map(({ horizon, holds }) => (
          <li key={horizon}>
            {spaced(horizon)}: {isMeasured(holds) ? ORDER[`${holds}`] : "One of the verdicts has no settled call yet."}
          </li>
        ))}
      </ul>
    </>
  );
}
