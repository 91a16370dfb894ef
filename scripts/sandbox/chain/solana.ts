// A Solana JSON-RPC node over the simulated ledger: slots, signatures by account, transactions with balances, accounts.
import { DAY_MS } from "../../../schema/duration.ts";
import { fromBase58, isOnCurve, toBase58 } from "../../../schema/token/sol-address.ts";
import { hash } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Ask, json, type Provider } from "../provider.ts";
import { type Coin, createDayLedger, type DayLedger, type DayMove } from "./day-ledger.ts";
import { hexOf, hexWithIndex, indexOfHex, type Party, strangerHex, strangerOf } from "./party.ts";

const GENESIS_MS = Date.UTC(2024, 0, 1);
const GENESIS_SLOT = 239_000_000;
const SLOT_MS = 400;
const FINAL_SLOTS = 32;
const WALK_DAYS = 12;
const SALT_SIGNATURE = 0x51;
const FEE = 5_000n;
const RENT = 2_039_280;
const SYSTEM = "11111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const BATCH_MAX = 100;
const VALIDATORS = 24;
/** Points of the curve are every other number: a wallet's address is found long before. */
const TRIES_MAX = 64;

const failure = (code: number, message: string): Error => Object.assign(new Error(message), { rpcCode: code });
const timeOf = (slot: number): number => Math.floor((GENESIS_MS + (slot - GENESIS_SLOT) * SLOT_MS) / 1000);
const slotAt = (timeMs: number): number => GENESIS_SLOT + Math.floor((timeMs - GENESIS_MS) / SLOT_MS);
/** Leaders miss slots: those have no block. */
const isSkipped = (seed: number, slot: number): boolean => hash(seed, slot, 11) % 50 === 0;

export const createSolLedger = (model: Model): DayLedger =>
  createDayLedger(model, {
    chain: "sol",
    native: "solana",
    nativeDecimals: 9,
    salt: 0x501,
    perMinute: 0.7,
    turnoverShare: 0.01,
    failedShare: 0.05,
    gridMs: SLOT_MS,
  });

const createAddresses = (ledger: DayLedger, seed: number) => {
  const known = new Map<Party, string>();
  const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
  // A wallet's address is a key, so a point of the curve; one in ten strangers is an address a program derived.
  const invent = (party: Party): string => {
    const program = party % 10 === 0;
    for (let tries = 0; ; tries++) {
      const one = bytes(strangerHex(seed ^ 0xadd ^ tries, party, 8));
      if (isOnCurve(one) !== program) return toBase58(one);
    }
  };
  const owners = new Map(ledger.parties.labels.map((label, party) => [label.address, party]));
  const partyOf = (address: string): Party | undefined => {
    const raw = fromBase58(address);
    const hex = raw === null ? "" : Buffer.from(raw).toString("hex");
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const party = strangerOf(seed ^ 0xadd ^ tries, hex, 8);
      if (party !== undefined) return addressOf(party) === address ? party : undefined;
    }
    return owners.get(address);
  };
  const addressOf = (party: Party): string => {
    const label = ledger.parties.labels[party]?.address;
    if (label !== undefined) return label;
    const address = known.get(party) ?? invent(party);
    known.set(party, address);
    return address;
  };
  const accountOf = (party: Party, coin: Coin): string =>
    toBase58(bytes(hexOf(seed ^ 0xa7a, party, coin.asset.index, 8)));
  return { addressOf, accountOf, partyOf };
};

type Addresses = ReturnType<typeof createAddresses>;

const seedOf = (model: Model): number => hash(model.seed, 0x501a);

/** The address of each party. */
export const solAddresses = (model: Model): ((party: Party) => string) =>
  createAddresses(createSolLedger(model), seedOf(model)).addressOf;

/** Whether a stranger's address was ever paid to, as some were not. */
const isOpened = (bytes: Uint8Array): boolean => (bytes[4] ?? 0) % 8 !== 0;
export const isSolOpened = (address: string): boolean => isOpened(fromBase58(address) ?? new Uint8Array());

const signatureOf = (seed: number, number: number): string =>
  toBase58(Uint8Array.from(Buffer.from(hexWithIndex(seed, number, SALT_SIGNATURE, 16), "hex")));

const numberOf = (seed: number, signature: string): number | null => {
  const bytes = fromBase58(signature);
  if (bytes === null || bytes.length !== 64) return null;
  return indexOfHex(seed, Buffer.from(bytes).toString("hex"), SALT_SIGNATURE, 16);
};

const errorOf = (move: DayMove): unknown => (move.failed ? { InstructionError: [0, { Custom: 1 }] } : null);

