// Probes: healthz says the process lives, readyz that it can answer with data that is young enough, and which parts are well.
import { fault } from "../../schema/fault.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { Deps } from "../deps.ts";
import type { Snapshots } from "../snapshot/feed.ts";
import type { Part, PartCheck } from "./part.ts";

const HARD_TTL_MS = FRESHNESS.candle.hardTtlS * 1_000;
const RETRY_S = 2;
/** A part that does not answer by then is away. */
const PATIENCE_MS = 1_000;
/** What a look at the parts found is told for so long: anybody may ask, as often as they like. */
const LOOK_KEPT_MS = 1_000;

export const healthz = (): string => '{"status":"ok"}';

const toS = (ms: number): number => Math.round(ms / 1_000);

/** By how much numbers of that age are older than they should be, in milliseconds; 0 while they are in time. */
export const lateMs = (ageMs: number): number =>
  ageMs > LIMITS.liveLateMs ? Math.round(ageMs - LIMITS.liveEveryMs) : 0;

async function within(check: PartCheck): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Part>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, { status: "away" });
  });
  const part = await Promise.race([check().catch((): Part => ({ status: "away" })), late]);
  clearTimeout(timer);
  return part;
}

type NamedParts = readonly (readonly [name: string, part: Part])[];
type Look = { readonly at: number; readonly told: Promise<NamedParts>; isDone: boolean };

/** The last look at the parts of each api. */
const looks = new WeakMap<Deps, Look>();

/** What the parts behind the answers are like: one look for all who ask meanwhile and shortly after. */
function lookAtParts(deps: Deps): Promise<NamedParts> {
  const { snapshots, clock, parts = {} } = deps;
  const now = clock.now();
  const held = looks.get(deps);
  if (held !== undefined && (!held.isDone || Math.abs(now - held.at) < LOOK_KEPT_MS)) return held.told;
  const checks: Readonly<Record<string, PartCheck>> = { redis: () => redisPart(snapshots, "ok"), ...parts };
  const told = Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
  ).finally(() => {
    look.isDone = true;
  });
  const look: Look = { at: now, told, isDone: false };
  looks.set(deps, look);
  return told;
}

/** `well` is what it is where Redis takes writes. */
export async function redisPart({ probe }: Pick<Snapshots, "probe">, well: "ok" | "restoring"): Promise<Part> {
  const why = await probe();
  return why === null ? { status: well } : { status: "away", why };
}

/** Throws not_ready where reads cannot be served; what is behind them and away only degrades. */
export async function readyz(deps: Deps): Promise<string> {
  const { snapshots, clock } = deps;
  const oldest = [SNAPSHOTS.tokens, SNAPSHOTS.market].map((name) => snapshots.version(name));
  if (oldest.some((version) => version < 0)) {
    throw fault("not_ready", "The first snapshots are not built yet.", { retryAfterS: RETRY_S });
  }
  const ageMs = Math.max(0, clock.now() - Math.min(...oldest));
  if (ageMs > HARD_TTL_MS) {
    throw fault("not_ready", `The newest snapshots are ${toS(ageMs)} s old.`, { retryAfterS: RETRY_S });
  }
  const late = lateMs(ageMs);
  const own: Part = { status: late > 0 ? "late" : "ok", age_s: toS(ageMs), late_s: toS(late) };
  const told: NamedParts = [["snapshots", own], ...(await lookAtParts(deps))];
  const status = told.every(([, part]) => part.status === "ok") ? "ready" : "degraded";
  return JSON.stringify({ status, snapshots_age_s: toS(ageMs), parts: Object.fromEntries(told) });
}
