// GET /v1/tokens: pages in rank order, and the order in which a search finds.
import t from "tap";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames, TOKENS, USDC } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
type Page = { universe: string; query: string | null; total: number; count: number; tokens: Item[] };
type Item = { id: string; match?: { field: string; exact: boolean } };

t.test("the list", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const read = async (target: string) => (await ask(t, app, target)).body.data as Page;

  t.test("without q it is every tracked token in rank order, in pages", async (t) => {
    const all = await read("/v1/tokens");
    t.match(all, { universe: "tracked", query: null, total: 3, count: 3 });
    t.same(
      all.tokens.map(({ id }) => id),
      TOKENS.map(({ id }) => id),
    );
    const page = await read("/v1/tokens?limit=1&offset=1");
    t.match(page, { total: 3, count: 1, tokens: [{ id: "usd-coin" }] });
    t.match(await read("/v1/tokens?offset=99"), { total: 3, count: 0, tokens: [] });
  });

  t.test("what the numbers rest on is named, whatever the page", async (t) => {
    for (const target of ["/v1/tokens", "/v1/tokens?offset=99", "/v1/tokens?q=btc"]) {
      const { body } = await ask(t, app, target);
      t.match(body.sources, [{ id: "S1", provider: "sandbox:okx", endpoint: "candle-1m" }], target);
    }
  });

  for (const [q, ...expected] of [
    [USDC.toUpperCase().replace("0X", "0x"), ["usd-coin", "contract", true]],
    ["So1anaCaseMatters1", ["bitcoin-copy", "contract", true]],
    ["so1anacasematters1"],
    ["bitcoin", ["bitcoin", "id", true], ["bitcoin-copy", "name", false]],
    ["btc", ["bitcoin", "symbol", true], ["bitcoin-copy", "symbol", true]],
    [" BTC ", ["bitcoin", "symbol", true], ["bitcoin-copy", "symbol", true]],
    ["usd c", ["usd-coin", "name", false]],
    ["Bitcoin Copy", ["bitcoin-copy", "name", true]],
    ["coin", ["bitcoin", "name", false], ["usd-coin", "name", false], ["bitcoin-copy", "name", false]],
    ["%", []],
  ] as const) {
    t.test(`q=${q.slice(0, 20)} finds what matches, best first, and says how`, async (t) => {
      const found = await read(`/v1/tokens?q=${encodeURIComponent(q)}`);
      const rows = expected.filter((row) => row.length > 0);
      t.same(
        found.tokens.map(({ id, match }) => [id, match?.field, match?.exact]),
        rows,
      );
      t.match(found, { universe: "search", query: q, total: rows.length, count: rows.length });
    });
  }
});
