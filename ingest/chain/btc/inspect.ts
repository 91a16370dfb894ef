// One address of Bitcoin: sums, count and the transactions of the last days, while the newest block stays the same.
import { HOUR_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import {
  type AddressMove,
  type AddressReading,
  coinsOf,
  type Inspector,
  type Look,
  moveFromDeltas,
  notRead,
  type ReadingGap,
  type ReadOrGap,
  type Tip,
} from "../reading.ts";
import { btcServerUrl } from "./btc.ts";
import { type BtcTransaction, type Esplora, openEsplora } from "./esplora.ts";

const NATIVE = "bitcoin";
const DECIMALS = 8;
/** Pages of 25 transactions, each known only from the one before: two more rounds are for the block and the sums. */
const PAGES_MAX = 4;

/** What a transaction brought an address, its fee and change netted out; the other end is who gave or took most. */
export function btcMoveOf(tx: BtcTransaction, address: string): AddressMove | null {
  const deltas = new Map<string, bigint>();
  for (const [side, sign] of [[tx.inputs, -1n] as const, [tx.outputs, 1n] as const])
    for (const one of side) deltas.set(one.address, (deltas.get(one.address) ?? 0n) + sign * BigInt(one.sats));
  const move = moveFromDeltas(address, deltas);
  if (move === null) return null;
  const isAlone = [...tx.inputs, ...tx.outputs].every((one) => one.address === address);
  return {
    ...{ tx: tx.id, at: tx.at, block: tx.block, token: NATIVE, decimals: DECIMALS, ...move },
    ...(isAlone ? { direction: "self" as const, counterparty: null } : {}),
  };
}

type Walked = { readonly transactions: readonly BtcTransaction[]; readonly isWhole: boolean };

/** Back to a time (epoch ms) or to the first transaction, a page a round. */
async function walkBack(esplora: Esplora, address: string, since: number, count: number): Promise<Walked> {
  const found: BtcTransaction[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const last = found.at(-1);
    const rows = await esplora.page(address, last?.id ?? "");
    if (rows.at(-1)?.id === last?.id && last !== undefined) throw httpError("bad_body", "the address's pages repeat");
    found.push(...rows);
    const isEnd = rows.length === 0 || found.length >= count;
    if (isEnd || (found.at(-1)?.at ?? 0) < since) return { transactions: found, isWhole: true };
  }
  return { transactions: found, isWhole: false };
}

const gapOf = (hours: number): ReadingGap => ({
  reason: "insufficient_coverage",
  detail: `Its last ${PAGES_MAX * 25} transactions were read, which reach back ${hours} h.`,
});

type Seen = { readonly firstSeenAt: ReadOrGap<number>; readonly lastSeenAt: ReadOrGap<number> };

function seenOf(count: number, { transactions }: Walked): Seen {
  const [newest] = transactions;
  const oldest = transactions.at(-1);
  const none = notRead("no_source", "It has no confirmed transaction.");
  if (!newest || !oldest) return { firstSeenAt: none, lastSeenAt: none };
  const isAll = transactions.length >= count;
  const more = notRead("insufficient_coverage", "It has more transactions than are read for one answer.");
  return { firstSeenAt: isAll ? { value: oldest.at } : more, lastSeenAt: { value: newest.at } };
}

/** Opens the look at one address. */
export function inspectBtc(look: Look): Inspector {
  const { connections, env, context, address, form, spanMs } = look;
  const esplora = openEsplora(connections, btcServerUrl(connections, env), context);
  return {
    tip: () => esplora.tip(),
    async read(tip: Tip): Promise<AddressReading> {
      const { sats, count } = await esplora.sums(address);
      const since = tip.at - spanMs;
      const [walked, after] = await Promise.all([
        walkBack(esplora, address, since, count),
        // In the round of the first page: sums were read before it.
        esplora.tip(),
      ]);
      const { transactions, isWhole } = walked;
      // Of the last block that was seen some transactions may be behind the page's end.
      const reached = isWhole ? since : Math.max(since, (transactions.at(-1)?.at ?? tip.at) + 1);
      const moves = transactions
        .filter(({ at, block }) => at >= reached && block <= tip.number)
        .flatMap((tx) => btcMoveOf(tx, address) ?? [])
        .filter(({ units }) => look.mayBeLarge(NATIVE, coinsOf(units, DECIMALS)));
      return {
        kind: { value: form === "script" ? "script" : "utxo" },
        contract: null,
        block: tip,
        pinned: after.hash === tip.hash,
        slots: null,
        confirmations: Math.max(0, after.number - tip.number),
        safe: false,
        holdings: { value: [{ token: NATIVE, contract: null, symbol: null, units: sats, decimals: DECIMALS }] },
        holdingGaps: [],
        holdsAll: true,
        count: { value: count },
        countsOutgoing: false,
        ...seenOf(count, walked),
        moves: look.wantsMoves ? moves : [],
        spans: look.wantsMoves ? [{ assets: "all", from: reached, to: tip.at }] : [],
        moveGaps: isWhole || !look.wantsMoves ? [] : [gapOf(Math.floor((tip.at - reached) / HOUR_MS))],
        isSeen: count > 0,
      };
    },
  };
}
