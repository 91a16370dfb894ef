// The page /token/{id} in the browser.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import type { BriefData } from "../../../schema/object/brief.ts";
import type { EvaluationData } from "../../../schema/object/evaluation.ts";
import type { TokenItem } from "../../../schema/object/token-list.ts";
import type { Envelope } from "../kit/ask.ts";
import { DetailHost } from "../kit/detail.tsx";
import { change, price, short, span } from "../kit/format.ts";
import { Later } from "../kit/later.tsx";
import { isAsking, type Live, useLive, useNow } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { Figure, isMeasured, Value, whyMissing } from "../kit/value.tsx";
import { BriefPart } from "./brief.tsx";
import { Past } from "./past.tsx";
import { State } from "./sections.tsx";
import { Signals } from "./signals.tsx";
import { Verdict } from "./verdict.tsx";

const ROW_MS = 8_000;
const SLOW_MS = 60_000;

type ListData = { readonly tokens: readonly TokenItem[] };

const FIGURES = [
  ["Price", "USD", "price_usd", price],
  ["1 h", "%", "change_1h_pct", change],
  ["24 h", "%", "change_24h_pct", change],
  ["7 d", "%", "change_7d_pct", change],
  ["Market cap", "USD", "market_cap_usd", short],
  ["24 h volume", "USD", "volume_24h_usd", short],
] as const;

function Row({ row, body }: { readonly row: TokenItem; readonly body: Envelope<ListData> }) {
  const at = useNow();
  return (
    <>
      <dl class="stats">
        {FIGURES.map(([label, unit, member, show]) => {
          const value = row[member];
          const text = isMeasured(value) ? `${show(value)} ${unit}` : null;
          const detail = {
            title: label,
            value: text,
            asOf: body.as_of,
            notes: text === null ? whyMissing(row.unassessed, `/${member}`) : [`Exactly ${value} ${unit}.`],
            sources: body.sources,
            whole: "all that the search for it found",
            section: "market",
          };
          return (
            <Figure key={member} label={label}>
              <Value detail={detail}>{text}</Value>
            </Figure>
          );
        })}
      </dl>
      <p class="soft">
        As of <time dateTime={body.as_of}>{span(at - Date.parse(body.as_of))} ago</time>. Rank{" "}
        {isMeasured(row.rank) ? row.rank : "not measured"}. {row.categories.join(", ")}
      </p>
    </>
  );
}

/** As large as what will stand there. */
const Waiting = () => (
  <>
    <dl class="stats waiting">
      {FIGURES.map(([label]) => (
        <Figure key={label} label={label}>
          <span aria-hidden="true">…</span>
        </Figure>
      ))}
    </dl>
    <p class="soft">Asking for the numbers …</p>
  </>
);

function Now({ live, id }: { readonly live: Live<ListData>; readonly id: string }) {
  const body = live.answer?.body;
  const row = body?.data.tokens.find((one) => one.id === id);
  return (
    <>
      <Standing live={live} what="numbers" />
      {body !== undefined && row !== undefined && <Row row={row} body={body} />}
      {isAsking(live) && <Waiting />}
    </>
  );
}

/** Longer than any symbol: only a contract is. */
const CONTRACT_MIN = 32;

/** Whether a coin that was found is the one that was asked for, and not one that is called something like it. */
const isAsked = ({ id, symbol }: TokenItem, asked: string): boolean =>
  id === asked || symbol.toLowerCase() === asked.toLowerCase() || asked.length >= CONTRACT_MIN;

function Token({ asked }: { readonly asked: string }) {
  const verdict = useLive<EvaluationData>(`/v1/evaluate/${encodeURIComponent(asked)}`, SLOW_MS);
  // A symbol or an address is read as the verdict reads it.
  const found = useLive<ListData>(`/v1/tokens?limit=10&q=${encodeURIComponent(asked)}`, ROW_MS);
  const named = found.answer?.body.data.tokens;
  const id = verdict.answer?.body.data.token.id ?? named?.find((one) => isAsked(one, asked))?.id ?? asked;
  const row = named?.find((one) => one.id === id);
  const isTracked = row === undefined ? verdict.answer !== null : row.tracked;
  // What stands below the verdict waits for it, or for the word that there is none.
  const isJudged = verdict.answer !== null || verdict.problem !== null || verdict.silentSince !== null;
  // The numbers above it take as many lines as they need: it stands where it stays.
  const isPlaced = !isAsking(found);
  const brief = useLive<BriefData>(isTracked ? `/v1/explain/${encodeURIComponent(id)}` : null, SLOW_MS);
  const none = found.answer !== null ? "No such coin" : asked;
  const name = row === undefined ? none : `${row.name} (${row.symbol})`;
  useEffect(() => {
    document.title = `${name} · Assay`;
    const head = document.querySelector("h1");
    if (head) head.textContent = name;
  }, [name]);
  if (found.answer !== null && row === undefined) {
    return (
      <>
        <p class="notice warn">
          No coin is called {JSON.stringify(asked)}. <a href={`/?q=${encodeURIComponent(asked)}`}>Search all coins</a>.
        </p>
        {named !== undefined && named.length > 0 && (
          <>
            <p>Close to it are:</p>
            <ul class="statements">
              {named.map((one) => (
                <li key={one.id}>
                  <a href={`/token/${encodeURIComponent(one.id)}`}>
                    <bdi>{one.name}</bdi>
                  </a>{" "}
                  <bdi class="soft">{one.symbol}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    );
  }
  return (
    <>
      <Now live={found} id={id} />
      {row !== undefined && !isTracked && (
        <p class="notice warn">This coin is not tracked in depth: of it only identity and rank are known.</p>
      )}
      {isTracked && isPlaced && (
        <>
          <Verdict live={verdict} />
          {isJudged && (
            <Later>
              <BriefPart live={brief} />
              {!isAsking(brief) && (
                <>
                  {row !== undefined && <Signals row={row} />}
                  <Past id={id} />
                  <State id={id} />
                </>
              )}
            </Later>
          )}
        </>
      )}
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  const [, , asked = ""] = location.pathname.split("/");
  render(
    <>
      <Token asked={decodeURIComponent(asked)} />
      <DetailHost />
    </>,
    place,
  );
}