/** What both sides hold around a movement: only the difference is meant to be read. */
const holdings = (seed: number, move: DayMove): { from: bigint; to: bigint } => ({
  from: move.amount * BigInt(2 + (hash(seed, move.number, 21) % 9)) + FEE * 3n,
  to: move.amount * BigInt(hash(seed, move.number, 22) % 4),
});

const tokenBalance = (index: number, coin: Coin, owner: string, units: bigint): unknown => ({
  accountIndex: index,
  mint: coin.contract,
  owner,
  programId: TOKEN,
  uiTokenAmount: {
    amount: `${units}`,
    decimals: coin.decimals,
    uiAmount: Number(units) / 10 ** coin.decimals,
    uiAmountString: `${Number(units) / 10 ** coin.decimals}`,
  },
});

const transaction = (seed: number, addresses: Addresses, move: DayMove, signature: string): unknown => {
  const { coin } = move;
  const [from, to] = [addresses.addressOf(move.from), addresses.addressOf(move.to)];
  const same = from === to;
  const held = holdings(seed, move);
  const moved = move.failed || same ? 0n : move.amount;
  const native = coin.contract === null;
  const keys = native
    ? [from, ...(same ? [] : [to]), SYSTEM]
    : [from, addresses.accountOf(move.from, coin), ...(same ? [] : [addresses.accountOf(move.to, coin)]), TOKEN];
  const pre = native
    ? [Number(held.from), ...(same ? [] : [Number(held.to)]), 1]
    : [90_000_000, RENT, ...(same ? [] : [RENT]), 934_087_680];
  const post = [...pre];
  post[0] = (post[0] ?? 0) - Number(FEE) - (native ? Number(moved) : 0);
  if (native && !same) post[1] = (post[1] ?? 0) + Number(moved);
  const tokens = (sign: bigint): unknown[] =>
    native
      ? []
      : [
          tokenBalance(1, coin, from, held.from - sign * moved),
          ...(same ? [] : [tokenBalance(2, coin, to, held.to + sign * moved)]),
        ];
  const slot = slotAt(move.atMs);
  return {
    slot,
    blockTime: timeOf(slot),
    version: "legacy",
    meta: {
      err: errorOf(move),
      status: move.failed ? { Err: errorOf(move) } : { Ok: null },
      fee: Number(FEE),
      preBalances: pre,
      postBalances: post,
      preTokenBalances: tokens(0n),
      postTokenBalances: tokens(1n),
      innerInstructions: [],
      logMessages: [],
      rewards: [],
      computeUnitsConsumed: 150,
    },
    transaction: {
      message: {
        accountKeys: keys.map((pubkey, i) => ({
          pubkey,
          signer: i === 0,
          source: "transaction",
          writable: i < keys.length - 1,
        })),
        recentBlockhash: toBase58(Uint8Array.from(Buffer.from(hexOf(seed, slot, 31, 8), "hex"))),
        instructions: [
          native
            ? {
                program: "system",
                programId: SYSTEM,
                parsed: { type: "transfer", info: { source: from, destination: to } },
              }
            : {
                program: "spl-token",
                programId: TOKEN,
                parsed: { type: "transferChecked", info: { mint: coin.contract } },
              },
        ],
      },
      signatures: [signature],
    },
  };
};

/** Whether a transaction names an account: a wallet by its payments, its token account by those of its coin. */
const createNames = (ledger: DayLedger, addresses: Addresses): ((account: string) => (move: DayMove) => boolean) => {
  const accounts = new Map(
    ledger.coins
      .filter((coin) => coin.contract !== null)
      .flatMap((coin) =>
        ledger.parties.labels.map((_, party) => [addresses.accountOf(party, coin), { party, coin }] as const),
      ),
  );
  return (account) => {
    const party = addresses.partyOf(account);
    if (party !== undefined && party >= 0)
      return (move) => move.from === party || (move.to === party && move.coin.contract === null);
    // Strangers keep no token account of their own: theirs is named with them.
    if (party !== undefined) return (move) => move.from === party || move.to === party;
    const held = accounts.get(account);
    if (held) return (move) => move.coin === held.coin && (move.from === held.party || move.to === held.party);
    return () => false;
  };
};

