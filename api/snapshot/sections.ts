// Puts an envelope together from the ready-made bytes of sections: joined, never parsed.
import type { Frame } from "../../schema/frame.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { SectionedMeta } from "../../schema/snapshot.ts";
import { type SourceForm, wholeSource } from "../../schema/source/source-text.ts";

const COMMA = Buffer.from(",");
const NEWLINE = 10;

/** The first lines of a part, without copying them. */
export function linesOf(part: Buffer | undefined, max = Number.POSITIVE_INFINITY): Buffer[] {
  const lines: Buffer[] = [];
  if (!part) return lines;
  for (let at = 0; at < part.length && lines.length < max; ) {
    const end = part.indexOf(NEWLINE, at);
    const stop = end < 0 ? part.length : end;
    if (stop > at) lines.push(part.subarray(at, stop));
    at = stop + 1;
  }
  return lines;
}

/** Buffers with a comma between each two. */
export function joinWithCommas(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.flatMap((item, at) => (at === 0 ? [item] : [COMMA, item])));
}

/** The oldest part that moves with the market; where none was asked for, the oldest part (contract D15). */
export function asOfSections<Id extends string>(
  meta: SectionedMeta<Id>,
  ids: readonly Id[],
  marketSpeed: ReadonlySet<Id>,
): number {
  const fast = ids.filter((id) => marketSpeed.has(id));
  return Math.min(...(fast.length > 0 ? fast : ids).map((id) => meta.sections[id].asOf));
}

type SectionedAnswer<Id extends string> = {
  readonly object: string;
  readonly frame: Frame<SectionedMeta<Id>>;
  readonly ids: readonly Id[];
  readonly asOf: number;
  readonly sources: SourceForm;
  /** Members of data before the sections, as JSON text with its name. */
  readonly lead?: readonly Buffer[];
};

/** The sources that these sections name, in the form that was asked for. */
function sourcesOf<Id extends string>({ frame, ids, sources }: SectionedAnswer<Id>): Buffer[] {
  const named = [...new Set(ids.flatMap((id) => frame.meta.sections[id].sources))].sort((a, b) => a - b);
  const short = linesOf(frame.parts.get("sources"));
  if (sources === "short") return named.flatMap((n) => short[n - 1] ?? []);
  const rest = linesOf(frame.parts.get("sources_rest"));
  return named.flatMap((n) => {
    const line = short[n - 1];
    return line === undefined ? [] : [wholeSource(line, rest[n - 1])];
  });
}

/** The whole envelope; its sources are the ones its sections name. */
export function composeSections<Id extends string>(answer: SectionedAnswer<Id>): Buffer {
  const { object, frame, ids, asOf, lead } = answer;
  const sections = ids.map((id) =>
    Buffer.concat([Buffer.from(`${JSON.stringify(id)}:`), frame.parts.get(id) ?? Buffer.alloc(0)]),
  );
  return Buffer.concat([
    Buffer.from(`{"object":${JSON.stringify(object)},"id":null,"as_of":"${toTime(asOf)}","data":{`),
    joinWithCommas([...(lead ?? []), ...sections]),
    Buffer.from(`},"sources":[`),
    joinWithCommas(sourcesOf(answer)),
    Buffer.from("]}"),
  ]);
}
