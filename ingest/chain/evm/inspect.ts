// One address of an EVM chain: state read at one block hash through Multicall3, token moves by logs of the last days.
import { httpError } from "../../../schema/io/http.ts";
import { openRpc, type Rpc, type RpcCall } from "../../client/rpc.ts";
import {
  type AddressKindRead,
  type AddressReading,
  type ContractRead,
  FAILED,
  type Holding,
  type Inspector,
  type Look,
  notRead,
  type ReadingGap,
  type ReadOrGap,
  type Tip,
} from "../reading.ts";
import { type EvmChainId, evmChain, evmNodeUrl, evmTokens, kindOfCode } from "./evm.ts";
import { findMoves, headAgain } from "./inspect-moves.ts";
import { type ContractCall, decodeAggregate, encodeAggregate, MULTICALL3, textIn, wordIn } from "./multicall.ts";
import { amountOf, BALANCE_OF, headerOf, padded } from "./node.ts";

const NAME = "0x06fdde03";
const SYMBOL = "0x95d89b41";
const DECIMALS = "0x313ce567";
/** Where ERC-1967 keeps the address of a proxy's code. */
export const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** Minimal proxies of ERC-1167. */
const CLONE = /^0x363d3d373d3d3d363d(73|6[0-9a-f])/i;
const NATIVE_DECIMALS = 18;
/** Nodes behind one address are not all at the same block: who lacks ours is asked again. */
const ATTEMPTS = 2;

type Code = {
  readonly code: unknown;
  readonly slot: unknown;
};

/** The reads of the block; those that failed are asked once more. */
async function readState(rpc: Rpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  const found: unknown[] = calls.map(() => undefined);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const open = calls.flatMap((call, at) => (found[at] === undefined ? [{ call, at }] : []));
    if (open.length === 0) break;
    const { results } = await rpc.ask(
      open.map(({ call }) => call),
      { orFailed: true },
    );
    for (const [i, { at }] of open.entries()) found[at] = results[i];
  }
  if (found.every((one) => one === undefined)) throw httpError("http_error", "the node answered none of the reads");
  return found;
}

const isZeroWord = (word: string): boolean => /^0x0*$/.test(word);

function proxyOf(code: string, slot: unknown): ReadOrGap<boolean> {
  if (CLONE.test(code)) return { value: true };
  return typeof slot === "string" ? { value: !isZeroWord(slot) } : FAILED;
}

/** Answers of the calls in their order; null where the node gave none, or something else. */
const answersOf = (hex: unknown, count: number): (string | null)[] | null =>
  typeof hex === "string" ? decodeAggregate(hex, count) : null;

const NAMED_MAX = 8;

/** Why tokens are missing among the holdings: their contracts gave no number for the address. */
function unreadOf(tokens: readonly string[]): ReadingGap[] {
  if (tokens.length === 0) return [];
  const more = tokens.length > NAMED_MAX ? ` and ${tokens.length - NAMED_MAX} more` : "";
  const detail = `What it holds of ${tokens.slice(0, NAMED_MAX).join(", ")}${more} was not told: the contracts gave no number.`;
  return [{ reason: "source_error", detail }];
}

type Held = { readonly holdings: ReadOrGap<readonly Holding[]>; readonly gaps: readonly ReadingGap[] };

function holdingsOf(id: EvmChainId, balance: unknown, answers: readonly (string | null)[] | null): Held {
  if (typeof balance !== "string" || answers === null) return { holdings: FAILED, gaps: [] };
  const own = { token: evmChain(id).native, contract: null, symbol: null, decimals: NATIVE_DECIMALS };
  const balances = evmTokens(id).map((token, at) => ({ ...token, units: wordIn(answers[at] ?? null) }));
  const tokens = balances.flatMap(({ id: token, contract, decimals, units }): Holding[] =>
    units === null || units === 0n ? [] : [{ token, contract, symbol: null, units, decimals }],
  );
  const unread = balances.filter(({ units }) => units === null).map(({ id: token }) => token);
  return {
    holdings: { value: [{ ...own, units: amountOf(balance, "a balance") }, ...tokens] },
    gaps: unreadOf(unread),
  };
}

/** Whether its contract is a token is null where nobody could ask it. */
function kindOf(code: unknown, isToken: boolean | null): ReadOrGap<AddressKindRead> {
  if (typeof code !== "string") return FAILED;
  const kind = kindOfCode(code);
  if (kind === null) return notRead("source_error", "The node's word on its code is none.");
  if (kind !== "wallet" && isToken === null) return FAILED;
  return { value: kind === "wallet" ? "eoa" : isToken ? "token" : "contract" };
}

