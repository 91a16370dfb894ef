// The worked queries: each asks a question, runs under the analysts' credential, and answers with rows.
import t from "tap";
import { ask } from "../../../scripts/sql/ask.ts";
import { listQueries, readCommand } from "../../../scripts/sql/command.ts";
import type { Place } from "../../../scripts/sql/connect.ts";
import { splitText } from "../../../scripts/sql/split.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";

t.test("every worked query answers its question over a whole market, with the read-only credential", async (t) => {
  const { engine } = await startFilledStore(t);
  const place: Place = {
    ...{
      url: engine.url,
      user: "default",
      password: engine.readonlyToken,
      facts: "assay",
      guarded: false,
      readsFacts: false,
    },
    ...{ about: "test", stop: async () => undefined },
  };
  const queries = await listQueries();
  t.ok(queries.length >= 12, "a dozen at least");
  for (const { name, question, sql } of queries) {
    t.match(question, /^[A-Z].{20,}\?$/, `${name} begins with its question`);
    const [statement = "", ...more] = splitText(sql);
    t.same(more, [], `${name} is one statement`);
    const text = await new Response(await ask(place, statement, { format: "JSONEachRow" })).text();
    const rows = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    t.ok(rows.length > 0, `${name} has rows`);
    const empty = Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => row[column] === null));
    t.same(empty, [], `${name} has no column that is always null`);
  }

  t.test("a command becomes a statement that runs, a text, or the end", async (t) => {
    const meaning = (line: string) => readCommand(line, place);
    t.same(await meaning("\\q"), { kind: "quit" });
    t.same(await meaning("\\format CSV"), { kind: "format", name: "CSV" });
    t.same(await meaning("\\parquet a.parquet SELECT 1;"), { kind: "parquet", file: "a.parquet", sql: "SELECT 1" });
    t.match(await meaning("\\queries"), { kind: "say", text: /funding-by-venue +Which venues pay/ });
    t.match(await meaning("\\credentials"), { kind: "say", text: new RegExp(engine.readonlyToken) });
    t.match(await meaning("\\?"), { kind: "say", text: /\\tables/ });
    t.match(await meaning("\\what"), { kind: "fault", text: /no command \\what\.[\s\S]*\\tables/ });
    t.match(await meaning("\\run nope"), { kind: "fault", text: /no query nope/ });
    const rowsOf = async (line: string, from = place) => {
      const found = await readCommand(line, from);
      if (found.kind !== "ask") throw new Error(`${line} asks nothing`);
      return new Response(await ask(from, found.sql, { format: "TabSeparated" })).text();
    };
    const owner = { ...place, password: engine.token, readsFacts: true };
    t.match(await rowsOf("\\tables", owner), /analyst\ttoken_hour\tThe hourly panel[\s\S]*assay\tcandle\t/);
    t.match(await rowsOf("\\tables"), /analyst\ttoken_hour\tThe hourly panel/);
    t.notMatch(await rowsOf("\\tables"), /assay/, "an analyst sees the views alone");
    for (const from of [place, owner])
      t.match(await rowsOf("\\d token_hour", from), /^analyst\.token_hour\ttoken\t.+\tToken id\.\n/);
    t.match(await rowsOf("\\d assay.candle", owner), /^assay\.candle\ttoken\t/);
    t.match(await meaning("\\d assay.candle"), { kind: "fault", text: /no view or table assay\.candle.*--facts/ });
    t.match(await meaning("\\d no'such"), { kind: "fault", text: /no view or table no'such/ }, "a name is never SQL");
    t.match(await meaning("\\run funding-by-venue"), { kind: "ask", sql: /^-- Which venues pay/ });
    t.notMatch(await readCommand("\\credentials", { ...place, guarded: true }), {
      text: new RegExp(engine.readonlyToken),
    });
  });
});
