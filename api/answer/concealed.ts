// Answers that show a secret once: sealed wherever they are kept for a replay, and replayed without the secret once the
// call that got it has had time to ask again.
import type { Env } from "../../schema/env.ts";
import { fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { randomBytes } from "../../schema/io/random.ts";
import { LIMITS } from "../../schema/limit.ts";
import { NONCE_BYTES, readSealKeys, seal, unseal } from "../../schema/webhook/secret.ts";
import type { Route } from "../contract.ts";
import type { StoredAnswer } from "../pay/payment.ts";

type About = { readonly env: Env; readonly clock: Clock };

/** The body as it may be kept. */
export function concealed({ contract }: Route, { env, clock }: About, body: Buffer): Buffer {
  if (contract.showsSecret !== true) return body;
  const plain = Buffer.concat([Buffer.from(`${clock.now()}\n`), body]);
  return Buffer.from(seal(readSealKeys(env.MONITOR_KEY), "answer", plain, randomBytes(NONCE_BYTES)));
}

function withoutSecret(body: Buffer): Buffer {
  const answer = JSON.parse(body.toString()) as { data: Record<string, unknown> };
  const { secret: _told, ...data } = answer.data;
  return Buffer.from(JSON.stringify({ ...answer, data }));
}

/** The answer as it is told. Throws upstream_unavailable where the key that sealed it is gone. */
export function revealed({ contract }: Route, { env, clock }: About, answer: StoredAnswer): StoredAnswer {
  if (contract.showsSecret !== true) return answer;
  const { buffer, byteOffset, length } = answer.body;
  const plain = unseal(readSealKeys(env.MONITOR_KEY), "answer", Buffer.from(buffer, byteOffset, length).toString());
  if (plain === null) throw fault("upstream_unavailable", "The answer was kept under a key that is no longer set.");
  const end = plain.indexOf("\n");
  const body = plain.subarray(end + 1);
  const isOld = clock.now() - Number(plain.subarray(0, end)) > LIMITS.secretReplayedMs;
  return { ...answer, body: isOld ? withoutSecret(body) : body };
}
