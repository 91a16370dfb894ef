// The verdict of a token: its seven dimensions, each reason as what was measured against what the rules allow.
import { useMemo } from "preact/hooks";
import type { Evaluation, EvaluationData, EvaluationReason } from "../../../schema/object/evaluation.ts";
import type { Problem } from "../../../schema/shape/problem.ts";
import { Chip, verdictChip } from "../kit/chip.tsx";
import type { Detail } from "../kit/detail.tsx";
import { showDetail } from "../kit/detail.tsx";
import { fixed, instant, price, span, words } from "../kit/format.ts";
import type { Live } from "../kit/live.ts";
import { isAsking, useNow } from "../kit/live.ts";
import { isFirst, Standing } from "../kit/standing.tsx";
import { Figure, Gap, isMeasured, Unmeasured, Value, whyOf } from "../kit/value.tsx";
import { spelt, withUnit } from "../kit/wire.ts";

type Evidence = EvaluationData["evidence"][number];

/** What it measures: the end of its path. */
const memberOf = ({ path }: Evidence): string => path.split("/").at(-1) ?? path;
const textOf = (item: Evidence): string => withUnit(item.value, item.unit);

/** What a piece of evidence is: a number of the state, by its path. */
function evidenceDetail(item: Evidence, { data, sources, as_of }: Evaluation): Detail {
  const { id, path } = item;
  const section = path.split("/")[2] ?? "";
  const named = Object.values(data.dimensions).flatMap((one) => one.sources.map((source) => source.id));
  return {
    title: `${id}: ${words(path.split("/").slice(2).join(", "))}`,
    value: textOf(item),
    asOf: as_of,
    notes: [`Read from ${path}, the section ${section} of the token's state.`],
    sources: sources.filter(({ id: source = "" }) => named.includes(source)),
    section,
  };
}

const priceText = ({ price_usd: told }: EvaluationData): string | null =>
  isMeasured(told) ? `${price(told)} USD` : null;

const priceDetail = ({ data, as_of }: Evaluation): Detail => ({
  title: "Price it was judged at",
  value: priceText(data),
  asOf: as_of,
  notes: [],
  sources: [],
  section: "market",
});

type BarProps = { readonly value: number; readonly threshold: number; readonly comparator: string };

/** A bar as long as what was measured, with a mark where the threshold stands. */
function Bar({ value, threshold, comparator }: BarProps) {
  const most = Math.max(Math.abs(value), Math.abs(threshold)) * 1.15 || 1;
  const at = (one: number) => `${(Math.abs(one) / most) * 100}%`;
  return (
    <span class="bar" aria-hidden="true" title={`${value} ${comparator} ${threshold}`}>
      <span class="filled" style={{ width: at(value) }} />
      <span class="mark-at" style={{ left: at(threshold) }} />
    </span>
  );
}

type ReasonProps = { readonly reason: EvaluationReason; readonly evaluation: Evaluation };

function Reason({ reason, evaluation }: ReasonProps) {
  const { text, value, threshold, comparator } = reason;
  const { evidence } = evaluation.data;
  return (
    <li>
      <span>{text}</span>{" "}
      {typeof value === "number" && typeof threshold === "number" && comparator !== null && (
        <Bar value={value} threshold={threshold} comparator={comparator} />
      )}
      <span class="cites">
        {reason.evidence.map((id) => {
          const item = evidence.find((one) => one.id === id);
          if (item === undefined) return null;
          return (
            <button
              key={id}
              type="button"
              class="cite"
              data-evidence={id}
              aria-haspopup="dialog"
              onClick={() => showDetail(evidenceDetail(item, evaluation))}
            >
              {spelt(memberOf(item))} <strong class="figure">{textOf(item)}</strong>
            </button>
          );
        })}
      </span>
    </li>
  );
}

/** In the order of the rules. */
const DIMENSIONS = ["momentum", "liquidity", "leverage", "onchain", "supply", "context", "contract"] as const;

/** Whether its rules are about something else: what does not apply was not judged. */
const isBeside = ({ reasons }: EvaluationData["dimensions"]["momentum"]): boolean =>
  reasons.length > 0 && reasons.every(({ code }) => code === "not_applicable");

type DimensionProps = {
  readonly name: (typeof DIMENSIONS)[number];
  readonly evaluation: Evaluation;
  /** What it says is of then: it has run out. */
  readonly isOut: boolean;
};