function contractOf(
  { id, address }: { id: EvmChainId; address: string },
  { code, slot }: Code,
  own: readonly (string | null)[] | null,
): ContractRead | null {
  if (typeof code !== "string" || kindOfCode(code) !== "contract") return null;
  const [name = null, symbol = null, decimals = null] = own ?? [];
  const token = evmTokens(id).find(({ contract }) => contract === address)?.id ?? null;
  return {
    name: own === null ? FAILED : { value: textIn(name) },
    symbol: textIn(symbol),
    isToken: token !== null || (textIn(symbol) !== null && wordIn(decimals) !== null),
    token,
    isProxy: proxyOf(code, slot),
  };
}

const NO_TIMES = notRead("no_source", "A node of this chain keeps no list of an address's transactions.");

/** Opens the look at one address. */
export function inspectEvm(look: Look, id: EvmChainId): Inspector {
  const { connections, env, context } = look;
  const url = evmNodeUrl(connections, env, id);
  const rpc = openRpc(connections, { venue: id, url, context });
  const address = look.address.toLowerCase();
  const tokens = evmTokens(id);

  const stateAt = async ({ hash }: Tip) => {
    const at = { blockHash: hash };
    const held = tokens.map(({ contract }) => ({ to: contract, data: `${BALANCE_OF}${padded(address).slice(2)}` }));
    // Code that burns all the gas of a call, or answers megabytes, may not cost the balances that are asked for beside it.
    const own = [NAME, SYMBOL, DECIMALS].map((data) => ({ to: address, data }));
    const aggregate = (calls: readonly ContractCall[]) => ({
      method: "eth_call",
      params: [{ to: MULTICALL3, data: encodeAggregate(calls) }, at],
    });
    const [balance, nonce, code, toldHeld, toldOwn, slot] = await readState(rpc, [
      { method: "eth_getBalance", params: [address, at] },
      { method: "eth_getTransactionCount", params: [address, at] },
      { method: "eth_getCode", params: [address, at] },
      aggregate(held),
      aggregate(own),
      { method: "eth_getStorageAt", params: [address, IMPLEMENTATION_SLOT, at] },
    ]);
    const state = { balance, nonce, code, slot };
    return { state, held: answersOf(toldHeld, held.length), own: answersOf(toldOwn, own.length) };
  };

  return {
    async tip() {
      const { results } = await rpc.ask([{ method: "eth_getBlockByNumber", params: ["latest", false] }]);
      return headerOf(results[0]);
    },
    async read(tip): Promise<AddressReading> {
      const { state, held, own } = await stateAt(tip);
      const contract = contractOf({ id, address }, state, own);
      const { holdings, gaps: holdingGaps } = holdingsOf(id, state.balance, held);
      const nonce = typeof state.nonce === "string" ? Number(amountOf(state.nonce, "a nonce")) : null;
      const isSeen =
        contract !== null ||
        (nonce ?? 0) > 0 ||
        (typeof state.code === "string" && state.code !== "0x") ||
        ("value" in holdings && holdings.value.some(({ units }) => units > 0n));
      // What was not read may be its only trace.
      const isWhole = "value" in holdings && holdingGaps.length === 0;
      if (!isSeen && (nonce === null || typeof state.code !== "string" || !isWhole))
        throw httpError("http_error", "the node did not give all that would show a trace");
      // Nobody is asked about the past of what holds nothing and never did anything.
      const found = isSeen && look.wantsMoves ? await findMoves(look, { id, rpc, address, tip }) : null;
      const again = found?.again ?? (await headAgain(rpc, tip));
      return {
        kind: kindOf(state.code, own === null && contract?.token === null ? null : (contract?.isToken ?? false)),
        contract,
        block: tip,
        pinned: again?.hash === tip.hash,
        slots: null,
        confirmations: Math.max(0, (again?.head ?? tip.number) - tip.number),
        safe: false,
        holdings,
        holdingGaps,
        holdsAll: false,
        count: nonce === null ? FAILED : { value: nonce },
        countsOutgoing: true,
        firstSeenAt: NO_TIMES,
        lastSeenAt: NO_TIMES,
        moves: found?.moves ?? [],
        spans: found?.spans ?? [],
        moveGaps: found?.gaps ?? [],
        isSeen,
      };
    },
  };
}
