// The page /record in the browser.
import { render } from "preact";
import type { RecordData } from "../../../schema/object/record.ts";
import { instant, plain } from "../kit/format.ts";
import { useLive } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { Figure } from "../kit/value.tsx";
import { Calls } from "./calls.tsx";
import { Reliability } from "./reliability.tsx";
import { Risk, Scorecard } from "./scorecard.tsx";

const RECORD_MS = 60_000;

function Totals({ data }: { readonly data: RecordData }) {
  const { totals } = data;
  return (
    <dl class="stats">
      <Figure label="Calls issued">
        <span class="figure">{plain(totals.issued)}</span>
      </Figure>
      <Figure label="Outcomes settled">
        <span class="figure">{plain(totals.scored)}</span>
      </Figure>
      <Figure label="Outcomes pending">
        <span class="figure">{plain(totals.pending)}</span>
      </Figure>
      <Figure label="Outcomes not measured">
        <span class="figure">{plain(totals.unassessed)}</span>
      </Figure>
    </dl>
  );
}

function Card({ data }: { readonly data: RecordData }) {
  const drawn = [...data.summary, ...data.calibration.by_kind].filter(({ bins }) => bins.length > 0);
  return (
    <>
      <Totals data={data} />
      <p class="soft">
        Counted at {instant(data.generated_at)} UTC by the rules{" "}
        <a href={`/rules/${data.scoring_version}`}>{data.scoring_version}</a>; the{" "}
        <a href="/record/method">SQL behind each number</a>. Every call has three outcomes. At first probabilities are
        those of the past of all tokens, and say little of a single call; they are set by outcomes as those come in.
      </p>
      <h2>By kind</h2>
      <Scorecard rows={data.summary} label="Scorecard by kind" />
      <h2>Does a probability mean what it says?</h2>
      {drawn.length === 0 ? (
        <p class="soft">No outcome is settled yet: the first ones are, an hour after the first calls.</p>
      ) : (
        <div class="plots small">
          {drawn.map((row) => (
            <Reliability key={`${row.kind} ${row.subkind} ${row.horizon}`} row={row} />
          ))}
        </div>
      )}
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
    </>
  );
}

function Record() {
  const live = useLive<RecordData>("/v1/record", RECORD_MS);
  return (
    <>
      <Standing live={live} what="numbers" />
      {live.answer === null ? <div class="stats waiting" /> : <Card data={live.answer.body.data} />}
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  render(<Record />, place);
}
