// A seller on a simulated ledger of its own, its payer, and who may come between with a transaction of the same coins.
import { openPayments } from "../../../api/pay/payments.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openBlockfrost } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { openEnds } from "../../../schema/io/pay/payment-end.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import type { Redis } from "../../../schema/io/redis.ts";
import { makeWallet, signPayment } from "../../../schema/pay/cardano.ts";
import { slotAt } from "../../../schema/pay/network.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/x402.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";

type Test = { teardown(fn: () => unknown): void };

const BLOCK_MS = 60;
const FEE = 200_000n;
const GIVEN = 50_000_000n;

export async function openShop(t: Test, redis: Redis, store: Store) {
  const provider = createCardano(9, createLedger(9, BLOCK_MS));
  const origin = await openOrigin({ provider, port: 0, now: systemClock.now, gzip: false });
  const http = openHttp({ clock: systemClock, random: systemRandom });
  t.teardown(async () => {
    await origin.close();
    await http.close();
  });
  const log = openLog("shop", "silent");
  const payTo = makeWallet(Buffer.alloc(32, 98)).address;
  const about = { network: "cardano:preprod", payTo, confirmations: 0, isSandbox: true } as const;
  const seller = { origin: "https://assay.example", ...about };
  const chain = openBlockfrost({ http, url: `${origin.url}/api/v0`, projectId: "" });
  const payer = openPayer(origin.url, Buffer.alloc(32, 15), systemClock.now);
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  let rival: Buffer | null = null;
  const raced = {
    ...chain,
    async submit(bytes: Uint8Array) {
      const first = rival;
      rival = null;
      if (first !== null) await chain.submit(first);
      return chain.submit(bytes);
    },
  };
  const facilitator = openFacilitator({ chain: raced, clock: systemClock, wait, patienceMs: 5_000, pollMs: 30 });
  const doors = { redis, clock: systemClock, random: systemRandom, log, wait };
  const storeEnd = openEnds({ redis, store, log });
  return {
    payer,
    payments: openPayments({ seller, facilitator, ...doors, storeEnd, patienceMs: 500 }),
    /** The header of a payment for one call. `isRaced`: its coins are spent elsewhere just before it is sent. */
    async pay(tier: "data" | "premium", isRaced = false): Promise<string> {
      const accepted = requirementsOf(seller, tier);
      const { payload } = await payer.pay(accepted.payTo, accepted.amount);
      if (isRaced) {
        const ttl = slotAt("cardano:preprod", systemClock.now()) + 300;
        const inputs = [{ ref: payload.nonce, lovelace: GIVEN }];
        const spent = { payTo: payer.wallet.address, amount: 2_000_000n, fee: FEE + 1n, ttl };
        rival = signPayment({ wallet: payer.wallet, inputs, ...spent }).bytes;
      }
      return encodeHeader({ x402Version: 2, accepted, payload });
    },
  };
}
