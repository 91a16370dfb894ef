// The published method: its SQL runs as it stands for whoever may read the analysts' database, and answers as it does for us.
import t from "tap";
import { METHOD_TEXT } from "../../../schema/record/published.ts";
import { splitText } from "../../../scripts/sql/split.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";

t.test(
  "every statement of the method runs verbatim with the analysts' credential, and counts what the owner counts",
  async (t) => {
    const { engine } = await startFilledStore(t);
    const statements = splitText(METHOD_TEXT);
    t.equal(statements.length, 4);
    const params = { param_since: "0", param_token: "", param_kind: "signal", param_ids: "['1']" };
    const ask = async (sql: string, password: string) => {
      const url = `${engine.url}/?${new URLSearchParams({ ...params, default_format: "JSONEachRow" })}`;
      const answer = await fetch(url, { method: "POST", headers: { "X-ClickHouse-Key": password }, body: sql });
      return { status: answer.status, text: await answer.text() };
    };
    for (const sql of statements) {
      const mine = await ask(sql, engine.readonlyToken);
      t.equal(mine.status, 200, mine.text.slice(0, 300));
      t.same(mine, await ask(sql, engine.token), "an analyst sees what the owner sees");
      if (!sql.includes("'evaluation' AND subkind")) t.match(mine.text, /^\{/, sql.slice(0, 60));
    }
  },
);
