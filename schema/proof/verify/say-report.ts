// A report as lines of text; what others wrote cannot move the cursor.
import type { Report, Step } from "./verify-proof.ts";

const LENGTH_MAX = 300;
const NAMES = 12;
const MARK: Readonly<Record<Step["state"], string>> = {
  ok: "ok ",
  "self-consistent": "~  ",
  "not checked": "-- ",
  "not proven": "?? ",
};

/** Printable, on one line, bounded. */
const shown = (text: string): string =>
  text
    .slice(0, LENGTH_MAX)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);

const line = (name: string, text: string): string => `${name.padEnd(NAMES)}${shown(text)}`;

function verdictLine({ verdict, reasons }: Report): string {
  const why = reasons.join("; ");
  if (verdict === "verified") return "VERIFIED";
  if (verdict === "false") return `FALSE: ${why}`;
  return verdict === "self-consistent" ? `SELF-CONSISTENT, NOT VERIFIED: ${why}` : `NOT PROVEN: ${why}`;
}

/** The last line is the verdict. */
export function sayReport(report: Report): readonly string[] {
  const { subject, steps, notChecked } = report;
  const lines = steps.map(({ name, state, text }) => line(name, `${MARK[state]} ${text}`));
  if (subject !== null) {
    const { kind, id, token, verdict, as_of: asOf } = subject;
    lines.unshift(line("object", `${kind} ${id}, token ${token ?? "–"}, verdict ${verdict ?? "–"}, as of ${asOf}`));
  }
  const named = notChecked.map((path) => `${" ".repeat(NAMES)}    ${shown(path)}`);
  if (named.length > 0) lines.push("not checked", ...named);
  return [...lines, shown(verdictLine(report))];
}
