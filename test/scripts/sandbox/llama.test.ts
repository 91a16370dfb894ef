// The simulated DefiLlama: value is units times the market's prices, and reserves move as the chains' flows say.
import t from "tap";
import { neutralChange, parseHoldings } from "../../../ingest/venue/defillama/parse-protocol.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { createLocked } from "../../../scripts/sandbox/llama/locked.ts";
import { createReserves, HOLDERS } from "../../../scripts/sandbox/llama/reserve.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";

const NOW = Date.UTC(2026, 10, 20, 6);

t.test("within a year value falls for both reasons: prices alone, and deposits that leave", (t) => {
  const model = createModel(3);
  const locked = createLocked(model);
  let priceFalls = 0;
  let drains = 0;
  for (let day = 0; day < 60; day += 1) {
    const at = NOW - day * DAY_MS;
    for (const pool of locked.protocols) {
      const change = locked.value(pool, at) / locked.value(pool, at - DAY_MS) - 1;
      if (change > -0.04) continue;
      const before = locked.holdings(pool, at - DAY_MS);
      const then = locked.holdings(pool, at);
      const units = (then[0]?.[1] ?? 0) / (before[0]?.[1] ?? 1) - 1;
      if (units > -0.02) priceFalls += 1;
      else if (units < -0.08) drains += 1;
    }
  }
  t.ok(priceFalls > 0 && drains > 0, `${priceFalls} falls of prices, ${drains} of deposits`);
  t.end();
});

t.test("reserves grow on days that bring coins onto exchanges: those of falling prices", (t) => {
  const model = createModel(3);
  const locked = createLocked(model);
  const reserves = createReserves(model, locked.price);
  const [holder] = HOLDERS;
  if (!holder) throw new Error("no holder");
  let agree = 0;
  let asked = 0;
  for (const asset of model.assets.filter(({ token }) => !token.stablecoin).slice(0, 20)) {
    for (let day = 0; day < 10; day += 1) {
      const at = NOW - day * DAY_MS;
      const away = model.basis.change(asset, at, 24);
      if (Math.abs(away) < 0.05) continue;
      asked += 1;
      if (
        Math.sign(reserves.units(holder, asset, at) / reserves.units(holder, asset, at - DAY_MS) - 1) ===
        -Math.sign(away)
      )
        agree += 1;
    }
  }
  t.ok(asked > 10 && agree / asked > 0.85, `${agree} of ${asked} large days`);
  t.end();
});

t.test("a protocol's body tells both apart, and the same instant gives the same bytes", async (t) => {
  const sandbox = await startSandbox({ seed: 3 });
  t.teardown(() => sandbox.stop());
  sandbox.setTime({ frozenMs: NOW });
  const read = async (path: string) => (await fetch(`${sandbox.origins.defillama}${path}`)).text();
  for (const path of [
    "/protocols",
    "/v2/chains",
    "/protocol/aave",
    "/stablecoins?includePrices=true",
    "/emissions/arbitrum",
  ]) {
    t.equal(await read(path), await read(path), path);
  }
  const body = JSON.parse(await read("/protocol/aave"));
  t.type(neutralChange(parseHoldings(body, NOW - 3 * DAY_MS)), "number");
  t.equal((await fetch(`${sandbox.origins.defillama}/emissions/bitcoin`)).status, 404);
});

t.test(
  "funds: the same seed tells the same days again, none before it is over or on a weekend, and only for the key",
  async (t) => {
    const read = async (seed: number, nowMs: number, key?: string) => {
      const sandbox = await startSandbox({ seed });
      sandbox.setTime({ frozenMs: nowMs });
      const origin = sandbox.origins.defillama;
      const own = ((await (await fetch(`${origin}/sandbox/pro-key`)).json()) as { key: string }).key;
      const answer = await fetch(`${origin}/${key === undefined ? `${own}/` : key}etfs/flows`);
      const told = { status: answer.status, body: await answer.text() };
      await sandbox.stop();
      return told;
    };
    type Flows = { gecko_id: string; day: string; total_flow_usd: number }[];
    const [now, again, later] = [await read(3, NOW), await read(3, NOW), await read(3, NOW + 3 * DAY_MS)];
    t.equal(now.status, 200);
    t.equal(now.body, again.body);
    const rows = JSON.parse(now.body) as Flows;
    t.same(
      (JSON.parse(later.body) as Flows).filter(({ day }) => Date.parse(day) <= NOW - DAY_MS - 6 * 3_600_000),
      rows,
    );
    t.same(rows[0]?.day, "2024-01-11T00:00:00.000Z");
    for (const { day } of rows) {
      t.ok(Date.parse(day) + DAY_MS <= NOW, day);
      t.notOk([0, 6].includes(new Date(day).getUTCDay()), day);
    }
    const millions = rows.filter(({ gecko_id }) => gecko_id === "bitcoin").map((row) => row.total_flow_usd / 1e6);
    t.ok(
      millions.some((one) => one > 100) &&
        millions.some((one) => one < -100) &&
        millions.every((one) => Math.abs(one) < 5_000),
    );
    t.not((await read(4, NOW)).body, now.body);
    t.match(await read(3, NOW, "another/"), { status: 401 });
    t.match(await read(3, NOW, ""), { status: 402 });
  },
);
