// npm run soak inspect [number]: how long an address of each chain takes where every call of a node takes 150 ms.
import { createBtcLedger } from "../../../scripts/sandbox/chain/btc-ledger.ts";
import { createEvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import { adaAddresses } from "../../../scripts/sandbox/chain/koios.ts";
import { solAddresses } from "../../../scripts/sandbox/chain/solana.ts";
import { model, NODES, openChain } from "../../support/chain-look.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const number = Number(process.env.INSPECT_NUMBER ?? 30);
if (!Number.isInteger(number) || number < 1) {
  say("usage: npm run soak inspect [number]");
  process.exit(2);
}
const CALL_MS = 150;
const P95_MS = 1_500;
const ROUNDS_MAX = 6;
const ADDRESS_OF = {
  eth: createEvmLedger(model, "eth").addressOf,
  bsc: createEvmLedger(model, "bsc").addressOf,
  btc: createBtcLedger(model).addressOf,
  sol: solAddresses(model),
  ada: adaAddresses(model).addressOf,
} as const;

const undo: (() => unknown)[] = [];
let holds = true;
for (const chain of ["eth", "bsc", "btc", "sol", "ada"] as const) {
  const inspect = await openChain({ teardown: (fn) => void undo.push(fn) }, chain, NODES[chain], CALL_MS);
  const form = chain === "btc" || chain === "ada" ? "key" : "account";
  // What the simulated node keeps from a first look is not what is measured.
  await inspect(ADDRESS_OF[chain](-1), form);
  const took: number[] = [];
  let most = 0;
  for (let i = 0; i < number; i += 1) {
    const from = performance.now();
    const { rounds } = await inspect(ADDRESS_OF[chain](-1 - i), form);
    took.push(performance.now() - from);
    most = Math.max(most, rounds);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0;
  const isGood = at(0.95) < P95_MS && most <= ROUNDS_MAX;
  holds &&= isGood;
  say(
    `${isGood ? "ok  " : "MISS"} ${chain}: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms of ${P95_MS}, at most ${most} rounds of ${ROUNDS_MAX}; ${number} addresses, the simulated node's own work in it`,
  );
}
for (const fn of undo.reverse()) await fn();
process.exit(holds ? 0 : 1);
