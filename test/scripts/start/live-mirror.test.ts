// MARKET=live over mirrors on loopback: real names, and refusals of a country as reasons.
import t from "tap";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { providersOf, sectionsOf, WAIT_MS } from "../../support/live.ts";
import { startTestService, until } from "../../support/service.ts";

t.setTimeout(115_000);

t.test(
  "mirrors that answer: real names, and a venue that refuses our country is left out with the reason",
  async (t) => {
    const sandbox = await startSandbox({ seed: 1 });
    t.teardown(() => sandbox.stop());
    sandbox.setFault({ provider: "okx", kind: "5xx", status: 451 });
    sandbox.setFault({ provider: "bybit", kind: "5xx", status: 403 });
    const { control: _, ...origins } = sandbox.origins;
    const settings = { MARKET: "live", LIVE_ORIGINS: JSON.stringify(origins), BACKFILL_DAYS: "1" };
    const service = await startTestService(t, settings);
    t.match(service.said(), /binance +yes/);
    t.match(service.said(), /okx +no .*refused here \(451\)/);
    t.match(service.said(), /bybit +no .*refused here \(403\)/);
    t.match(service.said(), /coingecko +yes +not set/, "an optional key is asked for in the table");

    await until(
      "a price is measured",
      async () =>
        typeof (await sectionsOf(service, "/v1/state/bitcoin?sections=market")).market?.price_usd === "number",
      WAIT_MS,
    );
    const { market } = await sectionsOf(service, "/v1/state/bitcoin?sections=market");
    const names = new Set(market?.sources.map(({ provider }) => provider));
    t.ok(names.has("binance"), "binance is named as itself");
    t.notOk(names.has("okx") || names.has("bybit"), "who refuses is not named as a source");
    await until(
      "the status says who refuses",
      async () => (await providersOf(service)).some((one) => one.provider === "okx" && one.known_issue !== null),
      WAIT_MS,
    );
    const okx = (await providersOf(service)).find(({ provider }) => provider === "okx");
    t.match(okx, { status: "down", known_issue: /451/ });
  },
);
