// Scans a chain for transfers of labelled exchange wallets: missing stretches newest first, each as flows by window, zeros included.
import type { ChainScanRow } from "../../schema/dataset/chain/chain-scan.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { KEYS } from "../../schema/key.ts";
import { LABEL_SET, LABELS } from "../../schema/label/index.ts";
import { type ChainScannedRow, chainScanned } from "../../schema/query/chain/chain-scanned.ts";
import { scanField } from "../../schema/scan-progress.ts";
import { subtract } from "../run/grid.ts";
import type { Run } from "../run/run.ts";
import type { Window } from "../source/source-base.ts";
import type { Chain } from "./chain.ts";
import { flowRows, largeRows, unknownReceivers } from "./fold.ts";
import { openPrices } from "./price.ts";
import { type AddressKind, type Prices, WINDOW_MS } from "./transfer.ts";
import { valuedSince } from "./unpriced.ts";

/** Flows are valued at their time: a stretch waits until so many of its tokens have a price then. */
const PRICED_SHARE = 0.5;
/** After a reorganisation this much is read again. */
const REWRITTEN_MS = 4 * WINDOW_MS;
/** Stretches whose flows are written together: a block of the store each would cost more than reading them. */
const WRITTEN_TOGETHER = 24;

/** Missing stretches, newest first, cut on a fixed grid so that the same one always has the same name. */
export function missingStretches(whole: Window, scanned: readonly Window[], stretchMs: number): Window[] {
  const pieces: Window[] = [];
  for (const gap of subtract(whole, scanned)) {
    for (let from = gap.from; from < gap.to; ) {
      const to = Math.min(gap.to, (Math.floor(from / stretchMs) + 1) * stretchMs);
      pieces.push({ from, to });
      from = to;
    }
  }
  return pieces.sort((a, b) => b.from - a.from);
}

/** Read while its blocks could still be replaced, and settled by now. Pure. */
export const isToBeRevised = (
  { settledAfterMs = 0 }: Pick<Chain, "settledAfterMs">,
  { to_at, read_at }: Pick<ChainScannedRow, "to_at" | "read_at">,
  now: number,
): boolean => read_at < to_at + settledAfterMs && now >= to_at + settledAfterMs;

async function scannedOf(run: Run, chain: Chain, from: number): Promise<Window[]> {
  const asked = { chain: chain.id, label_set: LABEL_SET, provider: run.provider, from };
  const rows = await run.deps.store.query(chainScanned, asked);
  const valued = [...(await valuedSince(run, chain, from))];
  const stretches = rows
    .filter((row) => !isToBeRevised(chain, row, run.deps.clock.now()))
    .filter((row) => !valued.some((at) => at >= row.at && at < row.to_at))
    .map((row) => ({ from: row.at, to: row.to_at }));
  const last = rows.at(-1);
  if (!last || (await chain.hashOf(last.to_block)) === last.block_hash) return stretches;
  run.deps.log.warn({ chain: chain.id, block: last.to_block }, "blocks were rewritten, reading them again");
  return stretches.flatMap((one) => subtract(one, [{ from: last.to_at - REWRITTEN_MS, to: last.to_at }]));
}

/** A node that does not tell what an address is costs only that: the flows are the same. */
async function kindsOf(run: Run, chain: Chain, addresses: readonly string[]) {
  const none: ReadonlyMap<string, AddressKind> = new Map();
  if (addresses.length === 0 || !chain.kindsOf) return none;
  try {
    return await chain.kindsOf(addresses);
  } catch (error) {
    if (!isHttpError(error)) throw error;
    run.deps.log.warn({ chain: chain.id, err: error }, "what receivers are is not known");
    return none;
  }
}

/** Reads one stretch and hands its flows to the writers. @returns the row that says so, null while prices or parts are missing. */
async function scanOne(run: Run, chain: Chain, stretch: Window, prices: Prices): Promise<ChainScanRow | null> {
  const middle = (stretch.from + stretch.to) / 2;
  const priced = chain.tokens.filter((token) => prices.at(token, middle) !== null).length;
  if (priced < chain.tokens.length * PRICED_SHARE) return null;
  const heard = run.context.log.listen();
  const read = await chain.read(stretch);
  if (read === null) return null;
  const { transfers, fromBlock, toBlock, blockHash, tokens = chain.tokens } = read;
  const exchanges = [...new Set(LABELS[chain.id].map((label) => label.exchange))].sort();
  const kinds = await kindsOf(run, chain, unknownReceivers(transfers, prices));
  const record = run.context.log.join(heard());
  const heardAt = record?.responded_at ?? run.deps.clock.now();
  const about = { chain: chain.id, provider: run.provider, retrievedAt: heardAt, labelSet: LABEL_SET };
  const flows = flowRows({ ...about, stretch, tokens, exchanges, transfers, prices });
  const large = largeRows({ ...about, transfers, prices, kinds });
  if (record) record.rows += flows.length + large.length;
  await run.write("exchange_flow", flows);
  await run.write("large_transfer", large);
  return {
    chain: chain.id,
    at: stretch.from,
    to_at: stretch.to,
    from_block: fromBlock,
    to_block: toBlock,
    block_hash: blockHash,
    label_set: LABEL_SET,
    provider: run.provider,
    retrieved_at: heardAt,
  };
}

/** Last of all: stretches count as scanned only when their flows are stored. */
async function settle(run: Run, scanned: ChainScanRow[]): Promise<void> {
  await run.flush();
  await run.write("chain_scan", scanned.splice(0));
  await run.flush();
}

/** How many of the missing stretches are past: the newest one is the present. */
const pastOf = (missing: number): number => Math.max(0, missing - 1);

/** Tells whoever waits for the past how much of it is scanned: of `before` missing stretches `left` still are. */
async function keepProgress({ deps, source }: Run, before: number, left: number): Promise<void> {
  const done = pastOf(before) - pastOf(left);
  const pipeline = deps.redis.pipeline().hset(KEYS.scanProgress, scanField(source.id, "left"), pastOf(left));
  if (done > 0) pipeline.hincrby(KEYS.scanProgress, scanField(source.id, "done"), done);
  await pipeline.exec();
}

/** Scans what is missing of the last days, newest first, until the run's time is up. */
export async function scanChain(run: Run, chain: Chain): Promise<void> {
  const pastMs = Math.min(run.deps.env.BACKFILL_DAYS * DAY_MS, chain.pastMs ?? Number.POSITIVE_INFINITY);
  const until = Math.floor((await chain.readableUntil()) / WINDOW_MS) * WINDOW_MS;
  const whole = { from: Math.floor((until - pastMs) / chain.stretchMs) * chain.stretchMs, to: until };
  const missing = missingStretches(whole, await scannedOf(run, chain, whole.from), chain.stretchMs);
  await keepProgress(run, missing.length, missing.length);
  if (missing.length === 0) return;
  const pricesOf = openPrices(run, chain.tokens, missing);
  const scanned: ChainScanRow[] = [];
  let left = missing.length;
  const settleAll = async () => {
    const count = scanned.length;
    if (count === 0) return;
    await settle(run, scanned);
    await keepProgress(run, left, left - count);
    left -= count;
  };
  try {
    for (const stretch of missing) {
      if (run.halted()) return run.leave();
      run.signal?.throwIfAborted();
      const row = await scanOne(run, chain, stretch, await pricesOf(stretch));
      // Older prices come with the back-fill of candles, the rest of a long stretch with the next run.
      if (row === null) return run.leave();
      scanned.push(row);
      if (scanned.length >= WRITTEN_TOGETHER) await settleAll();
    }
  } finally {
    await settleAll();
  }
}
