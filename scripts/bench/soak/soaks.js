// The soaks: what is too long or too noisy for a test, by name: how each is called, what it asks, and how it runs. Plain
// JavaScript without dependencies: it is read before there are any.

/** `words` and `options` have the forms of scripts/argument.js; `run` gets what starts scripts and tests, and the words. */
export const SOAKS = {
  agents: {
    call: "[SEED]",
    about:
      "Plants for each agent and each of its verdicts what leads to it, and has the real jobs pull, build and judge it.",
    takes: { words: [["SEED?", "seed"]] },
    lines: [],
    run: ({ testScript }, [seed = "7"]) => {
      process.env.TRACKED_TOKENS =
        "bitcoin,ethereum,solana,uniswap,aave,chainlink,maker,pepe,tether,usd-coin,dogecoin,cardano,litecoin,ripple";
      process.env.AGENTS_SEED ??= seed;
      return testScript("test/recompute/agents/main.ts");
    },
  },
  backup: {
    call: "[SEED]",
    about:
      "Backs up a service that is read, sold from and minted, brings it back on another port, and looks for whatever is missing.",
    takes: { words: [["SEED?", "seed"]] },
    lines: [],
    run: ({ script }, rest) => script("test/chaos/backup/main.ts", ...rest),
  },
  calendar: {
    call: "[NAME …]",
    about: "The test suite on other days, at other hours, in another zone and beside other work: it fails on none.",
    takes: { words: [["NAME…", "together"]] },
    lines: [
      [
        "minus-400",
        "or minus-1, minus-40, before-midnight, leap-day, new-year, new-york, kathmandu, busy; several at once as a+b; all without one, in five runs",
      ],
      ["jobs", "or another of test/suite: only the suites that are named; all without one"],
    ],
    run: ({ script }, rest) => script("scripts/bench/soak/calendar.ts", ...rest),
  },
  chaos: {
    call: "[--case F1,F2 … | --minutes N]",
    about:
      "Kills one process of a running service after another and looks for lost or doubled rows; or plays cases of the fault matrix, or all kinds of faults at random.",
    takes: { options: { "--case": "cases", "--minutes": "time" } },
    lines: [
      ["--case F7", "or F1,F4, or all: F1 to F27, as docs/reliability.md has them"],
      ["--minutes 60", "faults of the matrix at random for so long, read and bought from all the while"],
      ["MATRIX_TESTS=off", "leaves out what a case shows by tests, MATRIX_ROUNDS=100 kills as often"],
      ["MATRIX_BACK_S=600", "how long it may take until it goes on, 180 without it: on a machine with much else to do"],
      ["CHAOS_ROUNDS=25", "how often"],
      ["CHAOS_SEED=7", "repeats a run"],
    ],
    run: ({ script, testScript }, [option, value]) => {
      process.env.CHAOS_SEED ??= String(Date.now() % 100_000);
      if (option !== undefined) {
        const [name, inline] = option.split("=");
        return script(`test/chaos/${name === "--case" ? "matrix" : "hour"}/main.ts`, value ?? inline);
      }
      process.env.CHAOS_ROUNDS ??= "25";
      return testScript("test/chaos/kill.test.ts");
    },
  },
  causes: {
    call: "[SEED [NUMBER]] [--keep]",
    about: "Plants causes, plain moves and what came too late in quiet windows; prints what the explainer names.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["NUMBER?", "count"],
      ],
      options: { "--keep": null },
    },
    lines: [
      ["NUMBER", "plants of each cause; 20 without it, and ten times as many plain moves"],
      ["--keep", "writes the table to schema/measured, which /v1/status tells"],
    ],
    run: ({ script }, rest) => script("test/recompute/causes/main.ts", ...rest),
  },
  claims: {
    call: "[SEED [NUMBER]]",
    about: "Claims made from the stored facts of a simulated market: what they are said to come to, and what they do.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["NUMBER?", "count"],
      ],
    },
    lines: [["NUMBER", "claims; 20000 without it, about two minutes of one core"]],
    run: ({ testScript }, rest) => testScript("test/recompute/claims/main.ts", ...rest),
  },
  conformance: {
    call: "",
    about: "The official judges of MCP, fetched from the package registry, on the running service.",
    lines: [],
    run: ({ script }) => script("scripts/bench/soak/main.ts", "conformance"),
  },
  crowd: {
    call: "[NUMBER]",
    about: "Fifty explanations, answers and claims at once by twenty-five keys on the running service: none fails.",
    takes: { words: [["NUMBER?", "time or none"]] },
    lines: [["NUMBER", "processes that spin beside it; 0 without it, and one a core makes the machine half as fast"]],
    run: ({ script }, rest) => script("scripts/bench/soak/main.ts", "crowd", ...rest),
  },
  failover: {
    call: "cluster|sentinel [SEED]",
    about:
      "A service on several real servers of Redis is read and bought from while slots move and primaries are killed: it goes on by itself, and nothing is charged twice.",
    takes: {
      words: [
        ["cluster|sentinel", "several"],
        ["SEED?", "seed"],
      ],
    },
    lines: [],
    run: ({ script }, rest) => script("test/chaos/failover/main.ts", ...rest),
  },
  cluster: {
    call: "[ADDRESS …]",
    about:
      "Tries out a cluster of ClickHouse servers (CLICKHOUSE_URL, CLICKHOUSE_CLUSTER) that no service uses yet, in a database of its own.",
    takes: { words: [["ADDRESS…", "url"]] },
    lines: [["ADDRESS", "of more of its servers, such as http://127.0.0.1:8124: rows are sent to all of them at once"]],
    run: ({ script }, rest) => script("scripts/bench/soak/main.ts", "cluster", ...rest),
  },
  freshness: {
    call: "[MINUTES]",
    about: "Watches how fresh every dataset of a whole service stays.",
    takes: { words: [["MINUTES?", "time"]] },
    lines: [["MINUTES", "60 without it"]],
    run: ({ script }, rest) => script("scripts/bench/soak/main.ts", "freshness", ...rest),
  },
  gates: {
    call: "[--keep]",
    about:
      "What the gate agents make of a public set of fixtures: what goes through and must not, what is stopped and need not be.",
    takes: { options: { "--keep": null } },
    lines: [["--keep", "writes the table to schema/measured, which /v1/status tells"]],
    run: ({ script }, rest) => script("test/recompute/gates/main.ts", ...rest),
  },
  grounding: {
    call: "[SEED [NUMBER]]",
    about:
      "Briefs and answers by every writer and every manner of a model server, read by who has nothing but what is published.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["NUMBER?", "count"],
      ],
    },
    lines: [["NUMBER", "objects; 10000 without it, about ten minutes of one core"]],
    run: ({ script }, rest) => script("test/recompute/grounding/main.ts", ...rest),
  },
  inspect: {
    call: "[NUMBER]",
    about: "Inspects addresses of each chain at 150 ms a call of the simulated nodes; prints time and rounds.",
    takes: { words: [["NUMBER?", "count"]] },
    lines: [["NUMBER", "addresses a chain; 30 without it"]],
    run: ({ testScript }, [number = "30"]) => {
      process.env.INSPECT_NUMBER ??= number;
      return testScript("test/recompute/inspect/main.ts");
    },
  },
  investigate: {
    call: "[SEED [NUMBER [MINUTES]]]",
    about:
      "Buys explanations, answers and addresses while processes are killed; then audits payments, numbers and proofs.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["NUMBER?", "count"],
        ["MINUTES?", "time"],
      ],
    },
    lines: [
      ["NUMBER", "payments; 200 without it"],
      ["MINUTES", "after which it buys no more; 30 without it"],
    ],
    run: ({ script }, rest) => script("test/chaos/investigate/main.ts", ...rest),
  },
  outage: {
    call: "[MINUTES [PROVIDER …]]",
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
    run: ({ script }, rest) => script("scripts/bench/soak/main.ts", "outage", ...rest),
  },
  overload: {
    call: "[MINUTES] [--stop-minutes N]",
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
    run: ({ script }, rest) => script("scripts/bench/soak/main.ts", "overload", ...rest),
  },
  pay: {
    call: "[NUMBER [SEED]]",
    about: "Plays payments with every kind of trouble and killed processes, then audits the ledger.",
    takes: {
      words: [
        ["NUMBER?", "count"],
        ["SEED?", "seed"],
      ],
    },
    lines: [],
    run: ({ script }, rest) => script("test/chaos/pay/main.ts", ...rest),
  },
  log: {
    call: "[NUMBER]",
    about: "Kills pairs of minters at random writes: the proof log neither forks nor has holes.",
    takes: { words: [["NUMBER?", "count"]] },
    lines: [
      ["NUMBER", "pairs; 60 without it"],
      ["LOG_SEED=7", "repeats a run"],
    ],
    run: ({ testScript }, [pairs = "60"]) => {
      process.env.LOG_KILLS ??= pairs;
      process.env.LOG_SEED ??= String(Date.now() % 100_000);
      return testScript("test/chaos/log.test.ts");
    },
  },
  pages: {
    call: "",
    about:
      "Every page of a running service in a real browser: three widths, two themes, weight, first paint on a slow processor, and a killed api.",
    lines: [],
    run: ({ testScript }) => {
      // A browser has the clock of the machine.
      process.env.TEST_SHIFT_S ??= "0";
      return testScript("test/api/page/every-page.ts");
    },
  },
  quiet: {
    call: "[SEED [DAYS [TOKENS]]]",
    about:
      "What alert-watchtower says of each token at every hour of faultless simulated days: how often that is QUIET.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["DAYS?", "count"],
        ["TOKENS?", "count"],
      ],
    },
    lines: [
      ["DAYS", "1 without it, at most 6"],
      ["TOKENS", "how many; all without it"],
    ],
    run: ({ script }, rest) => script("test/recompute/verdicts/quiet.ts", ...rest),
  },
  rolling: {
    call: "",
    about:
      "Replaces every process of a running service, one after the other, and counts the reads that fail meanwhile.",
    lines: [],
    run: ({ script }) => script("scripts/bench/soak/main.ts", "rolling"),
  },
  recompute: {
    call: "[FROM [TO [PART PARTS]]]",
    about:
      "Every number and row of every token, and what evaluations and signals look at, at six instants by the published statements, beside what was served.",
    takes: {
      words: [
        ["FROM?", "count"],
        ["TO?", "count"],
        ["PART?", "count"],
        ["PARTS?", "count"],
      ],
    },
    lines: [
      ["FROM", "the first of the six instants, 1 to 6; 1 without it"],
      ["TO", "the last of them; the first alone where only that is named, 6 without both"],
      [
        "PART PARTS",
        "such as 2 4: of the tokens the second quarter; all without them. Market sections belong to the first",
      ],
      ["TRACKED_TOKENS=bitcoin,aave,...", "of which tokens; all 100 without it"],
      ["STATED_ONLY=market,supply", "of these alone; state/*, market/*, history/* and inputs/* are all of a kind"],
    ],
    run: ({ testScript }, [from, to = from ?? "6", part = "1", parts = "1"] = []) => {
      process.env.TRACKED_TOKENS ??= "all";
      process.env.STATED_INSTANTS ??= `${from ?? "1"} ${to}`;
      process.env.STATED_PART ??= `${part} ${parts}`;
      // On a busy machine a statement of many sections takes longer than analysts may have.
      process.env.ENGINE_ANALYST_SECONDS_MAX ??= "600";
      process.env.TAP_TIMEOUT ??= "14400";
      return testScript("test/recompute/stated/statement.test.ts");
    },
  },
  replay: {
    call: "[HOURS [SEED [MINUTES [WEEKS]]]] [--signals]",
    about:
      "Hours of a simulated market whose readings come late, twice and corrected, and weeks of it in short; another process without a Redis makes every build, evaluation, brief, answer, run and signal again, and past instants show what was served then.",
    takes: {
      words: [
        ["HOURS?", "time or none"],
        ["SEED?", "seed"],
        ["MINUTES?", "count"],
        ["WEEKS?", "time or none"],
      ],
      options: { "--signals": null },
    },
    lines: [
      ["HOURS", "3 without it; 24 are a day, and 0 leaves them out"],
      [
        "MINUTES",
        "between two readings of the market; 1 without it, or 5, or 10: then it is built as often, and judged by the hour",
      ],
      ["WEEKS", "2 without it, and 0 leaves them out"],
      ["--signals", "its second part alone: weeks of twenty tokens, and of their signals only"],
      ["TRACKED_TOKENS=…", "other tokens than bitcoin, solana, uniswap and dogecoin"],
    ],
    run: async ({ testScript }, rest) => {
      const [hours = "3", seed = "7", every = "1", weeks = "2"] = rest.filter((word) => !word.startsWith("--"));
      const tokens = process.env.TRACKED_TOKENS ?? "bitcoin,solana,uniswap,dogecoin";
      process.env.REPLAY_SEED ??= seed;
      process.env.REPLAY_EVERY ??= every;
      process.env.REPLAY_WEEKS ??= weeks;
      const part = (isSignals, of, lived) => {
        Object.assign(process.env, { REPLAY_SIGNALS: isSignals, TRACKED_TOKENS: of, REPLAY_HOURS: lived });
        return testScript("test/recompute/replay/main.ts");
      };
      const code = rest.includes("--signals") ? 0 : await part("", tokens, hours);
      // A few tokens fire too few signals: weeks of more are played for those alone.
      return Number(process.env.REPLAY_WEEKS) > 0 ? Math.max(code, await part("1", "all", "0")) : code;
    },
  },
  seen: {
    call: "",
    about:
      "A real Prometheus over a running service: every metric and query of the boards is there, and what is broken sets off its alert.",
    lines: [],
    run: ({ script }) => script("scripts/bench/soak/main.ts", "seen"),
  },
  signals: {
    call: "",
    about: "Signals of a simulated week: streaming against batch, byte for byte, and how often each rule fires.",
    lines: [
      ["SIGNAL_WEEK_TOKENS=solana,pepe", "fewer tokens"],
      ["SIGNAL_WEEK_SEED=2", "another market"],
    ],
    run: async ({ testScript }) => {
      process.env.SIGNAL_WEEK_TOKENS ??= "all";
      process.env.SIGNAL_STREAM_TOKENS ??= "bitcoin,solana,pepe,tether";
      process.env.SIGNAL_STREAM_MINUTES ??= "120";
      process.env.SIGNAL_STREAM_PAST_DAYS ??= "180";
      const codes = await Promise.all(
        ["signal-stream", "signal-week"].map((name) => testScript(`test/recompute/${name}.test.ts`)),
      );
      return Math.max(...codes);
    },
  },
  scout: {
    call: "[SEED [WEEKS [TOKENS [KIND [POINTS]]]]]",
    about:
      "What opportunity-scout finds at each hour of simulated weeks, and whether it rose more often than its pool.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["WEEKS?", "count"],
        ["TOKENS?", "count"],
        ["KIND?", "signal"],
        ["POINTS?", "count"],
      ],
    },
    lines: [
      ["WEEKS", "6 without it"],
      ["TOKENS", "how many; all without it, about twenty minutes of one core"],
      ["KIND", "of signals that rises follow more often than the market has it: an edge is there to be found"],
      ["POINTS", "so much more often, in percentage points; 15 without it"],
    ],
    run: ({ script }, rest) => script("test/recompute/verdicts/scout.ts", ...rest),
  },
  verdicts: {
    call: "[SEED [WEEKS [TOKENS]]]",
    about:
      "Judges weeks of the simulated market hour by hour; prints which rules speak, and how many tokens fell after each verdict.",
    takes: {
      words: [
        ["SEED?", "seed"],
        ["WEEKS?", "count"],
        ["TOKENS?", "count"],
      ],
    },
    lines: [
      ["WEEKS", "6 without it: thresholds are chosen on the first two, and told of the others"],
      ["TOKENS", "how many; all without it, about five minutes of one core"],
    ],
    run: ({ script }, rest) => script("test/recompute/verdicts/main.ts", ...rest),
  },
  watch: {
    call: "storm|kill|flush [NUMBER]",
    about:
      "Monitors of a running service: twenty thousand messages a minute beside receivers that hang and fail, two thousand while its processes are killed, or six thousand while Redis forgets.",
    takes: {
      words: [
        ["storm|kill|flush", "watched"],
        ["NUMBER?", "time"],
      ],
    },
    lines: [["NUMBER", "of the storm its minutes, 1 without it; of the others their seed, 7 without it"]],
    run: ({ script }, rest) => script("test/chaos/webhook/main.ts", ...rest),
  },
  weeks: {
    call: "[WEEKS [TOKENS [SEED]]]",
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
    run: ({ testScript }, [weeks = "6", tokens = "4", seed = "7"]) => {
      const some = "bitcoin,uniswap,dash,floki,solana,immutable-x,ethereum,dogecoin".split(",");
      process.env.RECORD_HOURS ??= String(Math.round(Number(weeks) * 168));
      process.env.RECORD_TOKENS ??= /^\d+$/.test(tokens) ? some.slice(0, Number(tokens)).join(",") : tokens;
      process.env.RECORD_SEED ??= seed;
      process.env.RECORD_VENUES ??= "3";
      process.env.RECORD_MINT_HOURS ??= "2";
      process.env.RECORD_SCORE_HOURS ??= "12";
      process.env.RECORD_STEP ??= "50";
      return testScript("test/recompute/record-weeks.test.ts");
    },
  },
};
