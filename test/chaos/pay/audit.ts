// What must hold of every payment in the end, read from the ledger, the kept answers and the rows for analysts.
import { openClaims } from "../../../schema/io/pay/claim.ts";
import { type PreparedText, settlePrepared } from "../../../schema/io/pay/settlement.ts";
import { KEYS } from "../../../schema/key.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { PAYER, type Run } from "./run.ts";
import { CALM, LEASE_MS, payee, seller, startProcess, type World } from "./world.ts";

export type Finding = { readonly what: string; readonly run: string };
export type Audit = {
  readonly findings: readonly Finding[];
  readonly charged: number;
  readonly answered: number;
  readonly rejected: number;
  readonly rows: number;
};

/** What `payment.settle` does for those nobody waits for any more. */
async function settleLeft(world: World, runs: readonly Run[]): Promise<void> {
  const clockOf = new Map(runs.flatMap(({ sent, clock }) => sent.map(({ id }) => [id, clock] as const)));
  const claims = openClaims(world.redis);
  for (let round = 0; round < 40; round++) {
    const left = await claims.pending(Number.MAX_SAFE_INTEGER);
    if (left.length === 0) return;
    for (const id of left) {
      const clock = clockOf.get(id);
      const text = (await claims.read(id)).get("text")?.toString("utf8");
      if (clock === undefined || text === undefined) continue;
      world.ledger.addBlocks(1);
      const { facilitator } = startProcess(world, clock, CALM);
      await settlePrepared({ claims, facilitator, clock }, id, JSON.parse(text) as PreparedText, true);
    }
  }
}

/** Ids under which something is held that has no end. */
async function leaks({ redis }: World, runs: readonly Run[]): Promise<string[]> {
  const found: string[] = [];
  for (const { sent } of runs) {
    for (const { id } of sent) {
      const state = await redis.hget(KEYS.payment(id), "state");
      if (state !== null && state !== "settled" && state !== "rejected") found.push(`${id} is ${state}`);
    }
  }
  if ((await redis.zcard(KEYS.paymentsPending)) > 0) found.push("settlements without an end");
  return found;
}

async function auditRun(world: World, run: Run, rows: ReadonlyMap<string, readonly string[]>): Promise<string[]> {
  const found: string[] = [];
  const price = BigInt(requirementsOf(seller, run.request.tier).amount);
  const isCharged = (id: string) =>
    (world.ledger.outputs(id, run.clock.now()) ?? []).some(
      ({ output }) => output.address === payee.address && (output.value.get("lovelace") ?? 0n) >= price,
    );
  const charged = run.sent.filter(({ id }) => isCharged(id));
  if (charged.length > 1) found.push(`charged ${charged.length} times`);
  if (run.stolen > 0) found.push("another request got something for the payment");
  for (const { id, header, bodies } of run.sent) {
    const states = rows.get(id) ?? [];
    if (new Set(bodies).size > 1) found.push(`${new Set(bodies).size} different answers for one payment`);
    if (bodies.length > 0 && !isCharged(id)) found.push("answered and not charged");
    if (states.length > 1) found.push(`${states.length} rows for one payment`);
    if (isCharged(id) !== (states[0] === "settled"))
      found.push(`charged: ${isCharged(id)}, row: ${states[0] ?? "none"}`);
    if (!isCharged(id)) continue;
    const { payments } = startProcess(world, run.clock, CALM);
    const taken = await payments.take(run.request, header, PAYER).catch((error: unknown) => error as Error);
    if (taken instanceof Error || taken.kind !== "replay") found.push("charged and no answer to be had");
    else if (bodies[0] !== undefined && Buffer.from(taken.answer.body).toString("utf8") !== bodies[0]) {
      found.push("the kept answer is another than the one given");
    }
  }
  return found;
}

export async function audit(world: World, runs: readonly Run[]): Promise<Audit> {
  world.ledger.addBlocks(1);
  await settleLeft(world, runs);
  world.ledger.addBlocks(1);
  // Claims of the dead end by themselves.
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 2));
  const rows = new Map<string, string[]>();
  for (const text of await world.redis.lrange(KEYS.paymentLedger, 0, -1)) {
    const { transaction, state, pay_to } = JSON.parse(text) as { transaction: string; state: string; pay_to: string };
    if (pay_to === seller.payTo) rows.set(transaction, [...(rows.get(transaction) ?? []), state]);
  }
  const findings = (await leaks(world, runs)).map((what) => ({ what: `a claim leaked: ${what}`, run: "" }));
  for (const run of runs) {
    for (const what of await auditRun(world, run, rows))
      findings.push({ what, run: `${run.request.path} (${run.kind})` });
  }
  const states = [...rows.values()].flat();
  return {
    findings,
    charged: states.filter((state) => state === "settled").length,
    answered: runs.filter(({ sent }) => sent.some(({ bodies }) => bodies.length > 0)).length,
    rejected: states.filter((state) => state === "rejected").length,
    rows: states.length,
  };
}
