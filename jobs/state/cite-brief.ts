// Names what an answer knows of our last brief by the brief itself: its hash is the digest of the source, as that of a call is.
import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { originOf } from "../../schema/link.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { type IssuedByIdRow, issuedById } from "../../schema/query/issued/issued-by-id.ts";
import { briefUrl } from "../../schema/shape/brief.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { BuiltState } from "./built-state.ts";

/** As a proof lists it: nobody was called, so that there is no status of HTTP, and no method. */
const callOf = (source: Source, { canonical, hash, issued_at: at }: IssuedByIdRow, url: string): SourceCall => ({
  ...{ source_id: source.id ?? null, provider: source.provider, endpoint: source.endpoint, method: UNASSESSED, url },
  ...{ params: {}, requested_at: toTime(at), responded_at: toTime(at), http_status: 0 },
  ...{ bytes: Buffer.byteLength(canonical), rows: 1, calls: 1, raw_sha256: hash, cached: false },
});

/** The state with the brief that it shows as a source that has its digest and its entry among the calls. */
export async function citeBrief<S extends BuiltState>(
  { store, env }: { readonly store: Pick<Store, "query">; readonly env: Pick<Env, "PUBLIC_URL" | "PORT"> },
  state: S,
): Promise<S> {
  const { id, sources: ids } = state.sections.brief;
  const place = placeOf(ids[0] ?? "S0");
  const source = state.sources[place];
  if (id === null || source === undefined) return state;
  const [row] = await store.query(issuedById, { id: String(id) });
  if (row === undefined) return state;
  const url = `${originOf(env)}${briefUrl(state.token.id, id)}`;
  return {
    ...state,
    sources: state.sources.with(place, { ...source, raw_sha256: row.hash }),
    calls: [...state.calls, callOf(source, row, url)],
  };
}
