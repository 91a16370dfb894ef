// The planted scenarios: what is put into the market, and for each agent and verdict the call that meets it.

import type { AgentId } from "../../../schema/agent/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { checksummed } from "../../../schema/token/address.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import { createEvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";
import type { Planted } from "../../../scripts/sandbox/model/plan.ts";
import type { Profile } from "../../../scripts/sandbox/risk/profile.ts";
import { openPlants } from "./level.ts";

/** The instants at which agents are called, in minutes from the first; readings begin four hours and a half before it. */
export const PHASES = { up: 0, away: 45, mixed: 120, down: 180 } as const;
export type PhaseId = keyof typeof PHASES;
/** Whose calm is asked about: in the hour before the first call, and some more, it is read each minute. */
export const WATCHED = { token: "litecoin", beforeMs: 70 * MINUTE_MS } as const;
export const BEGIN_BEFORE_MS = 4.5 * HOUR_MS;

const move = (token: string, at: number, logSize: number): Planted => ({ what: "move", of: { token }, at, logSize });

/** Some hours of days before, in each of which one token rose sharply and went on: what the record then proves. */
export const RECORD = {
  tokens: ["dogecoin", "cardano", "ripple", "uniswap", "chainlink", "litecoin"],
  hours: 56,
  beforeMs: 9 * DAY_MS,
} as const;
const RECORD_ROUNDS = 8;
const SHARP = 0.062;
/** Of those that rise again: what else is wrong with some of them keeps it out. */
const SHARP_NOW = ["dogecoin", "ripple", "chainlink", "uniswap"];

const recordPlanted = (at: number): Planted[] =>
  RECORD.tokens.flatMap((token, which) =>
    Array.from({ length: RECORD_ROUNDS }, (_, round) => {
      const rise = at - RECORD.beforeMs + (1 + RECORD.tokens.length * round + which) * HOUR_MS + 7 * MINUTE_MS;
      return [move(token, rise, SHARP), move(token, rise + 20 * MINUTE_MS, SHARP / 2)];
    }).flat(),
  );

/** What the day comes to before the first call, in percent: the market's is bitcoin's, and one token is ahead of it. */
const DAY_PCT = {
  ...{ ethereum: 2, solana: 2, uniswap: 1.5, aave: 2, chainlink: 3, maker: 2, pepe: 2, cardano: 2, litecoin: 1 },
  ...{ dogecoin: 4.5, ripple: 3.5 },
};
const MARKET_PCT = { up: 2.5, mixed: 0, down: -9 } as const;

/** `at` is the first instant of a call, epoch milliseconds; what the seed gives beside is made up for. */
export function plantedAt(at: number, seed: number): readonly Planted[] {
  const plants = openPlants(seed);
  const [night, before] = [at - 10 * HOUR_MS, at - 20 * MINUTE_MS];
  plants.put(...recordPlanted(at));
  // The market and each token by itself: a calm day with a small rise.
  plants.day({ of: "market", at: night, until: before, pct: MARKET_PCT.up });
  for (const [token, pct] of Object.entries(DAY_PCT)) plants.day({ of: { token }, at: night, until: before, pct });
  // Leverage: built up too fast, built up, and coming undone.
  const built = { at: at - 30 * MINUTE_MS, until: at };
  plants.interest({ token: "solana", ...built, hours: 4, pct: 32 });
  plants.interest({ token: "cardano", ...built, hours: 4, pct: 14.5 });
  plants.interest({ token: "ethereum", ...built, hours: 1, pct: 10.5 });
  plants.put(move("aave", at - 25 * MINUTE_MS, -0.04));
  plants.interest({ token: "aave", at: at - 25 * MINUTE_MS, until: at, hours: 4, pct: -18 });
  plants.put(
    // Signals: a sharp rise, and smaller ones.
    move("pepe", before, 0.28),
    ...SHARP_NOW.map((token) => move(token, before, SHARP)),
    // Coins leave exchanges for a day, then come back for some hours, then nothing is unusual.
    { what: "flow", token: "bitcoin", from: at - DAY_MS, to: at - 9 * HOUR_MS, usd: -4e9, parts: 300 },
    { what: "flow", token: "bitcoin", from: at - 8 * HOUR_MS, to: at - 4 * HOUR_MS, usd: 1.5e9, parts: 120 },
  );
  // The whole market falls twice: back to where it was a day before, then far below.
  plants.day({
    ...{ of: "market", at: at + 85 * MINUTE_MS },
    ...{ until: at + PHASES.mixed * MINUTE_MS, pct: MARKET_PCT.mixed },
  });
  plants.day({
    ...{ of: "market", at: at + 145 * MINUTE_MS },
    ...{ until: at + PHASES.down * MINUTE_MS, pct: MARKET_PCT.down },
  });
  return plants.planted;
}

const contractOf = (token: string): string => trackedById(token)?.contracts.eth ?? "";

/** What contracts are, as their scanner tells. */
const PROFILES: readonly (readonly [token: string, profile: Profile])[] = [
  ["maker", "honeypot"],
  ["uniswap", "mintable"],
  ["chainlink", "clean"],
  ["aave", "unknown"],
];

export type Scenario = {
  readonly agent: AgentId;
  readonly verdict: string;
  readonly phase: PhaseId;
  /** What was planted, in words. */
  readonly planted: string;
  readonly input: object;
};

type Wallets = { readonly used: string; readonly flagged: string; readonly fresh: string };

/** Addresses of the simulated chain; one of them is flagged through the scanner. */
export function walletsOf(model: Model, atMs: number): Wallets {
  const ledger = createEvmLedger(model, "eth");
  const used = Array.from({ length: 60 }, (_, at) => ledger.addressOf(-1 - at)).filter(
    (one) => ledger.codeOf(one) === "0x" && ledger.nonce(one, ledger.heightAt(atMs)) > 100,
  );
  return {
    used: checksummed(used[0] ?? ""),
    flagged: checksummed(used[1] ?? ""),
    fresh: checksummed(`0x${"12".repeat(20)}`),
  };
}

/** Of an order: so much of its side's depth, which is read where it is called. */
export const DEPTH_SHARE = 0.6;

const equal = (...names: readonly string[]) => names.map((token) => ({ token, value_usd: 10_000 }));
const everything = "every provider is away for 45 minutes";

export const scenariosOf = ({ used, flagged, fresh }: Wallets): Scenario[] => {
  const at =
    (phase: PhaseId, planted: string) =>
    (agent: AgentId, verdict: string, input: object): Scenario => ({ agent, verdict, phase, planted, input });
  const honeypot = at("up", "the scanner calls maker a honeypot");
  const quiet = at("up", "nothing");
  const gone = at("away", everything);
  return [
    quiet("trade-gatekeeper", "ALLOW", { token: "litecoin", size_usd: 1_000 }),
    quiet("trade-gatekeeper", "REDUCE", { token: "litecoin", size_usd: DEPTH_SHARE }),
    honeypot("trade-gatekeeper", "BLOCK", { token: "maker", size_usd: 1_000 }),

    quiet("wallet-guard", "SAFE", { chain: "eth", address: used }),
    at("up", "an address without a trace")("wallet-guard", "REVIEW", { chain: "eth", address: fresh }),
    at("up", "the scanner flags the address for phishing")("wallet-guard", "DANGER", {
      chain: "eth",
      address: flagged,
    }),
    gone("wallet-guard", "INSUFFICIENT", { chain: "eth", address: used }),

    quiet("due-diligence-analyst", "SOUND", { token: "bitcoin", focus: ["contract", "liquidity", "supply"] }),
    at("up", "the scanner calls uniswap mintable")("due-diligence-analyst", "CONCERNS", { token: "uniswap" }),
    honeypot("due-diligence-analyst", "UNSOUND", { token: "maker" }),
    at("up", "no scanner knows aave")("due-diligence-analyst", "INSUFFICIENT", {
      token: "aave",
      focus: ["contract", "liquidity", "supply"],
    }),

    at("up", "four tokens rise sharply, which the record has go on")("opportunity-scout", "FOUND", {
      ...{ universe: "tokens", tokens: SHARP_NOW, direction: "long", risk: "high", horizon_hours: 1 },
    }),
    at("up", "the same; of a week too few are settled")("opportunity-scout", "WATCH", {
      ...{ universe: "tokens", tokens: SHARP_NOW, direction: "long", risk: "high", horizon_hours: 168 },
    }),
    quiet("opportunity-scout", "NONE", { universe: "tokens", tokens: ["tether"], direction: "long", risk: "low" }),
    gone("opportunity-scout", "INSUFFICIENT", { universe: "tokens", tokens: ["dogecoin", "pepe"] }),

    quiet("leverage-radar", "CALM", { tokens: ["bitcoin"] }),
    at("up", "open interest of cardano grows by 15 %")("leverage-radar", "BUILDING", { tokens: ["cardano"] }),
    at("up", "open interest of solana grows by 40 %")("leverage-radar", "CROWDED", { tokens: ["solana"] }),
    at("up", "a sixth of aave's open interest is closed while it falls")("leverage-radar", "UNWINDING", {
      tokens: ["aave"],
    }),
    gone("leverage-radar", "INSUFFICIENT", { tokens: ["bitcoin"] }),

    at("up", "nothing in the last three hours")("whale-watch", "BALANCED", { token: "bitcoin", hours: 3 }),
    at("up", "1.5 billion go to exchanges in four hours")("whale-watch", "DISTRIBUTING", {
      token: "bitcoin",
      hours: 8,
    }),
    at("up", "4 billion leave exchanges in fifteen hours")("whale-watch", "ACCUMULATING", {
      token: "bitcoin",
      hours: 24,
    }),
    at("up", "nine days of flows are known")("whale-watch", "INSUFFICIENT", { token: "bitcoin", hours: 168 }),

    quiet("portfolio-checkup", "HEALTHY", {
      holdings: equal("bitcoin", "ethereum", "tether", "usd-coin", "chainlink", "solana"),
      risk_profile: "high",
    }),
    quiet("portfolio-checkup", "REBALANCE", {
      holdings: [{ token: "bitcoin", value_usd: 50_000 }, ...equal("ethereum", "tether")],
      risk_profile: "high",
    }),
    honeypot("portfolio-checkup", "AT_RISK", { holdings: equal("bitcoin", "maker", "tether"), risk_profile: "high" }),
    gone("portfolio-checkup", "INSUFFICIENT", { holdings: [{ token: "bitcoin", amount: 1 }] }),

    quiet("treasury-steward", "ON_TRACK", {
      holdings: equal("tether", "usd-coin", "bitcoin"),
      monthly_burn_usd: 1_000,
    }),
    quiet("treasury-steward", "ADJUST", { holdings: equal("bitcoin", "ethereum"), monthly_burn_usd: 1_000 }),
    quiet("treasury-steward", "CRITICAL", { holdings: equal("tether", "bitcoin"), monthly_burn_usd: 15_000 }),
    gone("treasury-steward", "INSUFFICIENT", { holdings: [{ token: "bitcoin", amount: 1 }], monthly_burn_usd: 1_000 }),

    quiet("alert-watchtower", "QUIET", { tokens: [WATCHED.token], hours: 1 }),
    at("up", "open interest of ethereum grows by a tenth in an hour")("alert-watchtower", "WATCH", {
      tokens: ["ethereum"],
      hours: 1,
    }),
    at("up", "pepe rises by a third")("alert-watchtower", "URGENT", { tokens: ["pepe"], hours: 1 }),
    gone("alert-watchtower", "INSUFFICIENT", { tokens: ["litecoin"], hours: 1 }),

    at("up", "bitcoin's day is 2.5 %")("daily-market-brief", "RISK_ON", {}),
    at("mixed", "the market gives it back: bitcoin's day is 0 %")("daily-market-brief", "MIXED", {}),
    at("down", "bitcoin's day is -9 %")("daily-market-brief", "RISK_OFF", {}),
    gone("daily-market-brief", "INSUFFICIENT", {}),
  ];
};

export const contracts = (): (readonly [address: string, profile: Profile])[] =>
  PROFILES.map(([token, profile]) => [contractOf(token), profile]);
