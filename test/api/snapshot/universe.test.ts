// The universe: every listed coin is found, resolved or refused with its identity, and never taken for a tracked one.
import t from "tap";
import { universeOf } from "../../../api/snapshot/universe.ts";
import { openIndexBuilder } from "../../../api/snapshot/universe-index.ts";
import { universeLines } from "../../../jobs/snapshot/build-universe.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { sanitiseText } from "../../../schema/sanitise.ts";
import type { UniverseLine } from "../../../schema/snapshot.ts";
import { createUniverse } from "../../../scripts/sandbox/coin-universe.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames, TOKENS, USDC, universeFrame } from "../../support/rows/frames.ts";
import { until } from "../../support/until.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const BASE58 = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const TRACKED_LINES = TOKENS.map(({ id, symbol, name, rank }): UniverseLine => {
  const contracts: Record<string, string> = id === "usd-coin" ? { eth: USDC.toLowerCase(), base: "0xba5e" } : {};
  return [id, symbol, name, rank === "unassessed" ? null : rank, contracts, 1, ""];
});
const coin = (
  id: string,
  symbol: string,
  name: string,
  rest: Partial<{ rank: number; at: string; looks: string }> = {},
) => [id, symbol, name, rest.rank ?? null, rest.at ? { sol: rest.at } : {}, 0, rest.looks ?? ""] as const;
const LINES: readonly UniverseLine[] = [
  ...TRACKED_LINES.slice(0, 2),
  coin("wrapped-bitcoin", "WBTC", "Wrapped Bitcoin", { rank: 12 }),
  coin("sim-btc-bridged", "BTC", "Bridged Bitcoin", { rank: 300, at: BASE58 }),
  coin("sim-dup-1", "DUP", "Duplicate One", { rank: 400 }),
  coin("sim-dup-2", "dup", "Duplicate Two", { rank: 401 }),
  coin("sim-alone", "ALONE", "Alone In The Dark"),
  coin("sim-fake", "U\u0405DC", "USD C\u03bfin", { looks: "usd-coin" }),
  ...TRACKED_LINES.slice(2),
];
type Item = { id: string; tracked: boolean; categories: string[]; match: { field: string; exact: boolean } };

t.test("over a small universe", async (t) => {
  const all = frames(AT).set(SNAPSHOTS.universe, { version: AT, bytes: universeFrame(AT, LINES) });
  const { app, snapshots, publish } = await startTestApi(t, AT, all);
  await universeOf(snapshots).settled();
  const search = async (q: string, more = "") => {
    const { body } = await ask(t, app, `/v1/tokens?q=${encodeURIComponent(q)}${more}`);
    return body as { data: { total: number; tokens: Item[] }; sources: { endpoint: string }[] };
  };
  const idsOf = async (q: string, more = "") => (await search(q, more)).data.tokens.map(({ id }) => id);

  t.test("hits are ordered by how they match, then by rank", async (t) => {
    t.same(
      await idsOf("btc"),
      ["bitcoin", "bitcoin-copy", "sim-btc-bridged"],
      "tracked ones first among equal symbols",
    );
    t.same(await idsOf("bitcoin"), ["bitcoin", "bitcoin-copy", "wrapped-bitcoin", "sim-btc-bridged"]);
    t.same(await idsOf(BASE58), ["sim-btc-bridged"]);
    t.same(await idsOf(BASE58.toLowerCase()), [], "base58 is exact to the case");
    t.same(await idsOf("0xBA5E"), ["usd-coin"], "a contract on any chain");
    t.same(await idsOf("dup"), ["sim-dup-1", "sim-dup-2"]);
    t.same(await idsOf("in th"), ["sim-alone"]);
    t.same(await idsOf("zzz"), []);
    t.match((await search("dup")).data.tokens[0]?.match, { field: "symbol", exact: true });
    t.match((await search("wrapped bitcoin")).data.tokens[0]?.match, { field: "name", exact: true });
  });

  t.test("pages cut the same order", async (t) => {
    const { data } = await search("o");
    const pages = [];
    for (let offset = 0; offset < data.total; offset += 2)
      pages.push(...(await idsOf("o", `&limit=2&offset=${offset}`)));
    t.same(
      pages,
      data.tokens.map(({ id }) => id),
    );
    t.equal(data.total, data.tokens.length);
  });

  t.test("what is not tracked carries identity and rank, and says whom it looks like", async (t) => {
    const { data, sources } = await search("sim-fake");
    t.match(data.tokens[0], {
      tracked: false,
      price_usd: "unassessed",
      rank: "unassessed",
      categories: ["look-alike:usd-coin"],
    });
    t.match(sources, [{ endpoint: "coins/list" }]);
    t.match((await search("wbtc")).data.tokens[0], { tracked: false, rank: 12, categories: [] });
  });

  for (const [input, status, code, candidates] of [
    ["wrapped-bitcoin", 404, "token_not_tracked", ["wrapped-bitcoin"]],
    [BASE58, 404, "token_not_tracked", ["sim-btc-bridged"]],
    ["wbtc", 404, "token_not_tracked", ["wrapped-bitcoin"]],
    ["DUP", 400, "ambiguous_token", ["sim-dup-1", "sim-dup-2"]],
    ["duplicat", 404, "token_not_found", ["sim-dup-1", "sim-dup-2"]],
  ] as const) {
    for (const path of ["state", "history"] as const) {
      t.test(`${path}/${input.slice(0, 20)} is refused as ${code}`, async (t) => {
        const { status: got, body } = await ask(t, app, `/v1/${path}/${input}`);
        t.equal(got, status);
        t.equal(body.code, code);
        t.same(
          (body.candidates as { id: string }[]).map(({ id }) => id),
          candidates,
        );
      });
    }
  }

  t.test("a symbol that a tracked token has is that token, and the others are named", async (t) => {
    const { body } = await ask(t, app, "/v1/state/btc?sections=identity");
    t.match((body.data as { token: object }).token, {
      id: "bitcoin",
      resolved: { input: "btc", by: "symbol", alternatives: ["bitcoin-copy", "sim-btc-bridged"] },
    });
    const { body: byContract } = await ask(t, app, "/v1/state/0xBA5E?sections=identity");
    t.match((byContract.data as { token: object }).token, { id: "usd-coin", resolved: { by: "contract" } });
  });

  t.test("a newer universe replaces the index, an unreadable one does not", async (t) => {
    const next = [...LINES, coin("sim-new", "NEWX", "Newcomer")];
    await publish(new Map([[SNAPSHOTS.universe, { version: AT + 1, bytes: universeFrame(AT + 1, next) }]]));
    await until(() => (universeOf(snapshots).current()?.from.version ?? 0) > AT);
    t.same(await idsOf("newcomer"), ["sim-new"]);
    await publish(new Map([[SNAPSHOTS.universe, { version: AT + 2, bytes: universeFrame(AT + 2, [7 as never]) }]]));
    await until(() => snapshots.version(SNAPSHOTS.universe) === AT + 2);
    await universeOf(snapshots).settled();
    t.same(await idsOf("newcomer"), ["sim-new"]);
  });
});

