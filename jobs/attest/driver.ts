// What a driver is: something outside that says which root it saw of a checkpoint, in a way anybody can check.
import type { CheckpointLatestRow } from "../../schema/query/log/checkpoint-latest.ts";

/** What came of one look; `evidence` is what a stranger needs to check it. */
export type Outcome =
  /** `evidence` null: nothing new to keep. */
  | { readonly status: "pending"; readonly evidence: object | null }
  | {
      readonly status: "attested";
      /** Hex. */
      readonly root: string;
      readonly evidence: object;
      readonly corroborated: readonly number[];
    }
  /** Another root was seen for the same size; final. */
  | { readonly status: "mismatch"; readonly root: string; readonly evidence: object; readonly problem: string }
  | { readonly status: "failed"; readonly problem: string };

type Look = {
  readonly checkpoint: CheckpointLatestRow;
  /** The largest size this driver attested before; 0 for none. */
  readonly attestedSize: number;
  /** What the last pending row of this size holds; null where there is none. */
  readonly evidence: unknown;
};

export type AttestDriver = {
  readonly id: "oracle" | "cardano";
  /** Public name of the network. */
  readonly network: string;
  /** At least so long between two checkpoints. */
  readonly everyMs: number;
  /** A look that is pending for longer has failed. */
  readonly patienceMs: number;
  /** Must bear being asked twice for the same checkpoint. Throws where the network is away. */
  look(look: Look, signal?: AbortSignal): Promise<Outcome>;
};
