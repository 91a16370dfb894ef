// A source as text in two pieces that are stored once: what every answer says of it, and what sources=full adds.
import type { Source } from "../shape/source.ts";
import { plainProvider } from "./provider.ts";

export const SOURCE_FORMS = ["short", "full"] as const;
export type SourceForm = (typeof SOURCE_FORMS)[number];

/** Whether the provider's own name says the venue. */
const isSaid = ({ provider, venue }: Source): boolean => plainProvider(provider) === venue;

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

/** The members that the short entry leaves out, in their own order. */
function restOf(source: Source, said: Source): Partial<Source> {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) if (!Object.hasOwn(said, name)) rest[name] = value;
  return rest;
}

type SourceLines = { readonly short: string; readonly rest: string };

/** One JSON object a line each: entry n of both together is source n. */
export function sourceLines(sources: readonly Source[]): SourceLines {
  const said = sources.map(shortSource);
  const rest = sources.map((source, at) => restOf(source, said[at] ?? source));
  const lines = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry)).join("\n");
  return { short: lines(said), rest: lines(rest) };
}

const COMMA = Buffer.from(",");

/** The whole entry, without a parse. */
export const wholeSource = (short: Buffer, rest: Buffer | undefined): Buffer =>
  rest === undefined || rest.length <= 2 ? short : Buffer.concat([short.subarray(0, -1), COMMA, rest.subarray(1)]);
