// Everything measured of a token, section by section, on request: it costs a call.

import type { Missing } from "../../../schema/shape/section-base.ts";
import type { Source } from "../../../schema/shape/source.ts";
import type { Answer } from "../kit/ask.ts";
import { type Detail, showDetail } from "../kit/detail.tsx";
import { instant, words } from "../kit/format.ts";
import { PaidButton, usePaid } from "../kit/paid.tsx";
import { Unmeasured } from "../kit/value.tsx";
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
/** What is in lists is shown as so many rows of the table at most. */
const ROWS_MAX = 80;

/** Members and their members, by path. */
function rowsOf(value: unknown, path: string, name: string): Row[] {
  if (typeof value !== "object" || value === null) return [{ path, name, value }];
  const inner = Object.entries(value).filter(([key]) => path !== "" || !BASE.includes(key));
  if (inner.length === 0) return path === "" ? [] : [{ path, name, value: "none" }];
  return inner.flatMap(([key, one]) => rowsOf(one, `${path}/${key}`, /^\d+$/.test(key) ? name : key));
}

const missingAt = (list: readonly Missing[] | undefined, path: string): Missing | undefined =>
  list?.find((one) => one.path === path || path.startsWith(`${one.path}/`));

function detailOf(section: Section, row: Row, sources: readonly Source[]): Detail {
  const gap = missingAt(section.unassessed, row.path);
  const part = missingAt(section.partial, row.path);
  const why = [gap, part].flatMap((one) => (one ? [`${words(one.reason)}. ${one.detail ?? ""}`] : []));
  return {
    title: words(row.path.slice(1).replaceAll("/", ", ")),
    value: row.value === "unassessed" ? null : shownAs(row.name, row.value),
    asOf: section.as_of,
    notes: why,
    sources: sources.filter(({ id = "" }) => section.sources.includes(id)),
  };
}

function SectionTable({
  name,
  section,
  sources,
}: {
  readonly name: string;
  readonly section: Section;
  readonly sources: readonly Source[];
}) {
  const rows = rowsOf(section, "", "");
  const { assessed, expected } = section.coverage;
  return (
    <details class="section">
      <summary>
        {words(name)}{" "}
        <span class="soft">
          {assessed} of {expected} measured, as of {instant(section.as_of)} UTC
        </span>
      </summary>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_MAX).map((row) => (
              <tr key={row.path}>
                <th scope="row" class="member">
                  {words(row.path.slice(1).replaceAll("/", ", "))}
                </th>
                <td class={row.value === "unassessed" ? "gap" : ""}>
                  <button
                    type="button"
                    class="value figure"
                    aria-haspopup="dialog"
                    onClick={() => showDetail(detailOf(section, row, sources))}
                  >
                    {row.value === "unassessed" ? <Unmeasured /> : <bdi>{shownAs(row.name, row.value)}</bdi>}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_MAX && (
        <p class="soft">And {rows.length - ROWS_MAX} more rows of its lists, in the answer of the API.</p>
      )}
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
