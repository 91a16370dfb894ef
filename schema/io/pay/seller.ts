// What a process sells under: where payments go, and the facilitator that verifies and settles them.
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../../env.ts";
import { originOf } from "../../link.ts";
import type { Facilitator } from "../../pay/facilitator.ts";
import { payToOf, type Seller } from "../../pay/offer.ts";
import type { Clock } from "../clock.ts";
import type { Http } from "../http.ts";
import { type Chain, openBlockfrost } from "./blockfrost.ts";
import { openFacilitator } from "./facilitator.ts";
import { openKoios } from "./koios.ts";
import { openRemoteFacilitator } from "./remote-facilitator.ts";

type SellerDeps = { readonly env: Env; readonly clock: Clock; readonly http: Http };
/** How long a caller waits for one settlement: below the time-outs of clients. */
const PATIENCE_MS = 75_000;
const POLL_MS = { live: 5_000, sandbox: 250 } as const;

/** The simulated ledger, or null where the simulated market has none. */
function simulated({ env, http }: SellerDeps): Chain | null {
  if (env.CARDANO_PROJECT_ID !== undefined || env.CARDANO_URL !== undefined || env.FACILITATOR_URL !== undefined) {
    const settings = "CARDANO_URL, CARDANO_PROJECT_ID and FACILITATOR_URL";
    throw new Error(`${settings} are of a real ledger: not beside the simulated one`);
  }
  const { cardano } = JSON.parse(env.SANDBOX_ORIGINS) as Readonly<Record<string, unknown>>;
  if (typeof cardano !== "string") return null;
  return openBlockfrost({ http, url: `${cardano.replace(/\/+$/, "")}/api/v0`, projectId: "" });
}

function real({ env, http }: SellerDeps): Chain | null {
  const { CARDANO_URL: url, CARDANO_PROJECT_ID: secret = "" } = env;
  if (url === undefined) return null;
  return env.CARDANO_API === "koios"
    ? openKoios({ http, url, token: secret })
    : openBlockfrost({ http, url, projectId: secret });
}

export type OpenSeller = {
  readonly seller: Seller;
  readonly facilitator: Facilitator;
  /** Whether the facilitator is somebody else's. */
  readonly isRemote: boolean;
};

/** Null where there is no ledger or no address. Throws where the settings mix both ledgers. */
export function openSeller(deps: SellerDeps, patienceMs = PATIENCE_MS): OpenSeller | null {
  const { env, clock, http } = deps;
  const chain = env.MARKET === "sandbox" ? simulated(deps) : real(deps);
  const payTo = payToOf(env);
  const remote = env.FACILITATOR_URL;
  if ((chain === null && remote === undefined) || payTo === null) return null;
  const wait = (ms: number) => sleep(ms).then(() => undefined);
  const own = (ledger: Chain) =>
    openFacilitator({ chain: ledger, clock, wait, patienceMs, pollMs: POLL_MS[env.MARKET] });
  const ledger = chain === null ? null : own(chain);
  const looks = ledger?.find && ledger.seek ? { find: ledger.find, seek: ledger.seek } : {};
  const facilitator =
    remote === undefined && ledger !== null
      ? ledger
      : { ...openRemoteFacilitator({ http, url: remote ?? "" }), ...looks };
  const confirmations = env.PAYMENT_CONFIRMATIONS;
  const seller: Seller = {
    origin: originOf(env),
    network: env.PAYMENT_NETWORK,
    payTo,
    confirmations,
    isSandbox: env.MARKET === "sandbox",
  };
  return { seller, facilitator, isRemote: remote !== undefined };
}
