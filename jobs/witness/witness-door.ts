// The door to a witness: it is shown a checkpoint with the proof that it continues the one that the witness knows.
import { type Http, isHttpError } from "../../schema/io/http.ts";
import type { Witness } from "../../schema/proof/witness.ts";

export type WitnessAnswer =
  /** Signature lines; nothing of them is trusted yet. */
  | { readonly kind: "signed"; readonly lines: string }
  /** The newest checkpoint that it signed is of another size. */
  | { readonly kind: "elsewhere"; readonly size: number }
  /** What it saw before and this checkpoint cannot be of one log. */
  | { readonly kind: "inconsistent" }
  | { readonly kind: "refused"; readonly reason: string };

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 16_384;
const SIZE = /^(0|[1-9][0-9]{0,14})\n$/;

const REASONS: Readonly<Record<number, string>> = {
  400: "it takes the request for malformed",
  403: "it trusts no key that signed the checkpoint",
  404: "it does not know this log",
};

/** Asks `add-checkpoint` of C2SP tlog-witness; `proof` in base64. Throws HttpError where the witness is away. */
export async function askWitness(
  http: Http,
  { name, url }: Witness,
  ask: { readonly old: number; readonly proof: readonly string[]; readonly note: string },
  signal?: AbortSignal,
): Promise<WitnessAnswer> {
  const body = [`old ${ask.old}\n`, ...ask.proof.map((hash) => `${hash}\n`), "\n", ask.note].join("");
  try {
    const answer = await http.send({
      ...{ provider: `witness ${name}`, url: `${url}/add-checkpoint`, method: "POST", body, signal },
      headers: { "content-type": "text/plain; charset=utf-8" },
      ...{ timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX, retriesMax: 0 },
    });
    return { kind: "signed", lines: answer.body.toString("utf8") };
  } catch (error) {
    if (!isHttpError(error) || error.status < 400 || error.status >= 500 || error.status === 429) throw error;
    const [, size] = SIZE.exec(error.answer?.body.toString("utf8") ?? "") ?? [];
    // Of two of one size no other size is to be told.
    if (error.status === 409) return { kind: "elsewhere", size: size === undefined ? ask.old : Number(size) };
    if (error.status === 422) return { kind: "inconsistent" };
    return { kind: "refused", reason: REASONS[error.status] ?? `it answered ${error.status}` };
  }
}
