// What happened to a token, drawn: candles and volume, open interest, funding and exchanges' net flow, with what marks them.
import { useMemo } from "preact/hooks";
import type { EmptyReason } from "../../../schema/series/series.ts";
import { now } from "../kit/clock.ts";
import { showDetail } from "../kit/detail.tsx";
import { instant, words } from "../kit/format.ts";
import { Plot, type PlotMark } from "../kit/plot.tsx";
import { MadeAgain } from "../kit/statement.tsx";
import { Gap, whyOf } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";
import { blanksOf } from "./blank.ts";
import { bucketsOf, type HistoryData, marksOf, type Series } from "./history.ts";
import { PastTable } from "./past-table.tsx";

type DrawnProps = Omit<Parameters<typeof Plot>[0], "below"> & {
  readonly series: Series | undefined;
  /** Its times in wire form. */
  readonly steps: readonly string[];
};

/** Why there is no row at all, and what to do; `counted` says what its certificate counts. */
function notesOf(why: EmptyReason, counted: readonly string[]): readonly string[] {
  if (why === "gap") return ["What is stored of it has a hole here; the status page says what is late."];
  if (why === "not_due") return ["No row of it was due in this time.", ...counted];
  return whyOf(why);
}

type NoneDueProps = { readonly title: string; readonly notes: readonly string[] };

/** In place of values that nobody owed: no hatched cell, and what else is known of them one click away. */
function NoneDue({ title, notes }: NoneDueProps) {
  const value = "nothing was due";
  return (
    <button
      type="button"
      class="value"
      aria-haspopup="dialog"
      aria-label={`${title}: ${value}`}
      onClick={() => showDetail({ title, value, notes, sources: [] })}
    >
      {value}
    </button>
  );
}

/** What has no number at all is no empty frame, and what has none for some steps says of how many and why. */
function Drawn({ series, steps, ...plot }: DrawnProps) {
  if (series === undefined) return null;
  const { reason } = series;
  const blanks = steps.filter((_, at) => plot.lines.every(({ values }) => (values[at] ?? null) === null));
  const { count, lacking, isExact, before, notes } = blanksOf(series, blanks);
  const why = [...(before > 0 ? whyOf("insufficient_history") : []), ...notes];
  const shown = { title: plot.label, notes: reason === null ? why : notesOf(reason, why) };
  const isNoneDue = reason === "not_due" || (reason === null && lacking === 0);
  const gap = isNoneDue ? <NoneDue {...shown} /> : <Gap {...shown} />;
  if (count === steps.length) {
    return (
      <figure class="plot gap">
        <figcaption>{plot.label}</figcaption>
        <p>
          {gap} {reason === null || isNoneDue ? "in this time." : `in this time: ${words(reason)}.`}
        </p>
      </figure>
    );
  }
  const isAll = lacking === 0 || (isExact && lacking === count);
  const told = (
    <p class="soft">
      {count} of {steps.length} steps {count === 1 ? "is" : "are"} left blank
      {isAll ? ": " : `, ${isExact ? "" : "up to "}${lacking} of them `}
      {gap}.
    </p>
  );
  return <Plot {...plot} below={count === 0 ? null : told} />;
}

type ChartsProps = { readonly data: HistoryData };

const SIGNS = { signal: "▲", headline: "✎", brief: "✎", liquidation: "✕" } as const;

function plotMarks(data: HistoryData): PlotMark[] {
  return marksOf(data).map(({ kind, at }) => ({ at: Date.parse(at) / 1_000, sign: SIGNS[kind] }));
}

export default function Charts({ data }: ChartsProps) {
  // A step that is not over when it is drawn counts only where something is in it.
  const buckets = useMemo(() => bucketsOf(data, now()), [data]);
  const steps = buckets.map(({ t }) => t);
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
          series={data.series.candles}
          steps={steps}
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
          series={data.series.candles}
          steps={steps}
          unit="USD"
          isFromZero
          times={times}
          lines={[{ label: "Volume", isBars: true, values: buckets.map(({ volume }) => volume) }]}
        />
        <Drawn
          label="Open interest of the venues that told it"
          series={data.series.open_interest}
          steps={steps}
          unit="USD"
          times={times}
          marks={marks}
          lines={[{ label: "Open interest", values: buckets.map(({ openInterest }) => openInterest) }]}
        />
        <Drawn
          label="Funding per 8 hours, median of the venues that told it"
          series={data.series.funding}
          steps={steps}
          unit="%"
          isFromZero
          times={times}
          lines={[{ label: "Funding", values: buckets.map(({ funding }) => funding) }]}
        />
        <Drawn
          label="Net flow to exchanges"
          series={data.series.exchange_netflow}
          steps={steps}
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
          <PastTable data={data} buckets={buckets} />
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