/** Some validators, the last of them behind; together they hold a share that breathes slowly. */
const voteAccounts = (seed: number, ledger: DayLedger, nowMs: number): unknown => {
  const native = ledger.coins.find((coin) => coin.contract === null);
  const staked = (native?.asset.circulating ?? 0) * (0.68 + 0.01 * Math.sin(nowMs / (6 * DAY_MS)));
  const keyOf = (i: number, kind: number) =>
    toBase58(Uint8Array.from(Buffer.from(hexOf(seed ^ 0x707e, i, kind, 8), "hex")));
  const accounts = Array.from({ length: VALIDATORS }, (_, i) => ({
    votePubkey: keyOf(i, 1),
    nodePubkey: keyOf(i, 2),
    activatedStake: Math.round((staked * (i + 1)) / ((VALIDATORS * (VALIDATORS + 1)) / 2)) * 1_000_000_000,
    commission: 5,
    epochVoteAccount: true,
    lastVote: slotAt(nowMs) - 1,
    rootSlot: slotAt(nowMs) - FINAL_SLOTS,
  }));
  return { current: accounts.slice(2), delinquent: accounts.slice(0, 2) };
};

type Method = (params: readonly unknown[], nowMs: number) => unknown;
type Config = { limit?: number; before?: string; encoding?: string; programId?: string };

const text = (value: unknown, name: string): string => {
  if (typeof value !== "string") throw failure(-32602, `invalid type: ${name}`);
  return value;
};
const number = (value: unknown): number => {
  if (!Number.isInteger(value)) throw failure(-32602, "invalid type: expected u64");
  return Number(value);
};

const createMethods = (model: Model): Record<string, Method> => {
  const seed = seedOf(model);
  const ledger = createSolLedger(model);
  const addresses = createAddresses(ledger, seed);
  const names = createNames(ledger, addresses);
  /** The newest slot that cannot be undone: one with a block. */
  const finalSlot = (nowMs: number): number => {
    let slot = slotAt(nowMs) - FINAL_SLOTS;
    while (isSkipped(seed, slot)) slot--;
    return slot;
  };
  const existing = (slot: number, nowMs: number): number => {
    if (slot > finalSlot(nowMs)) throw failure(-32004, `Block not available for slot ${slot}`);
    if (isSkipped(seed, slot)) throw failure(-32007, `Slot ${slot} was skipped, or missing due to ledger jump`);
    return slot;
  };

  const signatures = (account: string, { limit = 1000, before }: Config, nowMs: number): unknown[] => {
    const names_ = names(account);
    const last = before === undefined ? Number.POSITIVE_INFINITY : (numberOf(seed, before) ?? -1);
    const lastMove = before === undefined ? undefined : ledger.byNumber(last);
    const endMs = Math.min(nowMs - FINAL_SLOTS * SLOT_MS, lastMove?.atMs ?? nowMs);
    const found: unknown[] = [];
    const today = Math.floor(endMs / DAY_MS);
    for (let day = today; day > today - WALK_DAYS && found.length < limit; day--)
      for (const move of [...ledger.day(day)].reverse()) {
        if (found.length >= limit) break;
        if (move.atMs > endMs || !names_(move)) continue;
        if (lastMove && (move.atMs > lastMove.atMs || (move.atMs === lastMove.atMs && move.number >= lastMove.number)))
          continue;
        const slot = slotAt(move.atMs);
        found.push({
          signature: signatureOf(seed, move.number),
          slot,
          err: errorOf(move),
          memo: null,
          blockTime: timeOf(slot),
          confirmationStatus: "finalized",
        });
      }
    return found;
  };

  const tokenAccounts = (owner: string, { programId }: Config, nowMs: number): unknown => {
    const party = ledger.parties.labels.findIndex((label) => label.address === owner);
    const coins = party < 0 || programId !== TOKEN ? [] : ledger.coins.filter((coin) => coin.contract !== null);
    return {
      context: { apiVersion: "2.1.0", slot: finalSlot(nowMs) },
      value: coins.map((coin) => {
        const amount = ledger.balance(coin, party, nowMs);
        const tokenAmount = { amount: `${amount}`, decimals: coin.decimals };
        const info = { isNative: false, mint: coin.contract, owner, state: "initialized", tokenAmount };
        const data = { program: "spl-token", parsed: { info, type: "account" }, space: 165 };
        const account = { data, executable: false, lamports: RENT, owner: TOKEN, rentEpoch: 0, space: 165 };
        return { pubkey: addresses.accountOf(party, coin), account };
      }),
    };
  };

  const account = (address: string, nowMs: number): unknown => {
    const bytes = fromBase58(address);
    if (bytes === null || bytes.length !== 32) throw failure(-32602, "Invalid param: WrongSize");
    const party = ledger.parties.labels.findIndex((label) => label.address === address);
    const native = ledger.coins.find((coin) => coin.contract === null);
    const mint = ledger.coins.find((coin) => coin.contract === address);
    if (party < 0 && mint === undefined && addresses.partyOf(address) === undefined) return null;
    const lamports = party >= 0 && native ? Number(ledger.balance(native, party, nowMs)) : 1_000_000 + (bytes[3] ?? 0);
    if (mint !== undefined) {
      const info = {
        decimals: mint.decimals,
        supply: "0",
        isInitialized: true,
        mintAuthority: null,
        freezeAuthority: null,
      };
      const data = { program: "spl-token", parsed: { info, type: "mint" }, space: 82 };
      return { data, executable: false, lamports, owner: TOKEN, rentEpoch: 0, space: 82 };
    }
    // What a program derived for itself is mostly owned by it.
    const owner = party < 0 && !isOnCurve(bytes) ? TOKEN : SYSTEM;
    if (party < 0 && !isOpened(bytes)) return null;
    return { data: ["", "base64"], executable: false, lamports, owner, rentEpoch: 0, space: 0 };
  };

  return {
    getHealth: () => "ok",
    getAccountInfo: ([address], nowMs) => ({
      context: { apiVersion: "2.1.0", slot: finalSlot(nowMs) },
      value: account(text(address, "pubkey"), nowMs),
    }),
    getSlot: (_, nowMs) => finalSlot(nowMs),
    getBlockTime: ([slot], nowMs) => timeOf(existing(number(slot), nowMs)),
    getBlocksWithLimit: ([start, limit], nowMs) => {
      const found: number[] = [];
      const last = finalSlot(nowMs);
      for (let slot = number(start); slot <= last && found.length < Math.min(500_000, number(limit)); slot++)
        if (!isSkipped(seed, slot)) found.push(slot);
      return found;
    },
    getBlock: ([slot], nowMs) => {
      const one = existing(number(slot), nowMs);
      const blockhash = toBase58(Uint8Array.from(Buffer.from(hexOf(seed, one, 31, 8), "hex")));
      const previousBlockhash = toBase58(Uint8Array.from(Buffer.from(hexOf(seed, one - 1, 31, 8), "hex")));
      return {
        blockHeight: one - 21_000_000,
        blockTime: timeOf(one),
        blockhash,
        parentSlot: one - 1,
        previousBlockhash,
      };
    },
    getSignaturesForAddress: ([address, config], nowMs) =>
      signatures(text(address, "address"), (config ?? {}) as Config, nowMs),
    getTransaction: ([signature], nowMs) => {
      const id = text(signature, "signature");
      const move = ledger.byNumber(numberOf(seed, id) ?? -1);
      return !move || move.atMs > nowMs ? null : transaction(seed, addresses, move, id);
    },
    getTokenAccountsByOwner: ([owner, filter], nowMs) => tokenAccounts(text(owner, "owner"), filter as Config, nowMs),
    getVoteAccounts: (_, nowMs) => voteAccounts(seed, ledger, nowMs),
    getMultipleAccounts: ([list], nowMs) => ({
      context: { apiVersion: "2.1.0", slot: finalSlot(nowMs) },
      value: (list as string[]).map((address) => account(address, nowMs)),
    }),
  };
};

