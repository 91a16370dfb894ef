// The columns of the tokens' table: what each shows, sorts by, and opens.
import type { TokenItem } from "../../../schema/object/token-list.ts";
import type { Source } from "../../../schema/shape/source.ts";
import { SignalChip, verdictChip } from "../kit/chip.tsx";
import { now } from "../kit/clock.ts";
import type { Detail } from "../kit/detail.tsx";
import { aligned, change, instant, price, span } from "../kit/format.ts";
import { isPartlyJudged } from "../kit/judged.ts";
import type { Column } from "../kit/table.tsx";
import { isMeasured, Unmeasured, whyMissing } from "../kit/value.tsx";

type NumberOf = (row: TokenItem) => number | "unassessed";
/** What an answer says of all its rows. */
type Behind = { readonly asOf: string; readonly sources: readonly Source[] };

const SHARED = "These are the calls behind the whole list; the token's state says which of them a number came from.";

const figureText = (value: number | "unassessed", show: (value: number) => string, unit: string): string | null =>
  isMeasured(value) ? `${show(value)}${unit === "" ? "" : ` ${unit}`}` : null;

type FigureOptions = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly of: NumberOf;
  readonly show: (value: number) => string;
};

function figure(behind: Behind, { id, label, unit, of, show }: FigureOptions): Column<TokenItem> {
  const isChange = show === change;
  return {
    id,
    label,
    unit,
    kind: "figure",
    by: (row) => {
      const value = of(row);
      return isMeasured(value) ? value : null;
    },
    isGap: (row) => !isMeasured(of(row)),
    cell: (row) => {
      const value = of(row);
      if (!isMeasured(value)) return <Unmeasured />;
      if (!isChange || value === 0) return show(value);
      return <span class={value > 0 ? "rose" : "fell"}>{show(value)}</span>;
    },
    detail: (row): Detail => {
      const value = figureText(of(row), show, unit);
      const isServed = value !== null;
      const exact = isServed ? [`Exactly ${of(row)} ${unit}.`, SHARED] : whyMissing(row.unassessed, `/${id}`);
      return {
        title: `${row.name}: ${label}`,
        value,
        ...(isServed ? { asOf: behind.asOf } : {}),
        notes: exact,
        sources: isServed ? behind.sources : [],
        whole: "the whole list",
        section: "market",
      };
    },
  };
}

const VERDICTS = ["avoid", "caution", "proceed"];

function Verdict({ row }: { readonly row: TokenItem }) {
  if (row.verdict === null) return <span class="soft brief-word">{row.tracked ? "none yet" : "not tracked"}</span>;
  if (!isMeasured(row.verdict)) return <Unmeasured />;
  return verdictChip(row.verdict);
}

const PARTLY = "Of some kinds only: the others could not be judged, and the token's state says which and why.";

function Signals({ row }: { readonly row: TokenItem }) {
  const [first] = row.open_signals;
  if (!isMeasured(row.open_signals_count)) return <Unmeasured />;
  if (first === undefined) return <span class="soft">{isPartlyJudged(row) ? "none known" : "none"}</span>;
  const more = row.open_signals_count - 1;
  return (
    <>
      <SignalChip {...first} />
      {more > 0 && <span class="soft"> and {more} more</span>}
    </>
  );
}

/** Only addresses that a browser may follow without harm become links. */
const isWeb = (url: string): boolean => /^https?:\/\//.test(url);

function Headline({ row }: { readonly row: TokenItem }) {
  const { latest_headline: told } = row;
  if (told === null) return <span class="soft">none</span>;
  const age = `${span(now() - Date.parse(told.at))} ago`;
  const text = <bdi>{told.text}</bdi>;
  return (
    <span class="headline">
      {told.kind === "news" && isWeb(told.url) ? (
        <a href={told.url} rel="noopener noreferrer nofollow" target="_blank" tabIndex={-1}>
          {text}
        </a>
      ) : (
        text
      )}{" "}
      <span class="soft">
        {told.kind === "brief" ? "brief" : told.source}, {age}
      </span>
    </span>
  );
}

function headlineDetail({ name, latest_headline: told }: TokenItem, { sources }: Behind): Detail | null {
  if (told === null) return null;
  const kind = told.kind === "brief" ? "A brief of this service" : `A headline of ${told.source}`;
  return {
    title: `${name}: newest headline`,
    value: told.text,
    asOf: told.at,
    notes: [`${kind}; text from outside is data.`],
    sources,
  };
}

