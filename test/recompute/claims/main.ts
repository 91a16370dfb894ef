// npm run soak claims [seed] [number]: claims made from the stored facts of a simulated market, and what the service says they come to.
import { startFilledStore } from "../../support/market/filled-store.ts";
import { type Counted, corpusOf, holdCorpus } from "./hold-corpus.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [seed, number] = [Number(process.argv[2] ?? 7), Number(process.argv[3] ?? 20_000)];
if (!Number.isInteger(seed) || !Number.isInteger(number) || number < 1) {
  say("usage: npm run soak claims [seed] [number]");
  process.exit(2);
}
const TOKENS = ["bitcoin", "ethereum", "solana", "cardano"];
const SEVERAL = 400;
const OPEN_MAX = 0.1;
const SHOWN = 30;

const from = Date.now();
const closing: (() => unknown)[] = [];
const { store, asOf } = await startFilledStore({ teardown: (close) => closing.unshift(close) });
const rounds: Counted[] = [];
const groups = new Map<string, { all: number; right: number; open: number }>();
const made = () => rounds.reduce((sum, one) => sum + one.made, 0);
for (let round = 0; made() < number; round += 1) {
  const { held, corpus } = await corpusOf(store, TOKENS, asOf, seed + round * 1_000, SEVERAL);
  const counted = holdCorpus(held, corpus.slice(0, number - made()), asOf);
  rounds.push(counted);
  for (const [group, { all, right, open }] of counted.groups) {
    const sum = groups.get(group) ?? { all: 0, right: 0, open: 0 };
    groups.set(group, { all: sum.all + all, right: sum.right + right, open: sum.open + open });
  }
}
say("group                 claims   right    open");
for (const [group, { all, right, open }] of groups)
  say(`${group.padEnd(20)}${[all, right, open].map((count) => String(count).padStart(8)).join("")}`);
const wrong = [...new Set(rounds.flatMap((one) => one.wrong))];
const open = [...new Set(rounds.flatMap((one) => one.open))];
for (const one of wrong.slice(0, SHOWN)) say(`  wrong: ${one}`);
for (const one of open.slice(0, SHOWN)) say(`  open: ${one}`);
const decided = rounds.reduce((sum, one) => sum + one.decided, 0);
const opened = rounds.reduce((sum, one) => sum + one.open.length, 0);
const share = (opened / Math.max(1, decided)) * 100;
say(
  `${made()} claims, ${decided} decided by the facts: ${wrong.length} wrong, ${opened} open (${share.toFixed(1)} %); seed ${seed}`,
);
say(`took ${((Date.now() - from) / 1_000).toFixed(0)} s`);
for (const close of closing) await close();
process.exit(wrong.length === 0 && opened <= decided * OPEN_MAX ? 0 : 1);
