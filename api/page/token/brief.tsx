// The newest brief of a token: every statement with its evidence beside it.
import type { BriefData } from "../../../schema/object/brief.ts";
import type { Envelope } from "../kit/ask.ts";
import { Chip } from "../kit/chip.tsx";
import { Statement } from "../kit/evidence.tsx";
import { fixed, instant } from "../kit/format.ts";
import { isAsking, type Live } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";

type Body = Envelope<BriefData>;

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
          <Statement
            key={one.text}
            text={one.text}
            evidence={one.evidence}
            items={body.data.evidence}
            sources={body.sources}
          />
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
    text: confidence === 0 ? cause : `${cause} (confidence ${fixed(confidence, 2)})`,
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
  const none = live.problem?.code === "no_brief_yet";
  return (
    <section aria-labelledby="brief">
      <h2 id="brief">Newest brief</h2>
      {!none && live.silentSince === null && <Standing live={live} what="brief" />}
      {none && <p class="soft">No brief has been written of it yet.</p>}
      {live.answer !== null && <Written body={live.answer.body} />}
      {isAsking(live) && <p class="line soft">Asking for the newest brief …</p>}
    </section>
  );
}