const signalDetail = (row: TokenItem, { asOf, sources }: Behind): Detail => ({
  title: `${row.name}: open signals`,
  value: isMeasured(row.open_signals_count) ? String(row.open_signals_count) : null,
  asOf,
  notes: isMeasured(row.open_signals_count)
    ? [
        ...row.open_signals.map(
          (one) =>
            `${one.kind.replaceAll("_", " ")}: ${one.direction}, severity ${one.severity} of 3, since ${instant(one.at)} UTC.`,
        ),
        ...(isPartlyJudged(row) ? [PARTLY] : []),
      ]
    : whyMissing(row.unassessed, "/open_signals_count"),
  sources,
  whole: "the whole list",
  section: "signals",
});

const STALE = "The last verdict has run out, and none has been issued since.";
function verdictDetail(row: TokenItem, { asOf, sources }: Behind): Detail {
  const said = row.verdict !== null && isMeasured(row.verdict) ? row.verdict : null;
  const why =
    row.verdict === null
      ? [row.tracked ? "No verdict was issued for it yet." : "It is not tracked in depth, so none is issued for it."]
      : said === null
        ? [STALE]
        : ["By the published rules; GET /v1/evaluate/{token} has its reasons and proof."];
  return {
    title: `${row.name}: verdict`,
    value: row.verdict === null ? (row.tracked ? "none yet" : "not tracked") : said,
    asOf,
    notes: why,
    sources: said === null ? [] : sources,
  };
}

/** On a narrow screen the verdict stands before the numbers, which scroll. */
const NARROW_PX = 640;

export function tokenColumns(behind: Behind): readonly Column<TokenItem>[] {
  const all = allColumns(behind);
  if (innerWidth >= NARROW_PX) return all;
  const [lead, verdict] = [all.slice(0, 2), all.filter(({ id }) => id === "verdict")];
  return [...lead, ...verdict, ...all.slice(2).filter(({ id }) => id !== "verdict")];
}

/** All columns, over what stands behind the rows. */
function allColumns(behind: Behind): readonly Column<TokenItem>[] {
  const of = (id: string, label: string, unit: string, value: NumberOf, show: (value: number) => string) =>
    figure(behind, { id, label, unit, of: value, show });
  return [
    of("rank", "Rank", "", (row) => row.rank, String),
    {
      id: "name",
      label: "Token",
      kind: "text",
      by: (row) => row.name.toLowerCase(),
      cell: (row) => (
        <span class="coin">
          <a href={`/token/${encodeURIComponent(row.id)}`} tabIndex={-1}>
            <bdi class="name">{row.name}</bdi>
          </a>{" "}
          <bdi class="soft">{row.symbol}</bdi>
        </span>
      ),
    },
    of("price_usd", "Price", "USD", (row) => row.price_usd, price),
    of("change_1h_pct", "1 h", "%", (row) => row.change_1h_pct, change),
    of("change_24h_pct", "24 h", "%", (row) => row.change_24h_pct, change),
    of("change_7d_pct", "7 d", "%", (row) => row.change_7d_pct, change),
    of("market_cap_usd", "Cap", "USD", (row) => row.market_cap_usd, aligned),
    of("volume_24h_usd", "24 h volume", "USD", (row) => row.volume_24h_usd, aligned),
    {
      id: "verdict",
      label: "Verdict",
      kind: "text",
      by: (row) => (row.verdict === null || !isMeasured(row.verdict) ? null : VERDICTS.indexOf(row.verdict)),
      isGap: (row) => row.verdict !== null && !isMeasured(row.verdict),
      cell: (row) => <Verdict row={row} />,
      detail: (row) => verdictDetail(row, behind),
    },
    {
      id: "open_signals",
      label: "Open signals",
      kind: "text",
      by: (row) => (isMeasured(row.open_signals_count) ? -row.open_signals_count : null),
      isGap: (row) => !isMeasured(row.open_signals_count),
      cell: (row) => <Signals row={row} />,
      detail: (row) => signalDetail(row, behind),
    },
    {
      id: "latest_headline",
      label: "Newest headline",
      kind: "text",
      by: (row) => (row.latest_headline === null ? null : -Date.parse(row.latest_headline.at)),
      cell: (row) => <Headline row={row} />,
      detail: (row) => headlineDetail(row, behind),
    },
  ];
}

/** Columns whose figures tint when they change. */
export const MOVING: readonly (readonly [id: string, of: NumberOf])[] = [
  ["price_usd", (row) => row.price_usd],
  ["change_1h_pct", (row) => row.change_1h_pct],
  ["change_24h_pct", (row) => row.change_24h_pct],
  ["change_7d_pct", (row) => row.change_7d_pct],
  ["market_cap_usd", (row) => row.market_cap_usd],
  ["volume_24h_usd", (row) => row.volume_24h_usd],
];
