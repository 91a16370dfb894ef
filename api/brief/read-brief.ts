// Reads a brief as it was issued out of the store, with what came of it by now.
import { DAY_MS } from "../../schema/duration.ts";
import { fault } from "../../schema/fault.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { originOf } from "../../schema/link.ts";
import type { Brief } from "../../schema/object/brief.ts";
import { briefText } from "../../schema/query/issued/brief-number.ts";
import { briefScore } from "../../schema/query/issued/brief-score.ts";
import { type IssuedByIdRow, issuedById } from "../../schema/query/issued/issued-by-id.ts";
import type { Deps } from "../deps.ts";
import { openStoreReads } from "../store-read.ts";

const AT_ONCE = 8;
const readStore = openStoreReads(AT_ONCE, {
  busy: "Too many briefs are being read just now; try again.",
  away: "The store cannot be reached.",
  logged: "a brief was not read",
});

/** From here on it may have a score. */
export const SCORED_AFTER_MS = DAY_MS;
const DECIMALS = 10_000;

/** Brier loss: the square of what was missed; null for what is neither right nor wrong. */
function lossOf(row: { readonly result: string; readonly p_right: number } | undefined): number | null {
  if (row?.result !== "right" && row?.result !== "wrong") return null;
  const missed = row.p_right - (row.result === "right" ? 1 : 0);
  return Math.round(missed * missed * DECIMALS) / DECIMALS;
}

async function scoredOf(deps: Deps, store: Store, row: IssuedByIdRow, wire: Brief): Promise<Brief> {
  if (deps.clock.now() - row.issued_at < SCORED_AFTER_MS) return wire;
  const [scored] = await store.query(briefScore, { id: row.id, issued: row.issued_at });
  return { ...wire, data: { ...wire.data, score: lossOf(scored) } };
}

/**
 * The last one of a token that no snapshot shows, as after Redis lost its data; null where there is none. Throws
 * overloaded; upstream_unavailable.
 */
export function readLastBrief(deps: Deps, token: string): Promise<Brief | null> {
  return readStore(deps, async (store) => {
    const [last] = await store.query(briefText, { tokens: [token] });
    const [row] = last ? await store.query(issuedById, { id: last.id }) : [];
    return row ? scoredOf(deps, store, row, wireOf("brief", row, originOf(deps.env))) : null;
  });
}

/** Throws brief_not_found, also for another token's; overloaded; upstream_unavailable. */
export function readBrief(deps: Deps, token: string, id: number): Promise<Brief> {
  return readStore(deps, async (store) => {
    const [row] = await store.query(issuedById, { id: String(id) });
    const wire = row?.kind === "brief" ? wireOf("brief", row, originOf(deps.env)) : null;
    if (!row || wire?.data.token?.id !== token) {
      throw fault("brief_not_found", "No brief of this token has the number.");
    }
    return scoredOf(deps, store, row, wire);
  });
}
