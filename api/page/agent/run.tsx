// What came of a run: its verdict and reasons, or what it costs, or why there is none.
import type { RunReason } from "../../../schema/object/agent.ts";
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import type { Problem } from "../../../schema/shape/problem.ts";
import type { Envelope, Outcome } from "../kit/ask.ts";
import { classChip } from "../kit/chip.tsx";
import { Statement } from "../kit/evidence.tsx";
import { words } from "../kit/format.ts";

/** As much of a run as every agent answers. */
export type RunData = {
  readonly proof_id: string;
  readonly verdict: string;
  readonly verdict_class: string;
  readonly summary: string;
  readonly reasons: readonly RunReason[];
  readonly evidence: readonly EvidenceItem[];
  readonly caveats: readonly string[];
  readonly not_checked: readonly { readonly check: string; readonly subject: string | null; readonly reason: string }[];
};

function Answered({ body: { data, sources } }: { readonly body: Envelope<RunData> }) {
  return (
    <section class="card" data-run={data.proof_id}>
      <h3>
        {classChip(data.verdict_class, data.verdict)} <a href={`/proof/${data.proof_id}`}>its proof</a>
      </h3>
      <p>
        <bdi>{data.summary}</bdi>
      </p>
      <ul class="statements">
        {data.reasons.map(({ code, subject, text, evidence }) => (
          <Statement key={`${code} ${subject} ${text}`} {...{ text, evidence, sources }} items={data.evidence} />
        ))}
      </ul>
      {data.not_checked.length > 0 && (
        <p class="soft">
          Not measured:{" "}
          {data.not_checked
            .map(
              ({ check, subject, reason }) =>
                `${words(check)}${subject === null ? "" : ` of ${subject}`} (${words(reason)})`,
            )
            .join(", ")}
          .
        </p>
      )}
      {data.caveats.map((one) => (
        <p key={one} class="soft">
          {one}
        </p>
      ))}
    </section>
  );
}

function Refused({ problem }: { readonly problem: Problem }) {
  const { payment } = problem;
  return (
    <div class="notice warn">
      <p>
        <strong>{problem.title}.</strong> {problem.detail}
      </p>
      {payment !== undefined && (
        <p>
          The header {payment.header} of the answer has the terms that a wallet signs; put what it makes of them above,
          or a partner key. <a href="/docs/paying">How paying works</a>.
        </p>
      )}
      {/* What is wrong with a field stands at the field. */}
      {problem.errors
        ?.filter(({ pointer = "" }) => pointer === "")
        .map((one) => (
          <p key={`${one.parameter} ${one.code}`}>
            {one.parameter ?? ""} {one.detail}
          </p>
        ))}
    </div>
  );
}

type Ran = Outcome<RunData> | "running" | null;

/** What who sees nothing is told of it, in a place that was there before. */
function saidOf(told: Ran): string {
  if (told === null) return "";
  if (told === "running") return "Running; this may take a minute …";
  if (told.kind === "answer") return `It answered ${told.answer.body.data.verdict}.`;
  return told.kind === "problem" ? `${told.problem.title}. ${told.problem.detail}` : "No answer came.";
}

function Shown({ told }: { readonly told: Ran }) {
  if (told === null) return null;
  if (told === "running") return <p class="line soft">{saidOf(told)}</p>;
  if (told.kind === "answer") return <Answered body={told.answer.body} />;
  if (told.kind === "problem") return <Refused problem={told.problem} />;
  return <p class="notice bad">{saidOf(told)}</p>;
}

export const Run = ({ told }: { readonly told: Ran }) => (
  <>
    <p class="sr" role="status">
      {saidOf(told)}
    </p>
    <Shown told={told} />
  </>
);
