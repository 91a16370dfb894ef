// Reads published states back from their frames.
import { MINUTE_MS } from "../../schema/duration.ts";
import { fault } from "../../schema/fault.ts";
import type { decodeFrame } from "../../schema/frame.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { SECTION_IDS } from "../../schema/section/index.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { ResolvedToken } from "../../schema/shape/token-ref.ts";
import { gap } from "../measure/gap.ts";
import { readFrames } from "../publish.ts";
import type { BuiltState, StateSections } from "./built-state.ts";

/** States older than this are not judged: what was minted from them before stands until it ends. */
const STATE_AGE_MAX_MS = 5 * MINUTE_MS;
const RETRY_S = 5;

/** Why nothing is known of a token without one. */
export const NO_STATE = gap("stale", "There is no state that is new enough.");

/** A published state with its version: the instant of its build, epoch milliseconds. */
export type ReadState = BuiltState & { readonly build: number };

/** The state of a frame; null where there is none or an old one. `now` in epoch milliseconds. */
export function stateOf(frame: ReturnType<typeof decodeFrame>, now: number): ReadState | null {
  if (!frame || now - frame.version > STATE_AGE_MAX_MS || !frame.parts.has("roles")) return null;
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
    roles: json("roles") as BuiltState["roles"],
  };
}

type Doors = { readonly redis: Redis; readonly clock: Clock };

/** The published states that are new enough, by token. */
export async function readStates({ redis, clock }: Doors, tokens: readonly string[]) {
  const frames = await readFrames(redis, tokens.map(SNAPSHOTS.state));
  const now = clock.now();
  return new Map<string, ReadState>(
    frames.flatMap((frame, at) => {
      const state = stateOf(frame, now);
      return state ? [[tokens[at] ?? "", state] as const] : [];
    }),
  );
}

type Use = "answer from" | "explain" | "judge";

/** The state of a token among those that were read; `use` is what it is wanted for. Throws not_ready. */
export function stateAmong(states: ReadonlyMap<string, ReadState>, token: string, use: Use): ReadState {
  const state = states.get(token);
  if (state) return state;
  throw fault("not_ready", `There is no state of the token that is new enough to ${use}.`, { retryAfterS: RETRY_S });
}

/** The published state of a token; `use` is what it is wanted for. Throws not_ready. */
export const readState = async (doors: Doors, token: string, use: Use): Promise<ReadState> =>
  stateAmong(await readStates(doors, [token]), token, use);
