// Minting, logging, signing and attesting as named steps, so that a death can be put before and after each of them.
import { attestCheckpoint } from "../../jobs/attest/attest-checkpoint.ts";
import type { AttestDriver } from "../../jobs/attest/driver.ts";
import { appendIssued, completeNodes } from "../../jobs/proof/append-log.ts";
import { issueObject } from "../../jobs/proof/issue-object.ts";
import { signCheckpoint } from "../../jobs/proof/sign-checkpoint.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { NoteSigner } from "../../schema/proof/note.ts";

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
    const data = { verdict: "caution", id };
    await issueObject(
      deps,
      { kind: "evaluation", id, object: "evaluation", token: "bitcoin", asOf: deps.clock.now(), data, sources: [] },
      [],
    );
  }
  const size = await appendIssued(deps);
  await completeNodes(deps.store, size);
  await signCheckpoint(deps, size, signer.name, [signer]);
  await attestCheckpoint(deps, driver(deps));
}
