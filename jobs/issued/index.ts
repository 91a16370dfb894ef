// The registry of what follows of an issued object, by kind: a kind that is issued and nobody hears of does not compile.
import type { IssuedKind, WireBy } from "../../schema/issued/index.ts";
import type { Deps } from "../deps.ts";
import { followBriefs } from "./brief.ts";
import { followEvaluations } from "./evaluation.ts";

export const FOLLOW: {
  readonly [K in IssuedKind]: (deps: Pick<Deps, "redis" | "log">, issued: readonly WireBy[K][]) => Promise<void>;
} = {
  evaluation: followEvaluations,
  brief: followBriefs,
  // These are told to whoever asked and to nobody else.
  answer: () => Promise.resolve(),
  run: () => Promise.resolve(),
};
