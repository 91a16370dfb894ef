// The reliability diagram: of calls that were given a probability, how many came out right, with their intervals.
import type { RecordRow } from "../../../schema/object/record.ts";
import { fixed, plain, words } from "../kit/format.ts";

const SIZE = 260;
const EDGE = 34;
const x = (value: number): number => EDGE + value * (SIZE - EDGE - 12);
const y = (value: number): number => SIZE - EDGE - value * (SIZE - EDGE - 8);
const TICKS = [0, 0.25, 0.5, 0.75, 1];

function Axes() {
  return (
    <>
      {TICKS.map((one) => (
        <g key={one}>
          <line class="rule" x1={x(one)} x2={x(one)} y1={y(0)} y2={y(1)} />
          <line class="rule" x1={x(0)} x2={x(1)} y1={y(one)} y2={y(one)} />
          <text x={x(one)} y={SIZE - EDGE + 14} text-anchor="middle">
            {one * 100}
          </text>
          <text x={EDGE - 6} y={y(one) + 4} text-anchor="end">
            {one * 100}
          </text>
        </g>
      ))}
      <line class="perfect" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      <text x={x(0.5)} y={SIZE - 4} text-anchor="middle">
        probability given, %
      </text>
    </>
  );
}

/** Nothing where no bin has a call. */
export function Reliability({ row }: { readonly row: RecordRow }) {
  if (row.bins.length === 0) return null;
  const title = `${words(row.subkind ?? row.kind)}, ${row.horizon}`;
  const said = row.bins.map(
    (bin) =>
      `${plain(bin.n)} calls at ${fixed(bin.mean_confidence * 100, 0)} %: ${fixed(bin.hit_rate * 100, 0)} % right`,
  );
  return (
    <figure class="plot reliability">
      <figcaption>
        {title} <span class="unit">share that was right, %</span>
      </figcaption>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`${title}: ${said.join("; ")}`}>
        <Axes />
        {row.bins.map((bin) => {
          const [low = 0, high = 1] = bin.wilson95;
          return (
            <g key={bin.lo}>
              <line class="whisker" x1={x(bin.mean_confidence)} x2={x(bin.mean_confidence)} y1={y(low)} y2={y(high)} />
              <circle
                class="dot"
                cx={x(bin.mean_confidence)}
                cy={y(bin.hit_rate)}
                r={3 + Math.min(4, Math.log10(bin.n))}
              />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
