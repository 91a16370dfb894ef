// What the sections of an instant of the past rest on: the build that was served then, or the instant itself where none is kept.
import type { Env } from "../../schema/env.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { LIMITS } from "../../schema/limit.ts";
import { originOf } from "../../schema/link.ts";
import { buildServed } from "../../schema/query/service/build-known.ts";
import type { AskedAt } from "../fact/held.ts";
import { readBasis } from "../replay/told-build.ts";
import { unsetDatasets } from "../source-info.ts";

export type PastBasis = {
  /** Epoch milliseconds, as what follows: what is true later was not read, nor what was stored after `known`. */
  readonly asOf: number;
  readonly known: number;
  /** Of the build that was served; null where none of then is kept. */
  readonly version: number | null;
  /** Of the code that built it; empty where none did. */
  readonly codeVersion: string;
  readonly older: ReadonlyMap<string, AskedAt>;
  readonly unset: ReadonlyMap<DatasetId, string>;
  readonly origin: string;
};

/** `at` in epoch milliseconds. */
export async function basisAt(store: Pick<Store, "query">, env: Env, at: number): Promise<PastBasis> {
  // What was built before is served for so long.
  const [row] = await store.query(buildServed, { at, from: at - LIMITS.snapshotTtlS * 1_000 });
  if (row === undefined) {
    return {
      ...{ asOf: at, known: at, version: null, codeVersion: "" },
      ...{ older: new Map(), unset: unsetDatasets(env), origin: originOf(env) },
    };
  }
  const { as_of: asOf, known, version, code_version: codeVersion } = row;
  const { older, unset, origin } = readBasis(row);
  return { asOf, known, version, codeVersion, older, unset, origin };
}
