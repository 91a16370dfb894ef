// A Solana node by JSON-RPC: token accounts, signatures back to a time, what transactions changed, accounts and slots.
import { httpError } from "../../../schema/io/http.ts";
import type { CallContext } from "../../client/client.ts";
import { openRpc, type Rpc } from "../../client/rpc.ts";
import type { Connections } from "../../run/connection.ts";
import { asList, asNumber, asRecord, asText } from "../../source/body.ts";
import { otherInstrument, refuseOther } from "../../source/instrument.ts";

type SolBlock = { readonly slot: number /** Epoch ms. */; readonly at: number };

export type TokenAccount = {
  readonly account: string;
  /** The wallet, where the node says it. */
  readonly owner?: string;
  readonly mint: string;
  /** Base units, and how many of their digits are behind the point. */
  readonly units: bigint;
  readonly decimals: number;
};

export type Signature = { readonly id: string; readonly slot: number; readonly at: number; readonly failed: boolean };

/** What a transaction left each owner with, in base units: lamports, and tokens by mint with the decimals it states. */
export type SolTransaction = {
  readonly id: string;
  readonly slot: number;
  readonly at: number;
  readonly lamports: ReadonlyMap<string, bigint>;
  readonly tokens: ReadonlyMap<string, { readonly decimals: number; readonly deltas: ReadonlyMap<string, bigint> }>;
};

export type SolAccount = { readonly owner: string; readonly executable: boolean; readonly lamports: bigint };

export type Sol = {
  /** Lamports that stand behind validators, those that are behind included. */
  activatedStake(): Promise<bigint>;
  /** The newest block that cannot be undone. */
  tip(): Promise<SolBlock>;
  /** A block shortly before a time (within two seconds where there is one), with its hash. */
  blockBefore(timeMs: number): Promise<SolBlock & { readonly hash: string }>;
  hashOf(slot: number): Promise<string>;
  tokenAccounts(owner: string): Promise<TokenAccount[]>;
  /** Signatures of an account at or after `since`, newest first; what was read once is kept for the run. */
  signatures(account: string, since: number): Promise<Signature[]>;
  transactions(ids: readonly string[]): Promise<SolTransaction[]>;
  /** Null for an account that does not exist. */
  accounts(addresses: readonly string[]): Promise<(SolAccount | null)[]>;
};

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const TOKEN_PROGRAMS = [
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
] as const;
const FINALIZED = { commitment: "finalized" } as const;
const SLOT_MS = 400;
const STEPS_MAX = 16;
const NEAR_MS = 2_000;
const PAGE_FIRST = 200;
const PAGE_MAX = 1_000;
const PAGES_MAX = 30;
const TRANSACTIONS_BATCH = 20;
const ACCOUNTS_BATCH = 100;

function whole(value: unknown, what: string): number {
  const number = asNumber(value);
  if (!Number.isInteger(number) || number < 0) throw httpError("bad_body", `${what} is no whole number`);
  return number;
}

/** A byte in a mint. */
const DECIMALS_MAX = 255;

function decimalsOf(value: unknown): number {
  const decimals = whole(value, "decimals");
  if (decimals > DECIMALS_MAX) throw httpError("bad_body", "decimals are no byte");
  return decimals;
}

function units(value: unknown, what: string): bigint {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^\d+$/.test(value)) return BigInt(value);
  throw httpError("bad_body", `${what} is no amount`);
}

export function signatureOf(value: unknown): Signature {
  const row = asRecord(value, "signature");
  // Seconds; null where the node has forgotten when.
  const at = whole(row.blockTime, "the time of a signature") * 1_000;
  return { id: asText(row.signature), slot: whole(row.slot, "slot"), at, failed: row.err !== null };
}

const add = (into: Map<string, bigint>, key: string, change: bigint): void => {
  into.set(key, (into.get(key) ?? 0n) + change);
};

type TokenBalance = { account: number; mint: string; owner: string; decimals: number; units: bigint };

function tokenBalanceOf(value: unknown): TokenBalance {
  const row = asRecord(value, "token balance");
  const amount = asRecord(row.uiTokenAmount, "token amount");
  return {
    account: whole(row.accountIndex, "accountIndex"),
    mint: asText(row.mint),
    owner: asText(row.owner),
    decimals: decimalsOf(amount.decimals),
    units: units(amount.amount, "a token amount"),
  };
}

