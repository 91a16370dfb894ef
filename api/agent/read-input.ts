// The input of an agent as its work gets it: tokens by their ids, orders and addresses looked at before anybody pays.
import type { AgentId } from "../../schema/agent/index.ts";
import { type FaultCode, fault, faultAt, isFault } from "../../schema/fault.ts";
import type { EvaluatePolicy, OrderRequest } from "../../schema/object/evaluation.ts";
import { toTime } from "../../schema/shape/time.ts";
import { readAddress } from "../../schema/token/address.ts";
import type { ChainId } from "../../schema/token/chain.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { ORDER_FAULTS, verifyOrder } from "../request/verify-order.ts";
import { namedPolicy } from "../snapshot/named-policy.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";

type Input = Readonly<Record<string, unknown>>;

const HOLDER_FAULTS = [...ORDER_FAULTS, "invalid_address", "address_not_found", "upstream_unavailable"] as const;

/** Codes that the input of an agent may meet, and what it is read from. */
export const INPUT_FAULTS: { readonly [Id in AgentId]: readonly FaultCode[] } = {
  "trade-gatekeeper": [...ORDER_FAULTS, ...TOKEN_FAULTS],
  "wallet-guard": ["invalid_address", ...TOKEN_FAULTS],
  "due-diligence-analyst": TOKEN_FAULTS,
  "leverage-radar": TOKEN_FAULTS,
  "whale-watch": TOKEN_FAULTS,
  "opportunity-scout": TOKEN_FAULTS,
  "portfolio-checkup": [...HOLDER_FAULTS, ...TOKEN_FAULTS],
  "treasury-steward": [...HOLDER_FAULTS, ...TOKEN_FAULTS],
  "alert-watchtower": TOKEN_FAULTS,
  "daily-market-brief": TOKEN_FAULTS,
};

/** The id of what a name means; a fault says where in the input it stands. */
function idOf({ snapshots }: Deps, name: string, pointer: string): string {
  try {
    return namedToken(snapshots, name).found.token.id;
  } catch (error) {
    if (!isFault(error) || error.code === "not_ready") throw error;
    const { code, message: detail, extra } = error;
    throw fault(code, detail, { ...extra, errors: [{ pointer, code, detail }] });
  }
}

const idsOf = (deps: Deps, names: readonly string[], pointer: string): string[] => [
  ...new Set(names.map((name, at) => idOf(deps, name, `${pointer}/${at}`))),
];

/** Members that name tokens. */
const LISTS: { readonly [Id in AgentId]?: readonly string[] } = {
  "leverage-radar": ["tokens"],
  "opportunity-scout": ["tokens", "exclude"],
  "alert-watchtower": ["tokens"],
  "daily-market-brief": ["focus"],
};
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const SECTORS = [...new Set(TRACKED.map(({ sector }) => sector))].sort();

/** What the universe needs is there. Throws missing_field, invalid_enum. */
function verifyUniverse({ universe, sector, tokens }: Input): void {
  const need = (member: "sector" | "tokens") =>
    faultAt({ pointer: `/${member}` }, "missing_field", `A universe of ${universe} needs it.`);
  if (universe === "tokens" && tokens === undefined) throw need("tokens");
  if (universe !== "sector") return;
  if (sector === undefined) throw need("sector");
  if (!SECTORS.includes(String(sector))) {
    throw faultAt({ pointer: "/sector" }, "invalid_enum", `Sectors are ${SECTORS.join(", ")}.`);
  }
}

/** A day that there is, and no later one than today's. Throws invalid_date_time, out_of_range. */
function verifyDay({ date }: Input, now: number): void {
  if (date === undefined) return;
  const day = Date.parse(String(date));
  const isDay = !Number.isNaN(day) && toTime(day).startsWith(String(date));
  if (!isDay) throw faultAt({ pointer: "/date" }, "invalid_date_time", "There is no such day.");
  if (day > now) throw faultAt({ pointer: "/date" }, "out_of_range", "The day has not begun in UTC.");
}

type Holding = { readonly token: string; readonly amount?: number; readonly value_usd?: number };

/** Of each holding either how many coins or what they are worth. Throws ORDER_FAULTS and those of tokens. */
function holdingsOf(deps: Deps, holdings: readonly Holding[]): Holding[] {
  return holdings.map((holding, at) => {
    const { token, amount, value_usd } = holding;
    const pointer = `/holdings/${at}`;
    if (amount === undefined && value_usd === undefined) {
      throw faultAt({ pointer }, "size_required", "Send amount or value_usd.");
    }
    if (amount !== undefined && value_usd !== undefined) {
      throw faultAt({ pointer }, "size_exclusive", "Send either amount or value_usd.");
    }
    return { ...holding, token: idOf(deps, token, `${pointer}/token`) };
  });
}

/**
 * An address in its one spelling. What is misspelt, or of another chain, is for the agent to tell; what resembles none is
 * refused. Throws invalid_address.
 */
function addressIn({ chain, address }: Input): string {
  const given = String(address);
  const read = readAddress(chain as ChainId, given);
  if ("address" in read) return read.address;
  if (read.fault === "form") throw faultAt({ pointer: "/address" }, "invalid_address", read.problem);
  return given;
}

/** Holdings, or the chain and address that hold. Throws missing_field, size_exclusive, invalid_address. */
function holderIn({ holdings, chain, address }: Input): Input {
  if (holdings !== undefined) {
    if (chain === undefined && address === undefined) return {};
    throw faultAt({ pointer: "/address" }, "size_exclusive", "Send either holdings or chain and address.");
  }
  const missing = ["chain", "address"].find((name) => ({ chain, address })[name as "chain" | "address"] === undefined);
  if (missing === undefined) {
    const read = readAddress(chain as ChainId, String(address));
    if ("address" in read) return { address: read.address };
    throw faultAt({ pointer: "/address" }, "invalid_address", read.problem);
  }
  const pointer = chain === undefined && address === undefined ? "/holdings" : `/${missing}`;
  throw faultAt({ pointer }, "missing_field", "Send holdings, or chain and address.");
}

const HOLDERS: readonly AgentId[] = ["portfolio-checkup", "treasury-steward"];

/** The input, which fits the agent's shape, with tokens by their ids. Throws INPUT_FAULTS, not_ready. */
export function readAgentInput(id: AgentId, input: Input, deps: Deps): Input {
  if (id === "trade-gatekeeper") verifyOrder(input as OrderRequest);
  if (id === "opportunity-scout") verifyUniverse(input);
  if (id === "daily-market-brief") verifyDay(input, deps.clock.now());
  const { token, rules, holdings } = input;
  const lists = (LISTS[id] ?? []).flatMap((list) => {
    const names = input[list];
    return isTexts(names) ? [[list, idsOf(deps, names, `/${list}`)] as const] : [];
  });
  return {
    ...input,
    ...(typeof token === "string" ? { token: idOf(deps, token, "/token") } : {}),
    ...(id === "wallet-guard" ? { address: addressIn(input) } : {}),
    ...(HOLDERS.includes(id) ? holderIn(input) : {}),
    ...Object.fromEntries(lists),
    ...(holdings === undefined ? {} : { holdings: holdingsOf(deps, holdings as readonly Holding[]) }),
    ...(rules === undefined ? {} : { rules: namedPolicy(deps.snapshots, rules as EvaluatePolicy, "/rules") }),
  };
}
