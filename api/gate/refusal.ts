// What a call is told that is over its rates, or whose free calls are used; equal refusals are made once.
import type { Fault } from "../../schema/fault.ts";
import type { Payments } from "../pay/payment.ts";
import type { Access } from "./access.ts";
import { unpaidFault } from "./call.ts";
import { rateFault } from "./meter.ts";
import type { Pool } from "./pool.ts";

/** A GET or HEAD as sent, without the rest of the request. */
export type Target = { readonly method: string; readonly path: string; readonly query: string };

/** Calls of one target with equal keys get equal faults. */
export type Refusal = { readonly key: string; fault(target: Target): Fault };

type Refusals = {
  /** Of calls of that kind whose free calls are used; null where they cost nothing. */
  unpaid(access: Access): Refusal | null;
  /** Of calls over these rates. */
  limited(over: readonly Pick<Pool, "policy" | "endsAt">[], now: number): Refusal;
};

export function openRefusals(payments: Payments | null): Refusals {
  const unpaid = new Map<Access, Refusal>();
  return {
    unpaid(access) {
      const { tier, summary, example } = access;
      if (tier === "free") return null;
      const held = unpaid.get(access);
      if (held !== undefined) return held;
      const made: Refusal = {
        key: "unpaid",
        fault: ({ method, path, query }) =>
          unpaidFault(payments, access, { method, path, query, bodyDigest: "", tier, description: summary, example }),
      };
      unpaid.set(access, made);
      return made;
    },
    limited(over, now) {
      const told = rateFault(over, now);
      const { violated_policies: names, retryAfterS } = told.extra;
      return { key: `${names?.join()} ${retryAfterS}`, fault: () => told };
    },
  };
}
