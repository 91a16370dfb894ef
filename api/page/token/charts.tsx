// What happened to a token, drawn: candles and volume, open interest, funding and exchanges' net flow, with what marks them.
import { fixed, instant, price, short } from "../kit/format.ts";
import { Plot, type PlotMark } from "../kit/plot.tsx";
import { MadeAgain } from "../kit/statement.tsx";
import { Wide } from "../kit/wide.tsx";
import { bucketsOf, type HistoryData, marksOf } from "./history.ts";

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
        full ones fell.
      </p>
      <div class="plots">
        <Plot
          label="Price"
          unit="USD"
          times={times}
          candles={candles}
          marks={marks}
          lines={[
            { label: "High", values: candles.map((one) => one?.high ?? null) },
            { label: "Low", values: candles.map((one) => one?.low ?? null) },
          ]}
        />
        <Plot
          label="Volume on all venues"
          unit="USD"
          isFromZero
          times={times}
          lines={[{ label: "Volume", isBars: true, values: buckets.map(({ volume }) => volume) }]}
        />
        <Plot
          label="Open interest of the venues measured"
          unit="USD"
          times={times}
          marks={marks}
          lines={[{ label: "Open interest", values: buckets.map(({ openInterest }) => openInterest) }]}
        />
        <Plot
          label="Funding per 8 hours, median of venues"
          unit="%"
          isFromZero
          times={times}
          lines={[{ label: "Funding", values: buckets.map(({ funding }) => funding) }]}
        />
        <Plot
          label="Net flow to exchanges"
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
                  <td class="figure">{one.candle === null ? "none" : price(one.candle.close)}</td>
                  <td class="figure">{one.volume === null ? "none" : short(one.volume)}</td>
                  <td class="figure">{one.openInterest === null ? "none" : short(one.openInterest)}</td>
                  <td class="figure">
                    {one.funding === null ? "none" : `${one.funding > 0 ? "+" : ""}${fixed(one.funding, 4)}`}
                  </td>
                  <td class="figure">{one.netflow === null ? "none" : short(one.netflow)}</td>
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
