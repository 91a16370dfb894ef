// What must hold after the soak of kills: payments beside the ledger, numbers without holes, every proof.
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../schema/io/clickhouse.ts";
import { readPins } from "../../../schema/proof/verify/pins.ts";
import { verifyProof } from "../../../schema/proof/verify/verify-proof.ts";
import type { RunningService } from "../../../scripts/bench/service.ts";
import type { Sent } from "./buyer.ts";

/** A checkpoint is signed every five minutes. */
const SIGNED_MS = 420_000;
const LOOK_MS = 5_000;

type Place = Awaited<ReturnType<RunningService["place"]>>;
type Issued = { readonly kind: string; readonly id: string; readonly run: string; readonly hash: string };
type Bought = { readonly id: string; readonly data: { readonly id?: number; readonly hash: string } };

const issuedByKind = {
  name: "soak",
  sql: "SELECT kind, id, run_id AS run, hash FROM issued_object WHERE kind IN ('brief', 'answer') ORDER BY kind, length(id), id",
};

async function readIssued(place: Place): Promise<readonly Issued[]> {
  const store = openStore({
    ...{ url: place.clickhouseUrl, user: place.clickhouseUser, password: place.clickhousePassword },
    ...{ database: place.clickhouseDatabase, process: "soak" },
  });
  try {
    return (await store.query(issuedByKind, {})) as readonly Issued[];
  } finally {
    await store.close();
  }
}

/** Each payment has its answer or no settlement. Gives how many were settled. */
export async function auditPayments(ledger: string, all: readonly Sent[], found: (fault: string) => void) {
  let settled = 0;
  for (const { id, good, answer, isFree, isGivenUp } of all) {
    const isSettled = (await patiently(() => fetch(`${ledger}/api/v0/txs/${id}`))).status === 200;
    settled += isSettled ? 1 : 0;
    const name = `${good.kind} ${id}`;
    if (isGivenUp && isSettled) found(`${name}: refused and settled`);
    else if (isSettled && answer === null) found(`${name}: settled without an answer`);
    else if (isSettled && isFree) found(`${name}: an answer without a receipt was settled`);
    else if (!isSettled && answer !== null && !isFree) found(`${name}: answered and not settled`);
    if (answer === null && !isGivenUp) found(`${name}: no answer when all was quiet`);
  }
  return settled;
}

const repeated = (list: readonly string[]) => list.length - new Set(list).size;

/** Numbers of briefs without a hole, each run once, all that was bought in the store. */
function auditIssued(issued: readonly Issued[], all: readonly Sent[], found: (fault: string) => void): void {
  const numbers = issued.flatMap(({ kind, id }) => (kind === "brief" ? [Number(id)] : []));
  const hole = numbers.findIndex((number, at) => number !== at + 1);
  if (hole >= 0) found(`brief ${numbers[hole]} is the ${hole + 1}. of ${numbers.length}`);
  for (const kind of ["brief", "answer"]) {
    const own = issued.filter((one) => one.kind === kind);
    if (repeated(own.map(({ id }) => id)) > 0) found(`an id of ${kind} is there twice`);
    if (repeated(own.map(({ run }) => run)) > 0) found(`a run issued a second ${kind}`);
  }
  const hashes = new Map(issued.map(({ kind, id, hash }) => [`${kind} ${id}`, hash]));
  const bought: string[] = [];
  for (const { good, answer } of all) {
    if (answer === null || good.kind === "inspect") continue;
    const { id, data } = JSON.parse(answer) as Bought;
    const name = good.kind === "explain" ? `brief ${data.id}` : `answer ${id}`;
    bought.push(name);
    if (hashes.get(name) !== data.hash) found(`${name} was bought and is not what is stored`);
  }
  if (repeated(bought) > 0) found("one issued object was given for two payments");
}

/** A process that was killed last may still be on its way back, and on a busy machine one is started anew that was silent. */
const BACK_MS = 120_000;
const AGAIN_MS = 1_000;

/** What `work` comes to, begun again while it throws and a process may be coming back. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + BACK_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Reads a path of the service wherever it is by now; what is not served at the moment is asked for again. */
const read = (service: Pick<RunningService, "place">, path: string): Promise<{ status: number; bytes: Uint8Array }> =>
  patiently(async () => {
    const answer = await fetch(`${(await service.place()).url}${path}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${Buffer.from(bytes).toString("utf8")}`);
    return { status: answer.status, bytes };
  });

/** Gives how many objects were proven by their ids and by their runs. */
async function auditProofs(
  service: Pick<RunningService, "place">,
  issued: readonly Issued[],
  found: (fault: string) => void,
): Promise<number> {
  const { bytes: told } = await read(service, "/v1/status");
  const status = JSON.parse(Buffer.from(told).toString("utf8")) as { data: { log: { keys: string[] } } };
  const { keys } = status.data.log;
  const until = performance.now() + SIGNED_MS;
  let proven = 0;
  for (const { kind, id, run, hash } of issued) {
    for (const asked of kind === "brief" ? [id, run] : [id]) {
      for (;;) {
        const { status: code, bytes } = await read(service, `/v1/verify/${asked}`);
        const { exit, reasons } = verifyProof(bytes, readPins({ id: asked, keys }));
        const isThis = exit === 0 && JSON.parse(Buffer.from(bytes).toString("utf8")).data.hash === hash;
        if (isThis) proven += 1;
        else if (exit === 2 && performance.now() < until) {
          await sleep(LOOK_MS);
          continue;
        } else found(`${kind} ${asked}: ${code} ${reasons.join()}`);
        break;
      }
    }
  }
  return proven;
}

/** Numbers of all that was issued, and what was bought beside what is stored. */
export async function auditNumbers(
  service: Pick<RunningService, "place">,
  all: readonly Sent[],
  found: (fault: string) => void,
) {
  const issued = await patiently(async () => readIssued(await service.place()));
  auditIssued(issued, all, found);
  const count = (kind: string) => issued.filter((one) => one.kind === kind).length;
  return { issued, briefs: count("brief"), answers: count("answer") };
}

/** Numbers and proofs of all that was issued. */
export async function auditObjects(
  service: Pick<RunningService, "place">,
  all: readonly Sent[],
  found: (fault: string) => void,
) {
  const { issued, briefs, answers } = await auditNumbers(service, all, found);
  return { briefs, answers, proven: await auditProofs(service, issued, found) };
}
