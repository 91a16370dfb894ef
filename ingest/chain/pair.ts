// Who paid whom in a transaction that only says what each party had before and after; pure.
import type { LabelChain } from "../../schema/label/index.ts";
import { exchangeAt } from "./transfer.ts";

export type Pair = {
  readonly from: string;
  readonly to: string;
  readonly fromExchange: string | null;
  readonly toExchange: string | null;
  /** Base units. */
  readonly units: bigint;
};

type Party = { address: string; readonly exchange: string | null; units: bigint; largest: bigint };

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);
const byUnits = (a: Party, b: Party): number =>
  magnitude(b.units) > magnitude(a.units)
    ? 1
    : magnitude(b.units) < magnitude(a.units)
      ? -1
      : a.address < b.address
        ? -1
        : 1;

/** Wallets of one exchange are one party: what they move among themselves nets out, as change does. */
function partiesOf(chain: LabelChain, deltas: ReadonlyMap<string, bigint>, at: number): Party[] {
  const parties = new Map<string, Party>();
  for (const [address, units] of deltas) {
    const exchange = exchangeAt(chain, address, at);
    const key = exchange === null ? `a:${address}` : `x:${exchange}`;
    const party = parties.get(key) ?? { address, exchange, units: 0n, largest: 0n };
    if (magnitude(units) > party.largest) Object.assign(party, { address, largest: magnitude(units) });
    party.units += units;
    parties.set(key, party);
  }
  return [...parties.values()].filter((party) => party.units !== 0n).sort(byUnits);
}

/**
 * Payments of a transaction from what each address gained and lost of one coin (base units): the largest giver pays
 * the largest taker first. Only payments with an exchange at one end are given; what nobody took is the fee.
 */
export function pairMoves(chain: LabelChain, deltas: ReadonlyMap<string, bigint>, at: number): Pair[] {
  const parties = partiesOf(chain, deltas, at);
  const givers = parties.filter((party) => party.units < 0n).map((party) => ({ ...party, units: -party.units }));
  const takers = parties.filter((party) => party.units > 0n);
  const pairs: Pair[] = [];
  for (let g = 0, t = 0; g < givers.length && t < takers.length; ) {
    const [giver, taker] = [givers[g], takers[t]];
    if (!giver || !taker) break;
    let { units } = giver;
    if (taker.units < units) units = taker.units;
    if (giver.exchange !== null || taker.exchange !== null) {
      const { address: from, exchange: fromExchange } = giver;
      pairs.push({ from, to: taker.address, fromExchange, toExchange: taker.exchange, units });
    }
    giver.units -= units;
    taker.units -= units;
    if (giver.units === 0n) g += 1;
    if (taker.units === 0n) t += 1;
  }
  return pairs;
}
