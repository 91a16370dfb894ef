// Somebody else's facilitator over HTTP: /verify and /settle of x402, behind the face of our own.
import { type Check, compile } from "../../check.ts";
import { parseJson } from "../../json.ts";
import {
  FAILED,
  type Facilitator,
  LOOKUP_FAILED,
  PENDING,
  REJECTED,
  SettleAnswer,
  VerifyAnswer,
} from "../../pay/facilitator.ts";
import type { PaymentPayload, Requirements, Settled, Verified } from "../../pay/x402.ts";
import { type Http, isHttpError } from "../http.ts";

type RemoteOptions = { readonly http: Http; readonly url: string };

const VERIFY_TIMEOUT_MS = 30_000;
/** A facilitator waits for a block; what has not answered by then is not known to have failed. */
const SETTLE_TIMEOUT_MS = 90_000;
const BODY_BYTES_MAX = 262_144;
/** Refusals that say the transaction is in no block and never will be. */
const ENDS: ReadonlySet<string | undefined> = new Set([REJECTED, FAILED]);
/** Refusals of a settlement that say nothing about the transaction: another call has it, or a part was away. */
const OPEN: ReadonlySet<string | undefined> = new Set([
  PENDING,
  "duplicate_settlement",
  "unexpected_settle_error",
  "exact_cardano_settlement_not_confirmed",
  "exact_cardano_facilitator_evidence_unavailable",
  LOOKUP_FAILED,
]);
/** Refusals of a check that say nothing about the payment. */
const UNTOLD: ReadonlySet<string | undefined> = new Set(["unexpected_verify_error", LOOKUP_FAILED]);

const isVerified = compile(VerifyAnswer);
const isSettled = compile(SettleAnswer);

function parse<T>(is: Check<T>, body: Buffer): T | null {
  try {
    const value: unknown = parseJson(body);
    return is(value) ? value : null;
  } catch {
    return null;
  }
}

/** Opens the door. */
export function openRemoteFacilitator({ http, url }: RemoteOptions): Facilitator {
  const base = url.replace(/\/+$/, "");

  /** The answer, also one that comes with an error status; throws where there is none of the right shape. */
  async function ask<T>(
    path: "verify" | "settle",
    is: Check<T>,
    payment: PaymentPayload,
    offer: Requirements,
    timeoutMs: number,
  ): Promise<T> {
    const body = JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: offer });
    const call = {
      provider: "facilitator",
      url: `${base}/${path}`,
      method: "POST" as const,
      headers: { "content-type": "application/json" },
      body,
      timeoutMs,
      bodyBytesMax: BODY_BYTES_MAX,
      retriesMax: 0,
    };
    const raw = await http.send(call).then(
      (answer) => answer.body,
      (error: unknown) => {
        if (isHttpError(error) && error.answer !== null && parse(is, error.answer.body) !== null)
          return error.answer.body;
        throw error;
      },
    );
    const said = parse(is, raw);
    if (said === null) throw new Error("the facilitator's answer is none of x402");
    return said;
  }

  return {
    async verify(payment, offer): Promise<Verified> {
      const said = (await ask("verify", isVerified, payment, offer, VERIFY_TIMEOUT_MS)) as Verified;
      if (!said.isValid && UNTOLD.has(said.invalidReason)) throw new Error(`the facilitator: ${said.invalidReason}`);
      return said;
    },
    async settle(payment, offer, isResumed): Promise<Settled> {
      const said = (await ask("settle", isSettled, payment, offer, SETTLE_TIMEOUT_MS)) as Settled;
      if (said.success) return said;
      // Asked again, a facilitator may refuse what it settled the first time: its inputs are spent.
      const isOpen = isResumed ? !ENDS.has(said.errorReason) : OPEN.has(said.errorReason);
      return isOpen ? { ...said, errorReason: PENDING } : said;
    },
  };
}
