// checkpoint.witness: offers the newest checkpoint to every witness of the settings, and publishes what they signed.
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { KEYS } from "../../schema/key.ts";
import { type Witness, witnessesOf, witnessKey } from "../../schema/proof/witness.ts";
import { checkpointLatest } from "../../schema/query/log/checkpoint-latest.ts";
import { cosignatureNewest } from "../../schema/query/log/cosignature-newest.ts";
import { type Handler, LEFT } from "../deps.ts";
import { publishCheckpoint } from "../proof/publish-checkpoint.ts";
import { foundFork, type Offered, offerCheckpoint } from "../witness/offer-checkpoint.ts";

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const handleCheckpointWitness: Handler<"checkpoint.witness"> = async (deps, _payload, signal) => {
  const { env, clock, redis, log, store } = deps;
  const witnesses = witnessesOf(env);
  const [newest] = witnesses.length === 0 ? [] : await store.query(checkpointLatest, { limit: 1 });
  if (newest === undefined) return LEFT;
  const known = new Map((await store.query(cosignatureNewest, {})).map((row) => [row.witness, row]));
  const signedBy = (witness: Witness) => known.get(witnessKey(witness)) ?? { size: 0, line: "" };
  const found = new Map(
    witnesses.flatMap((witness) => {
      const fork = signedBy(witness).size === 0 ? null : foundFork(witness, newest, signedBy(witness));
      return fork === null ? [] : [[witness, fork] as const];
    }),
  );
  const due = witnesses.filter((witness) => found.has(witness) || signedBy(witness).size !== newest.size);
  if (due.length === 0) return LEFT;
  const http = openHttp({ clock, random: systemRandom });
  // One that is away is asked again with the next checkpoint, or in a minute; it holds up nobody.
  const offer = async (witness: Witness): Promise<Offered> =>
    found.get(witness) ??
    offerCheckpoint({ store, http }, witness, newest, signedBy(witness).size, signal).catch((error) => ({
      kind: "refused",
      reason: reasonOf(error),
    }));
  try {
    const offered = await Promise.all(due.map(offer));
    signal.throwIfAborted();
    if (offered.some(({ kind }) => kind === "cosigned")) await publishCheckpoint(deps, newest);
    const forks = offered.flatMap((one) => (one.kind === "fork" ? one.problem : []));
    // Only a witness that signs again takes back what it said.
    if (forks.length > 0) await redis.hset(KEYS.proofHealth, "witness", forks.join("; "));
    else if (offered.every(({ kind }) => kind === "cosigned")) await redis.hdel(KEYS.proofHealth, "witness");
    for (const [at, one] of offered.entries()) {
      const witness = due[at]?.name;
      if (one.kind === "fork") log.error({ witness, problem: one.problem }, "a witness knows another log");
      if (one.kind === "refused") log.warn({ witness, reason: one.reason }, "a witness did not sign");
    }
    log.info({ size: newest.size, cosigned: offered.filter(({ kind }) => kind === "cosigned").length }, "witnesses");
  } finally {
    await http.close();
  }
};
