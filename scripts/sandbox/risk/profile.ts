// What kind of contract each tracked contract is in the simulated market: mostly harmless, a few with a blemish.
import { TOKENS } from "../../../schema/token/token-list.ts";
import { hash, hashText, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";

export const PROFILES = [
  "clean",
  /** Known to the scanner, with the powers an issuer of money keeps. */
  "issuer",
  "mintable",
  "proxy",
  "taxed",
  /** The scanner leaves out half of its members. */
  "sparse",
  "closed-source",
  "honeypot",
  "hidden-owner",
  /** The second opinion says the opposite. */
  "disputed",
  /** The scanner has only a part of its answer (code 2). */
  "partial",
  /** The scanner has never heard of it. */
  "unknown",
] as const;
export type Profile = (typeof PROFILES)[number];

/** Shares of what chance gives; the worst kinds only come when somebody sets them. */
const SHARES: readonly (readonly [Profile, number])[] = [
  ["mintable", 0.1],
  ["proxy", 0.08],
  ["sparse", 0.06],
  ["taxed", 0.02],
  ["clean", 1],
];

const TOKEN_OF = new Map(
  TOKENS.flatMap((token) => Object.values(token.contracts).map((address) => [address.toLowerCase(), token] as const)),
);

const overrides = new WeakMap<Model, Map<string, Profile>>();

/** Makes a contract what a test needs; without a profile it is again what chance made it. */
export function setProfile(model: Model, address: string, profile: Profile | null): void {
  const mine = overrides.get(model) ?? new Map<string, Profile>();
  overrides.set(model, mine);
  if (profile === null) mine.delete(address.toLowerCase());
  else mine.set(address.toLowerCase(), profile);
}

/** The kind of a contract; one that is not tracked is unknown. */
export function profileOf(model: Model, address: string): Profile {
  const key = address.toLowerCase();
  const set = overrides.get(model)?.get(key);
  if (set) return set;
  const token = TOKEN_OF.get(key);
  if (!token) return "unknown";
  if (token.id === "usd-coin") return "proxy";
  if (token.stablecoin) return "issuer";
  let draw = unit(hash(model.seed, hashText(key), 0x5ca9));
  for (const [profile, share] of SHARES) {
    draw -= share;
    if (draw < 0) return profile;
  }
  return "clean";
}

/** A number in [0, 1) of its own for each figure of a contract. */
export const figureOf = (model: Model, address: string, figure: number): number =>
  unit(hash(model.seed, hashText(address.toLowerCase()), 0xf16, figure));

/** The tracked token of a contract. */
export const tokenOf = (address: string) => TOKEN_OF.get(address.toLowerCase());
