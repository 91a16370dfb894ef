// How much the tokens of an EVM chain were used in the last 24 whole hours: transactions that moved each, and the addresses
// at both ends, by all of its Transfer logs. A process reads each hour once.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { isCountedByTransfers } from "../../../schema/token/scanned-chain.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import type { CallRecord } from "../../run/call.ts";
import type { Connections } from "../../run/connection.ts";
import type { Run } from "../../run/run.ts";
import { type OwnSource, ownSource } from "../../source/define-source.ts";
import { type EvmChainId, evmTokens, openNode, settledHead } from "./evm.ts";
import type { Evm, Header, TransferLog } from "./node.ts";

type Use = {
  readonly transactions: number;
  /** What tells an address from others, see `keyOf`. */
  readonly addresses: ReadonlySet<number>;
};
/** By contract. */
type Uses = ReadonlyMap<string, Use>;

const NOBODY = `0x${"0".repeat(40)}`;
/**
 * The last 52 bits: exact in a number, which a set holds in a third of the room of a text. Two of a million addresses
 * share them once in ten thousand days.
 */
const keyOf = (address: string): number => Number.parseInt(address.slice(-13), 16);

/** Transactions with a transfer of each contract, and who sent or received it; coins are minted and burned by nobody. */
export function usesOf(logs: readonly Pick<TransferLog, "contract" | "tx" | "from" | "to">[]): Uses {
  const found = new Map<string, { readonly txs: Set<string>; readonly addresses: Set<number> }>();
  for (const { contract, tx, from, to } of logs) {
    const use = found.get(contract) ?? { txs: new Set(), addresses: new Set() };
    found.set(contract, use);
    use.txs.add(tx);
    for (const address of [from, to]) if (address !== NOBODY) use.addresses.add(keyOf(address));
  }
  return new Map([...found].map(([contract, { txs, addresses }]) => [contract, { transactions: txs.size, addresses }]));
}

/** Of stretches that follow one another: no transaction is in two of them, an address may be. */
export function joinUses(parts: readonly Uses[], contract: string): { transactions: number; addresses: number } {
  const addresses = new Set<number>();
  let transactions = 0;
  for (const part of parts) {
    const use = part.get(contract);
    if (!use) continue;
    transactions += use.transactions;
    for (const address of use.addresses) addresses.add(address);
  }
  return { transactions, addresses: addresses.size };
}

type Hour = { readonly uses: Uses; readonly calls: readonly CallRecord[] };
type Known = {
  /** By when the hour began, epoch ms. */
  readonly hours: Map<number, Hour>;
  /** The end of the day whose numbers are stored. */
  told: number;
};

/** What each process has read, by chain. */
const KNOWN = new WeakMap<Connections, Map<EvmChainId, Known>>();

function knownOf(connections: Connections, id: EvmChainId): Known {
  const chains = KNOWN.get(connections) ?? new Map<EvmChainId, Known>();
  KNOWN.set(connections, chains);
  const known = chains.get(id) ?? { hours: new Map(), told: 0 };
  chains.set(id, known);
  return known;
}

/** Answers of nodes end at ten thousand logs: fewer blocks than a scan of labelled wallets asks for at once. */
const SPAN_MAX: Readonly<Record<EvmChainId, number>> = { eth: 300, bsc: 500 };

/** Reads what is missing of the day before `until`, the newest hour first. @returns whether all of it is known. */
async function readHours(run: Run, id: EvmChainId, evm: Evm, day: { readonly until: number; readonly near: Header }) {
  const { hours } = knownOf(run.connections, id);
  const contracts = tokensOn(id).map(({ contract }) => contract);
  for (const from of hours.keys()) if (from < day.until - DAY_MS) hours.delete(from);
  let first = day.near;
  let firstOf = 0;
  for (let from = day.until - HOUR_MS; from >= day.until - DAY_MS; from -= HOUR_MS) {
    if (hours.has(from)) continue;
    if (run.halted()) return false;
    run.signal?.throwIfAborted();
    const heard = run.context.log.listen();
    const after = firstOf === from + HOUR_MS ? first : await evm.firstAt(from + HOUR_MS, first);
    first = await evm.firstAt(from, after);
    firstOf = from;
    const logs = await evm.transfers({ contracts, from: first.number, to: after.number - 1 });
    hours.set(from, { uses: usesOf(logs), calls: heard() });
  }
  return true;
}

const tokensOn = (id: EvmChainId) =>
  evmTokens(id).filter((token) => {
    const tracked = trackedById(token.id);
    return tracked !== undefined && isCountedByTransfers(tracked);
  });

async function pull(run: Run, id: EvmChainId): Promise<void> {
  const tokens = tokensOn(id);
  if (tokens.length === 0) return;
  const evm = openNode(run, id, SPAN_MAX[id]);
  const near = await settledHead(evm, id);
  const until = Math.floor(near.at / HOUR_MS) * HOUR_MS;
  const known = knownOf(run.connections, id);
  if (known.told === until) return;
  if (!(await readHours(run, id, evm, { until, near }))) return run.leave();
  const read = [...known.hours].filter(([from]) => from >= until - DAY_MS && from < until).map(([, hour]) => hour);
  const record = run.context.log.join(read.flatMap(({ calls }) => calls));
  const now = run.deps.clock.now();
  const parts = read.map(({ uses }) => uses);
  const rows = tokens.map(({ id: token, contract }) => {
    const { transactions, addresses } = joinUses(parts, contract);
    return {
      token,
      chain: id,
      at: until,
      transactions_count: transactions,
      active_addresses_count: addresses,
      provider: run.provider,
      retrieved_at: record?.responded_at ?? now,
    };
  });
  await run.take(rows, { now, record });
  await run.flush();
  known.told = until;
}

/** A source that counts the use of a chain's tokens once an hour. */
export const useSource = (id: EvmChainId): OwnSource =>
  ownSource({
    id: `${id}-chain-activity`,
    provider: id,
    tokens: tokensOn(id).map(({ id: token }) => token),
    pull: (run) => pull(run, id),
  });
