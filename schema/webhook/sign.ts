// The signatures of a delivery, both over the same bytes: the service's own header, and Standard Webhooks.
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";

type Signing = {
  /** `whsec_…` */
  readonly secret: string;
  /** Of the message: the same whenever it is sent. */
  readonly id: string;
  /** Of the attempt, epoch milliseconds. */
  readonly at: number;
  readonly body: string;
  /** The service's own header, by its setting. */
  readonly header: string;
};

/** Headers by name. The own one has no protection against a replay: it is of the body alone. */
export function signDelivery({ secret, id, at, body, header }: Signing): Record<string, string> {
  return {
    [header]: createHmac("sha256", secret).update(body).digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(at), body),
  };
}

/** Whether the signature of Standard Webhooks holds, and is of now. */
export function verifyStandard(secret: string, headers: Readonly<Record<string, string>>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