t.test("over 21,000 coins every answer is what a plain scan finds", (t) => {
  const rows = createUniverse(7).map(({ id, symbol, name, platforms }, at) => {
    const shown = { symbol: sanitiseText(symbol, 16).toUpperCase(), name: sanitiseText(name, 64) };
    return { token: id, ...shown, contracts: platforms, rank: at < 5_000 ? at + 101 : null, seen_at: AT };
  });
  const lines = universeLines(rows);
  const builder = openIndexBuilder();
  for (const line of lines) builder.add(line);
  const index = builder.finish({ from: { name: "universe", version: 1 }, asOf: AT, sources: [] });
  t.ok(index.size > 21_000);
  const level = ([id, symbol, name, , contracts]: UniverseLine, raw: string): number => {
    const wanted = raw.toLowerCase();
    const key = (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text);
    if (Object.values(contracts).some((address) => key(address) === key(raw))) return 0;
    if (id === wanted) return 1;
    if (symbol.toLowerCase() === wanted) return 2;
    const place = name.toLowerCase().indexOf(wanted);
    return place === 0 ? 3 : place > 0 ? 4 : 9;
  };
  const samples = lines.filter((_, at) => at % 3_001 === 0);
  const queries = [
    ...["a", "s", "si", "sim", " sim", "coin", "bitcoin", "btc", "usd c", "🚀", "e s", "ignore previous", "</sys"],
    ...samples.flatMap(([id, symbol, name, , contracts]) => [
      id,
      symbol,
      name,
      name.slice(2, 7),
      ...Object.values(contracts),
    ]),
  ];
  for (const query of [...queries, "token", "swap", "inu"]) {
    const raw = query.trim();
    const expected = lines
      .map((line, at) => ({ id: line[0], tracked: line[5], level: level(line, raw), at }))
      .filter((one) => one.level < 9)
      .sort((a, b) => a.level - b.level || (a.level === 2 ? b.tracked - a.tracked : 0) || a.at - b.at);
    const wanted = expected.slice(3, 53).map(({ id }) => id);
    // Twice: what very many names contain is found once and kept.
    for (const { total, hits } of [index.search(query, 3, 50), index.search(query, 3, 50)]) {
      if (total !== expected.length) t.equal(total, expected.length, query);
      const found = hits.map(({ coin: { id } }) => id);
      if (JSON.stringify(found) !== JSON.stringify(wanted)) t.same(found, wanted, query);
    }
  }
  t.pass(`${queries.length} queries`);
  t.end();
});