function tokensOf(before: readonly TokenBalance[], after: readonly TokenBalance[]): SolTransaction["tokens"] {
  const tokens = new Map<string, { decimals: number; deltas: Map<string, bigint> }>();
  for (const [balances, sign] of [[before, -1n] as const, [after, 1n] as const]) {
    for (const { mint, owner, decimals, units: held } of balances) {
      const token = tokens.get(mint) ?? { decimals, deltas: new Map<string, bigint>() };
      add(token.deltas, owner, sign * held);
      tokens.set(mint, token);
    }
  }
  return tokens;
}

/** Throws bad_body where the node has no such transaction: a signature it listed must be there. */
export function transactionOf(value: unknown): SolTransaction {
  const row = asRecord(value, "transaction");
  const meta = asRecord(row.meta, "meta");
  const { transaction } = row;
  const { message, signatures } = asRecord(transaction, "transaction");
  const keys = asList(asRecord(message, "message").accountKeys, "accountKeys").map((key) =>
    typeof key === "string" ? key : asText(asRecord(key, "account key").pubkey),
  );
  const before = asList(meta.preTokenBalances ?? [], "preTokenBalances").map(tokenBalanceOf);
  const after = asList(meta.postTokenBalances ?? [], "postTokenBalances").map(tokenBalanceOf);
  // Lamports in token accounts are their rent, not money of their owners.
  const rent = new Set([...before, ...after].map(({ account }) => account));
  const [pre, post] = [asList(meta.preBalances, "preBalances"), asList(meta.postBalances, "postBalances")];
  if (pre.length !== keys.length || post.length !== keys.length)
    throw httpError("bad_body", "balances without accounts");
  const lamports = new Map<string, bigint>();
  keys.forEach((key, i) => {
    const change = units(post[i], "a balance") - units(pre[i], "a balance");
    if (change !== 0n && !rent.has(i)) add(lamports, key, change);
  });
  return {
    id: asText(asList(signatures, "signatures")[0]),
    slot: whole(row.slot, "slot"),
    at: whole(row.blockTime, "the time of a transaction") * 1_000,
    lamports: meta.err === null ? lamports : new Map(),
    tokens: meta.err === null ? tokensOf(before, after) : new Map(),
  };
}

export function tokenAccountOf(value: unknown): TokenAccount {
  const { pubkey, account } = asRecord(value, "token account");
  const parsed = asRecord(asRecord(asRecord(account, "account").data, "data").parsed, "parsed");
  const info = asRecord(parsed.info, "info");
  const amount = asRecord(info.tokenAmount, "token amount");
  return {
    account: asText(pubkey),
    ...(info.owner === undefined ? {} : { owner: asText(info.owner) }),
    mint: asText(info.mint),
    units: units(amount.amount, "a token amount"),
    decimals: decimalsOf(amount.decimals),
  };
}

function accountOf(value: unknown): SolAccount | null {
  if (value === null) return null;
  const { owner, executable, lamports } = asRecord(value, "account");
  return { owner: asText(owner), executable: executable === true, lamports: units(lamports, "lamports") };
}

/** Lamports of the result of `getVoteAccounts`. */
export function activatedStakeOf(value: unknown): bigint {
  const { current, delinquent } = asRecord(value, "vote accounts");
  const accounts = [...asList(current, "current"), ...asList(delinquent, "delinquent")];
  if (accounts.length === 0) throw httpError("bad_body", "no vote accounts");
  return accounts
    .map((account) => units(asRecord(account, "vote account").activatedStake, "a stake"))
    .reduce((sum, one) => sum + one, 0n);
}

async function readTransactions(rpc: Rpc, ids: readonly string[]): Promise<SolTransaction[]> {
  const found: SolTransaction[] = [];
  const config = { encoding: "jsonParsed", maxSupportedTransactionVersion: 0, ...FINALIZED };
  for (let at = 0; at < ids.length; at += TRANSACTIONS_BATCH) {
    const part = ids.slice(at, at + TRANSACTIONS_BATCH);
    const calls = part.map((id) => ({ method: "getTransaction", params: [id, config] }));
    const read = (await rpc.ask(calls, { bucket: "transactions" })).results.map(transactionOf);
    for (const [i, { id }] of read.entries()) refuseOther("transaction", id, (told) => told === part[i]);
    found.push(...read);
  }
  return found;
}

type Walk = { readonly found: Signature[]; pages: number; done: boolean };

