// What follows of issued evaluations: the standard one of a token is published, and its verdict is kept for those who show only that.
import { slotOfId } from "../../schema/evaluation/evaluation-id.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import type { EvaluationMeta } from "../../schema/snapshot.ts";
import type { Deps } from "../deps.ts";
import { type Publication, publishFrames } from "../publish.ts";
import { keepVerdicts } from "./verdicts.ts";

function publicationOf(wire: Evaluation): Publication {
  const name = SNAPSHOTS.evaluation(wire.data.token.id);
  const version = slotOfId(wire.id ?? "");
  const meta: EvaluationMeta = {
    asOf: Date.parse(wire.as_of),
    id: wire.id ?? "",
    validUntil: Date.parse(wire.data.valid_until),
  };
  return { name, version, frame: encodeFrame({ name, version, meta }, new Map([["body", JSON.stringify(wire)]])) };
}

/** A sized one is told to whoever asked for it and to nobody else. */
export async function followEvaluations({ redis }: Pick<Deps, "redis">, issued: readonly Evaluation[]): Promise<void> {
  const standard = issued.filter(({ data }) => data.kind === "standard");
  await publishFrames(redis, standard.map(publicationOf));
  await keepVerdicts(redis, standard);
}
