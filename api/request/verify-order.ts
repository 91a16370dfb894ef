// What the shape of an order cannot say: one size, and a chain only where the order goes to a chain.
import { faultAt } from "../../schema/fault.ts";
import type { OrderRequest } from "../../schema/object/evaluation.ts";

export const ORDER_FAULTS = ["size_required", "size_exclusive"] as const;

/** Throws ORDER_FAULTS, unknown_field. */
export function verifyOrder({
  size_usd,
  size_native,
  chain,
  venue_scope,
}: Pick<OrderRequest, "size_usd" | "size_native" | "chain" | "venue_scope">): void {
  if (size_usd === undefined && size_native === undefined) {
    const detail = "Send size_usd or size_native.";
    throw faultAt({ pointer: "/size_usd" }, "size_required", detail);
  }
  if (size_usd !== undefined && size_native !== undefined) {
    const detail = "Send either size_usd or size_native.";
    throw faultAt({ pointer: "/size_native" }, "size_exclusive", detail);
  }
  if (chain !== undefined && venue_scope !== "dex") {
    const detail = "A chain is taken only with venue_scope dex.";
    throw faultAt({ pointer: "/chain" }, "unknown_field", detail);
  }
}
