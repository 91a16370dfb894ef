// What `--help` says of every command, in one form. Plain JavaScript without dependencies: it is read before there are any.

import { SOAKS } from "./bench/soak/soaks.js";

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
      ["--timeout SECONDS", "how long a file may take; 400 without it"],
      ["--jobs N", "files at once; 3 without it"],
    ],
  },
  bench: {
    call: "npm run bench [-- NAME … [--quick] [--against COMMIT] [--browsers N]]",
    about: "Benchmarks: ratios against a bare baseline of the same run, each with its bar. They need a quiet machine.",
    takes: { words: [["NAME…", "name"]], options: { "--quick": null, "--against": "text", "--browsers": "count" } },
    lines: [
      [
        "NAME",
        "ingest, build, read, mixed, search, evaluate, mcp, freshness, record, recompute, steady, queries, past, scale, first-start; all without one",
      ],
      ["--quick", "the cases with a bar only, where there are such"],
      ["--browsers N", "so many windows of a real browser are open on the pages meanwhile, for read"],
      ["--against COMMIT", "three rounds here and three of that commit by turns, and the ratio of each figure"],
    ],
  },
  soak: {
    call: "npm run soak -- NAME …",
    about: "What is too long or too noisy for a test; each has a --help of its own.",
    takes: { commands: Object.fromEntries(Object.entries(SOAKS).map(([name, { takes = {} }]) => [name, takes])) },
    lines: Object.entries(SOAKS).map(([name, { call, about }]) => [`${name} ${call}`.trim(), about]),
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
  backup: {
    call: "npm run backup -- FOLDER [--keep N] [--every HOURS | --due HOURS] [--server-path PATH]",
    about:
      "Copies everything that is kept into a new folder in FOLDER while the service runs: tables as of one instant, and the keys that sign and seal.",
    takes: {
      words: [["FOLDER", "text"]],
      options: { "--keep": "count", "--every": "hours", "--due": "time", "--check": "time", "--server-path": "text" },
    },
    lines: [
      ["--keep N", "removes all but the newest N there"],
      ["--every HOURS", "goes on, and makes one as often; at most 596"],
      ["--due HOURS", "the next one is made within so long: the alert BackupOld fires where it is not"],
      ["--check HOURS", "makes none; exit code 1 where the newest in FOLDER is older, or there is none"],
      ["--server-path PATH", "how the server of CLICKHOUSE_URL sees FOLDER, where it sees it by another name"],
    ],
  },
  doctor: {
    call: "npm run doctor",
    about:
      "Looks at settings, clocks, disk, versions, Redis, store, schema, log and record, running or not, and says what to do; changes nothing.",
    lines: [["exit code", "1 where something has to be mended, else 0"]],
  },
  restore: {
    call: "npm run restore -- BACKUP [--server-path PATH]",
    about:
      "Brings a backup back into DATA_DIR, or into CLICKHOUSE_DATABASE of CLICKHOUSE_URL, and checks it; either must be empty and unused.",
    takes: { words: [["BACKUP", "text"]], options: { "--server-path": "text" } },
    lines: [
      ["DATA_DIR=…", "the folder that is to hold it"],
      ["--server-path PATH", "how the server of CLICKHOUSE_URL sees BACKUP, where it sees it by another name"],
    ],
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
  listen: {
    call: "npm run listen [-- --secret WHSEC… --port N --manner MANNER]",
    about: "A receiver of webhooks on this machine: verifies and prints every delivery, and fails where it is told to.",
    takes: { options: { "--secret": "text", "--port": "count", "--manner": "manner" } },
    lines: [
      ["--secret WHSEC…", "what verifies; without it deliveries are printed and not verified"],
      ["--port N", "where it listens; 8444 without it. The service needs WEBHOOK_LOOPBACK=true"],
      ["--manner MANNER", "what it answers: ok (200), error (500), gone (410), redirect, slow (after 5 s), hang"],
    ],
  },
  replay: {
    call: "npm run replay [-- ID … | --newest N | --signals N | --builds N]",
    about:
      "Makes what was issued, signals and builds again from what the store of the running service keeps, and compares every byte.",
    takes: {
      words: [["ID…", "text"]],
      options: { "--newest": "count", "--signals": "count", "--builds": "count" },
    },
    lines: [
      [
        "ID",
        "such as eval_01…, ans_01…, run_01…, 12 (a brief), signal_12, or the version of a build, such as 2026-11-23T12:07:30.000Z; the newest without one",
      ],
      ["--newest N", "how many issued objects; 200 without it"],
      ["--signals N", "the newest signals, so many, in place of issued objects"],
      ["--builds N", "the newest builds, so many, in place of issued objects"],
    ],
  },
  recompute: {
    call: "npm run recompute -- [TOKEN] SECTION|ID [--at TIME] [--resolution 15m|1h|6h]",
    about:
      "Makes the numbers of a section or a series, or the inputs of an evaluation or a signal, again by the published statement, as an analyst, and shows them beside what was served.",
    takes: {
      words: [
        ["TOKEN?", "text"],
        ["SECTION?", "text"],
      ],
      options: { "--at": "text", "--resolution": "text" },
    },
    lines: [
      ["TOKEN", "id or symbol; sections of the market take none"],
      ["SECTION", "such as market, derivatives or the series price; GET /recompute lists them"],
      ["ID", "of an evaluation, eval_…, or of a signal by its number, signal_7: what it was judged from"],
      ["--at TIME", "the last build at or before an instant, such as 2026-11-23T12:07:30.000Z; now without it"],
      ["--resolution 1h", "of a series: 15m, 1h or 6h"],
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
      options: {
        ...{ "--table": "text", "--out": "text", "--from": "text", "--to": "text", "--token": "text" },
        "--versions": null,
      },
      needs: ["--table", "--out"],
    },
    lines: [
      ["--from INSTANT", "such as 2026-11-01"],
      ["--to INSTANT", "before which"],
      ["--token ID", "of one token"],
      ["--versions", "with readings that another replaced: stored_at and replaced_at tell when each was known"],
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
  learn: {
    call: "npm run learn",
    about: "Writes jobs/ask/weights.ts anew, by which questions are read, from the examples in scripts/learn/example.",
    lines: [],
  },
  pictures: {
    call: "npm run pictures [-- --every | --twice]",
    about: "Walks through the pages of a seeded market and takes the pictures of README.md, the same pixels each time.",
    takes: { options: { "--every": null, "--twice": null } },
    lines: [
      ["--every", "and every page in both themes and three widths"],
      ["--twice", "the walk two times, and whether both took the same pictures"],
      ["PICTURES_FOLDER=…", "where the whole walk goes; .cache/pictures without it"],
    ],
  },
  client: {
    call: "npm run client [-- FOLDER]",
    about: "Writes a typed client of the API into a folder, client without one; docs/client.md has its examples.",
    takes: { words: [["FOLDER?", "text"]] },
    lines: [],
  },
  "verify-proof:bundle": {
    call: "npm run verify-proof:bundle",
    about: "Writes scripts/verify-proof/main.js, the verifier that stands alone, anew from its sources.",
    lines: [],
  },
};

/** The help of one command, or of one soak. Throws where there is no such command. */
export function helpOf(mode, name) {
  const soak = mode === "soak" ? SOAKS[name] : undefined;
  const command =
    soak === undefined ? COMMANDS[mode] : { ...soak, call: `npm run soak -- ${name} ${soak.call}`.trim() };
  if (command === undefined) throw new Error(`no command ${mode}`);
  const lines = [...command.lines, ["--help", "this text"]];
  const width = Math.min(34, Math.max(...lines.map(([what]) => what.length)));
  const rows = lines.map(([what, meaning]) => `  ${what.padEnd(width)}  ${meaning}`);
  return `${[command.call, "", command.about, "", ...rows].join("\n")}\n`;
}
