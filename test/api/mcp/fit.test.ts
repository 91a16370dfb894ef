// Answers cut to their room: statements keep the evidence they cite, and what was sent is no way on.
import t from "tap";
import { fit, ROOM } from "../../../api/mcp/fit.ts";
import { toolsOf } from "../../../api/mcp/tool.ts";
import type { ToolRow } from "../../../api/mcp/tool-row.ts";
import { ROUTES } from "../../../api/route/index.ts";

const TOOLS = toolsOf(ROUTES);
const rowOf = (name: string) => TOOLS.find(({ row }) => row.name === name)?.row as ToolRow;
const item = (n: number) => ({ id: `E${n}`, kind: "price", data: { price: n, why: "x".repeat(400) } });
const many = <T>(count: number, of: (at: number) => T) => Array.from({ length: count }, (_, at) => of(at));

t.test("what a cut brief still says has its evidence, and conditions stand beside all of their texts", async (t) => {
  const data = {
    what_happened: many(6, (at) => ({ text: "It moved.", evidence: [`E${20 - at}`] })),
    watch_next: many(5, (at) => `Watch ${at}`),
    watch_conditions: many(5, (at) => ({ metric: "market/price_usd", comparator: ">", value: at })),
    evidence: many(20, (at) => item(at + 1)),
  };
  const { value, text } = fit(rowOf("get_token_brief"), {}, { data }, "concise");
  t.ok(Buffer.byteLength(text) <= ROOM.concise);
  const kept = value.data as typeof data;
  const cited = kept.what_happened.flatMap(({ evidence }) => evidence);
  t.ok(cited.length > 1);
  t.same(new Set(kept.evidence.map(({ id }) => id)), new Set(cited));
  t.equal(kept.watch_conditions.length, kept.watch_next.length);
});

t.test("a full answer that had to be cut does not name detail=full as the way to more", async (t) => {
  const data = { canonical: {}, list: many(80, (at) => ({ at, text: "x".repeat(2_000) })) };
  for (const { row } of TOOLS) {
    for (const args of [{}, { token: "BTC" }, { id: "brief_1" }]) {
      const answer = { data };
      const { value } = fit(row, { ...args, detail: "full" }, answer, "full");
      t.equal(value.truncated, true);
      t.notMatch(value.next, /detail=full|, or $/, row.name);
      t.ok(String(value.next).length > 5);
    }
  }
});
