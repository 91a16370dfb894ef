// Whether a delivery holds: what a receiver does with both signatures, each by itself.
import { createHmac, timingSafeEqual } from "node:crypto";
import { verifyStandard } from "./sign.ts";

type Checked = { readonly standard: boolean; readonly own: boolean };

type Received = { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly header: string };

/** Headers by small letters; `header` is the service's own one. */
export function checkDelivery(secret: string, { headers, body, header }: Received): Checked {
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(headers[header.toLowerCase()] ?? "", "hex");
  const own = given.length === expected.length && timingSafeEqual(given, expected);
  return { standard: verifyStandard(secret, headers, body), own };
}
