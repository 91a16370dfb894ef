// `npm run probe -- --pull`: what every source brings, admitted and not stored; without a network it says so soon.
import { spawnSync } from "node:child_process";
import t from "tap";
import { VENUES } from "../../ingest/source/venue.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { programArgs } from "../../scripts/program.ts";
import { ROOT } from "../support/tree.ts";

t.setTimeout(115_000);
const PROVIDERS = ["binance", "bybit", "coinbase", "eth", "jupiter"];

const run = (env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [...programArgs("probe"), "--pull", PROVIDERS.join(",")], {
    ...{ cwd: ROOT, encoding: "utf8", timeout: 80_000, maxBuffer: 1 << 26 },
    env: { PATH: process.env.PATH ?? "", ...env },
  });

t.test("every source of the providers named is asked once; each says rows, refusals, age and samples", async (t) => {
  const { status, stdout, stderr } = run({ MARKET: "sandbox" });
  t.equal(status, 0, stderr.slice(-500));
  const lines = stdout.split("\n");
  const lineOf = (id: string) => lines.find((line) => line.startsWith(`  ${id} `));
  for (const { id, provider } of Object.values(SOURCES)) {
    if (PROVIDERS.includes(provider)) t.match(lineOf(id), /\d+ rows {2}refused: \S.* newest: \S/, id);
  }
  t.match(lineOf("bybit-open-interest-history"), / [1-9]\d+ rows {2}refused: none {2}newest: \d+ s$/);
  const after = (id: string) => lines.slice(lines.indexOf(lineOf(id) ?? "") + 1, lines.indexOf(lineOf(id) ?? "") + 4);
  for (const text of after("binance-ticker")) {
    const [, own = "", other = ""] = /: (\S+) · \w+ (\S+)$/.exec(text) ?? [];
    t.ok(Math.abs(Number(own) / Number(other) - 1) < 0.05, text);
  }
  t.match(stdout, /\d+ of \d+ sources brought rows that were admitted; nothing was stored\.\n$/);
});

t.test("without a way out it says so, and asks for nothing", async (t) => {
  const closed = Object.fromEntries(Object.keys(VENUES).map((id) => [id, "http://127.0.0.1:1"]));
  const { status, stdout } = run({ MARKET: "live", LIVE_ORIGINS: JSON.stringify(closed) });
  t.equal(status, 1);
  t.match(stdout, /^ {2}No network: none of \d+ providers can be reached/);
  t.equal(stdout.trim().split("\n").length, 1);
});
