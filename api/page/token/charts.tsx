// What happened to a token, drawn: candles and volume, open interest, funding and exchanges' net flow, with what marks them.
import type { EmptyReason } from "../../../schema/series/series.ts";
import { fixed, instant, price, short, words } from "../kit/format.ts";
import { Plot, type PlotMark } from "../kit/plot.tsx";
import { MadeAgain } from "../kit/statement.tsx";
import { Gap, Unmeasured, whyOf } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";
import { bucketsOf, type HistoryData, marksOf } from "./history.ts";

type DrawnProps = Omit<Parameters<typeof Plot>[0], "below"> & { readonly why: EmptyReason | null | undefined };

/** Why there is none, and what to do. */
function notesOf(why: EmptyReason | null | undefined): readonly string[] {
  if (why == null)
    return ["It applies and was not measured in these steps: what is fetched of the past comes with the back-fill."];
  if (why === "gap") return ["What is stored of it has a hole here; the status page says what is late."];
  if (why === "not_due") return ["The step is not over yet: it comes when it is."];
  return whyOf(why);
}

/** What has no number at all is no empty frame, and what has none for some steps says of how many. */
function Drawn({ why, ...plot }: DrawnProps) {
  const gaps = plot.times.filter((_, at) => plot.lines.every(({ values }) => (values[at] ?? null) === null)).length;
  const gap = <Gap title={plot.label} notes={notesOf(why)} />;
  if (gaps < plot.times.length) {
    const below = (
      <p class="soft">
        {gap} in {gaps} of {plot.times.length} steps, which are left blank.
      </p>
    );
    return <Plot {...plot} below={gaps === 0 ? null : below} />;
  }
  return (
    <figure class="plot gap">
      <figcaption>{plot.label}</figcaption>
      <p>
        {gap} {why == null ? "in this time." : `in this time: ${words(why)}.`}
      </p>
    </figure>
  );
}

const Told = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <td class="figure gap">
      <Unmeasured />
    </td>
  ) : (
    <td class="figure">{text}</td>
  );

type ChartsProps = { readonly data: HistoryData };

const SIGNS = { signal: "▲", headline: "✎", brief: "✎", liquidation: "✕" } as const;

function plotMarks(data: HistoryData): PlotMark[] {
  return marksOf(data).map(({ kind, at }) => ({ at: Date.parse(at) / 1_000, sign: SIGNS[kind] }));
}

export default function Charts({ data }: ChartsProps) {
  const buckets = bucketsOf(data);
  const times = buckets.map(({ t }) => Date.parse(t) / 1_000);
  const marks = plotMarks(data);
  const candles = buckets.map(({ candle }) => candle);
  return (
    <>
      <p class="soft">
        Marks: ▲ a signal fired, ✎ a headline or a brief, ✕ one of the largest forced closures. Hollow candles rose,
        full ones fell. The last step may not be over. Where a venue comes or goes between two steps, sums step with it.
      </p>
      <div class="plots">
        <Drawn
          label="Price on the venue with most volume in each step"
          why={data.series.candles?.reason}
          unit="USD"
          times={times}
          candles={candles}
          marks={marks}
          lines={[
            { label: "High", values: candles.map((one) => one?.high ?? null) },
            { label: "Low", values: candles.map((one) => one?.low ?? null) },
          ]}
        />
        <Drawn
          label="Volume of the venues that told it"
          why={data.series.candles?.reason}
          unit="USD"
          isFromZero
          times={times}
          lines={[{ label: "Volume", isBars: true, values: buckets.map(({ volume }) => volume) }]}
        />
        <Drawn
          label="Open interest of the venues that told it"
          why={data.series.open_interest?.reason}
          unit="USD"
          times={times}
          marks={marks}
          lines={[{ label: "Open interest", values: buckets.map(({ openInterest }) => openInterest) }]}
        />
        <Drawn
          label="Funding per 8 hours, median of the venues that told it"
          why={data.series.funding?.reason}
          unit="%"
          isFromZero
          times={times}
          lines={[{ label: "Funding", values: buckets.map(({ funding }) => funding) }]}
        />
        <Drawn
          label="Net flow to exchanges"
          why={data.series.exchange_netflow?.reason}
          unit="USD"
          isFromZero
          times={times}
          lines={[{ label: "Net flow", isBars: true, values: buckets.map(({ netflow }) => netflow) }]}
        />
      </div>
      <MadeAgain sections={Object.keys(data.series)} />
      <details class="section">
        <summary>The same as a table</summary>
        <Wide label="The past as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">From, UTC</th>
                <th scope="col" class="figure">
                  Close, USD
                </th>
                <th scope="col" class="figure">
                  Volume, USD
                </th>
                <th scope="col" class="figure">
                  Open interest, USD
                </th>
                <th scope="col" class="figure">
                  Funding per 8 h, %
                </th>
                <th scope="col" class="figure">
                  Net flow, USD
                </th>
              </tr>
            </thead>
            <tbody>
              {[...buckets].reverse().map((one) => (
                <tr key={one.t}>
                  <th scope="row">{instant(one.t).slice(0, 16)}</th>
                  <Told text={one.candle && price(one.candle.close)} />
                  <Told text={one.volume === null ? null : short(one.volume)} />
                  <Told text={one.openInterest === null ? null : short(one.openInterest)} />
                  <Told text={one.funding === null ? null : `${one.funding > 0 ? "+" : ""}${fixed(one.funding, 4)}`} />
                  <Told text={one.netflow === null ? null : short(one.netflow)} />
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </details>
      <h3>What happened, times in UTC</h3>
      <ul class="statements">
        {marksOf(data).map(({ id, kind, at, summary }) => (
          <li key={id}>
            <span aria-hidden="true">{SIGNS[kind]}</span> <span class="figure">{instant(at).slice(0, 16)}</span>{" "}
            <bdi>{summary}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