type Request = { id?: unknown; method?: unknown; params?: unknown };

const reply = (methods: Record<string, Method>, request: Request, nowMs: number): unknown => {
  const id = request.id ?? null;
  const failed = (code: number, message: string): unknown => ({ jsonrpc: "2.0", error: { code, message }, id });
  const method = typeof request.method === "string" ? methods[request.method] : undefined;
  if (!method) return failed(-32601, "Method not found");
  try {
    return { jsonrpc: "2.0", result: method(Array.isArray(request.params) ? request.params : [], nowMs), id };
  } catch (error) {
    if (error instanceof Error && "rpcCode" in error) return failed(Number(error.rpcCode), error.message);
    throw error;
  }
};

export const createSolanaNode = (model: Model): Provider => {
  const methods = createMethods(model);
  return {
    id: "sol",
    answer: (ask: Ask) => {
      let body: unknown;
      try {
        body = JSON.parse(ask.body);
      } catch {
        return json({ jsonrpc: "2.0", error: { code: -32700, message: "Parse error" }, id: null }, 400);
      }
      if (!Array.isArray(body)) return json(reply(methods, (body ?? {}) as Request, ask.nowMs));
      if (body.length > BATCH_MAX) return json({ error: "batch too large" }, 413);
      return json(body.map((one) => reply(methods, one as Request, ask.nowMs)));
    },
  };
};
