// The input of an agent as its work gets it: tokens by their ids, orders and addresses looked at before anybody pays.
import type { AgentId } from "../../schema/agent/index.ts";
import { type FaultCode, fault, isFault } from "../../schema/fault.ts";
import type { EvaluatePolicy, OrderRequest } from "../../schema/object/evaluation.ts";
import type { Deps } from "../deps.ts";
import { ORDER_FAULTS, verifyOrder } from "../request/verify-order.ts";
import { namedPolicy } from "../snapshot/named-policy.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";

type Input = Readonly<Record<string, unknown>>;

/** Codes that the input of an agent may meet. */
export const INPUT_FAULTS: { readonly [Id in AgentId]: readonly FaultCode[] } = {
  "trade-gatekeeper": [...ORDER_FAULTS, ...TOKEN_FAULTS],
  "leverage-radar": TOKEN_FAULTS,
  "whale-watch": TOKEN_FAULTS,
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

const LISTS = ["tokens", "exclude"] as const;
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** The input, which fits the agent's shape, with tokens by their ids. Throws INPUT_FAULTS, not_ready. */
export function readAgentInput(id: AgentId, input: Input, deps: Deps): Input {
  if (id === "trade-gatekeeper") verifyOrder(input as OrderRequest);
  const { token, rules } = input;
  const lists = LISTS.flatMap((list) => {
    const names = input[list];
    return isTexts(names) ? [[list, idsOf(deps, names, `/${list}`)] as const] : [];
  });
  return {
    ...input,
    ...(typeof token === "string" ? { token: idOf(deps, token, "/token") } : {}),
    ...Object.fromEntries(lists),
    ...(rules === undefined ? {} : { rules: namedPolicy(deps.snapshots, rules as EvaluatePolicy, "/rules") }),
  };
}
