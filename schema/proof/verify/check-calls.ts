// Checks that the calls of a proof are those behind the sources of its canonical object, one to one by digest.
import { Falsehood, type Named } from "./member.ts";
import type { Call } from "./proof-members.ts";
import type { Json, JsonObject } from "./strict-json.ts";

const isText = (value: Json | undefined): value is string => typeof value === "string";

/** Throws Falsehood. @returns how many sources have their call. */
export function checkCalls(calls: readonly Call[], sources: readonly JsonObject[], named: Named): number {
  const left = new Map(sources.flatMap((source) => (isText(source.id) ? [[source.id, source] as const] : [])));
  if (left.size !== sources.filter(({ id }) => isText(id)).length) throw new Falsehood("two sources have one id");
  let compared = 0;
  for (const { source_id: id, provider, endpoint, raw_sha256: sha } of calls) {
    const source = id === null ? undefined : left.get(id);
    if (id === null || source === undefined) throw new Falsehood(`a call is of no source of its own: ${id}`);
    left.delete(id);
    if (source.provider !== provider || source.endpoint !== endpoint) {
      throw new Falsehood(`the call of ${id} is not to the provider and endpoint of the source`);
    }
    // Without a digest in the object nothing ties the call to it.
    if (!isText(source.raw_sha256)) continue;
    if (source.raw_sha256 !== sha) throw new Falsehood(`the call of ${id} has another digest than the source`);
    compared += 1;
  }
  if (compared < sources.length) named.add("/data/source_calls");
  const missing = [...left.values()].find((source) => isText(source.raw_sha256));
  if (missing !== undefined) throw new Falsehood(`the source ${missing.id} has no call`);
  return compared;
}
