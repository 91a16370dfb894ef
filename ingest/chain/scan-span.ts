// What our own scans of exchange wallets hold of the last days, without a hole; pure.
import type { ChainScannedRow } from "../../schema/query/chain/chain-scanned.ts";
import type { ChainId } from "../../schema/token/chain.ts";
import { evmChain } from "./evm/evm.ts";
import type { MoveSpan } from "./reading.ts";

/** From the newest stretch back to the first hole; null where nothing was scanned since `from` (epoch ms). */
function backFrom(rows: readonly ChainScannedRow[], from: number): { from: number; to: number } | null {
  const newestFirst = rows.filter(({ to_at }) => to_at > from).toSorted((a, b) => b.to_at - a.to_at);
  const [newest] = newestFirst;
  if (!newest) return null;
  let begin = newest.at;
  for (const { at, to_at } of newestFirst) {
    if (to_at < begin) break;
    begin = Math.min(begin, at);
  }
  return { from: Math.max(from, begin), to: newest.to_at };
}

/** Spans in which every large move of a labelled wallet is known. On EVM chains the own coin is read less far back. */
export function scanSpans(
  chain: ChainId,
  market: "live" | "sandbox",
  rows: readonly ChainScannedRow[],
  from: number,
): MoveSpan[] {
  const all = backFrom(rows, from);
  if (all === null) return [];
  if (chain !== "eth" && chain !== "bsc") return [{ assets: "all", ...all }];
  const nativeMs = evmChain(chain).nativeMs[market];
  const native = backFrom(
    rows.filter(({ at, read_at }) => at >= read_at - nativeMs),
    from,
  );
  return [{ assets: "tokens", ...all }, ...(native === null ? [] : [{ assets: "native" as const, ...native }])];
}
