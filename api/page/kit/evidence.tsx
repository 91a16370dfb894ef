// A sentence of an answer with its evidence beside it: the numbers that it rests on, and where they were read.
import { EVIDENCE_STATED } from "../../../schema/evidence/stated.ts";
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import type { Source } from "../../../schema/shape/source.ts";
import { showDetail } from "./detail.tsx";
import { counted, words } from "./format.ts";
import { Gap, whyMissing } from "./value.tsx";
import { shownAs, spelt } from "./wire.ts";

function Evidence({ item, sources }: { readonly item: EvidenceItem; readonly sources: readonly Source[] }) {
  const readOf: readonly string[] = Object.entries(EVIDENCE_STATED).find(([kind]) => kind === item.kind)?.[1] ?? [];
  const plainOnes = Object.entries(item.data).filter(([, value]) => typeof value !== "object" || value === null);
  return (
    <div class="evidence">
      <p>
        <strong>{item.id}</strong> {item.summary}
      </p>
      <dl class="members">
        {plainOnes.map(([name, value]) => (
          <div key={name}>
            <dt>{spelt(name)}</dt>
            <dd class="figure">
              {value === "unassessed" ? (
                <Gap title={`${item.id}: ${words(name)}`} notes={whyMissing(item.unassessed, `/${name}`)} />
              ) : (
                shownAs(name, value)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        class="cite"
        aria-haspopup="dialog"
        onClick={() =>
          showDetail({
            title: `${item.id}: ${words(item.kind)}`,
            value: item.summary,
            readOf,
            notes: item.unassessed.map(
              ({ path, reason, detail = "" }) => `${path} was not measured: ${words(reason)}. ${detail}`,
            ),
            sources: sources.filter(({ id = "" }) => item.source_ids.includes(id)),
          })
        }
      >
        {counted(item.source_ids.length, "source")}
      </button>
    </div>
  );
}

type StatementProps = {
  readonly text: string;
  /** Ids of what it rests on. */
  readonly evidence: readonly string[];
  /** All evidence of the answer, and its sources. */
  readonly items: readonly EvidenceItem[];
  readonly sources: readonly Source[];
};

/** A sentence that opens what it rests on. */
export function Statement({ text, evidence, items, sources }: StatementProps) {
  const found = items.filter(({ id }) => evidence.includes(id));
  if (found.length === 0) {
    return (
      <li>
        <bdi>{text}</bdi>
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary>
          <bdi>{text}</bdi> <span class="soft">{evidence.join(", ")}</span>
        </summary>
        {found.map((item) => (
          <Evidence key={item.id} item={item} sources={sources} />
        ))}
      </details>
    </li>
  );
}
