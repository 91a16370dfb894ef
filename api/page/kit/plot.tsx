// A plot over time: one canvas, its axes, and marks where something happened. The same numbers stand in a table beside it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { fixed, short, timeOfDay } from "./format.ts";
import { lonePoints } from "./lone-points.ts";

type Line = { readonly label: string; readonly values: readonly (number | null)[]; readonly isBars?: true };
type Candle = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };
export type PlotMark = { readonly at: number; readonly sign: string };

type PlotProps = {
  readonly label: string;
  readonly unit: string;
  /** Epoch seconds. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** In place of the first line, one for each time; null where there is none. */
  readonly candles?: readonly (Candle | null)[];
  readonly marks?: readonly PlotMark[];
  readonly isFromZero?: true;
  /** What is to be said of it. */
  readonly below?: ComponentChildren;
};

const HEIGHT = 220;
const LONE_PX = 5;
const COLOURS = ["--lead", "--soft", "--good"];

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(5, 10);
const tick = (seconds: number): string => {
  const time = timeOfDay(seconds * 1_000).slice(0, 5);
  return time === "00:00" ? day(seconds) : time;
};

/** As many decimals as it takes to tell one from the next. */
function amounts(ticks: readonly number[]): string[] {
  const [first = 0, second = first] = ticks;
  const step = Math.abs(second - first);
  const decimals = step > 0 && step < 1 ? Math.min(8, Math.ceil(-Math.log10(step) - 1e-9)) : 0;
  const isSmall = ticks.every((one) => Math.abs(one) < 1_000);
  return ticks.map((one) => (isSmall ? fixed(Number(one.toFixed(decimals)), decimals) : short(one)));
}

/** Room for one sign. */
const SIGN_PX = 12;

/** Signs at the foot of the plot, in the colour of what leads somewhere. */
function drawMarks(marks: readonly PlotMark[]) {
  return (plot: uPlot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.fillStyle = colourOf("--lead");
    ctx.strokeStyle = colourOf("--edge");
    ctx.setLineDash([2, 4]);
    ctx.textAlign = "center";
    const size = SIGN_PX * devicePixelRatio;
    let [last, height] = [Number.NEGATIVE_INFINITY, 0];
    for (const { at, sign } of [...marks].sort((a, b) => a.at - b.at)) {
      const x = plot.valToPos(at, "x", true);
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      // Those of one hour stand above each other, as far as there is room.
      height = x - last < size ? Math.min(height + size, bbox.height - size) : 0;
      if (height === 0) last = x;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.fillText(sign, x, bbox.top + bbox.height - 4 - height);
    }
    ctx.restore();
  };
}

/** A body from open to close and a wick from low to high; hollow where it rose, so that colour is not all that says it. */
function drawCandles(candles: readonly (Candle | null)[]) {
  return (plot: uPlot) => {
    const { ctx, bbox } = plot;
    const wide = Math.max(1, Math.min(9 * devicePixelRatio, (bbox.width / Math.max(1, candles.length)) * 0.6));
    ctx.save();
    ctx.lineWidth = devicePixelRatio;
    for (const [at, one] of candles.entries()) {
      const time = plot.data[0][at];
      if (one === null || time === undefined) continue;
      const x = Math.round(plot.valToPos(time, "x", true));
      const [open, high, low, close] = [one.open, one.high, one.low, one.close].map((value) =>
        plot.valToPos(value, "y", true),
      ) as [number, number, number, number];
      const hasRisen = one.close >= one.open;
      ctx.strokeStyle = colourOf(hasRisen ? "--good" : "--bad");
      ctx.fillStyle = hasRisen ? colourOf("--sheet") : ctx.strokeStyle;
      ctx.beginPath();
      ctx.moveTo(x, high);
      ctx.lineTo(x, low);
      ctx.stroke();
      const top = Math.min(open, close);
      ctx.fillRect(x - wide / 2, top, wide, Math.max(1, Math.abs(open - close)));
      ctx.strokeRect(x - wide / 2, top, wide, Math.max(1, Math.abs(open - close)));
    }
    ctx.restore();
  };
}

function optionsOf({ lines, candles, marks = [], isFromZero }: PlotProps, width: number): uPlot.Options {
  const [ink, line] = [colourOf("--soft"), colourOf("--line")];
  const font = "12px system-ui, sans-serif";
  const axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "UTC"),
    legend: { show: false },
    cursor: { show: false },
    scales: isFromZero ? { y: { range: (_, low, high) => [Math.min(0, low), Math.max(0, high)] } } : {},
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(tick) },
      { ...axis, size: 72, values: (_, ticks) => amounts(ticks) },
    ],
    series: [
      {},
      ...lines.map((one, at) => {
        const stroke = colourOf(COLOURS[at % COLOURS.length] ?? "--lead");
        const filter = candles === undefined && !one.isBars ? lonePoints(one.values) : null;
        return {
          label: one.label,
          stroke,
          width: candles === undefined ? 1.5 : 0,
          points: { show: false, filter, size: LONE_PX, fill: stroke },
          ...(one.isBars && uPlot.paths.bars
            ? { paths: uPlot.paths.bars({ size: [0.7, 24] }), fill: colourOf("--lead") }
            : {}),
        };
      }),
    ],
    hooks: { draw: [...(candles === undefined ? [] : [drawCandles(candles)]), drawMarks(marks)] },
  };
}

export function Plot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const { label, unit, times, lines } = props;
  useEffect(() => {
    const here = place.current;
    if (here === null) return;
    let plot: uPlot | null = null;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(
        optionsOf(props, here.clientWidth),
        [[...times], ...lines.map(({ values }) => [...values])],
        here,
      );
    };
    draw();
    const size = new ResizeObserver(() => plot?.setSize({ width: here.clientWidth, height: HEIGHT }));
    size.observe(here);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    theme.addEventListener("change", draw);
    return () => {
      size.disconnect();
      theme.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [props]);
  return (
    <figure class="plot">
      <figcaption>
        {label}
        <span class="unit">, {unit}</span>
      </figcaption>
      <div ref={place} role="img" aria-label={`${label} over time; the table below has its numbers.`} />
      {props.below}
    </figure>
  );
}
