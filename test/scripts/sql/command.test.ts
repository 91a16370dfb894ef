// What a line that begins with a backslash means.
import t from "tap";
import type { Place } from "../../../scripts/connect.ts";
import { ask } from "../../../scripts/sql/ask.ts";
import { readCommand } from "../../../scripts/sql/command.ts";
import { startTestStore } from "../../support/store.ts";

t.test("a command becomes a statement that runs, a text, or the end", async (t) => {
  const { engine } = await startTestStore(t);
  const place: Place = {
    ...{ url: engine.url, user: "default", password: engine.readonlyToken, facts: "assay", guarded: false },
    ...{ readsFacts: false, about: "test", stop: async () => undefined },
  };
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
