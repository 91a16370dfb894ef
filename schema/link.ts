// Links of answers: whole addresses under the public one, so that they can be followed wherever the answer is read.
import type { Env } from "./env.ts";

/** The name of the API, by which its own pages begin. */
export const API_TITLE = "Verified Market-Intelligence API";

/** Where callers reach the service, without a slash at the end. */
export const originOf = (env: Pick<Env, "PUBLIC_URL" | "PORT">): string =>
  (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");

/** Where the proof of an issued object is answered. */
export const verifyUrl = (origin: string, id: string): string => `${origin}/v1/verify/${id}`;
