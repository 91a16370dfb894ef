// The verdict in force for each token, kept beside the published evaluations for those who show only that.
import { VERDICTS, type Verdict } from "../../schema/evaluation/rule.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";

export type Verdicts = ReadonlyMap<string, Verdict>;

/** Keeps each with the end of its validity. */
export async function keepVerdicts(redis: Redis, evaluations: readonly Evaluation[]): Promise<void> {
  const entries = evaluations.map(({ data }) => {
    return [data.token.id, `${data.verdict} ${Date.parse(data.valid_until)}`] as const;
  });
  if (entries.length > 0) await redis.hset(KEYS.verdicts, Object.fromEntries(entries));
}

/** By token, those that are valid at an instant (epoch ms); one that has run out is none. */
export async function readVerdicts(redis: Redis, at: number): Promise<Verdicts> {
  const kept = Object.entries(await redis.hgetall(KEYS.verdicts));
  return new Map(
    kept.flatMap(([token, text]) => {
      const [word, until] = text.split(" ");
      const verdict = VERDICTS.find((one) => one === word);
      return verdict && Number(until) > at ? [[token, verdict] as const] : [];
    }),
  );
}
