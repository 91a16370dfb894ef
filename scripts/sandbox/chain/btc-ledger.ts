// The simulated Bitcoin: roughly ten-minute blocks and the movements in each, computed from the height alone.
import { hash, mix, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { hashOfWitness, witnessAddress } from "./bech32.ts";
import { createTotals, type Move, type Output, type Totals } from "./btc-total.ts";
import { createFlows, type Flow } from "./flow.ts";
import { createParties, hexWithIndex, indexOfHex, type Parties, type Party, strangerHex, strangerOf } from "./party.ts";
import { createPartyIndex } from "./party-index.ts";

/** Height and time of the real chain at the start of 2024. */
const GENESIS_MS = Date.UTC(2024, 0, 1);
const GENESIS_HEIGHT = 823_786;
const SPACING_MS = 600_000;
const JITTER_MS = 280_000;
const MEAN_SATS = 4e8;
const FEE_SATS_MIN = 800;
const SALT_BLOCK = 0xb7c0;
const SALT_TRANSACTION = 0x7a10;
const MOVES_PER_BLOCK_MAX = 63;
const SPAN_BLOCKS = 1_008;
const SPANS_KEPT = 5;
/** Some weeks: how far back a stranger's transactions are known. */
export const STRANGER_BLOCKS = 4_032;
const STRANGER_SATS = 5_000_000_000_000;

export type BtcLedger = {
  readonly parties: Parties;
  heightAt(timeMs: number): number;
  timeOf(height: number): number;
  moves(height: number): Move[];
  /** How many movements a block has, without making them. */
  count(height: number): number;
  addressOf(party: Party): string;
  partyOf(address: string): Party | undefined;
  blockHash(height: number): string;
  heightOfHash(hash: string): number | null;
  transactionId(height: number, index: number): string;
  locate(id: string): { height: number; index: number } | null;
  /** Heights of a range, both ends included and ascending, with movements that name a party. */
  heightsOf(party: Party, from: number, to: number): readonly number[];
  /** Running totals of a wallet up to and including a height: a stranger's count from a few weeks before it on. */
  totals(party: Party, height: number): Totals;
};

/** The inputs and outputs of one flow. */
const moveOf = (parties: Parties, flow: Flow, index: number, draw: number): Move => {
  const sats = Math.max(20_000, Math.round(MEAN_SATS * flow.multiple));
  const feeSats = FEE_SATS_MIN + (mix(draw) % 40_000);
  const changeTo = flow.from >= 0 ? flow.from : parties.stranger(mix(draw ^ 0x77), false);
  const change = Math.round(sats * (0.05 + 1.2 * unit(mix(draw ^ 0x33))));
  const outputs: Output[] = [];
  // Exchanges pay many users at once; the rest of the coins returns to the wallet they came from.
  const parts = flow.kind === "withdrawal" ? 1 + (mix(draw ^ 0x55) % 3) : 1;
  let left = sats;
  for (let part = 0; part < parts; part++) {
    const share = part === parts - 1 ? left : Math.floor(left * (0.3 + 0.4 * unit(hash(draw, part, 9))));
    outputs.push({ party: part === 0 ? flow.to : parties.stranger(hash(draw, part, 8), false), sats: share });
    left -= share;
  }
  outputs.push({ party: changeTo, sats: change });
  const spent = sats + change + feeSats;
  const first = (draw & 3) === 0 ? Math.floor(spent * 0.6) : spent;
  const inputs = [{ party: flow.from, sats: first }];
  if (first < spent) inputs.push({ party: flow.from, sats: spent - first });
  return { index, kind: flow.kind, inputs, outputs, feeSats };
};

export const createBtcLedger = (model: Model): BtcLedger => {
  const seed = hash(model.seed, 0xb7);
  const parties = createParties("btc");
  const flows = createFlows(model.assets, model.basis);
  const bitcoin = model.assets.find((asset) => asset.token.id === "bitcoin");
  if (!bitcoin) throw new Error("bitcoin is not a tracked token");
  const byAddress = new Map(parties.labels.map((label, index) => [label.address, index]));

  const timeOf = (height: number): number => {
    const exact = GENESIS_MS + (height - GENESIS_HEIGHT) * SPACING_MS + unit(hash(seed, height, 1)) * JITTER_MS;
    return Math.floor(exact / 1000) * 1000;
  };

  const heightAt = (timeMs: number): number => {
    const due = GENESIS_HEIGHT + Math.floor((timeMs - GENESIS_MS) / SPACING_MS);
    return timeOf(due) <= timeMs ? due : due - 1;
  };

  /** What was planted of flows, by block: one movement a block and flow. */
  const plantedBy = new Map<number, number[]>();
  for (const { from, to, usd, parts } of model.plan.of("flow", bitcoin.token.id)) {
    const byHeight = new Map<number, number>();
    for (let part = 0; part < parts; part += 1) {
      const height = heightAt(from + ((to - from) * part) / parts);
      byHeight.set(height, (byHeight.get(height) ?? 0) + usd / parts);
    }
    for (const [height, sum] of byHeight) plantedBy.set(height, [...(plantedBy.get(height) ?? []), sum]);
  }

  const usualCount = (height: number): number => {
    const usual = 6 + 8 * unit(hash(seed, height, 2));
    return Math.min(MOVES_PER_BLOCK_MAX, Math.floor(usual * flows.busy(timeOf(height))));
  };
  const count = (height: number): number =>
    Math.min(MOVES_PER_BLOCK_MAX, usualCount(height) + (plantedBy.get(height)?.length ?? 0));

  /** In or out of a hot wallet of a labelled exchange, after what the block has by chance. */
  const plantedFlow = (height: number, usd: number, draw: number): Flow => {
    const [exchange, stranger] = [parties.exchange(draw, false), parties.stranger(mix(draw), false)];
    const sats = (Math.abs(usd) / Math.exp(model.paths.logUsdAt(bitcoin, timeOf(height)))) * 1e8;
    const multiple = sats / MEAN_SATS;
    return usd > 0
      ? { kind: "deposit", from: stranger, to: exchange, multiple }
      : { kind: "withdrawal", from: exchange, to: stranger, multiple };
  };

  const moves = (height: number): Move[] => {
    const found: Move[] = [];
    const usual = usualCount(height);
    for (let index = 0, all = count(height); index < all; index++) {
      const draw = hash(seed, height, index, 3);
      const usd = plantedBy.get(height)?.[index - usual];
      const flow =
        usd === undefined ? flows.flow(parties, bitcoin, timeOf(height), draw) : plantedFlow(height, usd, draw);
      found.push(moveOf(parties, flow, index, draw));
    }
    return found;
  };

  const sidesOf = ({ inputs, outputs }: Move): Party[] => [...inputs, ...outputs].map(({ party }) => party);
  const index = createPartyIndex(moves, sidesOf, SPAN_BLOCKS, SPANS_KEPT);
  const labelled = createTotals(parties, moves);
  const totalsOf = (party: Party, height: number): Totals => {
    if (party >= 0) return labelled(party, height);
    // Large enough that nobody spends what it does not have.
    const sum = { fundedCount: 1, fundedSats: STRANGER_SATS, spentCount: 0, spentSats: 0, moves: 1 };
    for (const at of index.heights(party, height - STRANGER_BLOCKS, height))
      for (const move of index.made(at) ?? moves(at)) {
        const into = move.outputs.filter((one) => one.party === party);
        const out = move.inputs.filter((one) => one.party === party);
        sum.fundedCount += into.length;
        sum.spentCount += out.length;
        for (const { sats } of into) sum.fundedSats += sats;
        for (const { sats } of out) sum.spentSats += sats;
        if (into.length + out.length > 0) sum.moves++;
      }
    return sum;
  };

  return {
    parties,
    timeOf,
    heightAt,
    moves,
    count,
    heightsOf: index.heights,
    totals: totalsOf,
    addressOf: (party) => parties.labels[party]?.address ?? witnessAddress(strangerHex(seed ^ 0xadd, party, 5)),
    partyOf: (address) => byAddress.get(address) ?? strangerOf(seed ^ 0xadd, hashOfWitness(address) ?? "", 5),
    blockHash: (height) => `${"0".repeat(16)}${hexWithIndex(seed, height, SALT_BLOCK, 6)}`,
    heightOfHash: (text) => (/^0{16}/.test(text) ? indexOfHex(seed, text.slice(16), SALT_BLOCK, 6) : null),
    transactionId: (height, index) => hexWithIndex(seed, height * 64 + index, SALT_TRANSACTION, 8),
    locate(id) {
      const at = indexOfHex(seed, id, SALT_TRANSACTION, 8);
      return at === null ? null : { height: Math.floor(at / 64), index: at % 64 };
    },
  };
};