function Dimension({ name, evaluation, isOut }: DimensionProps) {
  const dimension = evaluation.data.dimensions[name];
  return (
    <section class={`card${dimension.verdict === "unassessed" ? " gap" : ""}`} data-dimension={name}>
      <h3>
        {words(name)}{" "}
        {dimension.verdict === "unassessed" ? (
          <Unmeasured />
        ) : isBeside(dimension) ? (
          <Chip tone="calm" sign="–" text="does not apply" />
        ) : isOut ? (
          <Chip tone="calm" sign="–" text={`said ${dimension.verdict}`} />
        ) : (
          verdictChip(dimension.verdict)
        )}
      </h3>
      <ul class="reasons">
        {dimension.reasons.map((reason) => (
          <Reason key={reason.code + reason.text} reason={reason} evaluation={evaluation} />
        ))}
      </ul>
      {dimension.unassessed.map(({ check, reason }) => (
        <p key={check} class="soft">
          {spelt(check)} <Gap title={`${words(name)}: ${spelt(check)}`} notes={whyOf(reason)} />
        </p>
      ))}
    </section>
  );
}

const Dimensions = ({ evaluation, isOut }: Omit<DimensionProps, "name">) => (
  <div class="cards">
    {DIMENSIONS.map((name) => (
      <Dimension key={name} name={name} evaluation={evaluation} isOut={isOut} />
    ))}
  </div>
);

const RUN_OUT = [
  "The last verdict has run out, and the next one is not there yet.",
  "Verdicts come at full five minutes: this page keeps asking.",
];

/** What was issued, as it was while it holds; without its colours from then on. */
function Issued({ evaluation }: { readonly evaluation: Evaluation }) {
  const at = useNow();
  const { data, as_of, id } = evaluation;
  const left = Date.parse(data.valid_until) - at;
  const isOut = left <= 0;
  // Drawn anew when it runs out, and not each second.
  const dimensions = useMemo(() => <Dimensions evaluation={evaluation} isOut={isOut} />, [evaluation, isOut]);
  return (
    <>
      <dl class="stats">
        <Figure label="Verdict">
          {left > 0 ? verdictChip(data.verdict) : <Gap title="Verdict" notes={RUN_OUT} />}
        </Figure>
        <Figure label={`Confidence, ${data.confidence_basis}`}>
          <span class="figure">{fixed(data.confidence, 2)} of 1</span>
        </Figure>
        <Figure label="Price it was judged at">
          <Value detail={priceDetail(evaluation)}>{priceText(data)}</Value>
        </Figure>
        <Figure label="Issued">
          <span class="figure">{span(at - Date.parse(as_of))} ago</span>
        </Figure>
        <Figure label="Holds for">
          <span class="figure">{left > 0 ? span(left) : "run out"}</span>
        </Figure>
      </dl>
      <p class="soft">
        Issued at {instant(as_of)} UTC by the rules <a href={`/rules/${data.rules_version}`}>{data.rules_version}</a> as{" "}
        <code>{id}</code>; <a href={`/proof/${id}`}>its proof</a>.
        {data.previous !== null && ` The one before said ${data.previous.verdict}.`}
        {isOut && ` It said ${data.verdict} and has run out; what stands below is of then.`}
      </p>
      {dimensions}
    </>
  );
}

type LastProps = { readonly last: NonNullable<Problem["last"]> };

/** The verdict that has run out: what it said is told by its proof. */
const Last = ({ last: { id, as_of } }: LastProps) => (
  <p class="soft">
    The last one was issued at {instant(as_of)} UTC as <code>{id}</code>; <a href={`/proof/${id}`}>its proof</a> has
    what it said. An old verdict is never given as one.
  </p>
);

export function Verdict({ live }: { readonly live: Live<EvaluationData> }) {
  const isOut = live.problem?.last !== undefined;
  // What has run out is not shown as if it held.
  const body = isOut ? undefined : (live.answer?.body as Evaluation | undefined);
  const isNone = live.problem !== null && isFirst(live.problem);
  return (
    <section aria-labelledby="verdict">
      <h2 id="verdict">Verdict</h2>
      {live.problem?.last !== undefined && <Last last={live.problem.last} />}
      {isNone ? (
        <p class="soft">
          None has been issued of it yet: the first comes at a full five minutes, once what it weighs was read.
        </p>
      ) : (
        live.silentSince === null && <Standing live={isOut ? { ...live, answer: null } : live} what="verdict" />
      )}
      {body === undefined ? (
        isAsking(live) && <p class="line soft">Asking for the verdict in force …</p>
      ) : (
        <Issued evaluation={body} />
      )}
    </section>
  );
}
