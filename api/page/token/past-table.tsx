// The past as a table: the same numbers that are drawn, and for each that is not there what is known of its step.
import { fixed, instant, price, short } from "../kit/format.ts";
import { Unmeasured } from "../kit/value.tsx";
import { type Blank, blankOf, blanksOf } from "./blank.ts";
import type { Bucket, HistoryData } from "./history.ts";

type Column = {
  readonly head: string;
  /** The series it is read of. */
  readonly of: string;
  readonly show: (bucket: Bucket) => string | null;
};

const orNull = (value: number | null, show: (value: number) => string): string | null =>
  value === null ? null : show(value);
const COLUMNS: readonly Column[] = [
  { head: "Close, USD", of: "candles", show: ({ candle }) => orNull(candle?.close ?? null, price) },
  { head: "Volume, USD", of: "candles", show: ({ volume }) => orNull(volume, short) },
  { head: "Open interest, USD", of: "open_interest", show: ({ openInterest }) => orNull(openInterest, short) },
  {
    head: "Funding per 8 h, %",
    of: "funding",
    show: ({ funding }) => orNull(funding, (value) => `${value > 0 ? "+" : ""}${fixed(value, 4)}`),
  },
  { head: "Net flow, USD", of: "exchange_netflow", show: ({ netflow }) => orNull(netflow, short) },
];

type ToldProps = { readonly text: string | null; readonly blank: Blank; readonly isNoneDue: boolean };

function Told({ text, blank, isNoneDue }: ToldProps) {
  if (text !== null) return <td class="figure">{text}</td>;
  if (blank === "no row" || blank === "after")
    return <td class="figure soft">{blank === "no row" && isNoneDue ? "none due" : "no row"}</td>;
  return (
    <td class="figure gap">
      <Unmeasured />
    </td>
  );
}

type PastTableProps = { readonly data: HistoryData; readonly buckets: readonly Bucket[] };

export function PastTable({ data, buckets }: PastTableProps) {
  const columns = COLUMNS.flatMap(({ head, of, show }) => {
    const series = data.series[of];
    if (series === undefined) return [];
    const blanks = buckets.filter((one) => show(one) === null).map(({ t }) => t);
    return [{ head, show, series, isNoneDue: blanksOf(series, blanks).isNoneDue }];
  });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">From, UTC</th>
          {columns.map(({ head }) => (
            <th key={head} scope="col" class="figure">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...buckets].reverse().map((one) => (
          <tr key={one.t}>
            <th scope="row">{instant(one.t).slice(0, 16)}</th>
            {columns.map(({ head, show, series, isNoneDue }) => (
              <Told key={head} text={show(one)} blank={blankOf(series, one.t)} isNoneDue={isNoneDue} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
