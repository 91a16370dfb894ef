// Everything measured of a token, section by section, on request: it costs a call.

import type { Missing } from "../../../schema/shape/section-base.ts";
import type { Source } from "../../../schema/shape/source.ts";
import type { Answer } from "../kit/ask.ts";
import { type Detail, showDetail } from "../kit/detail.tsx";
import { instant, plain, words } from "../kit/format.ts";
import { PaidButton, usePaid } from "../kit/paid.tsx";
import { MadeAgain } from "../kit/statement.tsx";
import { Unmeasured, whyMissing } from "../kit/value.tsx";
import { Wide } from "../kit/wide.tsx";
import { shownAs } from "../kit/wire.ts";

type Section = {
  readonly as_of: string;
  readonly sources: readonly string[];
  readonly unassessed: readonly Missing[];
  readonly partial?: readonly Missing[];
  readonly coverage: { readonly assessed: number; readonly expected: number };
} & Readonly<Record<string, unknown>>;
type StateData = Readonly<Record<string, Section>>;
type Row = { readonly path: string; readonly name: string; readonly value: unknown };

const BASE = ["as_of", "sources", "unassessed", "partial", "coverage"];
/** Of a list so many are shown. */
const ENTRIES_MAX = 40;
/** So long a value stays on a line. */
const LINE_MAX = 32;

/** Where a name says no unit, the one above it may. */
const hasUnit = (name: string): boolean => /_(usd|pct|bps|ratio|native|hours|h|s)$/.test(name);

/** Members and their members, by path. */
function rowsOf(value: unknown, path: string, name: string): Row[] {
  if (typeof value !== "object" || value === null) return [{ path, name, value }];
  const inner = Object.entries(value);
  if (inner.length === 0) return [{ path, name, value: "none" }];
  if (Array.isArray(value) && !value.some((one) => typeof one === "object")) return [{ path, name, value }];
  return inner.flatMap(([key, one]) =>
    rowsOf(one, `${path}/${key}`, (hasUnit(name) && !hasUnit(key)) || /^\d+$/.test(key) ? name : key),
  );
}

/** A list of objects: a column for each of their members, a row for each of them. */
type List = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly entries: readonly ReadonlyMap<string, Row>[];
};

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

function listOf(name: string, values: readonly unknown[]): List {
  const entries = values.map((one, at) => {
    const own = `/${name}/${at}`;
    return new Map(rowsOf(one, own, name).map((row) => [row.path.slice(own.length), row]));
  });
  return { name, entries, columns: [...new Set(entries.flatMap((entry) => [...entry.keys()]))] };
}

/** What a section holds by itself, and its lists. */
function partsOf(section: Section): { readonly rows: readonly Row[]; readonly lists: readonly List[] } {
  const members = Object.entries(section).filter(([name]) => !BASE.includes(name));
  const isList = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length > 0 && value.every(isObject);
  return {
    rows: members.flatMap(([name, value]) => (isList(value) ? [] : rowsOf(value, `/${name}`, name))),
    lists: members.flatMap(([name, value]) => (isList(value) ? [listOf(name, value)] : [])),
  };
}

/** `/depth/pct_0_5/bid_usd` as depth, 0.5 %, bid usd. */
const titleOf = (path: string): string =>
  words(
    path
      .slice(1)
      .replaceAll("/", ", ")
      .replace(/\bpct_(\d+)(?:_(\d+))?\b/g, (_, whole, part) => `${whole}${part === undefined ? "" : `.${part}`} %`),
  );

const missingAt = (list: readonly Missing[] | undefined, path: string): Missing | undefined =>
  list?.find((one) => one.path === path || path.startsWith(`${one.path}/`));

function detailOf(name: string, section: Section, row: Row, sources: readonly Source[]): Detail {
  const gap = missingAt(section.unassessed, row.path);
  const part = missingAt(section.partial, row.path);
  const why = [gap, part].flatMap((one) => (one ? whyMissing([one], one.path) : []));
  const value = row.value === "unassessed" ? null : shownAs(row.name, row.value);
  const exact = typeof row.value === "number" ? [`Exactly ${row.value}.`] : [];
  return {
    title: titleOf(row.path),
    value,
    asOf: value === null ? null : section.as_of,
    notes: [...exact, ...why],
    sources: sources.filter(({ id = "" }) => section.sources.includes(id)),
    section: name,
  };
}

