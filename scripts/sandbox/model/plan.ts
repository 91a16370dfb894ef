// What is put into the simulated market beside what its seed gives: moves of a price, and what may have moved it.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Asset } from "./asset.ts";
import { presence, type Shock } from "./event.ts";

/** Times in epoch milliseconds; a token is an id. */
export type Planted =
  /** A price goes its way within minutes: that of a token, of all of a sector, or of the whole market by their betas. */
  | { readonly what: "move"; readonly of: MoveOf; readonly at: number; readonly logSize: number }
  /** Positions closed by force in one minute, over the venues. */
  | {
      readonly what: "closures";
      readonly token: string;
      readonly at: number;
      readonly position: "long" | "short";
      readonly usd: number;
    }
  /** Open interest in coins, from `at` on within ten minutes, falls back over a day. */
  | { readonly what: "interest"; readonly token: string; readonly at: number; readonly pct: number }
  /** Coins to labelled exchange wallets, or from them where `usd` is negative: in so many transfers, spread evenly. */
  | {
      readonly what: "flow";
      readonly token: string;
      readonly from: number;
      readonly to: number;
      readonly usd: number;
      readonly parts: number;
    }
  | { readonly what: "headline"; readonly token: string; readonly at: number }
  /** No newsroom names it by chance. */
  | { readonly what: "silence"; readonly token: string }
  | { readonly what: "unlock"; readonly token: string; readonly at: number; readonly share: number }
  /** Deposits of its protocol leave within an hour. */
  | { readonly what: "withdrawn"; readonly token: string; readonly at: number; readonly share: number };

type MoveOf = { readonly token: string } | { readonly sector: string } | "market";
type PlantedOf<W extends Planted["what"]> = Extract<Planted, { readonly what: W }>;

const RAMP_MINUTES = 8;
const HALF_LIFE_MINUTES = 720;

const shockOf = ({ at, logSize }: PlantedOf<"move">): Shock => ({
  kind: "planted",
  startMinute: Math.floor(at / MINUTE_MS),
  rampMinutes: RAMP_MINUTES,
  halfLifeMinutes: HALF_LIFE_MINUTES,
  lengthMinutes: RAMP_MINUTES + 7 * HALF_LIFE_MINUTES,
  size: logSize,
});

type Displacement = { readonly shock: Shock; readonly beta: number };

export type Plan = {
  /** What is planted of a kind for a token. */
  of<W extends Planted["what"]>(what: W, token: string): readonly PlantedOf<W>[];
  /** All moves that an asset's price makes, with how much of each. */
  moves(asset: Asset): readonly Displacement[];
  /** How far they have displaced its log price at a minute. */
  displaced(asset: Asset, minute: number): number;
  /** What open interest is times. */
  interest(asset: Asset, timeMs: number): number;
  /** Share of the deposits that is still there. */
  deposited(token: string, timeMs: number): number;
};

const INTEREST_RAMP_MS = 10 * MINUTE_MS;

const isOf = ({ of }: PlantedOf<"move">, { token }: Asset): boolean =>
  of === "market" ? !token.stablecoin : "token" in of ? of.token === token.id : of.sector === token.sector;

export function createPlan(planted: readonly Planted[]): Plan {
  const byKey = new Map<string, Planted[]>();
  const moves = planted.filter((one) => one.what === "move");
  for (const one of planted) {
    if (!("token" in one)) continue;
    const key = `${one.what}~${one.token}`;
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const NONE: readonly never[] = [];
  const of: Plan["of"] = (what, token) => (byKey.get(`${what}~${token}`) ?? NONE) as never;
  const known = new Map<string, readonly Displacement[]>();
  const movesOf = (asset: Asset): readonly Displacement[] => {
    const found = known.get(asset.token.id);
    if (found) return found;
    const own = moves
      .filter((move) => isOf(move, asset))
      .map((move) => ({ shock: shockOf(move), beta: move.of === "market" ? asset.marketBeta : 1 }));
    known.set(asset.token.id, own);
    return own;
  };
  return {
    of,
    moves: movesOf,
    displaced: (asset, minute) =>
      movesOf(asset).reduce((sum, { shock, beta }) => sum + beta * shock.size * presence(shock, minute), 0),
    interest: (asset, timeMs) =>
      of("interest", asset.token.id).reduce((all, { at, pct }) => {
        const since = timeMs - at;
        if (since <= 0 || since >= DAY_MS) return all;
        return all * (1 + (pct / 100) * Math.min(1, since / INTEREST_RAMP_MS) * (1 - since / DAY_MS));
      }, 1),
    deposited: (token, timeMs) =>
      of("withdrawn", token).reduce((left, { at, share }) => {
        const since = timeMs - at;
        return since <= 0 ? left : left * (1 - share * Math.min(1, since / HOUR_MS));
      }, 1),
  };
}
