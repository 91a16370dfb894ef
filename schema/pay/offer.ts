// The terms of one call: the same request always gives the same bytes.
import { isDeepStrictEqual } from "node:util";
import { PRICES, type Tier } from "../tier.ts";
import { type NetworkId, networkOf } from "./network.ts";
import { LOVELACE } from "./transaction.ts";
import { encodeHeader, type PaymentRequired, type Requirements } from "./x402.ts";

export type Seller = {
  /** Where callers reach the service, without a slash at the end. */
  readonly origin: string;
  readonly network: NetworkId;
  readonly payTo: string;
  readonly confirmations: number;
  /** Whether the ledger is simulated; the offer says so. */
  readonly isSandbox: boolean;
};

/** Where payments on the simulated ledger go; nobody needs its key. */
const SANDBOX_ADDRESS = "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty";

/** Where payments go; null while they are off. */
export function payToOf(env: { readonly MARKET: "sandbox" | "live"; readonly PAYMENT_ADDRESS: string }): string | null {
  if (env.MARKET === "sandbox") return SANDBOX_ADDRESS;
  return env.PAYMENT_ADDRESS === "" ? null : env.PAYMENT_ADDRESS;
}

type Sold = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly tier: Exclude<Tier, "free">;
  readonly description: string;
  /** A body, or parameters, that it takes. */
  readonly example?: unknown;
};

const OFFER_HEADER_BYTES_MAX = 2_500;
const MAX_TIMEOUT_S = 600;
export const PAYMENT_ID = "payment-identifier";

const IDENTIFIER = {
  info: { required: false },
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" },
    },
    required: ["required"],
  },
};

/** How machines may call it, for directories; its parameters OpenAPI describes. */
const bazaar = ({ method, example = {} }: Sold) => {
  const own = method === "POST" ? { bodyType: "json", body: example } : { queryParams: example };
  const input = { type: "http", method, ...own };
  const properties = { input: { type: "object" } };
  return { info: { input }, schema: { type: "object", properties, required: ["input"] } };
};

/** The one way to pay that is offered for a tier. */
export const requirementsOf = (seller: Seller, tier: Sold["tier"]): Requirements => ({
  scheme: "exact",
  network: seller.network,
  amount: `${PRICES.tiers[tier] * PRICES.lovelace_per_unit}`,
  asset: LOVELACE,
  payTo: seller.payTo,
  maxTimeoutSeconds: MAX_TIMEOUT_S,
  extra: {
    areFeesSponsored: false,
    confirmationPolicy: { l1Confirmations: seller.confirmations },
    ...(seller.isSandbox ? { ledger: "sandbox" } : {}),
  },
});

/** The terms and the header that carries them; `error` says why a payment was not taken. */
export function makeTerms(seller: Seller, sold: Sold, error = "Payment required") {
  const target = sold.query === "" ? sold.path : `${sold.path}?${sold.query}`;
  const required: PaymentRequired = {
    x402Version: 2,
    error,
    resource: { url: `${seller.origin}${target}`, description: sold.description, mimeType: "application/json" },
    accepts: [requirementsOf(seller, sold.tier)],
    extensions: { [PAYMENT_ID]: IDENTIFIER },
  };
  const listed = { ...required, extensions: { ...required.extensions, bazaar: bazaar(sold) } };
  const header = encodeHeader(listed);
  if (header.length < OFFER_HEADER_BYTES_MAX) return { header, required: listed };
  return { header: encodeHeader(required), required };
}

/** Whether what a payer accepted is the offer: the same members, and at least its extras. */
export function isOffered(accepted: Requirements, offer: Requirements): boolean {
  const { extra: acceptedExtra, network, ...rest } = accepted;
  const { extra: offeredExtra, network: offeredNetwork, ...offered } = offer;
  if (networkOf(network) !== networkOf(offeredNetwork) || !isDeepStrictEqual(rest, offered)) return false;
  return Object.entries(offeredExtra ?? {}).every(([name, value]) => isDeepStrictEqual(acceptedExtra?.[name], value));
}
