// Identities of every coin CoinGecko lists: written where they changed, and at every reading for tracked tokens.
import { DAY_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import { type CoinKnownRow, coinKnown } from "../../../schema/query/coin/coin-known.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { identityRow, parseCoinList } from "../../parse/coin-identity.ts";
import type { Run } from "../../run/run.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

const IDS = TRACKED.map((token) => token.id);
const TRACKED_IDS: ReadonlySet<string> = new Set(IDS);
/** A list that lost more than this share of what it had is not believed. */
const KEPT_MIN = 0.8;
/** An identity that stands this long is written again, well before its last row would end. */
const REWRITE_MS = 180 * DAY_MS;

/** The rows to write: changed, new and gone coins, and every tracked one. Throws bad_body for a list cut short. */
export function changedRows(rows: readonly SourceRow[], known: readonly CoinKnownRow[]): SourceRow[] {
  const before = new Map(known.map((row) => [row.token, row]));
  const now = new Set(rows.map((row) => row.token));
  const listed = known.filter((row) => row.status === "listed");
  const kept = listed.filter((row) => now.has(row.token)).length;
  if (kept < listed.length * KEPT_MIN) throw httpError("bad_body", "the list lacks most of the coins it had");
  const [first] = rows;
  const gone = listed
    .filter((row) => !now.has(row.token) && !TRACKED_IDS.has(row.token))
    .map(({ token, symbol, name, name_raw, contracts }) => ({
      ...first,
      ...identityRow({ token, symbol, name, nameRaw: name_raw, contracts }, "gone"),
    }));
  const stands = (row: SourceRow): boolean => {
    const last = before.get(row.token);
    return last !== undefined && last.digest === row.digest && Number(row.at) - last.read_at < REWRITE_MS;
  };
  return [...rows.filter((row) => TRACKED_IDS.has(row.token) || !stands(row)), ...gone];
}

async function pull(run: Run): Promise<void> {
  const { deps, provider } = run;
  const { body, record } = await callCoinGecko(run, "coins/list", { include_platform: "true" });
  const rows = parseCoinList(body, provider, record.responded_at);
  someAsked(
    rows.filter(({ token }) => TRACKED_IDS.has(token)),
    "coins",
  );
  const known = await deps.store.query(coinKnown, { asOf: record.responded_at, provider });
  // Two rows of one id would replace each other: the first is the one that counts.
  const once = [...new Map(rows.toReversed().map((row) => [row.token, row])).values()].toReversed();
  await run.take(changedRows(once, known), { now: deps.clock.now(), record });
}

export const coingeckoCoin = ownSource({
  id: "coingecko-coin",
  provider: "coingecko",
  tokens: IDS,
  pull,
});
