// A log of issued objects for tests: drafts, a signer, rounds of appending and signing, and the answer's proof.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SignedLog } from "../../../api/proof/signed-log.ts";
import { appendIssued, completeNodes } from "../../../jobs/proof/append-log.ts";
import { keepIssued } from "../../../jobs/proof/keep-issued.ts";
import { seal } from "../../../jobs/proof/seal.ts";
import { signCheckpoint } from "../../../jobs/proof/sign-checkpoint.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import type { Clock } from "../../../schema/io/clock.ts";
import type { ProofData } from "../../../schema/object/proof.ts";
import { encodeVerifier, signerOf } from "../../../schema/proof/note.ts";
import { ROOT } from "../tree.ts";
import { draftEvaluation } from "./evaluation-draft.ts";

export const LOG_SIGNER = signerOf("test/log", Buffer.alloc(32, 5));
export const LOG_KEYS = [encodeVerifier(LOG_SIGNER)];

export const idOf = (n: number): string => `eval_${String(n).padStart(26, "0")}`;

/** Issues objects `from` up to `to`, logs and signs them. @returns the newest checkpoint as the API holds it. */
export async function logObjects(
  deps: { readonly store: Store; readonly clock: Clock },
  from: number,
  to: number,
  more: Parameters<typeof draftEvaluation>[2] = {},
): Promise<SignedLog> {
  const now = deps.clock.now();
  for (let n = from; n < to; n++) {
    await keepIssued(deps.store, [seal("evaluation", draftEvaluation(idOf(n), now, more), now)]);
  }
  const size = await appendIssued(deps);
  await completeNodes(deps.store, size);
  const signed = await signCheckpoint(deps, size, "test/log", [LOG_SIGNER]);
  if (signed === null) throw new Error("nothing was signed");
  return { note: signed.note, meta: { ...signed, signedAt: signed.signed_at, keys: LOG_KEYS } };
}

const MAIN = join(ROOT, "scripts/verify-proof/main.js");

/** As GET /v1/verify/{id} answers. */
export const answerOf = (data: Partial<ProofData> | undefined) => ({
  ...{ object: "proof", id: data?.id, as_of: data?.canonical?.as_of, data, sources: [] },
});

/** Options of who trusts the log and nothing else. */
export const trusting = (id: string, keys: readonly string[] = LOG_KEYS): string[] => [
  `--id=${id}`,
  ...keys.map((key) => `--key=${key}`),
];

/** Runs the verifier that stands alone over a proof. */
export const runVerifier = (data: Partial<ProofData> | undefined, ...args: string[]) =>
  spawnSync(process.execPath, [MAIN, "-", ...args], { input: JSON.stringify(answerOf(data)), encoding: "utf8" });

/** Runs it once over many answers, each of which must be of the id. @returns the last line it says of each. */
export function runVerifierOver(answers: readonly string[], id: string, ...args: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "assay-proof-"));
  const files = answers.map((_, at) => join(folder, `${at}.json`));
  for (const [at, text] of answers.entries()) writeFileSync(files[at] ?? "", text);
  const ids = files.map(() => `--id=${id}`);
  const { stdout } = spawnSync(process.execPath, [MAIN, ...files, ...ids, ...args], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  rmSync(folder, { recursive: true });
  return stdout
    .trimEnd()
    .split("\n\n")
    .map((said) => said.split("\n").at(-1) ?? "");
}

/** The same beside this process, for proofs whose check asks a server of ours. */
export async function runVerifierAside(data: Partial<ProofData> | undefined, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, "-", ...args]);
  const read = async (stream: AsyncIterable<Buffer>) => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  };
  child.stdin.end(JSON.stringify(answerOf(data)));
  const [stdout, stderr, [status]] = await Promise.all([read(child.stdout), read(child.stderr), once(child, "exit")]);
  return { stdout, stderr, status: status as number };
}
