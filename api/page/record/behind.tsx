// A number of the record that opens the SQL it is counted by, with the parameters and the row that are its own.
import type { ComponentChildren } from "preact";
import type { RecordRow } from "../../../schema/object/record.ts";
import { askText } from "../kit/ask.ts";
import { showDetail } from "../kit/detail.tsx";
import { fixed, plain, words } from "../kit/format.ts";

const METHOD = "/record/method";
/** Statements of the method, by what they count. */
const STATEMENTS = { issued: 1, scorecard: 2, risk: 3, outcome: 4 } as const;
export type Statement = keyof typeof STATEMENTS;

let fetched: Promise<string | null> | null = null;

/** A statement as it stands in the method; null where nobody tells it. */
async function statementOf(which: Statement): Promise<string | null> {
  fetched ??= askText(METHOD).then((told) => {
    if (told?.isOk !== true) fetched = null;
    return told?.isOk === true ? told.text : null;
  });
  const found = (await fetched)?.split(/^(?=-- \d\. )/m).find((part) => part.startsWith(`-- ${STATEMENTS[which]}. `));
  return found?.trim() ?? null;
}

export type About = {
  readonly title: string;
  readonly value: string;
  readonly statement: Statement;
  /** Which row and column of its answer this is, and what is to be known about it. */
  readonly notes: readonly string[];
};

async function open({ title, value, statement, notes }: About): Promise<void> {
  const sql = await statementOf(statement);
  const missing = sql === null ? [`The statement could not be fetched; it stands at ${METHOD}.`] : [];
  showDetail({
    title,
    value,
    notes: [...notes, ...missing],
    sources: [],
    ...(sql === null ? {} : { code: { title: "Counted by", text: sql } }),
  });
}

/** `about` is written when it is opened: a page has hundreds of numbers. */
type BehindProps = { readonly about: () => About; readonly children: ComponentChildren };

export const Behind = ({ about, children }: BehindProps) => (
  <button type="button" class="value figure" aria-haspopup="dialog" onClick={() => void open(about())}>
    {children}
  </button>
);

/** What a row of the scorecard is called. */
export const nameOf = ({ kind, subkind, severity }: Pick<RecordRow, "kind" | "subkind" | "severity">): string =>
  `${words(kind)}${subkind === null ? "" : `, ${words(subkind)}`}${severity === null ? "" : `, severity ${severity}`}`;

/** 24 h, as a horizon is written everywhere. */
export const spaced = (horizon: string): string => horizon.replace(/(?<=\d)(?=[hd]$)/, " ");

const HOURS = { "1h": 1, "24h": 24, "7d": 168 } as const;
const PARAMETERS = "Parameters: since = 0 (all of it), token = '' (all tokens).";

/** What a rate is of: what is neither right nor wrong is settled, and in no rate. */
const splitOf = ({ n, right, wrong, push, not_scored: none }: RecordRow): string =>
  `Of ${plain(n)} settled: ${plain(right)} right, ${plain(wrong)} wrong; in no rate are ${plain(push)} that stayed within the noise band and ${plain(none)} that are neither by their nature.`;

/** Where a member of a row stands in the answer of its statement. */
export function aboutRow(row: RecordRow, member: keyof RecordRow, title: string, value: string): About {
  const tab = row.severity !== null ? "severity" : row.subkind !== null ? "kind" : "summary";
  const place = `tab = '${tab}', kind = '${row.kind}', subkind = '${row.subkind ?? ""}', severity = ${row.severity ?? 0}, horizon_h = ${HOURS[row.horizon]}`;
  const told = row[member];
  return {
    title: `${nameOf(row)}, ${spaced(row.horizon)}: ${title}`,
    value,
    statement: "scorecard",
    notes: [
      ...(typeof told === "number" ? [`Exactly ${told}.`] : []),
      ...(member === "hit_rate" || member === "base_rate" ? [splitOf(row)] : []),
      `Column ${member} of the row with ${place}.`,
      PARAMETERS,
    ],
  };
}

export const pct = (ratio: number): string => fixed(ratio * 100, 1);

type NumberProps = { readonly row: RecordRow; readonly member: keyof RecordRow; readonly title: string };

/** A count of a row. */
export function Count({ row, member, title }: NumberProps) {
  const text = plain(Number(row[member]));
  return <Behind about={() => aboutRow(row, member, title, text)}>{text}</Behind>;
}

/** A share of a row in percent, or that there is none yet. */
export function Rate({ row, member, title }: NumberProps) {
  const told = row[member];
  if (typeof told !== "number") return <span class="soft">–</span>;
  const text = pct(told);
  return <Behind about={() => aboutRow(row, member, title, `${text} %`)}>{text}</Behind>;
}
