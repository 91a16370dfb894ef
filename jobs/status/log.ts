// What the status says of the proof log: what was issued, what is signed, and whether all of it holds.
import type { Env } from "../../schema/env.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { originOfLog, verifiersOf } from "../../schema/proof/log-key.ts";
import { encodeVerifier } from "../../schema/proof/note.ts";
import type { IssuedCountRow } from "../../schema/query/issued-count.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";

export type LogStatus = {
  /** Null while the store is away. */
  readonly count: IssuedCountRow | null;
  /** Of the last look at the stored log; empty where all of it holds. */
  readonly problem: string;
};
export const NO_LOG: LogStatus = { count: null, problem: "" };

type Settings = Pick<Env, "MARKET" | "PUBLIC_URL" | "LOG_SIGNING_KEYS" | "LOG_RETIRED_KEYS">;

export const toLog = (env: Settings, { count, problem }: LogStatus): StatusData["log"] => ({
  origin: originOfLog(env),
  issued: count?.issued ?? UNASSESSED,
  size: count?.size ?? UNASSESSED,
  signed_at: count && count.signed_at > 0 ? toTime(count.signed_at) : null,
  keys: verifiersOf(env).map(encodeVerifier),
  problem: problem === "" ? null : problem.slice(0, 300),
});
