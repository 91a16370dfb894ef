// One line of health: is it alive, is all of it in time, and what is worst?
import type { StatusData } from "../../../schema/object/status.ts";
import { Chip, standingChip } from "../kit/chip.tsx";
import { fixed, plain, span, timeOfDay, words } from "../kit/format.ts";
import { isAsking, useLive, useNow } from "../kit/live.ts";
import { isFirst, Standing } from "../kit/standing.tsx";
import { isMeasured } from "../kit/value.tsx";

const STATUS_MS = 30_000;
const SAID: Readonly<Record<StatusData["status"], string>> = {
  ok: "Prices are in time",
  degraded: "Working, with parts behind",
  down: "No fresh prices",
};

type Row = StatusData["freshness"][number];
const isLate = (row: Row): boolean => row.tokens_fresh < row.tokens_expected;

/** The dataset that is furthest behind its promise, by the share of tokens and then by age. */
function worstOf(rows: readonly Row[]): Row | null {
  const behind = (row: Row) => (row.tokens_expected - row.tokens_fresh) / Math.max(1, row.tokens_expected);
  const ageOf = (row: Row) => (isMeasured(row.age_p95_s) ? row.age_p95_s / row.slo_s : 0);
  const [worst] = [...rows].sort((a, b) => behind(b) - behind(a) || ageOf(b) - ageOf(a));
  return worst ?? null;
}

function worstText(row: Row): string {
  const { age_p95_s: ageS, slo_s: promiseS } = row;
  // Late by less than what is shown of it.
  const isClose = isMeasured(ageS) && ageS > promiseS && span(ageS * 1_000) === span(promiseS * 1_000);
  const show = (s: number) => (isClose ? `${plain(s)} s` : span(s * 1_000));
  const age = isMeasured(ageS) ? `, ${show(ageS)} old` : ", never read";
  const promise = `promised within ${show(promiseS)}`;
  return isLate(row)
    ? `behind: ${words(row.dataset)}, ${row.tokens_fresh} of ${row.tokens_expected} fresh${age}, ${promise}`
    : `oldest: ${words(row.dataset)}${age}, ${promise}`;
}

function backfillText({ backfill }: StatusData): string | null {
  const { done_pct: done, eta_s: eta, windows_done: windows } = backfill;
  if (!isMeasured(done)) return `Fetching the past: ${windows} windows stored, still counting how many there are.`;
  if (done >= 100) return null;
  return `Fetching the past: ${fixed(done, 1)} %${isMeasured(eta) ? `, about ${span(eta * 1_000)} left` : ""}. What needs it is not measured yet.`;
}

export function Health() {
  const live = useLive<StatusData>("/v1/status", STATUS_MS);
  const at = useNow();
  const body = live.answer?.body;
  if (body === undefined) {
    // The tokens say why.
    const isNone = live.problem !== null && isFirst(live.problem);
    return (
      <section class="health" aria-label="Health">
        {!isNone && <Standing live={live} what="numbers" />}
        {isAsking(live) && (
          <>
            <p class="line">Asking how it is …</p>
            <p class="line" />
          </>
        )}
        {isNone && <p class="line soft">No report of its health yet.</p>}
      </section>
    );
  }
  const { data } = body;
  const expected = data.freshness.filter((row) => row.tokens_expected > 0);
  const fresh = expected.filter((row) => !isLate(row)).length;
  const worst = worstOf(expected);
  const answering = data.providers.filter(({ status }) => status === "ok").length;
  const past = backfillText(data);
  const isWell = data.status === "ok" && fresh === expected.length && answering === data.providers.length;
  const said = isWell ? "All is well" : SAID[data.status];
  return (
    <section class="health" aria-label="Health">
      <p class="line">
        {live.silentSince === null ? standingChip(data.status) : <Chip tone="bad" sign="✕" text="no answer" />}{" "}
        <strong>{live.silentSince === null ? said : `No answer since ${timeOfDay(live.silentSince)} UTC`}</strong>
        {live.silentSince !== null ? (
          <span>it said last: {said}</span>
        ) : (
          <>
            <span>
              {fresh} of {expected.length} datasets fresh
            </span>
            {worst !== null && <span>{worstText(worst)}</span>}
            <span>
              {answering} of {data.providers.length} providers answer
            </span>
          </>
        )}
      </p>
      <p class="line soft">
        Reported {span(at - Date.parse(body.as_of))} ago.{past !== null && ` ${past}`}
      </p>
    </section>
  );
}
