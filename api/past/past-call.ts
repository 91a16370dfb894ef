// What calls of the past share: the instant they name, and the answer put together from the frame of then.
import { Type } from "typebox";
import { faultAt } from "../../schema/fault.ts";
import { decodeFrame } from "../../schema/frame.ts";
import type { PastFrame } from "../../schema/object/past.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { SectionedMeta } from "../../schema/snapshot.ts";
import type { SourceForm } from "../../schema/source/source-text.ts";
import { describedBy } from "../answer/described-by.ts";
import type { Deps } from "../deps.ts";
import { epochOf } from "../request/input.ts";
import { asOfSections, composeSections } from "../snapshot/sections.ts";

export const AtParam = Type.String({
  format: "date-time",
  maxLength: 40,
  description: "The instant: nothing that was not known by then is told.",
  examples: ["2026-11-19T12:00:00Z"],
});

/** Epoch milliseconds. Throws invalid_date_time, and out_of_range where it is still to come. */
export function readAt(text: string, now: number): number {
  const at = epochOf(text);
  if (at === null) throw faultAt({ parameter: "at" }, "invalid_date_time", "It must be a time that exists.");
  if (at > 0 && at <= now) return at;
  throw faultAt({ parameter: "at" }, "out_of_range", `at must be a time up to now, ${toTime(now)}.`);
}

type PastAnswer<Id extends string> = {
  readonly object: string;
  readonly at: number;
  readonly past: PastFrame;
  readonly ids: readonly Id[];
  readonly marketSpeed: ReadonlySet<Id>;
  readonly sources: SourceForm | undefined;
  /** The token that was named, as JSON text with its name; of the market none. */
  readonly token?: (frame: { readonly parts: ReadonlyMap<string, Buffer> }) => Buffer;
};

const member = (name: string, value: unknown): Buffer => Buffer.from(`"${name}":${JSON.stringify(value)}`);

/** The reply; sections are the very bytes of then. */
export function composePast<Id extends string>(answer: PastAnswer<Id>, deps: Pick<Deps, "env">) {
  const { object, at, past, ids, marketSpeed, sources = "short", token } = answer;
  const found = decodeFrame(Buffer.from(past.frame, "base64"));
  if (found === null) throw new Error("the frame of the past cannot be read");
  const frame = { ...found, meta: found.meta as SectionedMeta<Id> };
  // Who a token is needs no past: beside other sections that alone is not worth a call.
  const gating = ids.some((id) => id !== "identity") ? ids.filter((id) => id !== "identity") : ids;
  const asOf = asOfSections(frame.meta, ids, marketSpeed);
  const { known_at, built_at, code_version, notes } = past;
  const members = Object.entries({ at: toTime(at), known_at, built_at, code_version, notes });
  const lead = [...members.map(([name, value]) => member(name, value)), ...(token ? [token(frame)] : [])];
  return {
    body: composeSections({ object, frame, ids, asOf, sources, lead }),
    describedBy: describedBy(ids, deps),
    ...{ asOf, from: null, isFree: !gating.some((id) => (past.assessed[id] ?? 0) > 0) },
  };
}
