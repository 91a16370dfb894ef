// What a call is subject to, derived from its contract: rates, daily allowance, price.
import { ALLOWANCES, type AllowanceId, LIMITS, type RateId } from "../../schema/limit.ts";
import type { Contract, Route } from "../contract.ts";
import type { Access } from "./access.ts";

const allowanceOf = ({ tier, allowance }: Pick<Contract, "tier" | "allowance">): AllowanceId | null =>
  allowance === false ? null : (ALLOWANCES[tier] ?? null);

type Rates = readonly RateId[];
const NONE: Rates = [];
const ratesOf = ({ rates = NONE }: Contract, query: object): Rates =>
  typeof rates === "function" ? rates(query as Record<string, unknown>) : rates;

/** By route, then by the rates of its own: a contract gives one array for equal ones. */
const made = new WeakMap<Route, WeakMap<Rates, Access>>();

/** The access of a call with this query; equal calls share one. */
export function accessOf(route: Route, query: object): Access {
  const { contract } = route;
  const own = ratesOf(contract, query);
  const known = made.get(route) ?? new WeakMap<Rates, Access>();
  const held = known.get(own);
  if (held !== undefined) return held;
  made.set(route, known);
  const rates: RateId[] = ["burst", ...(contract.method === "GET" ? (["read"] as const) : []), ...own];
  const allowance = allowanceOf(contract);
  const access: Access = {
    route: contract.id,
    method: contract.method,
    tier: contract.tier,
    summary: contract.summary,
    example: contract.method === "POST" ? contract.example.body : contract.example.query,
    rates,
    keyRates: own.includes("llm") ? ["llm"] : ["read"],
    allowance,
    policies: allowance === null ? rates : [...rates, allowance],
    slow: contract.slow === true,
    joinMs:
      contract.slow === true
        ? Math.min(LIMITS.slowCallMs, LIMITS.slowCallsWaitMs + (contract.workMs ?? LIMITS.workMs))
        : (contract.workMs ?? LIMITS.workMs),
  };
  known.set(own, access);
  return access;
}
