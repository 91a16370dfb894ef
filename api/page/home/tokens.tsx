// The tokens: sorted by any column, narrowed by what is asked of them, and searched among all coins that are listed.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TokenItem } from "../../../schema/object/token-list.ts";
import type { Envelope } from "../kit/ask.ts";
import { counted, plain, span, timeOfDay } from "../kit/format.ts";
import { type Live, useLive, useNow } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { type Sort, sorted, Table } from "../kit/table.tsx";
import { addressOf, readAddress, VERDICTS, type Wanted } from "./address.ts";
import { tokenColumns } from "./column.tsx";
import { useMoved } from "./moved.ts";

export type TokenListData = {
  readonly universe: "tracked" | "search";
  readonly query: string | null;
  readonly total: number;
  readonly count: number;
  readonly tokens: readonly TokenItem[];
};
const FOUND_MAX = 50;
const PAUSE_MS = 250;
const SEARCH_MS = 15_000;

const fits =
  ({ verdict, hasSignals, category }: Wanted) =>
  (row: TokenItem): boolean =>
    (verdict === "" || row.verdict === verdict) &&
    (!hasSignals || row.open_signals.length > 0) &&
    (category === "" || row.categories.includes(category));

/** What is typed, once the typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), text === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, textarea, dialog") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <label class="field grow">
      <span>
        Search all coins <kbd>/</kbd>
      </span>
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={100}
        placeholder="Name, symbol or contract"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

type FiltersProps = {
  readonly wanted: Wanted;
  readonly onWanted: (wanted: Wanted) => void;
  readonly categories: readonly string[];
};

const Filters = ({ wanted, onWanted, categories }: FiltersProps) => (
  <>
    <label class="field">
      <span>Verdict</span>
      <select value={wanted.verdict} onChange={(event) => onWanted({ ...wanted, verdict: event.currentTarget.value })}>
        <option value="">any</option>
        {VERDICTS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
    <label class="field named">
      <span>Category</span>
      <select
        value={wanted.category}
        onChange={(event) => onWanted({ ...wanted, category: event.currentTarget.value })}
      >
        <option value="">any</option>
        {categories.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
    <label class="field tick">
      <input
        type="checkbox"
        checked={wanted.hasSignals}
        onChange={(event) => onWanted({ ...wanted, hasSignals: event.currentTarget.checked })}
      />
      <span>With open signals</span>
    </label>
  </>
);

type CaptionProps = { readonly body: Envelope<TokenListData>; readonly shown: number };

function Caption({ body, shown }: CaptionProps) {
  const at = useNow();
  const { universe, total, count } = body.data;
  const all = universe === "search" ? `${counted(total, "coin")} found` : counted(total, "token");
  const some =
    shown < count ? `${plain(shown)} of ${all}` : count < total ? `the first ${plain(count)} of ${all}` : all;
  const time = timeOfDay(Date.parse(body.as_of));
  return (
    <>
      {some}, as of{" "}
      <time dateTime={body.as_of}>
        {time} UTC, {span(at - Date.parse(body.as_of))} ago
      </time>
      . A figure opens its sources: click it, or walk with the arrow keys and press Enter.
    </>
  );
}

export function Tokens({ live }: { readonly live: Live<TokenListData> }) {
  const [first] = useState(() => readAddress(location.search));
  const [text, setText] = useState(first.text);
  const [chosen, setWanted] = useState(first.wanted);
  const [sort, setSort] = useState<Sort | null>(first.sort);
  const query = useSettled(text);
  // At once: who leaves right after a change comes back to it.
  useLayoutEffect(() => {
    const address = addressOf({ text: query, wanted: chosen, sort });
    if (address !== location.search) history.replaceState(null, "", `${location.pathname}${address}${location.hash}`);
  }, [query, chosen, sort]);
  const found = useLive<TokenListData>(
    query === "" ? null : `/v1/tokens?limit=${FOUND_MAX}&q=${encodeURIComponent(query)}`,
    SEARCH_MS,
  );
  const source = query === "" ? live : found;
  const body = source.answer?.body;
  const columns = useMemo(() => tokenColumns({ asOf: body?.as_of ?? "", sources: body?.sources ?? [] }), [body]);
  const moved = useMoved(query === "" ? body?.data.tokens : undefined);
  const categories = useMemo(
    () => [...new Set(live.answer?.body.data.tokens.flatMap((row) => row.categories))].sort(),
    [live.answer],
  );
  // Of an address that names a category which no token has.
  const isKnown = categories.length === 0 || categories.includes(chosen.category);
  const wanted = useMemo(() => (isKnown ? chosen : { ...chosen, category: "" }), [chosen, isKnown]);
  const rows = useMemo(
    () => sorted((body?.data.tokens ?? []).filter(fits(wanted)), columns, sort),
    [body, wanted, columns, sort],
  );
  return (
    <section class="tokens" aria-label="Tokens">
      <search class="filters">
        <SearchField text={text} onText={setText} />
        <Filters wanted={wanted} onWanted={setWanted} categories={categories} />
      </search>
      <Standing live={source} what="numbers" />
      {body === undefined ? (
        <p class="waiting line">{query === "" ? "Waiting for the first numbers …" : "Searching …"}</p>
      ) : (
        <div class="wide">
          <Table
            caption={<Caption body={body} shown={rows.length} />}
            columns={columns}
            rows={rows}
            keyOf={(row) => row.id}
            sort={sort}
            onSort={setSort}
            moved={moved}
            empty={query === "" ? "No token fits. Ask for less." : `No coin is called ${JSON.stringify(query)}.`}
          />
        </div>
      )}
    </section>
  );
}
