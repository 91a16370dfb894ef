// The calls themselves, newest first: narrowed by kind, and more of them on request.
import { useRef, useState } from "preact/hooks";
import type { RecordData, RecordItem } from "../../../schema/object/record.ts";
import { ask } from "../kit/ask.ts";
import { Chip, verdictChip } from "../kit/chip.tsx";
import { change, fixed, instant, words } from "../kit/format.ts";
import { Wide } from "../kit/wide.tsx";

const RESULTS = {
  right: ["good", "✓"],
  wrong: ["bad", "✕"],
  push: ["calm", "="],
  not_scored: ["calm", "–"],
  pending: ["calm", "…"],
  unassessed: ["calm", "?"],
} as const;

function Outcome({ one }: { readonly one: RecordItem["outcomes"]["1h"] }) {
  const [tone, sign] = RESULTS[one.result];
  return (
    <>
      <Chip tone={tone} sign={sign} text={one.result === "unassessed" ? "not measured" : words(one.result)} />
      {one.return_pct !== null && <span class="figure soft"> {change(one.return_pct)} %</span>}
    </>
  );
}

function Said({ item }: { readonly item: RecordItem }) {
  if (item.verdict !== null) return verdictChip(item.verdict);
  return (
    <>
      {item.direction ?? "–"}
      {item.severity !== null && `, severity ${item.severity}`}
    </>
  );
}

function Row({ item }: { readonly item: RecordItem }) {
  return (
    <tr>
      <td class="when">{instant(item.issued_at).slice(0, 16)}</td>
      <td>
        {words(item.kind)}
        {item.subkind !== null && `, ${words(item.subkind)}`}
      </td>
      <td>
        <a href={`/token/${encodeURIComponent(item.token)}`}>{item.token}</a>
      </td>
      <td>
        <Said item={item} />
      </td>
      <td class="figure">{fixed(item.confidence, 2)}</td>
      {(["1h", "24h", "7d"] as const).map((horizon) => (
        <td key={horizon}>
          <Outcome one={item.outcomes[horizon]} />
        </td>
      ))}
      <td>{item.verify_url === null ? <span class="soft">none</span> : <a href={`/proof/${item.id}`}>proof</a>}</td>
    </tr>
  );
}

type Wanted = { readonly kind: string; readonly token: string };
type More = { readonly items: readonly RecordItem[]; readonly cursor: string | null; readonly fault: string | null };
const HEADS = [
  ...["Issued, UTC", "Kind", "Token", "Said", "Probability"],
  ...["After 1 h", "After 24 h", "After 7 d", "Proof"],
];
const KINDS = ["evaluation", "signal", "brief"];

export function Calls({ data }: { readonly data: RecordData }) {
  const [wanted, setWanted] = useState<Wanted>({ kind: "", token: "" });
  const [more, setMore] = useState<More | null>(null);
  const { items, cursor, fault } = more ?? { items: data.items, cursor: data.next_cursor, fault: null };
  const turn = useRef(0);
  const [isRunning, setRunning] = useState(false);
  const load = async ({ kind, token }: Wanted, after: string | null) => {
    const path = token === "" ? "/v1/record" : `/v1/record/${encodeURIComponent(token)}`;
    const query = [kind && `kind=${kind}`, after !== null && `cursor=${encodeURIComponent(after)}`, "limit=100"]
      .filter(Boolean)
      .join("&");
    turn.current += 1;
    const own = turn.current;
    setRunning(true);
    const outcome = await ask<RecordData>(`${path}?${query}`);
    // Something else was asked for meanwhile.
    if (own !== turn.current) return;
    setRunning(false);
    if (outcome.kind === "answer") {
      const { items: next, next_cursor: following } = outcome.answer.body.data;
      setMore({ items: after === null ? next : [...items, ...next], cursor: following, fault: null });
    } else {
      const why =
        outcome.kind === "problem" ? `${outcome.problem.title}. ${outcome.problem.detail}` : "No answer came.";
      setMore({ items: after === null ? [] : items, cursor: after === null ? null : cursor, fault: why });
    }
  };
  const choose = (next: Wanted) => {
    setWanted(next);
    if (next.kind === "" && next.token === "") {
      turn.current += 1;
      setRunning(false);
      setMore(null);
    } else void load(next, null);
  };
  return (
    <>
      <div class="filters">
        <label class="field">
          <span>Kind</span>
          <select value={wanted.kind} onChange={(event) => choose({ ...wanted, kind: event.currentTarget.value })}>
            <option value="">any</option>
            {KINDS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Token</span>
          <input
            type="search"
            value={wanted.token}
            maxLength={100}
            placeholder="any"
            autocomplete="off"
            spellcheck={false}
            onChange={(event) => choose({ ...wanted, token: event.currentTarget.value.trim() })}
          />
        </label>
      </div>
      <p class="soft" role="status">
        {isRunning && "Asking for calls …"}
      </p>
      {fault !== null && (
        <p class="notice warn">
          <span role="status">{fault}</span>
        </p>
      )}
      <Wide label="Calls">
        <table>
          <thead>
            <tr>
              {HEADS.map((one) => (
                <th key={one} scope="col" class={one === "Probability" ? "figure" : ""}>
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Row key={`${item.kind} ${item.id}`} item={item} />
            ))}
          </tbody>
        </table>
      </Wide>
      {items.length === 0 && fault === null && (
        <p class="soft below">{more === null ? "No call was issued yet." : "No call fits."}</p>
      )}
      {cursor !== null && (
        <p class="buttons">
          <button type="button" aria-disabled={isRunning} onClick={() => !isRunning && void load(wanted, cursor)}>
            Older calls
          </button>
        </p>
      )}
    </>
  );
}
