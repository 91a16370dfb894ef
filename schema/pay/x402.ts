// x402 version 2 on the wire: its objects, and the headers that carry them as base64 of JSON.
import { type Static, Type } from "typebox";
import { compile } from "../check.ts";
import { parseJson } from "../json.ts";

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Anything = Type.Record(Type.String(), Type.Unknown());

const Resource = Type.Object({
  url: Text(4_096),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  mimeType: Type.Optional(Type.String({ maxLength: 200 })),
});

export const Requirements = Type.Object({
  scheme: Text(40),
  network: Text(80),
  amount: Text(40),
  asset: Text(200),
  payTo: Text(200),
  maxTimeoutSeconds: Type.Number({ exclusiveMinimum: 0 }),
  extra: Type.Optional(Type.Union([Anything, Type.Null()])),
});
export type Requirements = Static<typeof Requirements>;

export const PaymentPayload = Type.Object({
  x402Version: Type.Number(),
  resource: Type.Optional(Resource),
  accepted: Requirements,
  payload: Anything,
  extensions: Type.Optional(Type.Union([Anything, Type.Null()])),
});
export type PaymentPayload = Static<typeof PaymentPayload>;

export type PaymentRequired = {
  readonly x402Version: 2;
  readonly error: string;
  readonly resource: Static<typeof Resource>;
  readonly accepts: readonly Requirements[];
  readonly extensions: Readonly<Record<string, unknown>>;
};

export type Verified = {
  readonly isValid: boolean;
  readonly invalidReason?: string;
  readonly invalidMessage?: string;
  readonly payer?: string;
};

export type Settled = {
  readonly success: boolean;
  /** Id of the transaction; empty where there is none. */
  readonly transaction: string;
  readonly network: string;
  readonly payer?: string;
  readonly amount?: string;
  readonly errorReason?: string;
  readonly errorMessage?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
};

const isPayload = compile(PaymentPayload);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const encodeHeader = (value: unknown): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64");

/** Bytes of canonical, padded base64 in the standard alphabet; null for anything else. */
export function decodeBase64(text: string): Buffer | null {
  if (text === "" || !BASE64.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}

/** What a PAYMENT-SIGNATURE header says; null where it is not base64 of JSON of the right shape. */
export function decodePayment(header: string): PaymentPayload | null {
  const bytes = decodeBase64(header);
  if (bytes === null) return null;
  try {
    const value: unknown = parseJson(bytes);
    return isPayload(value) ? value : null;
  } catch {
    return null;
  }
}
