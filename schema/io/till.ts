// The till of a process: where payments go, and the facilitator that verifies and settles them.
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../env.ts";
import type { Facilitator } from "../pay/facilitator.ts";
import { payToOf, type Till } from "../pay/offer.ts";
import { openBlockfrost } from "./chain.ts";
import type { Clock } from "./clock.ts";
import { openFacilitator } from "./facilitator.ts";
import type { Http } from "./http.ts";

type TillDeps = { readonly env: Env; readonly clock: Clock; readonly http: Http };
/** How long a caller waits for one settlement: below the time-outs of clients. */
export const PATIENCE_MS = 75_000;
const POLL_MS = { live: 5_000, sandbox: 250 } as const;

/** The ledger's address, or null where payments are off. */
export function ledgerUrl(env: Env): string | null {
  if (env.MARKET === "live") return env.CARDANO_URL ?? null;
  if (env.CARDANO_PROJECT_ID !== undefined || env.CARDANO_URL !== undefined) {
    throw new Error("CARDANO_URL and CARDANO_PROJECT_ID are of a real ledger: not beside the simulated one");
  }
  const { cardano } = JSON.parse(env.SANDBOX_ORIGINS) as Readonly<Record<string, unknown>>;
  return typeof cardano === "string" ? `${cardano.replace(/\/+$/, "")}/api/v0` : null;
}

/** Opens the till; null where there is no ledger or no address. Throws where the settings mix both ledgers. */
export function openTill(
  { env, clock, http }: TillDeps,
  patienceMs = PATIENCE_MS,
): { till: Till; facilitator: Facilitator } | null {
  const [url, payTo] = [ledgerUrl(env), payToOf(env)];
  if (url === null || payTo === null) return null;
  const chain = openBlockfrost({ http, url, projectId: env.CARDANO_PROJECT_ID ?? "" });
  const wait = (ms: number) => sleep(ms).then(() => undefined);
  const facilitator = openFacilitator({ chain, clock, wait, patienceMs, pollMs: POLL_MS[env.MARKET] });
  const confirmations = env.PAYMENT_CONFIRMATIONS;
  const till: Till = {
    origin: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    network: env.PAYMENT_NETWORK,
    payTo,
    confirmations,
    isSandbox: env.MARKET === "sandbox",
  };
  return { till, facilitator };
}
