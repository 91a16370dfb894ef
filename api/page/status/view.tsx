// The page /status in the browser.
import { render } from "preact";
import { useState } from "preact/hooks";
import type { StatusData } from "../../../schema/object/status.ts";
import { standingChip } from "../kit/chip.tsx";
import { fixed, instant, plain, span, words } from "../kit/format.ts";
import { Later } from "../kit/later.tsx";
import { isAsking, useLive, useNow } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { Figure, Gap, isMeasured } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";
import { Datasets } from "./datasets.tsx";

const STATUS_MS = 10_000;
/** Why there is no number, and what to do, as the service itself has no reason beside it. */
const UNCOUNTED = ["How much there is to fetch is still being counted.", "Ask again in a minute."];
const UNSIGNED = ["No checkpoint of the log was signed yet.", "The first comes some minutes after a start."];
const UNASKED = ["It was not asked within the hour.", "There is a rate as soon as it is."];
const UNRUN = ["It has not succeeded yet, so there is nothing to count from.", "What it failed with stands beside it."];

const since = (at: number, wire: string | null): string =>
  wire === null ? "never" : `${span(at - Date.parse(wire))} ago`;

/** Instants in a sentence as they stand everywhere else. */
const readable = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (wire) => `${instant(wire)} UTC`);

/** An answer that was a whole page of HTML is said to be one. */
const withoutPage = (text: string): string => text.replace(/<(!doctype|html)\b.*$/is, "(a page of HTML)");

