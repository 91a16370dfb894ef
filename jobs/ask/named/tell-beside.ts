// Tells what a question names beside its intents: measures by their names, and the same of other coins.
import type { EvidenceKind } from "../../../schema/evidence/index.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import type { Ref } from "../claim/claim.ts";
import { type Wanted, want } from "../evidence.ts";
import type { IntentId } from "../intent.ts";
import { METRICS, type MetricId, metricRow } from "../metric.ts";
import { formatOf, placeOfRef, sayOver, verbOf } from "../place.ts";
import type { ReadQuestion } from "../read-question.ts";
import { type Asked, firstOf, part, sentence, type Told, together } from "../tell.ts";

export const symbolOf = (token: string): string => trackedById(token)?.symbol ?? token;

/** Intents that are told of other coins by the same words. */
const ALIKE: readonly IntentId[] = [
  ...(["volume", "leverage", "funding", "liquidations", "flows", "holders", "tvl", "supply", "liquidity"] as const),
];
type Intent = {
  readonly wants: (question: ReadQuestion) => readonly Wanted[];
  readonly tell: (asked: Asked) => Told;
};

export const wantsOfOthers = (id: IntentId, { wants }: Intent, question: ReadQuestion): readonly Wanted[] =>
  ALIKE.includes(id)
    ? question.tokens.flatMap((token) =>
        wants({ ...question, tokens: [] }).map((one) => (one.token === null ? { ...one, token } : one)),
      )
    : [];

/** What is told of every other coin that was read, each sentence with its name before it. */
function ofOthers(asked: Asked, tell: (about: Asked) => Told): Told {
  const { question, readings, placesOf } = asked;
  return together(
    ...question.tokens
      .filter((token) => readings.others.has(token))
      .map((token) => {
        const symbol = symbolOf(token);
        const told = tell({
          ...{ question: { ...question, tokens: [] }, readings, symbol, about: token },
          placesOf: (one) => placesOf(one.token === null ? { ...one, token } : one),
        });
        return { ...told, drafts: told.drafts.map((one) => ({ ...one, text: `${symbol}: ${one.text}` })) };
      }),
  );
}

/** An intent of every other coin. */
export const tellOfOthers = (id: IntentId, { tell }: Intent, asked: Asked): Told =>
  ALIKE.includes(id) ? ofOthers(asked, tell) : together();

const hoursOf = ({ time }: ReadQuestion): number | null => (time !== null && "hours" in time ? time.hours : null);

function refOf(metric: MetricId, question: ReadQuestion): Ref {
  const over = metricRow(metric).over;
  const hours = hoursOf(question);
  const usual = metricRow(metric).usual ?? 24;
  const told =
    over === undefined
      ? null
      : hours !== null && hours in over
        ? hours
        : usual in over
          ? usual
          : Number(Object.keys(over)[0]);
  return { metric, aspect: "level", time: told === null ? null : { hours: told }, token: null };
}

type Placed = { readonly ref: Ref; readonly wanted: Wanted; readonly path: string };

/** Where the measures stand that are named and that are of what is asked for. */
function placed(question: ReadQuestion, kinds: ReadonlySet<EvidenceKind>): Placed[] {
  return question.metrics.flatMap((metric) => {
    const ref = refOf(metric, question);
    const found = placeOfRef(ref);
    return found !== null && kinds.has(found.wanted.kind) ? [{ ref, ...found, wanted: want(found.wanted.kind) }] : [];
  });
}

/** The measures that are named and that are told in no sentence yet. */
export function tellMetrics(asked: Asked, kinds: ReadonlySet<EvidenceKind>, told: Told): Told {
  const isThere = (about: Asked) => new Set([...kinds].filter((kind) => firstOf(about, want(kind)) !== undefined));
  return together(
    ofOthers(asked, (about) => tellMetrics(about, isThere(about), told)),
    ...placed(asked.question, kinds).map(({ ref, wanted, path }) => {
      const item = firstOf(asked, wanted);
      const isTold =
        told.drafts.some(({ text }) => item !== undefined && text.includes(`{{${item.id}.${path}|`)) ||
        told.lacking.some((one) => one.kind === wanted.kind && one.path === path);
      if (isTold) return together();
      const lead = `The ${METRICS[ref.metric].says} ${verbOf(ref)}`;
      const one = sentence(item, wanted.kind, lead, [part(path, formatOf(ref), `{}${sayOver(ref.time) ?? ""}`)]);
      // That it does not apply is said as well: it was asked for.
      const isSaid = one.drafts.length + one.lacking.length > 0;
      return isSaid ? one : { ...one, lacking: [{ item: null, kind: wanted.kind, path }] };
    }),
  );
}
