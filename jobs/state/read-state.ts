// Reads a published state back from its frame.
import type { decodeFrame } from "../../schema/frame.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { SECTION_IDS } from "../../schema/section/index.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { ResolvedToken } from "../../schema/shape/token-ref.ts";
import type { BuiltState, StateSections } from "./built-state.ts";

/** States older than this are not judged: what was minted from them before stands until it ends. */
const STATE_AGE_MAX_MS = 300_000;

/** A published state with its version: the instant of its build, epoch milliseconds. */
export type ReadState = BuiltState & { readonly build: number };

/** The state of a frame; null where there is none or an old one. `now` in epoch milliseconds. */
export function stateOf(frame: ReturnType<typeof decodeFrame>, now: number): ReadState | null {
  if (!frame || now - frame.version > STATE_AGE_MAX_MS || !frame.parts.has("sources_rest")) return null;
  const json = (part: string): unknown => JSON.parse(frame.parts.get(part)?.toString("utf8") ?? "null");
  const list = <R>(part: string): R[] => {
    const lines = frame.parts.get(part)?.toString("utf8").split("\n") ?? [];
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as R);
  };
  const rests = list<Partial<Source>>("sources_rest");
  return {
    build: frame.version,
    token: json("token") as ResolvedToken,
    sections: Object.fromEntries(SECTION_IDS.map((id) => [id, json(id)])) as unknown as StateSections,
    sources: list<Source>("sources").map((source, at) => ({ ...source, ...rests[at] })),
    calls: list<SourceCall>("calls"),
  };
}
