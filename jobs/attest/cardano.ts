// The driver of the payments ledger: writes a checkpoint's root into the metadata of a transaction of its own.
import { HOUR_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { ANCHOR_LABEL, anchorAddress, signAnchor } from "../../schema/pay/anchor.ts";
import { NETWORKS, type NetworkId, slotAt, slotTime } from "../../schema/pay/network.ts";
import type { CheckpointLatestRow } from "../../schema/query/log/checkpoint-latest.ts";
import type { AnchorLedger } from "./anchor-ledger.ts";
import type { AttestDriver, Outcome } from "./driver.ts";

type CardanoDeps = {
  readonly ledger: AnchorLedger;
  readonly clock: Clock;
  readonly key: string;
  readonly networkId: NetworkId;
  /** Public name of the ledger. */
  readonly network: string;
  /** Newer blocks before it counts. */
  readonly confirmations: number;
};

/** Kept before it is sent, so that after any death the same transaction goes on, never a second one. */
type Prepared = {
  readonly transaction: string;
  readonly label: number;
  readonly bytes: string;
  readonly ttl: number;
};

const EVERY_MS = HOUR_MS;
const VALID_S = 1_800;
/** Blocks near the end of a transaction's time may show late. */
const LATE_MS = 300_000;

async function prepare(deps: CardanoDeps, { origin, size, root }: CheckpointLatestRow): Promise<Outcome> {
  const { ledger, key, networkId, clock } = deps;
  const { id } = NETWORKS[networkId];
  const [input] = await ledger.readCoins(anchorAddress(key, id));
  if (!input) return { status: "failed", problem: `the address ${anchorAddress(key, id)} has no coins` };
  const ttl = slotAt(networkId, clock.now()) + VALID_S;
  const parameters = await ledger.readParameters();
  const signed = signAnchor({ key, networkId: id, input, ttl, parameters, entry: { origin, size, root } });
  const evidence: Prepared = {
    transaction: signed.id,
    label: ANCHOR_LABEL,
    bytes: signed.bytes.toString("hex"),
    ttl,
  };
  return { status: "pending", evidence };
}

async function follow(deps: CardanoDeps, prepared: Prepared, checkpoint: CheckpointLatestRow): Promise<Outcome> {
  const { ledger, clock, networkId, confirmations } = deps;
  const { transaction, label, bytes, ttl } = prepared;
  const blocks = await ledger.readConfirmations(transaction);
  if (blocks !== null) {
    if (blocks < confirmations) return { status: "pending", evidence: null };
    const entry = await ledger.readAnchor(transaction);
    if (entry === null) return { status: "failed", problem: "the ledger shows no metadata under the transaction" };
    const { origin, size, root } = entry;
    const evidence = { transaction, label };
    return size === checkpoint.size && root === checkpoint.root && origin === checkpoint.origin
      ? { status: "attested", root, evidence, corroborated: [] }
      : { status: "mismatch", root, evidence, problem: "the ledger holds another root of this size" };
  }
  if (clock.now() > slotTime(networkId, ttl) + LATE_MS) {
    return { status: "failed", problem: "the transaction came into no block in its time" };
  }
  // Sent before and not in a block yet, a ledger may refuse it for its own coins: its time decides, not that answer.
  await ledger.submit(Buffer.from(bytes, "hex"));
  return { status: "pending", evidence: null };
}

export function openCardanoDriver(deps: CardanoDeps): AttestDriver {
  return {
    id: "cardano",
    network: deps.network,
    everyMs: EVERY_MS,
    patienceMs: VALID_S * 1_000 + 2 * LATE_MS,
    look: ({ checkpoint, evidence }) =>
      evidence === null ? prepare(deps, checkpoint) : follow(deps, evidence as Prepared, checkpoint),
  };
}
