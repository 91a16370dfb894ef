// The page /record in the browser.
import { render } from "preact";
import { useState } from "preact/hooks";
import type { RecordData, RecordRow } from "../../../schema/object/record.ts";
import { DetailHost } from "../kit/detail.tsx";
import { instant, plain } from "../kit/format.ts";
import { Later } from "../kit/later.tsx";
import { isAsking, useLive } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { Figure } from "../kit/value.tsx";
import { Behind, nameOf, pct, type Statement, spaced } from "./behind.tsx";
import { Calls } from "./calls.tsx";
import { Reliability } from "./reliability.tsx";
import { Replays } from "./replays.tsx";
import { Risk, Scorecard } from "./scorecard.tsx";

const RECORD_MS = 60_000;

const TOTALS: readonly (readonly [
  member: keyof RecordData["totals"],
  label: string,
  statement: Statement,
  how: string,
])[] = [
  ["issued", "Calls issued", "issued", "Its rows, counted: every call that was issued."],
  ["scored", "Outcomes settled", "outcome", "Its rows, counted: each call has three, one a horizon."],
  ["pending", "Outcomes pending", "scorecard", "The sum of its column pending over the rows with tab = 'summary'."],
  ["unassessed", "Outcomes not measured", "outcome", "Those of its rows whose result is 'unassessed'."],
];

const Totals = ({ totals }: Pick<RecordData, "totals">) => (
  <dl class="stats">
    {TOTALS.map(([member, label, statement, how]) => {
      const value = plain(Number(totals[member]));
      return (
        <Figure key={member} label={label}>
          <Behind about={() => ({ title: label, value, statement, notes: [how] })}>{value}</Behind>
        </Figure>
      );
    })}
  </dl>
);

/** Whose interval lies under the base rate as a whole: what we are bad at, beyond chance. */
function BadAt({ data }: { readonly data: RecordData }) {
  const rows = [...data.summary, ...data.calibration.by_kind, ...data.calibration.by_severity];
  const scored = rows.filter(({ hit_rate: rate }) => rate !== null);
  const bad = scored.filter(
    ({ wilson95, base_rate: base, small_sample: isSmall }) => !isSmall && base !== null && (wilson95?.[1] ?? 1) < base,
  );
  const said =
    scored.length === 0
      ? "No outcome is settled yet, so nothing is known of it: the first ones are, an hour after the first calls."
      : "Nothing so far: no kind of call, over 30 independent ones or more, was surely right less often than any hour would have been (its whole interval lies lower).";
  return (
    <>
      <h2>What we are bad at</h2>
      {bad.length === 0 && <p class="soft measure">{said}</p>}
      <ul class="statements">
        {bad.map((row) => (
          <li key={`${nameOf(row)} ${row.horizon}`}>
            {nameOf(row)} after {spaced(row.horizon)}: right in {pct(row.hit_rate ?? 0)} % (
            {pct(row.wilson95?.[0] ?? 0)} to {pct(row.wilson95?.[1] ?? 1)} %), where any hour has{" "}
            {pct(row.base_rate ?? 0)} %.
          </li>
        ))}
      </ul>
    </>
  );
}

const Diagrams = ({ rows }: { readonly rows: readonly RecordRow[] }) => (
  <div class="plots small">
    {rows.map((row) => (
      <Reliability key={`${row.kind} ${row.subkind} ${row.horizon}`} row={row} />
    ))}
  </div>
);

function Card({ data }: { readonly data: RecordData }) {
  const [isOpened, setOpened] = useState(false);
  const drawn = data.summary.filter(({ bins }) => bins.length > 0);
  const finer = data.calibration.by_kind.filter(({ bins }) => bins.length > 0);
  return (
    <>
      <Totals totals={data.totals} />
      <p class="soft measure below">
        Counted at {instant(data.generated_at)} UTC by the rules{" "}
        <a href={`/rules/${data.scoring_version}`}>{data.scoring_version}</a>; the{" "}
        <a href="/record/method">SQL behind each number</a>.
      </p>
      <BadAt data={data} />
      <Replays />
      <h2>By kind</h2>
      <Scorecard rows={data.summary} label="Scorecard by kind" />
      <Later>
        <h2>Does a probability mean what it says?</h2>
        {drawn.length === 0 ? <p class="soft">No outcome is settled yet.</p> : <Diagrams rows={drawn} />}
        {finer.length > 0 && (
          <details class="section" onToggle={(event) => setOpened(event.currentTarget.open)}>
            <summary>
              {plain(finer.length)} more, <span class="soft">by kind of call</span>
            </summary>
            {isOpened && <Diagrams rows={finer} />}
          </details>
        )}
        <Later>
          <h2>Was what was called worse, worse?</h2>
          <Risk risk={data.risk} horizons={data.horizons} />
          {data.calibration.by_kind.length > 0 && (
            <>
              <h2>By kind of call</h2>
              <Scorecard rows={data.calibration.by_kind} label="Scorecard by kind of call" />
            </>
          )}
          <h2>The calls</h2>
          <Calls data={data} />
        </Later>
      </Later>
    </>
  );
}

function Record() {
  const live = useLive<RecordData>("/v1/record", RECORD_MS);
  return (
    <>
      <Standing live={live} what="numbers" />
      {isAsking(live) && <p class="line soft">Asking for the record …</p>}
      {live.answer !== null && <Card data={live.answer.body.data} />}
      <DetailHost />
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  render(<Record />, place);
}
