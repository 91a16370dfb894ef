// The verdict in force for each token, kept beside the published evaluations for those who show only that.
import { VERDICTS, type Verdict } from "../../schema/evaluation/rule.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";

/** With the instant it runs out, epoch milliseconds; one that has is unassessed. */
export type KeptVerdict = { readonly verdict: Verdict | Unassessed; readonly until: number };
export type Verdicts = ReadonlyMap<string, KeptVerdict>;

/** Keeps each with the end of its validity. */
export async function keepVerdicts(redis: Redis, evaluations: readonly Evaluation[]): Promise<void> {
  const entries = evaluations.map(({ data }) => {
    return [data.token.id, `${data.verdict} ${Date.parse(data.valid_until)}`] as const;
  });
  if (entries.length > 0) await redis.hset(KEYS.verdicts, Object.fromEntries(entries));
}

/** By token, as they stand at an instant (epoch ms). */
export async function readVerdicts(redis: Redis, at: number): Promise<Verdicts> {
  const kept = Object.entries(await redis.hgetall(KEYS.verdicts));
  return new Map(
    kept.flatMap(([token, text]) => {
      const [word, end] = text.split(" ");
      const until = Number(end);
      const verdict = VERDICTS.find((one) => one === word);
      return verdict ? [[token, { verdict: until > at ? verdict : UNASSESSED, until }] as const] : [];
    }),
  );
}
