// A caller of the soak of kills: signs a payment for an offer, and sends it until it is answered.
import { setTimeout as sleep } from "node:timers/promises";
import { decodeBase64, encodeHeader, type PaymentRequired } from "../../../schema/pay/x402.ts";
import type { Payer } from "../../../scripts/pay/wallet.ts";
import type { Draw } from "../../support/payment/drafted-payment.ts";
import type { Good } from "./goods.ts";

const READY_MS = 480_000;
const ANSWERED_MS = 180_000;
const CALL_MS = 120_000;
/** One in so many of those who were refused at first does not come again. */
const GIVEN_UP_IN = 3;
/** After these a payment may still be made: it is not known to have been refused. */
const OPEN: ReadonlySet<string> = new Set(["settlement_pending", "settlement_failed"]);

export type Sent = {
  readonly id: string;
  readonly header: string;
  readonly good: Good;
  attempts: number;
  answer: string | null;
  /** When the attempt began that was answered first; null before. */
  askedAt: number | null;
  /** It was answered without a receipt: what was asked could not be measured. */
  isFree: boolean;
  /** It was refused at once and never sent again. */
  isGivenUp: boolean;
};

export type Shop = {
  readonly payer: Payer;
  readonly draw: Draw;
  /** Origin of the service, read anew each time. */
  url(): Promise<string>;
  /** Told of what must not be. */
  found(fault: string): void;
  /** Told of each answer that is none. */
  refused(said: string): void;
};

async function call({ url }: Shop, { path, body }: Good, signature: string | null): Promise<Response | null> {
  const headers = {
    ...(body === null ? {} : { "content-type": "application/json" }),
    ...(signature === null ? {} : { "payment-signature": signature }),
  };
  const init = body === null ? { headers } : { method: "POST", headers, body };
  try {
    return await fetch(`${await url()}${path}`, { ...init, signal: AbortSignal.timeout(CALL_MS) });
  } catch {
    return null;
  }
}

/** Free calls until one is to be paid: what it asks for. */
export async function offerOf(shop: Shop, good: Good): Promise<PaymentRequired> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    const answer = await call(shop, good, null);
    await answer?.arrayBuffer().catch(() => null);
    if (answer?.status === 402) {
      const header = decodeBase64(answer.headers.get("payment-required") ?? "");
      if (header) return JSON.parse(header.toString("utf8")) as PaymentRequired;
    }
    if (answer === null || answer.status >= 400) await sleep(500);
  }
  throw new Error(`${good.path} was not offered for sale`);
}

export async function sign(shop: Shop, good: Good): Promise<Sent> {
  const required = await offerOf(shop, good);
  const offer = required.accepts.find(({ scheme, asset }) => scheme === "exact" && asset === "lovelace");
  if (!offer) throw new Error("nothing that play money buys");
  const { id, payload } = await shop.payer.pay(offer.payTo, offer.amount);
  const header = encodeHeader({ x402Version: 2, resource: required.resource, accepted: offer, payload });
  return { id, header, good, attempts: 0, answer: null, askedAt: null, isFree: false, isGivenUp: false };
}

/** Of a fault of ours also what it says. */
function refusalOf(kind: string, text: string): { readonly code: string; readonly said: string } {
  try {
    const { code = "no code", detail = "" } = JSON.parse(text) as { code?: string; detail?: string };
    return { code, said: code === "internal_error" ? `${code} (${kind}: ${detail})` : code };
  } catch {
    return CUT;
  }
}
const CUT = { code: "cut", said: "cut" };

function keep(shop: Shop, sent: Sent, text: string, isFree: boolean, askedAt: number): void {
  const { id, good, answer } = sent;
  if (answer !== null && answer !== text) shop.found(`${good.kind} ${id}: another answer for the same payment`);
  sent.answer = text;
  sent.askedAt ??= askedAt;
  sent.isFree = isFree;
}

/** Sends the payment until it is answered, as a caller would whose connection was cut; some who are refused give up. */
export async function present(shop: Shop, sent: Sent, mayGiveUp: boolean): Promise<void> {
  const until = performance.now() + ANSWERED_MS;
  while (performance.now() < until) {
    sent.attempts += 1;
    const askedAt = performance.now();
    const answer = await call(shop, sent.good, sent.header);
    const text = (await answer?.text().catch(() => null)) ?? null;
    if (answer?.ok && text !== null) {
      keep(shop, sent, text, !answer.headers.has("payment-response"), askedAt);
      return;
    }
    const { code, said } = text === null ? CUT : refusalOf(sent.good.kind, text);
    shop.refused(said);
    if (answer && answer.status < 500 && answer.status !== 429 && code !== "cut") {
      shop.found(`${sent.good.path} ${sent.id}: ${answer.status} at attempt ${sent.attempts}: ${text?.slice(0, 300)}`);
      return;
    }
    const isRefused = sent.attempts === 1 && code !== "cut" && !OPEN.has(code);
    if (isRefused && mayGiveUp && shop.draw(GIVEN_UP_IN) === 0) {
      sent.isGivenUp = true;
      return;
    }
    await sleep(300);
  }
}
