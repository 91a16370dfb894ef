// Minting, logging, signing and attesting as named steps, so that a death can be put before and after each of them.
import { attestCheckpoint } from "../../../jobs/attest/attest-checkpoint.ts";
import type { AttestDriver } from "../../../jobs/attest/driver.ts";
import { appendIssued, completeNodes } from "../../../jobs/proof/append-log.ts";
import { keepIssued } from "../../../jobs/proof/keep-issued.ts";
import { seal } from "../../../jobs/proof/seal.ts";
import { signCheckpoint } from "../../../jobs/proof/sign-checkpoint.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import type { Clock } from "../../../schema/io/clock.ts";
import type { NoteSigner } from "../../../schema/proof/note.ts";
import { draftEvaluation } from "./evaluation-draft.ts";

type LogDeps = { readonly store: Store; readonly clock: Clock };

/** A store that calls `die` before or after the given write of its life, counted from 1; `die` does not come back. */
export function mortalStore(store: Store, write: number, side: "before" | "after", die: () => never): Store {
  let count = 0;
  const mortal =
    <A extends readonly unknown[]>(insert: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      count += 1;
      const isLast = count === write;
      if (isLast && side === "before") die();
      await insert(...args);
      if (isLast) die();
    };
  return { ...store, insert: mortal(store.insert), insertEncoded: mortal(store.insertEncoded) };
}

/** One round: issues the objects of the ids, logs, signs and attests what there is. */
export async function runRound(
  deps: LogDeps,
  ids: readonly string[],
  signer: NoteSigner,
  driver: (deps: LogDeps) => AttestDriver,
): Promise<void> {
  for (const id of ids) {
    const now = deps.clock.now();
    await keepIssued(deps.store, [seal("evaluation", draftEvaluation(id, now), now)]);
  }
  const size = await appendIssued(deps);
  await completeNodes(deps.store, size);
  await signCheckpoint(deps, size, signer.name, [signer]);
  await attestCheckpoint(deps, driver(deps));
}