/** Opens a client for one run; public nodes count every call of a batch. */
export function openSol(connections: Connections, url: string, context: CallContext): Sol {
  const rpc = openRpc(connections, { venue: "sol", url, context, weighs: true });
  const one = async (method: string, ...params: unknown[]): Promise<unknown> =>
    (await rpc.ask([{ method, params }])).results[0];
  const timeOf = async (slot: number): Promise<number> => whole(await one("getBlockTime", slot), "block time") * 1_000;
  /** The first slot with a block at or after one. */
  const slotFrom = async (start: number): Promise<number> => {
    const [found] = asList(await one("getBlocksWithLimit", start, 1, FINALIZED), "slots");
    const slot = whole(found, "slot");
    if (slot < start) throw otherInstrument("slot");
    return slot;
  };
  const hashOf = async (slot: number): Promise<string> => {
    const config = { transactionDetails: "none", rewards: false, maxSupportedTransactionVersion: 0, ...FINALIZED };
    return asText(asRecord(await one("getBlock", slot, config), "block").blockhash);
  };
  let newest: Promise<SolBlock> | null = null;
  const tip = (): Promise<SolBlock> => {
    newest ??= one("getSlot", FINALIZED).then(async (value) => {
      const slot = await slotFrom(whole(value, "slot") - 32);
      return { slot, at: await timeOf(slot) };
    });
    return newest;
  };

  const walks = new Map<string, Walk>();
  const nextPage = async (account: string, walk: Walk): Promise<void> => {
    if (walk.pages === PAGES_MAX)
      throw httpError("bad_body", "the account has more transactions than can be read whole");
    const limit = walk.pages === 0 ? PAGE_FIRST : PAGE_MAX;
    const before = walk.found.at(-1)?.id;
    const config = { limit, ...FINALIZED, ...(before === undefined ? {} : { before }) };
    const page = asList(await one("getSignaturesForAddress", account, config), "signatures").map(signatureOf);
    walk.pages += 1;
    walk.found.push(...page);
    walk.done = page.length < limit;
  };

  return {
    tip,
    activatedStake: async () => activatedStakeOf(await one("getVoteAccounts", FINALIZED)),
    hashOf,
    async blockBefore(timeMs) {
      const near = await tip();
      let slotMs = SLOT_MS;
      let guess = near.slot + Math.min(0, Math.floor((timeMs - near.at) / slotMs));
      let best: SolBlock | null = null;
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const slot = await slotFrom(Math.min(guess, near.slot));
        const here = { slot, at: await timeOf(slot) };
        const miss = timeMs - here.at;
        if (miss > 0 && (best === null || here.at > best.at)) best = here;
        if ((miss > 0 && miss <= NEAR_MS) || (miss > 0 && here.slot === near.slot)) break;
        if (near.slot - here.slot > 1_000) slotMs = Math.max(1, (near.at - here.at) / (near.slot - here.slot));
        guess = here.slot + Math.floor((miss - NEAR_MS / 2) / slotMs);
      }
      if (best === null) throw httpError("bad_body", "the node's block times do not rise");
      return { ...best, hash: await hashOf(best.slot) };
    },
    async tokenAccounts(owner) {
      const calls = TOKEN_PROGRAMS.map((programId) => ({
        method: "getTokenAccountsByOwner",
        params: [owner, { programId }, { encoding: "jsonParsed", ...FINALIZED }],
      }));
      const { results } = await rpc.ask(calls);
      const held = results.flatMap((result) => asList(asRecord(result, "result").value, "value").map(tokenAccountOf));
      for (const one of held) refuseOther("owner", one.owner, (told) => told === owner);
      return held;
    },
    async signatures(account, since) {
      const walk = walks.get(account) ?? { found: [], pages: 0, done: false };
      walks.set(account, walk);
      while (!walk.done && (walk.found.at(-1)?.at ?? Number.POSITIVE_INFINITY) >= since) await nextPage(account, walk);
      return walk.found.filter((signature) => signature.at >= since);
    },
    transactions: (ids) => readTransactions(rpc, ids),
    async accounts(addresses) {
      const found: (SolAccount | null)[] = [];
      const config = { encoding: "base64", dataSlice: { offset: 0, length: 0 }, ...FINALIZED };
      for (let at = 0; at < addresses.length; at += ACCOUNTS_BATCH) {
        const result = await one("getMultipleAccounts", addresses.slice(at, at + ACCOUNTS_BATCH), config);
        found.push(...asList(asRecord(result, "result").value, "value").map(accountOf));
      }
      return found;
    },
  };
}
