// The model of the settings, opened once a process: its client, its budget of the day, and its breaker.
import type { Env } from "../../schema/env.ts";
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Deps } from "../deps.ts";
import { openBreaker } from "./breaker.ts";
import { openBudget } from "./budget.ts";
import type { Model } from "./model.ts";
import { openModel } from "./openai-model.ts";

const MILLION = 1_000_000;

/** Dollars for a million tokens of prompt and of reply, as the setting joins them. */
function pricesOf({ MODEL_PRICES }: Pick<Env, "MODEL_PRICES">) {
  const [prompt = 0, reply = 0] = MODEL_PRICES.split("/").map(Number);
  return { prompt, reply };
}

type Opened = { readonly model: Model; close(): Promise<void> };

function open({ env, clock, redis }: Deps, url: string): Opened {
  const http = openHttp({ clock, random: systemRandom });
  const model = openModel({
    ...{ url, name: env.MODEL_NAME, key: env.MODEL_KEY, prices: pricesOf(env), http, clock },
    budget: openBudget({ redis, clock, dayMax: env.MODEL_USD_PER_DAY * MILLION }),
    breaker: openBreaker(clock),
  });
  return { model, close: () => http.close() };
}

const opened = new WeakMap<Env, Opened>();

/** Null where none is set. */
export function modelOf(deps: Deps): Model | null {
  const url = deps.env.MODEL_URL;
  if (url === undefined) return null;
  const known = opened.get(deps.env) ?? open(deps, url);
  opened.set(deps.env, known);
  return known.model;
}

/** Lets go of the connections to its server. */
export const closeModel = async (deps: Pick<Deps, "env">): Promise<void> => opened.get(deps.env)?.close();
