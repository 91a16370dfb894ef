// The odds that calls get their probabilities from: numbered versions in the store, the newest of them in Redis too.
import { digestOf } from "../../schema/canonical.ts";
import type { OddsRow } from "../../schema/dataset/issued/odds.ts";
import { KEYS } from "../../schema/key.ts";
import { type OddsNewestRow, oddsNewest } from "../../schema/query/issued/odds-newest.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import type { Deps } from "../deps.ts";

export type Odds = { readonly table: OddsTable; readonly digest: string };

type Doors = Pick<Deps, "redis" | "store">;

const readNewest = async ({ store }: Pick<Doors, "store">): Promise<OddsNewestRow | undefined> =>
  (await store.query(oddsNewest, {}))[0];

/** What the record last found about each class of calls, and the digest of it; empty before the first time. */
export async function readOdds({ redis, store }: Doors): Promise<Odds> {
  const text = (await redis.get(KEYS.recordOdds)) ?? (await readNewest({ store }))?.odds;
  if (text === undefined) return { table: {}, digest: "" };
  return { table: JSON.parse(text) as OddsTable, digest: digestOf(Buffer.from(text)) };
}

/** A token is lost with a server that went down between taking it and keeping its block: so often another is tried. */
const TOKENS = 3;

/**
 * Stores a table as the next version, where it is another than the newest, and gives it out. The store takes one block
 * a token, and shows the block to whoever it refuses the token: of two that number at once one is kept, and only what is
 * kept is given out.
 */
export async function keepOdds({ redis, store, clock }: Doors & Pick<Deps, "clock">, table: OddsTable): Promise<void> {
  const text = JSON.stringify(table);
  let kept = await readNewest({ store });
  if (kept?.odds !== text) {
    const number = (kept?.number ?? 0) + 1;
    const row: OddsRow = { number, at: clock.now(), digest: digestOf(Buffer.from(text)), odds: text };
    const block = Buffer.from(JSON.stringify(row));
    for (let lost = 0; lost < TOKENS && (kept?.number ?? 0) < number; lost += 1) {
      await store.insertEncoded("odds", block, lost === 0 ? `odds~${number}` : `odds~${number}~${lost}`);
      kept = await readNewest({ store });
    }
  }
  if (kept !== undefined) await redis.set(KEYS.recordOdds, kept.odds);
}