function Summary({ data, asOf }: { readonly data: StatusData; readonly asOf: string }) {
  const at = useNow();
  const { backfill, log } = data;
  return (
    <>
      <dl class="stats">
        <Figure label="The service">{standingChip(data.status)}</Figure>
        <Figure label="Numbers late by">
          <span class="figure">{data.late_s === 0 ? "in time" : span(data.late_s * 1_000)}</span>
        </Figure>
        <Figure label="The past that is stored">
          {isMeasured(backfill.done_pct) ? (
            <span class="figure">{fixed(backfill.done_pct, 1)} %</span>
          ) : (
            <Gap title="The past that is stored" notes={UNCOUNTED} />
          )}
        </Figure>
        <Figure label="Proof log">
          {isMeasured(log.size) ? (
            <span class="figure">{plain(log.size)} objects</span>
          ) : (
            <Gap title="Proof log" notes={UNSIGNED} />
          )}
        </Figure>
        <Figure label="Last checkpoint signed">
          <span class="figure">{since(at, log.signed_at)}</span>
        </Figure>
        <Figure label="Running">
          <span class="figure">{span(at - Date.parse(data.started_at))}</span>
        </Figure>
      </dl>
      <p class="soft below">
        Reported {span(at - Date.parse(asOf))} ago. Rules {data.rules.evaluation}, {data.rules.signals},{" "}
        {data.rules.scoring}; texts by {data.model.name}.
      </p>
      <ul class="statements">
        {data.notices.map((notice) => (
          <li key={notice.text}>
            <span class="figure soft">{instant(notice.at).slice(0, 16)} UTC</span> {readable(notice.text)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Providers({ providers }: { readonly providers: StatusData["providers"] }) {
  const at = useNow(10_000);
  return (
    <Wide label="Providers">
      <table>
        <thead>
          <tr>
            <th scope="col">Provider</th>
            <th scope="col">Standing</th>
            <th scope="col" class="figure">
              Last answer
            </th>
            <th scope="col" class="figure">
              Errors, 1 h<span class="unit">, %</span>
            </th>
            <th scope="col">Known issue</th>
          </tr>
        </thead>
        <tbody>
          {providers.map((one) => (
            <tr key={one.provider} data-row={one.provider}>
              <th scope="row">
                <code>{one.provider}</code>
              </th>
              <td>{standingChip(one.status)}</td>
              <td class="figure">{since(at, one.last_success_at)}</td>
              <td class={`figure${isMeasured(one.error_rate_1h_pct) ? "" : " gap"}`}>
                {isMeasured(one.error_rate_1h_pct) ? (
                  fixed(one.error_rate_1h_pct, 1)
                ) : (
                  <Gap title={`${one.provider}: errors in an hour`} notes={UNASKED} />
                )}
              </td>
              <td>{one.known_issue === null ? <span class="soft">none</span> : withoutPage(one.known_issue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

type Line = StatusData["pipeline"][number];

const PipelineTable = ({ lines, label }: { readonly lines: readonly Line[]; readonly label: string }) => {
  const at = useNow(10_000);
  return (
    <Wide label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Standing</th>
            <th scope="col">Lane</th>
            <th scope="col" class="figure">
              Last success
            </th>
            <th scope="col" class="figure">
              Late by
            </th>
            <th scope="col" class="figure">
              Failed, 1 h
            </th>
            <th scope="col">Last error</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((one) => (
            <tr key={`${one.job} ${one.queue}`}>
              <th scope="row">{one.job}</th>
              <td>{standingChip(one.status)}</td>
              <td>{one.queue}</td>
              <td class="figure">{since(at, one.last_success_at)}</td>
              <td class={`figure${isMeasured(one.lag_s) ? "" : " gap"}`}>
                {isMeasured(one.lag_s) ? span(one.lag_s * 1_000) : <Gap title={`${one.job}: late by`} notes={UNRUN} />}
              </td>
              <td class="figure">{plain(one.failed_1h)}</td>
              <td>{one.last_error ?? <span class="soft">none</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
};

const RANK = ["failing", "lagging", "paused", "ok"];

/** Not run yet since it was set up, which is no fault of it. */
const isStarting = (one: Line): boolean =>
  one.status === "lagging" && one.last_success_at === null && one.failed_1h === 0 && one.last_error === null;

/** What is not in time stands open; the hundred that are can be opened. */
function Pipelines({ lines }: { readonly lines: StatusData["pipeline"] }) {
  const [isOpened, setOpened] = useState(false);
  const ordered = [...lines].sort((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status));
  const ill = ordered.filter((one) => one.status !== "ok" && !isStarting(one));
  const starting = ordered.filter(isStarting);
  const well = ordered.filter(({ status }) => status === "ok");
  return (
    <>
      {ill.length > 0 && <PipelineTable lines={ill} label="Pipelines not in time" />}
      {starting.length > 0 && (
        <details class="section">
          <summary>
            {plain(starting.length)} of {plain(lines.length)} pipelines <span class="soft">have not run yet</span>
          </summary>
          <p class="soft">{starting.map(({ job }) => job).join(", ")}</p>
        </details>
      )}
      <details class="section" onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>
          {plain(well.length)} of {plain(lines.length)} pipelines <span class="soft">are in time</span>
        </summary>
        {isOpened && <PipelineTable lines={well} label="Pipelines in time" />}
      </details>
    </>
  );
}

function Rejects({ rejects }: { readonly rejects: StatusData["rejects"] }) {
  if (rejects.length === 0) return <p class="soft">None in the last 24 hours.</p>;
  return (
    <ul class="statements">
      {rejects.map((one) => (
        <li key={`${one.dataset} ${one.provider} ${one.reason}`}>
          {plain(one.count_24h)} of {words(one.dataset)} by <code>{one.provider}</code>: {words(one.reason)}
        </li>
      ))}
    </ul>
  );
}

function Status() {
  const live = useLive<StatusData>("/v1/status", STATUS_MS);
  const body = live.answer?.body;
  return (
    <>
      <Standing live={live} what="reports" />
      {body === undefined ? (
        isAsking(live) && <p class="line soft">Asking how it is …</p>
      ) : (
        <>
          <Summary data={body.data} asOf={body.as_of} />
          <Later>
            <h2>Datasets</h2>
            <Datasets rows={body.data.freshness} />
            <Later>
              <h2>Providers</h2>
              <Providers providers={body.data.providers} />
              <h2>Rows refused</h2>
              <Rejects rejects={body.data.rejects} />
              <h2>Pipelines</h2>
              <Pipelines lines={body.data.pipeline} />
            </Later>
          </Later>
        </>
      )}
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  render(<Status />, place);
}
