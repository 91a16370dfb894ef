// The facilitator's endpoints: /facilitator/verify, /settle and /supported, in the words of x402 and without our envelope.
import {
  FacilitatorAsk,
  SettleAnswer,
  SupportedAnswer,
  supportedOf,
  VerifyAnswer,
} from "../../schema/pay/facilitator.ts";
import type { Seller } from "../../schema/pay/offer.ts";
import { LOVELACE } from "../../schema/pay/transaction.ts";
import { NOTHING, type Route, route } from "../contract.ts";
import type { PublicFacilitator } from "./public-facilitator.ts";

const NETWORK = "cardano:preprod";
const offer = {
  scheme: "exact",
  network: NETWORK,
  amount: "2000000",
  asset: LOVELACE,
  payTo: "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty",
  maxTimeoutSeconds: 600,
};
const asked = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, accepted: offer, payload: { transaction: "hKQ=", nonce: `${"ab".repeat(32)}#0` } },
  paymentRequirements: offer,
};
const shared = {
  tag: "Trust",
  tier: "free",
  params: NOTHING,
  query: NOTHING,
  faults: ["upstream_unavailable", "overloaded"],
  maxAgeS: 0,
} as const;

const verify = route({
  ...shared,
  id: "verifyPayment",
  method: "POST",
  path: "/facilitator/verify",
  summary: "Check a payment",
  description: "Whether a signed, unsent transaction pays for what is offered. A refusal is an answer.",
  body: FacilitatorAsk,
  output: VerifyAnswer,
  example: { params: {}, query: {}, body: asked, answer: { isValid: false, invalidReason: "network_mismatch" } },
});

const settle = route({
  ...shared,
  id: "settlePayment",
  method: "POST",
  path: "/facilitator/settle",
  summary: "Settle a payment",
  description: "Sends the transaction and waits for its block. settlement_pending: ask again with the same payment.",
  body: FacilitatorAsk,
  output: SettleAnswer,
  example: {
    params: {},
    query: {},
    body: asked,
    answer: { success: false, transaction: "", network: NETWORK, errorReason: "network_mismatch" },
  },
});

const supported = route({
  ...shared,
  id: "getSupportedPayments",
  method: "GET",
  path: "/facilitator/supported",
  summary: "What can be verified and settled",
  description: "Schemes and networks.",
  output: SupportedAnswer,
  example: { params: {}, query: {}, answer: supportedOf(NETWORK, true) },
});

/** The endpoints over a facilitator. They are the protocol's and not the API's: other pages do not list them. */
export const facilitatorRoutes = (facilitator: PublicFacilitator, { network, isSandbox }: Seller): readonly Route[] => [
  verify.handle(async ({ body }, { clock }) => ({
    body: await facilitator.verify(body),
    asOf: clock.now(),
    from: null,
  })),
  settle.handle(async ({ body }, { clock }) => ({
    body: await facilitator.settle(body),
    asOf: clock.now(),
    from: null,
  })),
  supported.handle((_input, { clock }) => ({
    body: supportedOf(network, isSandbox),
    asOf: clock.now(),
    from: null,
  })),
];
