// npm run soak pay [runs] [seed]: randomised payments, then processes that are really killed; a table and a verdict.
import { randomInt } from "node:crypto";
import { openRedis } from "../../../schema/io/redis.ts";
import { startTestRedis } from "../../support/redis.ts";
import type { Finding } from "./audit.ts";
import { killProcesses } from "./kill.ts";
import { soakPayments } from "./soak.ts";

const KILL_ROUNDS = 8;
const FINDINGS_SHOWN = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);
const [wanted, seed] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? randomInt(100_000))];
if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(seed)) {
  say("usage: npm run soak pay [runs] [seed]");
  process.exit(2);
}

const undo: (() => unknown)[] = [];
const server = await startTestRedis({ teardown: (fn) => void undo.push(fn) });
const redis = openRedis(server.url, "fast", "soak");
await new Promise((resolve) => redis.once("ready", resolve));
const begun = Date.now();
const seconds = () => `${((Date.now() - begun) / 1_000).toFixed(0)} s`;
say(`${wanted} payments, seed ${seed}`);

const soak = await soakPayments(redis, wanted, seed, (done) => {
  if (done % 1_000 === 0) say(`  ${done} played after ${seconds()}`);
});
const kinds = new Map<string, { runs: number; attempts: number; payments: number; answered: number }>();
for (const { kind, attempts, sent } of soak.runs) {
  const line = kinds.get(kind) ?? { runs: 0, attempts: 0, payments: 0, answered: 0 };
  line.runs += 1;
  line.attempts += attempts + 1;
  line.payments += sent.length;
  line.answered += sent.some(({ bodies }) => bodies.length > 0) ? 1 : 0;
  kinds.set(kind, line);
}
const row = (...cells: readonly (string | number)[]) =>
  say(
    `  ${String(cells[0]).padEnd(44)}${cells
      .slice(1)
      .map((cell) => String(cell).padStart(10))
      .join("")}`,
  );
row("kind of run", "runs", "calls", "signed", "answered");
for (const [kind, { runs, attempts, payments, answered }] of kinds) row(kind, runs, attempts, payments, answered);
row("what happened", "times");
for (const [name, times] of [...soak.counts].sort()) row(name, times);
row("charged on the ledger", soak.charged);
row("refused by the ledger", soak.rejected);

await redis.flushall();
const killed = await killProcesses(redis, server.url, KILL_ROUNDS, seed);
row("payments around kill -9 of a real process", killed.runs.length);
row("charged on the ledger", killed.charged);

const findings: readonly Finding[] = [...soak.findings, ...killed.findings];
for (const { what, run } of findings.slice(0, FINDINGS_SHOWN)) say(`  FOUND ${run}: ${what}`);
const rules = "charged at most once, no charge without an answer, no answer without a charge, no claim left";
say(
  `${findings.length === 0 ? "HOLDS" : "BROKEN"}: ${rules}; ${findings.length} findings after ${seconds()}, seed ${seed}`,
);
redis.disconnect();
for (const fn of undo.reverse()) await fn();
process.exit(findings.length === 0 ? 0 : 1);
