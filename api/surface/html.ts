// Reference pages for people: a title, a paragraph and tables, as plain HTML without script.

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text as HTML shows it, in an attribute too. */
export const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8886}
.wide{overflow-x:auto}code{font-size:.95em}`;

/** A cell: text as it is, what has parts as JSON, nothing for null. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return escapeText(typeof value === "object" ? JSON.stringify(value) : String(value));
}

type HtmlTable = { readonly caption: string; readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** Columns in the order in which rows first name them. */
function table({ caption, rows }: HtmlTable): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = columns.map((name) => `<th scope="col">${escapeText(name)}</th>`).join("");
  const lines = rows.map((row) => `<tr>${columns.map((name) => `<td>${cell(row[name])}</td>`).join("")}</tr>`);
  return `<h2>${escapeText(caption)}</h2>\n<div class="wide"><table><thead><tr>${head}</tr></thead>\n<tbody>${lines.join("\n")}</tbody></table></div>`;
}

/** A whole page. */
export const htmlPage = (title: string, about: string, tables: readonly HtmlTable[]): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeText(title)}</h1><p>${escapeText(about)}</p>
${tables.map(table).join("\n")}
</main></body></html>
`;
