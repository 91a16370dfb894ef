// One address of Cardano, or a stake address with all that it controls: while the newest block stays the same.
import { isHttpError } from "../../../schema/io/http.ts";
import {
  type AddressMove,
  type AddressReading,
  coinsOf,
  FAILED,
  type Holding,
  type Inspector,
  type Look,
  moveFromDeltas,
  notRead,
  type ReadingGap,
  type ReadOrGap,
} from "../reading.ts";
import { adaCoinOf, adaServerUrl } from "./ada.ts";
import { type AdaTransaction, type Koios, openKoios } from "./koios.ts";
import { type HeldAsset, openKoiosAddress, type TransactionOf } from "./koios-address.ts";

const TRANSACTIONS_MAX = 36;
const AT_ONCE = 12;
const LISTED_MAX = 1_000;
/** Blocks behind the tip that count as settled. */
const SETTLED = 20;

const nameOf = (asset: string): string | null => {
  const text = Buffer.from(asset.slice(56), "hex").toString("utf8");
  return /^[\x20-\x7e]{1,32}$/.test(text) ? text : null;
};

const holdingOf = ({ asset, units, decimals }: HeldAsset): Holding => {
  const coin = adaCoinOf(asset);
  return {
    token: coin?.token ?? null,
    contract: asset,
    symbol: coin || asset === null ? null : nameOf(asset),
    units,
    decimals: coin?.decimals ?? decimals,
  };
};

/** Payments of a transaction from or to the address, in ADA and in tracked assets; change nets out. */
export function adaMovesOf(tx: AdaTransaction, address: string): AddressMove[] {
  return [[null, tx.lovelace] as const, ...tx.assets].flatMap(([asset, deltas]) => {
    const coin = adaCoinOf(asset);
    const move = coin ? moveFromDeltas(address, deltas) : null;
    return coin && move ? [{ tx: tx.id, at: tx.at, block: tx.block, ...coin, ...move }] : [];
  });
}

/** A read that fails costs its own members; what it failed with is added to `failures`. */
async function told<T>(read: Promise<T>, failures: unknown[] = []): Promise<ReadOrGap<T>> {
  try {
    return { value: await read };
  } catch (error) {
    if (!isHttpError(error)) throw error;
    failures.push(error);
    return FAILED;
  }
}

const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

type Found = {
  readonly transactions: readonly AdaTransaction[];
  readonly reached: number;
  readonly gap: ReadingGap | null;
};

async function readTransactions(koios: Koios, listed: readonly TransactionOf[], since: number): Promise<Found> {
  const due = listed.filter(({ at }) => at >= since);
  const some = due.slice(0, TRANSACTIONS_MAX);
  const parts = await Promise.all(
    inParts(
      some.map(({ id }) => id),
      AT_ONCE,
    ).map((part) => koios.transactions(part)),
  );
  const next = due[some.length];
  const cut = next ?? (listed.length >= LISTED_MAX ? listed.at(-1) : undefined);
  const reached = cut !== undefined && cut.at >= since ? cut.at + 1 : since;
  const detail = `Of the transactions of seven days the newest ${some.length} were read.`;
  return {
    transactions: parts.flat(),
    reached,
    gap: reached > since ? { reason: "insufficient_coverage", detail } : null,
  };
}

const MORE = notRead("insufficient_coverage", "More than 1,000 transactions name it: more are not listed at once.");
const NONE = notRead("no_source", "No transaction names it.");

function countsOf(listed: ReadOrGap<readonly TransactionOf[]>) {
  if (!("value" in listed)) return { count: FAILED, firstSeenAt: FAILED, lastSeenAt: FAILED };
  const [newest] = listed.value;
  const oldest = listed.value.at(-1);
  if (!newest || !oldest) return { count: { value: 0 }, firstSeenAt: NONE, lastSeenAt: NONE };
  const isAll = listed.value.length < LISTED_MAX;
  return {
    count: isAll ? { value: listed.value.length } : MORE,
    firstSeenAt: isAll ? { value: oldest.at } : MORE,
    lastSeenAt: { value: newest.at },
  };
}

const STAKE_MOVES: ReadingGap = {
  reason: "no_source",
  detail: "Moves are read of a payment address, not of all that a stake address controls.",
};
const UNREAD: ReadingGap = { reason: "source_error", detail: "The server did not give the transactions." };

/** Opens the look at one address. */
export function inspectAda(look: Look): Inspector {
  const { connections, env, context, address, form, spanMs } = look;
  const base = adaServerUrl(connections, env);
  const koios = openKoios(connections, base, context);
  const server = openKoiosAddress(connections, base, context);
  const isStake = form === "stake";
  return {
    tip: () => server.newest(),
    async read(tip): Promise<AddressReading> {
      const failures: unknown[] = [];
      const [held, listed] = await Promise.all([
        told(server.held(address, isStake), failures),
        told(server.transactionList(address, isStake, LISTED_MAX), failures),
      ]);
      const isSeen =
        ("value" in listed && listed.value.length > 0) ||
        ("value" in held && held.value.some(({ units }) => units > 0n));
      // What was not read may be its only trace.
      if (!isSeen && failures.length > 0) throw failures[0];
      const since = tip.at - spanMs;
      const isRead = look.wantsMoves && !isStake && "value" in listed;
      const known = isRead ? listed.value.filter(({ block }) => block <= tip.number) : [];
      const [found, after] = await Promise.all([
        isRead ? told(readTransactions(koios, known, since)) : null,
        server.newest(),
      ]);
      const read = found !== null && "value" in found ? found.value : null;
      const moves = (read?.transactions ?? [])
        .flatMap((tx) => adaMovesOf(tx, address))
        .filter(
          ({ at, token, units, decimals }) =>
            at >= (read?.reached ?? 0) && look.mayBeLarge(token, coinsOf(units, decimals)),
        )
        .toSorted((a, b) => b.at - a.at);
      const gaps = !look.wantsMoves
        ? []
        : isStake
          ? [STAKE_MOVES]
          : read === null
            ? [UNREAD]
            : read.gap
              ? [read.gap]
              : [];
      const holdings: ReadOrGap<Holding[]> = "value" in held ? { value: held.value.map(holdingOf) } : held;
      return {
        kind: { value: isStake ? "stake" : form === "script" ? "script" : "utxo" },
        contract: null,
        block: tip,
        pinned: after.hash === tip.hash,
        slots: null,
        confirmations: Math.max(0, after.number - tip.number),
        safe: after.number - tip.number >= SETTLED,
        holdings,
        holdingGaps: [],
        holdsAll: true,
        ...countsOf(listed),
        countsOutgoing: false,
        moves,
        spans: read === null ? [] : [{ assets: "all", from: read.reached, to: tip.at }],
        moveGaps: gaps,
        isSeen,
      };
    },
  };
}
