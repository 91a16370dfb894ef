// A design partner's key as it is kept: never the key itself, only its digest.
import { type Static, Type } from "typebox";
import { closed } from "./shape/closed.ts";

export const PartnerKey = closed({
  id: Type.String({ pattern: "^[a-z0-9]{8}$" }),
  /** Whom it was given to. */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** SHA-256 of the whole key, hex. */
  digest: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  /** Calls a minute by policy. */
  read: Type.Integer({ minimum: 1 }),
  llm: Type.Integer({ minimum: 1 }),
  /** Epoch milliseconds. */
  createdAt: Type.Integer(),
  changedAt: Type.Integer(),
  revokedAt: Type.Union([Type.Integer(), Type.Null()]),
});
export type PartnerKey = Static<typeof PartnerKey>;

/** How a key looks: `assay_<id>_<secret>`. */
export const PARTNER_KEY = /^assay_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;