/** Addresses that a browser may follow without harm. */
const addressesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === "string" && /^https:\/\/\S+$/.test(one),
  );

type Shown = { readonly name: string; readonly section: Section; readonly sources: readonly Source[] };

type CellProps = {
  readonly shown: Shown;
  readonly row: Row | undefined;
  /** Its column has figures. */
  readonly isFigure?: boolean;
};

/** Opens what is behind a member; nothing where an entry of a list has none of that name. */
function Cell({ shown: { name, section, sources }, row, isFigure = false }: CellProps) {
  if (row === undefined) return <td class={`soft${isFigure ? " figure" : ""}`}>–</td>;
  const isGap = row.value === "unassessed";
  const text = shownAs(row.name, row.value);
  return (
    <td data-path={row.path} class={`${isFigure ? "figure" : ""}${isGap ? " gap" : ""}`}>
      <button
        type="button"
        class={`value figure${text.length > LINE_MAX ? "" : " on-a-line"}`}
        aria-haspopup="dialog"
        onClick={() => showDetail(detailOf(name, section, row, sources))}
      >
        {isGap ? <Unmeasured /> : <bdi>{text}</bdi>}
      </button>
      {addressesOf(row.value).map((url) => (
        <a key={url} class="beside" href={url} rel="noopener noreferrer nofollow" target="_blank" title={url}>
          open
        </a>
      ))}
    </td>
  );
}

const Members = ({ shown, rows }: { readonly shown: Shown; readonly rows: readonly Row[] }) => (
  <Wide label={`${words(shown.name)}: members`}>
    <table>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path}>
            <th scope="row" class="member">
              {titleOf(row.path)}
            </th>
            <Cell shown={shown} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

function Entries({ shown, list: { name, columns, entries } }: { readonly shown: Shown; readonly list: List }) {
  const isFigure = (column: string) => entries.some((entry) => typeof entry.get(column)?.value === "number");
  return (
    <Wide label={`${words(shown.name)}: ${words(name)}`}>
      <table>
        <caption>
          <span>
            {words(name)}, {plain(entries.length)}
            {entries.length > ENTRIES_MAX && `, of which the first ${ENTRIES_MAX}; the API answers all`}
          </span>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={isFigure(column) ? "figure" : ""}>
                {titleOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, ENTRIES_MAX).map((entry) => (
            <tr key={[...entry.values()][0]?.path}>
              {columns.map((column) => (
                <Cell key={column} shown={shown} row={entry.get(column)} isFigure={isFigure(column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function SectionTable(shown: Shown) {
  const { name, section } = shown;
  const { rows, lists } = partsOf(section);
  const { assessed, expected } = section.coverage;
  return (
    <details class="section" data-section={name}>
      <summary>
        {words(name)}{" "}
        <span class="soft">
          {assessed} of {expected} measured, as of {instant(section.as_of)} UTC
        </span>
      </summary>
      <MadeAgain sections={[name]} />
      {rows.length > 0 && <Members shown={shown} rows={rows} />}
      {lists.map((list) => (
        <Entries key={list.name} shown={shown} list={list} />
      ))}
    </details>
  );
}

function Sections({ answer }: { readonly answer: Answer<StateData> }) {
  const { data, sources } = answer.body;
  return (
    <>
      {Object.entries(data)
        .filter(([name]) => name !== "token")
        .map(([name, section]) => (
          <SectionTable key={name} name={name} section={section} sources={sources} />
        ))}
    </>
  );
}

export function State({ id }: { readonly id: string }) {
  const paid = usePaid<StateData>(`/v1/state/${encodeURIComponent(id)}`);
  return (
    <section aria-labelledby="state">
      <h2 id="state">Everything measured</h2>
      <PaidButton paid={paid} first="Show every section" />
      {paid.answer !== null && <Sections answer={paid.answer} />}
    </section>
  );
}
