// Buys one call as a person would: ask, read the offer, sign, send the same call with the payment, wait for the answer.
import { decodeBase64, encodeHeader, type PaymentRequired, type Settled } from "../../schema/pay/x402.ts";
import { reach } from "./reach.ts";
import type { Payer } from "./wallet.ts";

export type Asked = { readonly url: string; readonly body: string | undefined };
type Buying = {
  say(line: string): void;
  wait(ms: number): Promise<unknown>;
  /** How often the call is repeated while it is free. */
  readonly callsMax: number;
};

const TRIES_MAX = 12;
const RETRY_MS = 5_000;
const LOVELACE_PER_ADA = 1_000_000;
const SHOWN_BYTES = 2_000;

function decode<T>(header: string | null): T | null {
  const bytes = header === null ? null : decodeBase64(header);
  return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as T);
}

const RATE_WAIT_S_MAX = 60;

/** Who calls too often waits as long as it is told, and calls again. */
async function send({ url, body }: Asked, { say, wait }: Buying, headers: Record<string, string> = {}) {
  const post = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: body ?? null };
  for (let n = 1; ; n++) {
    const answer = await reach("the service", url, body === undefined ? { headers } : post);
    if (answer.status !== 429 || n >= TRIES_MAX) return answer;
    const seconds = Math.min(RATE_WAIT_S_MAX, Number(answer.headers.get("retry-after") ?? 1));
    say(`too often    429; the same call is sent again in ${seconds} s`);
    await wait(seconds * 1_000);
  }
}

/** Text of strangers without what moves a terminal. */
const shown = (text: string): string =>
  [...text.slice(0, SHOWN_BYTES)].filter((c) => c === "\n" || !/[\p{Cc}\p{Cf}]/u.test(c)).join("") +
  (text.length > SHOWN_BYTES ? ` … (${text.length} characters)` : "");

async function unpaid(ask: Asked, doing: Buying): Promise<Response> {
  const { say, callsMax } = doing;
  let answer = await send(ask, doing);
  for (let n = 1; n < callsMax && answer.ok; n++) {
    await answer.arrayBuffer();
    answer = await send(ask, doing);
  }
  say(`asked        ${answer.status} ${ask.body === undefined ? "GET" : "POST"} ${ask.url}`);
  return answer;
}

/** Sends the payment until its outcome is known; the same one each time, so that nothing is paid twice. */
async function present(ask: Asked, header: string, doing: Buying): Promise<Response> {
  const { say, wait } = doing;
  for (let n = 1; ; n++) {
    const answer = await send(ask, doing, { "payment-signature": header }).catch(() => null);
    if (answer !== null && answer.status !== 503) return answer;
    if (n >= TRIES_MAX) throw new Error("the outcome is not known yet: send the same payment again later");
    const waitMs = Number(answer?.headers.get("retry-after") ?? 0) * 1_000;
    say(`pending      ${answer?.status ?? "no answer"}; the same payment is sent again`);
    await wait(Math.min(waitMs || RETRY_MS, RETRY_MS * 4));
  }
}

/** True where the call was answered. Never signs more than one payment. */
export async function buy(ask: Asked, payer: Payer, doing: Buying): Promise<boolean> {
  const { say } = doing;
  const free = await unpaid(ask, doing);
  if (free.status !== 402) {
    say(shown(await free.text()));
    if (free.ok) say("nothing was asked for it: free calls are left (--spend uses them)");
    return free.ok;
  }
  const required = decode<PaymentRequired>(free.headers.get("payment-required"));
  const offer = required?.accepts.find(({ scheme, asset }) => scheme === "exact" && asset === "lovelace");
  if (required === null || offer === undefined) throw new Error("nothing is offered that this wallet can pay");
  if (offer.extra?.ledger !== "sandbox") throw new Error("the offer is of a real ledger: this wallet has play money");
  say(`offer        ${Number(offer.amount) / LOVELACE_PER_ADA} tADA to ${offer.payTo} on ${offer.network}`);
  const { id, payload } = await payer.pay(offer.payTo, offer.amount);
  say(`transaction  ${id}, signed and not sent`);
  const payment = { x402Version: 2, resource: required.resource, accepted: offer, payload };
  const answer = await present(ask, encodeHeader(payment), doing);
  const receipt = decode<Settled>(answer.headers.get("payment-response"));
  if (receipt !== null) {
    const { success, errorReason, extra } = receipt;
    say(`receipt      ${success ? "settled" : `not settled: ${errorReason}`} ${JSON.stringify(extra ?? {})}`);
  }
  say(`answer       ${answer.status}`);
  say(shown(await answer.text()));
  return answer.ok;
}
