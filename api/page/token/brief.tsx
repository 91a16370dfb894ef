// The newest brief of a token: every statement with its evidence beside it.
import type { BriefData } from "../../../schema/object/brief.ts";
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import type { Envelope } from "../kit/ask.ts";
import { Chip } from "../kit/chip.tsx";
import { showDetail } from "../kit/detail.tsx";
import { counted, fixed, instant, words } from "../kit/format.ts";
import { isAsking, type Live } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { Unmeasured } from "../kit/value.tsx";
import { shownAs } from "../kit/wire.ts";

type Body = Envelope<BriefData>;

function Evidence({ item, body }: { readonly item: EvidenceItem; readonly body: Body }) {
  const plainOnes = Object.entries(item.data).filter(([, value]) => typeof value !== "object" || value === null);
  return (
    <div class="evidence">
      <p>
        <strong>{item.id}</strong> {item.summary}
      </p>
      <dl class="members">
        {plainOnes.map(([name, value]) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd class="figure">{value === "unassessed" ? <Unmeasured /> : shownAs(name, value)}</dd>
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
            notes: item.unassessed.map(
              ({ path, reason, detail = "" }) => `${path} was not measured: ${words(reason)}. ${detail}`,
            ),
            sources: body.sources.filter(({ id = "" }) => item.source_ids.includes(id)),
          })
        }
      >
        {counted(item.source_ids.length, "source")}
      </button>
    </div>
  );
}

type StatementProps = { readonly text: string; readonly evidence: readonly string[]; readonly body: Body };

function Statement({ text, evidence, body }: StatementProps) {
  const items = body.data.evidence.filter(({ id }) => evidence.includes(id));
  return (
    <li>
      <details>
        <summary>
          <bdi>{text}</bdi> <span class="soft">{evidence.join(", ")}</span>
        </summary>
        {items.map((item) => (
          <Evidence key={item.id} item={item} body={body} />
        ))}
      </details>
    </li>
  );
}

type Listed = { readonly text: string; readonly evidence: readonly string[] };

function Statements({
  title,
  list,
  body,
}: {
  readonly title: string;
  readonly list: readonly Listed[];
  readonly body: Body;
}) {
  if (list.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="statements">
        {list.map((one) => (
          <Statement key={one.text} text={one.text} evidence={one.evidence} body={body} />
        ))}
      </ul>
    </>
  );
}

const Sentences = ({ title, list }: { readonly title: string; readonly list: readonly string[] }) =>
  list.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul class="statements">
        {list.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );

const SIGNS = { bullish: ["good", "▲"], bearish: ["bad", "▼"], neutral: ["calm", "◆"] } as const;

function Written({ body }: { readonly body: Body }) {
  const { data } = body;
  const [tone, sign] = SIGNS[data.direction];
  const causes = data.likely_causes.map(({ cause, evidence, confidence }) => ({
    text: `${cause} (confidence ${fixed(confidence, 2)})`,
    evidence,
  }));
  return (
    <>
      <p class="headline-big">
        <bdi>{data.headline}</bdi>
      </p>
      <p class="line">
        <Chip tone={tone} sign={sign} text={data.direction} />
        <span>severity {data.severity} of 3</span>
        <span class="figure">confidence {fixed(data.confidence, 2)} of 1</span>
        <span class="soft">
          {instant(data.window.from)} to {instant(data.window.to).slice(11)} UTC, written by {data.model}
        </span>
      </p>
      <p class="soft">
        Brief {data.id}, <a href={`/proof/${data.id}`}>its proof</a>. Open a sentence to see what it rests on.
      </p>
      <Statements title="What happened" list={data.what_happened} body={body} />
      <Statements title="Likely causes" list={causes} body={body} />
      <Statements title="On chain" list={data.onchain} body={body} />
      <Statements title="Around it" list={data.market_context} body={body} />
      <Sentences title="To watch next" list={data.watch_next} />
      <Sentences title="What is uncertain" list={data.caveats} />
    </>
  );
}

export function BriefPart({ live }: { readonly live: Live<BriefData> }) {
  const none = live.problem?.code === "brief_not_found";
  return (
    <section aria-labelledby="brief">
      <h2 id="brief">Newest brief</h2>
      {!none && <Standing live={live} what="brief" />}
      {none && <p class="soft">No brief has been written of it yet.</p>}
      {live.answer !== null && <Written body={live.answer.body} />}
      {isAsking(live) && <p class="line soft">Asking for the newest brief …</p>}
    </section>
  );
}
