// What `--help` says of every command, in one form. Plain JavaScript without dependencies: it is read before there are any.

/**
 * By mode of `scripts/setup.js`: how it is called, what it is for, what it takes (words and options with their forms in
 * scripts/argument.js, nothing without it), and the lines that say so.
 */
export const COMMANDS = {
  start: {
    call: "npm start",
    about: "Brings up the whole service, shows progress, prints its address; Ctrl-C stops everything.",
    lines: [
      [
        "PORT=8081 npm start",
        "settings come from the environment; docs/operating.md lists them, and a wrong one is explained",
      ],
      ["MARKET=live npm start", "real providers instead of the simulated market"],
    ],
  },
  test: {
    call: "npm test [-- FILE … [--bail] [--grep TEXT] [--timeout SECONDS] [--jobs N]]",
    about: "Style, types and all tests; with files, only those tests.",
    takes: {
      words: [["FILE…", "files"]],
      options: { "--bail": null, "--grep": "text", "--timeout": "count", "--jobs": "count" },
    },
    lines: [
      ["npm test -- test/house.test.ts", "one file"],
      ["--bail", "ends at the first failure"],
      ["--grep TEXT", "only tests whose titles match it, as a regular expression between slashes"],
      ["--timeout SECONDS", "how long a file may take; 120 without it"],
      ["--jobs N", "files at once; 3 without it"],
    ],
  },
  bench: {
    call: "npm run bench [-- NAME … [--quick] [--against COMMIT]]",
    about: "Benchmarks: ratios against a bare baseline of the same run, each with its bar. They need a quiet machine.",
    takes: { words: [["NAME…", "name"]], options: { "--quick": null, "--against": "text" } },
    lines: [
      [
        "NAME",
        "ingest, build, read, mixed, search, evaluate, freshness, record, steady, queries, first-start; all without one",
      ],
      ["--quick", "the cases with a bar only, where there are such"],
      ["--against COMMIT", "three rounds here and three of that commit by turns, and the ratio of each figure"],
    ],
  },
  "soak:calendar": {
    call: "npm run soak:calendar [-- NAME …]",
    about: "The test suite on other days, at other hours, in another zone and beside other work: it fails on none.",
    takes: { words: [["NAME…", "together"]] },
    lines: [
      [
        "minus-400",
        "or minus-1, minus-40, before-midnight, leap-day, new-year, new-york, kathmandu, busy; several at once as a+b; all without one, in five runs",
      ],
      ["jobs", "or another of test/suite: only the suites that are named; all without one"],
    ],
  },
  "soak:chaos": {
    call: "npm run soak:chaos",
    about: "Kills one process of a running service after another and looks for lost or doubled rows.",
    lines: [
      ["CHAOS_ROUNDS=25", "how often"],
      ["CHAOS_SEED=7", "repeats a run"],
    ],
  },
  "soak:freshness": {
    call: "npm run soak:freshness [-- MINUTES]",
    about: "Watches how fresh every dataset of a whole service stays.",
    takes: { words: [["MINUTES?", "time"]] },
    lines: [["MINUTES", "60 without it"]],
  },
  "soak:outage": {
    call: "npm run soak:outage [-- MINUTES [PROVIDER …]]",
    about: "Takes each provider away in turn: only what rested on it may degrade, with the reason, and come back.",
    takes: {
      words: [
        ["MINUTES?", "time"],
        ["PROVIDER…", "name"],
      ],
    },
    lines: [
      ["MINUTES", "how long each stays away; 20 without it"],
      ["PROVIDER", "such as binance; all without one"],
    ],
  },
  "soak:overload": {
    call: "npm run soak:overload [-- MINUTES] [--stop-minutes N]",
    about:
      "Gives the machine four times too much to do, then stops the service: what is served stays young and comes back.",
    takes: { words: [["MINUTES?", "time or none"]], options: { "--stop-minutes": "time" } },
    lines: [
      ["MINUTES", "of load; 10 without it, and 0 for the starts alone"],
      [
        "--stop-minutes N",
        "how long it was stopped by the clocks of its next start, which are put ahead; 60 without it",
      ],
      ["TRACKED_TOKENS=…", "fewer tokens for a lighter run"],
    ],
  },
  "soak:pay": {
    call: "npm run soak:pay [-- NUMBER [SEED]]",
    about: "Plays payments with every kind of trouble and killed processes, then audits the ledger.",
    takes: {
      words: [
        ["NUMBER?", "count"],
        ["SEED?", "seed"],
      ],
    },
    lines: [],
  },
  "soak:log": {
    call: "npm run soak:log [-- NUMBER]",
    about: "Kills pairs of minters at random writes: the proof log neither forks nor has holes.",
    takes: { words: [["NUMBER?", "count"]] },
    lines: [
      ["NUMBER", "pairs; 60 without it"],
      ["LOG_SEED=7", "repeats a run"],
    ],
  },
  "soak:signals": {
    call: "npm run soak:signals",
    about: "Signals of a simulated week: streaming against batch, byte for byte, and how often each rule fires.",
    lines: [
      ["SIGNAL_WEEK_TOKENS=solana,pepe", "fewer tokens"],
      ["SIGNAL_WEEK_SEED=2", "another market"],
    ],
  },
  "soak:weeks": {
    call: "npm run soak:weeks [-- WEEKS [TOKENS [SEED]]]",
    about:
      "Replays weeks of the simulated market through detection, minting, the log and scoring; prints the scorecard.",
    takes: {
      words: [
        ["WEEKS?", "time"],
        ["TOKENS?", "tokens"],
        ["SEED?", "seed"],
      ],
    },
    lines: [
      ["WEEKS", "6 without it"],
      ["TOKENS", "how many, or which, joined by commas; 4 without it"],
    ],
  },
  probe: {
    call: "npm run probe [-- --pull [PROVIDER,…]]",
    about: "Tries out every provider once, the real ones or with --pull those of MARKET, and prints what came of it.",
    takes: { options: { "--pull": "names?" } },
    lines: [
      [
        "--pull [PROVIDER,…]",
        "asks every source once and admits without storing: rows, refusals, ages, numbers to compare",
      ],
    ],
  },
  migrate: {
    call: "npm run migrate",
    about: "Brings the database of CLICKHOUSE_URL to the newest schema; npm start does this for the embedded engine.",
    lines: [],
  },
  keys: {
    call: "npm run keys -- COMMAND …",
    about:
      "Keys of design partners, on the running service or on REDIS_URL and CLICKHOUSE_URL; and keys for the proof log.",
    takes: {
      commands: {
        create: { words: [["NAME", "text"]], options: { "--read": "count", "--llm": "count" } },
        list: {},
        limit: { words: [["ID", "text"]], options: { "--read": "count", "--llm": "count" } },
        rotate: { words: [["ID", "text"]] },
        revoke: { words: [["ID", "text"]] },
        restore: {},
        signing: { words: [["NAME?", "text"]] },
      },
    },
    lines: [
      ["create NAME [--read N] [--llm N]", "makes a key and shows it, once; N are calls a minute"],
      ["list", "all keys, without their secrets"],
      ["limit ID [--read N] [--llm N]", "calls a minute from now on"],
      ["rotate ID", "a new secret; the old one ends at once"],
      ["revoke ID", "ends it, everywhere within a second"],
      ["restore", "brings the stored keys back into a new Redis"],
      ["signing [NAME]", "makes a key for LOG_SIGNING_KEYS; NAME is the log's, <host of PUBLIC_URL>/log without it"],
    ],
  },
  replay: {
    call: "npm run replay [-- ID … | --newest N]",
    about: "Makes issued evaluations again from what the store of the running service keeps, and compares every byte.",
    takes: { words: [["ID…", "text"]], options: { "--newest": "count" } },
    lines: [
      ["ID", "such as eval_01…; the newest without one"],
      ["--newest N", "how many of them; 200 without it"],
    ],
  },
  pay: {
    call: "npm run pay -- URL [options]",
    about: "Calls, pays what is asked with coins of the simulated ledger, and shows every step.",
    takes: {
      words: [["URL", "call"]],
      options: { "--body": "text", "--ledger": "url", "--seed": "seedBytes", "--spend": null },
    },
    lines: [
      ["URL", "of the call, or its path on the service of this folder: /v1/state/bitcoin"],
      ["--body JSON", "sends it as a POST"],
      ["--ledger URL", "the simulated ledger, where it is not that of this folder's service"],
      ["--seed HEX", "the wallet, 32 bytes; a new one each time without it"],
      ["--spend", "repeats the call until the free ones of today are used"],
    ],
  },
  sql: {
    call: 'npm run sql [-- "SELECT …" | --file FILE] [options]',
    about: "SQL over the facts: a prompt, or one answer. It only reads unless told otherwise.",
    takes: {
      words: [["SQL…", "text"]],
      options: { "--file": "file", "--format": "text", "--parquet": "text", "--facts": null, "--write": null },
    },
    lines: [
      ["--file FILE", "the statements of a file, such as docs/queries/movers.sql"],
      ["--format NAME", "PrettyCompact unless the statement says; CSVWithNames, JSONEachRow, Vertical, …"],
      ["--parquet FILE", "writes the answer to a Parquet file"],
      ["--facts", "reads the tables of facts too, without the analysts' bounds: for the owner of the data"],
      ["--write", "may change things: for the owner of the data"],
      ["\\?", "at the prompt: what can be asked there"],
    ],
  },
  export: {
    call: "npm run export -- --table NAME --out FILE.parquet [options]",
    about: "Writes a table of facts to a Parquet file.",
    takes: {
      options: { "--table": "text", "--out": "text", "--from": "text", "--to": "text", "--token": "text" },
      needs: ["--table", "--out"],
    },
    lines: [
      ["--from INSTANT", "such as 2026-11-01"],
      ["--to INSTANT", "before which"],
      ["--token ID", "of one token"],
    ],
  },
  retune: {
    call: "npm run retune [-- --days N]",
    about: "How often signals fire in stored history, and which thresholds would meet the aims. It changes nothing.",
    takes: { options: { "--days": "days" } },
    lines: [["--days N", "30 without it"]],
  },
  dictionary: {
    call: "npm run dictionary",
    about: "Writes docs/data-dictionary.md anew from the comments of the tables and views.",
    lines: [],
  },
  "verify-proof:bundle": {
    call: "npm run verify-proof:bundle",
    about: "Writes scripts/verify-proof/main.js, the verifier that stands alone, anew from its sources.",
    lines: [],
  },
};

/** The help of one command. Throws where there is no such command. */
export function helpOf(mode) {
  const command = COMMANDS[mode];
  if (command === undefined) throw new Error(`no command ${mode}`);
  const lines = [...command.lines, ["--help", "this text"]];
  const width = Math.min(34, Math.max(...lines.map(([what]) => what.length)));
  const rows = lines.map(([what, meaning]) => `  ${what.padEnd(width)}  ${meaning}`);
  return `${[command.call, "", command.about, "", ...rows].join("\n")}\n`;
}
