// Bitcoin: confirmed transactions of labelled addresses; change that returns to the sender's exchange is no flow.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Env } from "../../../schema/env.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { forEachLimited } from "../../run/concurrent.ts";
import type { Connections } from "../../run/connection.ts";
import type { Run } from "../../run/run.ts";
import type { Window } from "../../source/source-base.ts";
import { VENUES } from "../../source/venue.ts";
import type { Chain } from "../chain.ts";
import type { Balance } from "../reserve.ts";
import { exchangeAt, type Transfer, WINDOW_MS } from "../transfer.ts";
import { type BtcBlock, type BtcTransaction, type Esplora, openEsplora } from "./esplora.ts";
import { chooseWalk, newWalk, takeStretch, type Walk, walkPast } from "./walk.ts";

/**
 * Blocks are ten minutes apart: who waits for two more is half an hour behind. What the newest block says is read, and
 * read again when it has three or four behind it.
 */
const SETTLED_AFTER_MS = 45 * MINUTE_MS;
const SERVER_URL = "https://mempool.space/api";

/** Where the chain's server is. */
export const btcServerUrl = (connections: Connections, env: Env): string =>
  connections.origin("btc") ?? env.BTC_ESPLORA_URL ?? SERVER_URL;
const BLOCK_MS = 600_000;
const STEPS_MAX = 60;
const SATS = 1e8;

/** Outputs of a transaction that cross the border of an exchange; the sender is whoever put in most. */
export function transfersOf(tx: BtcTransaction): Transfer[] {
  const spent = new Map<string | null, number>();
  for (const { address, sats } of tx.inputs) {
    const exchange = exchangeAt("btc", address, tx.at);
    spent.set(exchange, (spent.get(exchange) ?? 0) + sats);
  }
  const [fromExchange] = [...spent].sort(([, a], [, b]) => b - a)[0] ?? [null];
  const from = tx.inputs.find(({ address }) => exchangeAt("btc", address, tx.at) === fromExchange)?.address ?? "";
  return tx.outputs.flatMap(({ address, sats }, index) => {
    const toExchange = exchangeAt("btc", address, tx.at);
    if (toExchange === fromExchange || sats === 0) return [];
    const native = sats / SATS;
    return [
      {
        token: "bitcoin",
        block: tx.block,
        at: tx.at,
        tx: tx.id,
        index,
        from,
        to: address,
        fromExchange,
        toExchange,
        native,
        amount: native.toFixed(8).replace(/\.?0+$/, ""),
      },
    ];
  });
}

/** The last block before a time: block times only mostly rise, so the search ends at a pair around it. */
async function lastBefore(esplora: Esplora, timeMs: number, near: BtcBlock): Promise<BtcBlock> {
  let guess = near.number + Math.round((timeMs - near.at) / BLOCK_MS);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    guess = Math.min(guess, near.number - 1);
    const here = await esplora.block(guess);
    const after = await esplora.block(guess + 1);
    if (here.at < timeMs && after.at >= timeMs) return here;
    const miss = Math.trunc((timeMs - here.at) / BLOCK_MS / 1.5);
    if (here.at < timeMs && guess === near.number - 1) return here;
    guess += miss !== 0 ? miss : here.at >= timeMs ? -1 : 1;
  }
  return esplora.block(guess);
}

export function openEsploraServer(run: Run): Esplora {
  const base = btcServerUrl(run.connections, run.deps.env);
  return openEsplora(run.connections, base.replace(/\/$/, ""), run.context);
}

/** Bitcoin of every labelled address. */
export async function btcBalances(run: Run): Promise<Balance[]> {
  const esplora = openEsploraServer(run);
  const found: Balance[] = [];
  await forEachLimited(LABELS.btc, VENUES.btc.concurrency, async ({ address }) => {
    found.push({ token: "bitcoin", address, units: await esplora.balance(address), decimals: 8 });
  });
  return found;
}

/** How far each address was walked, for the runs of this process. */
const WALKS = new WeakMap<Run["connections"], Map<string, Walk[]>>();

function walksOf({ connections }: Run): Map<string, Walk[]> {
  const walks = WALKS.get(connections) ?? new Map<string, Walk[]>();
  WALKS.set(connections, walks);
  return walks;
}

const keyOf = ({ tx, index }: Transfer): string => `${tx}~${index}`;

/** The chain as one run sees it. */
export function openBtc(run: Run): Chain {
  const esplora = openEsploraServer(run);
  let tip: Promise<BtcBlock> | null = null;
  const newest = (): Promise<BtcBlock> => {
    tip ??= esplora.tipHeight().then((height) => esplora.block(height));
    return tip;
  };

  return {
    id: "btc",
    tokens: ["bitcoin"],
    stretchMs: 96 * WINDOW_MS,
    settledAfterMs: SETTLED_AFTER_MS,
    readableUntil: async () => (await newest()).at,
    hashOf: async (height) => (await esplora.block(height)).hash,
    async read(stretch: Window) {
      const tip = await newest();
      const walks = walksOf(run);
      const begin = () => newWalk(run.deps.clock.now(), tip.at);
      const steps = { page: esplora.page, transfersOf, halted: run.halted };
      // Once its blocks are settled, nothing counts that was read while they could still be replaced.
      const settledAt = stretch.to + SETTLED_AFTER_MS;
      const bornFrom = run.deps.clock.now() >= settledAt ? settledAt : 0;
      const chosen: Walk[] = [];
      let isWhole = true;
      await forEachLimited(LABELS.btc, VENUES.btc.concurrency, async ({ address }) => {
        const own = walks.get(address) ?? [];
        walks.set(address, own);
        const walk = chooseWalk(own, stretch, bornFrom, begin);
        chosen.push(walk);
        if (!(await walkPast(walk, address, stretch, steps))) isWhole = false;
      });
      // Without one of them the sum would be too small: what was read waits for the rest.
      if (!isWhole) return null;
      const last = await lastBefore(esplora, stretch.to, tip);
      const first = await lastBefore(esplora, stretch.from, last);
      const found = new Map(chosen.flatMap((walk) => takeStretch(walk, stretch)).map((one) => [keyOf(one), one]));
      const transfers = [...found.values()].sort((a, b) => a.block - b.block);
      return { transfers, fromBlock: first.number + 1, toBlock: last.number, blockHash: last.hash };
    },
  };
}
