// One address of Solana: its account, token accounts and signatures in one request, each with the slot it is of.
import { httpError } from "../../../schema/io/http.ts";
import { openRpc, type Rpc } from "../../client/rpc.ts";
import { asList, asNumber, asRecord, asText } from "../../source/body.ts";
import { refuseOther } from "../../source/instrument.ts";
import {
  type AddressKindRead,
  type AddressMove,
  type AddressReading,
  type ContractRead,
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
import {
  type Signature,
  type SolTransaction,
  SYSTEM_PROGRAM,
  signatureOf,
  TOKEN_PROGRAMS,
  type TokenAccount,
  tokenAccountOf,
  transactionOf,
} from "./node.ts";
import { solNodeUrl, solTokenOf } from "./sol.ts";

const NATIVE = "solana";
const NATIVE_DECIMALS = 9;
const FINALIZED = { commitment: "finalized" } as const;
const SIGNATURES_MAX = 1_000;
/** Public nodes count every call of a batch: of the transactions in question this many are read. */
const TRANSACTIONS_MAX = 36;
const TRANSACTIONS_BATCH = 18;
/** What comes in as a token names the token account alone. */
const ACCOUNTS_MAX = 12;
const ACCOUNT_SIGNATURES = 100;

type Account = { readonly lamports: bigint; readonly kind: AddressKindRead };

/** What an account is by its owner: people's are the system's, mints and token accounts the token programs'. */
function accountOf(value: unknown): Account | null {
  if (value === null) return null;
  const { lamports, owner, executable, data } = asRecord(value, "account");
  const held = asNumber(lamports);
  if (!Number.isInteger(held) || held < 0) throw httpError("bad_body", "lamports are no amount");
  const parsed = data !== null && typeof data === "object" && !Array.isArray(data) ? asRecord(data).parsed : null;
  const isMint = parsed !== null && typeof parsed === "object" && asRecord(parsed).type === "mint";
  const isTokens = TOKEN_PROGRAMS.some((program) => program === owner);
  const kind =
    executable === true ? "program" : owner === SYSTEM_PROGRAM ? "eoa" : isTokens && isMint ? "token" : "contract";
  return { lamports: BigInt(held), kind };
}

/** A result that says which slot it is of. */
function ofSlot(result: unknown): { slot: number; value: unknown } {
  const { context, value } = asRecord(result, "result");
  const slot = asNumber(asRecord(context, "context").slot);
  if (!Number.isInteger(slot)) throw httpError("bad_body", "a result without its slot");
  return { slot, value };
}

/** Signatures newest first, as far as the node knows when; it forgets the times of old ones. */
type Signed = { readonly count: number; readonly dated: readonly Signature[] };

function signedOf(list: unknown): Signed {
  const rows = asList(list, "signatures");
  const undated = rows.findIndex((row) => asRecord(row, "signature").blockTime === null);
  return { count: rows.length, dated: (undated < 0 ? rows : rows.slice(0, undated)).map(signatureOf) };
}

/** From when on a list of at most `max` is known whole, epoch ms. */
const wholeFrom = ({ count, dated }: Signed, max: number): number =>
  dated.length === count && count < max ? 0 : (dated.at(-1)?.at ?? Number.POSITIVE_INFINITY);

type State = {
  readonly account: Account | null;
  readonly tokens: ReadOrGap<readonly TokenAccount[]>;
  readonly signed: ReadOrGap<Signed>;
  readonly slots: readonly number[];
};

async function readState(rpc: Rpc, address: string): Promise<State> {
  const { results } = await rpc.ask(
    [
      { method: "getAccountInfo", params: [address, { encoding: "jsonParsed", ...FINALIZED }] },
      ...TOKEN_PROGRAMS.map((programId) => ({
        method: "getTokenAccountsByOwner",
        params: [address, { programId }, { encoding: "jsonParsed", ...FINALIZED }],
      })),
      { method: "getSignaturesForAddress", params: [address, { limit: SIGNATURES_MAX, ...FINALIZED }] },
    ],
    { orFailed: true },
  );
  const [info, ...rest] = results;
  if (info === undefined) throw httpError("http_error", "the node did not give the account");
  const here = ofSlot(info);
  const lists = rest.slice(0, TOKEN_PROGRAMS.length).map((one) => (one === undefined ? null : ofSlot(one)));
  const held = lists.flatMap((one) => (one === null ? [] : asList(one.value, "value").map(tokenAccountOf)));
  for (const one of held) refuseOther("owner", one.owner, (told) => told === address);
  const signed = rest[TOKEN_PROGRAMS.length];
  return {
    account: accountOf(here.value),
    tokens: lists.includes(null) ? FAILED : { value: held },
    signed: signed === undefined ? FAILED : { value: signedOf(signed) },
    slots: [here.slot, ...lists.flatMap((one) => (one === null ? [] : [one.slot]))],
  };
}

function holdingsOf({ account, tokens }: State): ReadOrGap<Holding[]> {
  if (!("value" in tokens)) return tokens;
  const byMint = new Map<string, Holding>();
  for (const { mint, units, decimals } of tokens.value) {
    const units_ = (byMint.get(mint)?.units ?? 0n) + units;
    byMint.set(mint, { token: solTokenOf(mint), contract: mint, symbol: null, units: units_, decimals });
  }
  const own = { token: NATIVE, contract: null, symbol: null, decimals: NATIVE_DECIMALS };
  return {
    value: [{ ...own, units: account?.lamports ?? 0n }, ...[...byMint.values()].filter(({ units }) => units > 0n)],
  };
}

/** Payments of a transaction from or to the address, in SOL and in tracked tokens. */
export function solMovesOf(tx: SolTransaction, address: string): AddressMove[] {
  const coins = [
    { token: NATIVE, decimals: NATIVE_DECIMALS, deltas: tx.lamports },
    ...[...tx.tokens].flatMap(([mint, { decimals, deltas }]) => {
      const token = solTokenOf(mint);
      return token === null ? [] : [{ token, decimals, deltas }];
    }),
  ];
  return coins.flatMap(({ token, decimals, deltas }) => {
    const move = moveFromDeltas(address, deltas);
    return move === null ? [] : [{ tx: tx.id, at: tx.at, block: tx.slot, token, decimals, ...move }];
  });
}

type Found = {
  readonly transactions: readonly SolTransaction[];
  /** Epoch ms; nothing before it was read. */
  readonly reached: number;
  readonly gap: ReadingGap | null;
};

/** The newest transactions of some signatures, all side by side; back to `since` or as far as they reach. */
async function readTransactions(rpc: Rpc, signatures: readonly Signature[], since: number): Promise<Found> {
  const due = signatures.filter(({ at, failed }) => at >= since && !failed).toSorted((a, b) => b.at - a.at);
  const some = due.slice(0, TRANSACTIONS_MAX);
  const config = { encoding: "jsonParsed", maxSupportedTransactionVersion: 0, ...FINALIZED };
  const batches = Array.from({ length: Math.ceil(some.length / TRANSACTIONS_BATCH) }, (_, i) =>
    some.slice(i * TRANSACTIONS_BATCH, (i + 1) * TRANSACTIONS_BATCH),
  );
  const results = await Promise.all(
    batches.map((batch) =>
      rpc.ask(
        batch.map(({ id }) => ({ method: "getTransaction", params: [id, config] })),
        { bucket: "transactions", orFailed: true },
      ),
    ),
  );
  const read = results.flatMap((one) => one.results);
  const hole = read.indexOf(undefined);
  const known = read.slice(0, hole < 0 ? undefined : hole).map(transactionOf);
  for (const [i, { id }] of known.entries()) refuseOther("transaction", id, (told) => told === some[i]?.id);
  const last = hole < 0 ? due[some.length] : some[hole];
  if (last === undefined) return { transactions: known, reached: since, gap: null };
  const detail = `Of the transactions of seven days the newest ${known.length} were read: public nodes let no more through at once.`;
  return { transactions: known, reached: last.at + 1, gap: { reason: "insufficient_coverage", detail } };
}

/** `from` in epoch ms: known whole from there on. */
type Listed = { readonly signed: Signed; readonly from: number };

const UNLISTED: Listed = { signed: { count: 0, dated: [] }, from: Number.POSITIVE_INFINITY };
const listedOf = (signed: Signed, max: number): Listed => ({ signed, from: wholeFrom(signed, max) });

/** Signatures of the token accounts of tracked tokens, and the block of a slot. */
async function readAccounts(rpc: Rpc, slot: number, accounts: readonly string[]) {
  const block = { transactionDetails: "none", rewards: false, maxSupportedTransactionVersion: 0, ...FINALIZED };
  const { results } = await rpc.ask(
    [
      { method: "getBlock", params: [slot, block] },
      ...accounts.map((account) => ({
        method: "getSignaturesForAddress",
        params: [account, { limit: ACCOUNT_SIGNATURES, ...FINALIZED }],
      })),
    ],
    { orFailed: true },
  );
  const [told, ...lists] = results;
  if (told === undefined) throw httpError("http_error", "the node has no block of the slot");
  const { blockhash, blockTime } = asRecord(told, "block");
  const listed = lists.map((list) => (list === undefined ? UNLISTED : listedOf(signedOf(list), ACCOUNT_SIGNATURES)));
  return { hash: asText(blockhash), at: asNumber(blockTime) * 1_000, listed };
}

const MORE = notRead(
  "insufficient_coverage",
  "More than 1,000 transactions name it, and a node lists no more at once.",
);
const NONE = notRead("no_source", "No transaction that the node remembers names it.");
const FORGOTTEN = notRead("no_source", "The node has forgotten when it was.");

function countsOf({ signed }: State) {
  if (!("value" in signed)) return { count: FAILED, firstSeenAt: FAILED, lastSeenAt: FAILED };
  const { count, dated } = signed.value;
  if (count === 0) return { count: { value: 0 }, firstSeenAt: NONE, lastSeenAt: NONE };
  const [newest, oldest] = [dated[0], dated.at(-1)];
  const isAll = count < SIGNATURES_MAX;
  return {
    count: isAll ? { value: count } : MORE,
    firstSeenAt: !isAll ? MORE : oldest && dated.length === count ? { value: oldest.at } : FORGOTTEN,
    lastSeenAt: newest ? { value: newest.at } : FORGOTTEN,
  };
}

const contractOf = ({ account }: State, address: string): ContractRead | null =>
  account === null || account.kind === "eoa"
    ? null
    : {
        name: { value: null },
        symbol: null,
        isToken: account.kind === "token",
        token: solTokenOf(address),
        isProxy: notRead("no_source", "A node does not tell whether a program can be replaced in the same call."),
      };

/** Opens the look at one address. */
export function inspectSol(look: Look): Inspector {
  const { connections, env, context, address, spanMs } = look;
  const rpc = openRpc(connections, { venue: "sol", url: solNodeUrl(connections, env), context, weighs: true });
  return {
    async tip() {
      const { results } = await rpc.ask([{ method: "getSlot", params: [FINALIZED] }]);
      const slot = asNumber(results[0]);
      if (!Number.isInteger(slot)) throw httpError("bad_body", "the newest slot is none");
      return { number: slot, hash: "", at: 0 };
    },
    async read(tip): Promise<AddressReading> {
      const state = await readState(rpc, address);
      const { signed, tokens, slots } = state;
      const [from, to] = [Math.min(...slots), Math.max(...slots)];
      const tracked = "value" in tokens ? tokens.value.filter(({ mint }) => solTokenOf(mint) !== null) : [];
      const accounts = look.wantsMoves ? tracked.slice(0, ACCOUNTS_MAX).map(({ account }) => account) : [];
      const { hash, at, listed } = await readAccounts(rpc, from, accounts);
      const own = "value" in signed ? listedOf(signed.value, SIGNATURES_MAX) : UNLISTED;
      const lists = [own, ...listed];
      const all = new Map(lists.flatMap((one) => one.signed.dated.map((sig) => [sig.id, sig] as const)));
      const isPart = "value" in tokens ? tracked.length > ACCOUNTS_MAX : true;
      const since = Math.max(at - spanMs, ...lists.map((one) => one.from));
      const canRead = look.wantsMoves && since < at;
      const found = canRead ? await readTransactions(rpc, [...all.values()], since) : null;
      const reached = found?.reached ?? at;
      const moves = (found?.transactions ?? [])
        .flatMap((tx) => solMovesOf(tx, address))
        .filter((move) => move.at >= reached && look.mayBeLarge(move.token, coinsOf(move.units, move.decimals)));
      const part: ReadingGap = {
        reason: "insufficient_coverage",
        detail: "It has more token accounts, or accounts with more transactions, than are read for one answer.",
      };
      const isSigned = lists.some((one) => one.signed.count > 0);
      const isSeen = state.account !== null || isSigned || ("value" in tokens && tokens.value.length > 0);
      // What was not listed may be its only trace.
      if (!isSeen && !("value" in tokens && "value" in signed))
        throw httpError("http_error", "the node did not give all that would show a trace");
      const isCut = isPart || since > at - spanMs;
      return {
        kind:
          state.account === null
            ? notRead("no_source", "The account does not exist now.")
            : { value: state.account.kind },
        contract: contractOf(state, address),
        block: { number: from, hash, at },
        pinned: from === to,
        slots: { from, to },
        confirmations: Math.max(0, to - tip.number),
        safe: true,
        holdings: holdingsOf(state),
        holdingGaps: [],
        holdsAll: true,
        ...countsOf(state),
        countsOutgoing: false,
        moves,
        spans: found === null || isPart ? [] : [{ assets: "all", from: reached, to: at }],
        moveGaps: look.wantsMoves ? [...(isCut ? [part] : []), ...(found?.gap ? [found.gap] : [])] : [],
        isSeen,
      };
    },
  };
}
