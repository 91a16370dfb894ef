// The simulated DefiLlama: value is units times the market's prices, and reserves move as the chains' flows say.
import t from "tap";
import { neutralChange, parseHoldings } from "../../../ingest/parse/defillama-protocol.ts";
import { createLocked } from "../../../scripts/sandbox/llama/locked.ts";
import { createReserves, HOLDERS } from "../../../scripts/sandbox/llama/reserve.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 6);

t.test("within a year value falls for both reasons: prices alone, and deposits that leave", (t) => {
  const model = createModel(3);
  const locked = createLocked(model);
  let priceFalls = 0;
  let drains = 0;
  for (let day = 0; day < 60; day += 1) {
    const at = NOW - day * DAY;
    for (const pool of locked.protocols) {
      const change = locked.value(pool, at) / locked.value(pool, at - DAY) - 1;
      if (change > -0.04) continue;
      const before = locked.holdings(pool, at - DAY);
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
      const at = NOW - day * DAY;
      const away = model.basis.change(asset, at, 24);
      if (Math.abs(away) < 0.05) continue;
      asked += 1;
      if (
        Math.sign(reserves.units(holder, asset, at) / reserves.units(holder, asset, at - DAY) - 1) === -Math.sign(away)
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
  t.type(neutralChange(parseHoldings(body, NOW - 3 * DAY)), "number");
  t.equal((await fetch(`${sandbox.origins.defillama}/emissions/bitcoin`)).status, 404);
});
