// `npm run pay -- URL`: calls, pays what is asked with coins of the simulated ledger, and shows every step.
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parseOwnEnv } from "../../schema/setting/read-settings.ts";
import { readRun, sayAbsent } from "../folder.ts";
import { type Asked, buy } from "./buy.ts";
import { openPayer } from "./wallet.ts";

const CALLS_MAX = 40;

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      body: { type: "string" },
      ledger: { type: "string" },
      seed: { type: "string" },
      spend: { type: "boolean", default: false },
    },
  });
  const [target] = positionals;
  if (target === undefined) throw new Error("say what to call. `npm run pay -- --help` says how");
  const root = resolve(parseOwnEnv((line) => process.stderr.write(`${line}\n`)).DATA_DIR);
  const run = await readRun(root);
  const url = target.startsWith("/") ? `${run?.url ?? ""}${target}` : target;
  if (!/^https?:\/\//.test(url)) throw new Error(await sayAbsent(root, "give the whole URL"));
  const origins = JSON.parse(run?.sandboxOrigins ?? "{}") as Readonly<Record<string, string>>;
  const ledger = values.ledger ?? origins.cardano;
  if (ledger === undefined)
    throw new Error("no simulated ledger runs here: give --ledger (coins come from its faucet)");
  const seed = values.seed === undefined ? randomBytes(32) : Buffer.from(values.seed, "hex");
  if (seed.length !== 32) throw new Error("--seed is 32 bytes in hex");
  const payer = openPayer(ledger.replace(/\/+$/, ""), seed);
  say(`wallet       ${payer.wallet.address}`);
  const ask: Asked = { url, body: values.body };
  const bought = await buy(ask, payer, { say, wait: (ms) => sleep(ms), callsMax: values.spend ? CALLS_MAX : 1 });
  return bought ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`pay: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
