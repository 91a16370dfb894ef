// What deliveries need of the settings: the door they leave by, and the keys that open secrets.
import type { Env } from "../../schema/env.ts";
import { openWebhookDoor, type WebhookDoor } from "../../schema/io/webhook.ts";
import { USER_AGENT } from "../../schema/version.ts";
import { rulesOf } from "../../schema/webhook/address.ts";
import { readSealKeys, type SealKey, unseal } from "../../schema/webhook/secret.ts";
import { signDelivery } from "../../schema/webhook/sign.ts";
import type { Deps } from "../deps.ts";

type DoorDeps = Pick<Deps, "clock" | "env" | "resolve">;
type Opened = { readonly door: WebhookDoor; readonly keys: readonly SealKey[] };
const OPENED = new WeakMap<Env, Opened>();

function opened({ clock, env, resolve }: DoorDeps): Opened {
  const held = OPENED.get(env);
  if (held !== undefined) return held;
  const door = openWebhookDoor({ clock, rules: rulesOf(env), ...(resolve === undefined ? {} : { resolve }) });
  const made = { door, keys: readSealKeys(env.MONITOR_KEY) };
  OPENED.set(env, made);
  return made;
}

export const doorOf = (deps: DoorDeps): WebhookDoor => opened(deps).door;

type Sending = {
  readonly sealed: string;
  readonly id: string;
  readonly body: string;
  readonly attempt: number;
};

/** The headers of a delivery that is sent now. Throws where no key opens the secret. */
export function headersOf(deps: DoorDeps, { sealed, id, body, attempt }: Sending) {
  const secret = unseal(opened(deps).keys, "secret", sealed)?.toString();
  if (secret === undefined) throw new Error("no key of MONITOR_KEY opens the secret of a monitor");
  const header = deps.env.WEBHOOK_SIGNATURE_HEADER;
  return {
    "content-type": "application/json; charset=utf-8",
    "user-agent": USER_AGENT,
    "webhook-attempt": String(attempt),
    ...signDelivery({ secret, id, at: deps.clock.now(), body, header }),
  };
}
