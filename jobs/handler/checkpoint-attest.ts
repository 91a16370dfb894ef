// checkpoint.attest: takes the newest checkpoint to every driver that is configured; a root seen otherwise is an alarm.
import { providerName } from "../../schema/env.ts";
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { KEYS } from "../../schema/key.ts";
import { verifiersOf } from "../../schema/proof/log-key.ts";
import { encodeVerifier } from "../../schema/proof/note.ts";
import { oracleOf } from "../../schema/proof/oracle-network.ts";
import { anchorUrl, openAnchorLedger } from "../attest/anchor-ledger.ts";
import { attestCheckpoint } from "../attest/attest-checkpoint.ts";
import { openCardanoDriver } from "../attest/cardano.ts";
import type { AttestDriver } from "../attest/driver.ts";
import { openOracleDriver } from "../attest/oracle.ts";
import { openOracle } from "../attest/oracle-gateway.ts";
import type { Handler } from "../deps.ts";

export const handleCheckpointAttest: Handler<"checkpoint.attest"> = async (deps, _payload, signal) => {
  const { env, clock, redis, log, store } = deps;
  const network = oracleOf(env);
  const ledger = anchorUrl(env);
  if (network === null && ledger === null) return;
  const http = openHttp({ clock, random: systemRandom });
  const drivers: AttestDriver[] = [];
  try {
    if (network !== null) {
      const gateway = openOracle({ http, url: network.url, token: network.token });
      drivers.push(openOracleDriver({ store, clock, network, gateway, keys: verifiersOf(env).map(encodeVerifier) }));
    }
    if (ledger !== null) {
      const networkId = env.PAYMENT_NETWORK;
      const door = openAnchorLedger({ http, url: ledger, projectId: env.CARDANO_PROJECT_ID ?? "" });
      const shared = { key: env.ANCHOR_KEY, networkId, confirmations: env.PAYMENT_CONFIRMATIONS };
      drivers.push(openCardanoDriver({ ...shared, clock, ledger: door, network: providerName(env, networkId) }));
    }
    for (const driver of drivers) {
      const status = await attestCheckpoint(deps, driver, signal);
      if (status === "mismatch") {
        await redis.hset(KEYS.proofHealth, "mismatch", `${driver.network} saw another root of a signed checkpoint`);
      }
      if (status !== null) log.info({ driver: driver.id, status }, "attestation");
    }
  } finally {
    await http.close();
  }
};
