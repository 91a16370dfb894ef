// A source as text in two pieces that are stored once: what every answer says of it, and what sources=full adds.
import type { Source } from "../shape/source.ts";

export const SOURCE_FORMS = ["short", "full"] as const;
export type SourceForm = (typeof SOURCE_FORMS)[number];

/** Whether the provider's own name says the venue. */
const isSaid = ({ provider, venue }: Source): boolean => provider.replace(/^sandbox:/, "") === venue;

/** What tells a call from others, and that something is wrong with it where something is. */
export function shortSource(source: Source): Source {
  const { id, provider, endpoint, as_of, venue, status } = source;
  return {
    ...(id === undefined ? {} : { id }),
    ...{ provider, endpoint, as_of },
    ...(venue == null || isSaid(source) ? {} : { venue }),
    ...(status === undefined || status === "ok" ? {} : { status }),
  };
}

/** The members that the short entry leaves out. */
function restOf(source: Source): Partial<Source> {
  const said = shortSource(source);
  return Object.fromEntries(Object.entries(source).filter(([name]) => !Object.hasOwn(said, name)));
}

type SourceLines = { readonly short: string; readonly rest: string };

/** One JSON object a line each: entry n of both together is source n. */
export const sourceLines = (sources: readonly Source[]): SourceLines => ({
  short: sources.map((source) => JSON.stringify(shortSource(source))).join("\n"),
  rest: sources.map((source) => JSON.stringify(restOf(source))).join("\n"),
});

const COMMA = Buffer.from(",");

/** The whole entry, without a parse. */
export const wholeSource = (short: Buffer, rest: Buffer | undefined): Buffer =>
  rest === undefined || rest.length <= 2 ? short : Buffer.concat([short.subarray(0, -1), COMMA, rest.subarray(1)]);
