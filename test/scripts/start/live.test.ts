// MARKET=live where no provider can be reached: the service comes up, answers, and says why.
import t from "tap";
import { PROVIDERS, type Provider, providersOf, sectionsOf, WAIT_MS } from "../../support/live.ts";
import { startTestService, until } from "../../support/service.ts";

t.setTimeout(115_000);

t.test("no provider can be reached: it comes up, answers, and every gap has its reason", async (t) => {
  const origins = Object.fromEntries(PROVIDERS.map((provider) => [provider, "http://127.0.0.1:1"]));
  const settings = { MARKET: "live", LIVE_ORIGINS: JSON.stringify(origins), BACKFILL_DAYS: "1" };
  const service = await startTestService(t, settings);
  t.match(service.said(), new RegExp(`0 of ${PROVIDERS.length} providers answer`), "the table is shown at start");
  for (const provider of PROVIDERS) t.match(service.said(), new RegExp(`${provider} +no `), `${provider} is in it`);
  t.match(service.said(), /no price of BTC, source_error/, "and why there is no price");

  const state = await sectionsOf(service, "/v1/state/bitcoin");
  t.equal(state.market?.price_usd, "unassessed");
  t.match(
    state.market?.unassessed.find(({ path }) => path === "/price_usd"),
    { reason: "source_error" },
    "the reason names what happened",
  );
  for (const [id, section] of Object.entries(state)) {
    if (id === "token") continue;
    const { assessed, expected } = section.coverage;
    t.ok(assessed === expected || section.unassessed.length > 0, `${id} says what it lacks`);
    t.ok(section.unassessed.every(({ reason }) => reason !== ""));
  }
  for (const path of ["/v1/tokens?limit=5", "/v1/market", "/v1/history/bitcoin?series=price", "/healthz"]) {
    t.equal((await service.get(path)).status, 200, path);
  }
  const exchanges = async () =>
    (await providersOf(service)).filter(({ provider }) => ["binance", "bybit", "okx"].includes(provider));
  const isDown = ({ status, known_issue }: Provider) => status === "down" && /refused|failed/.test(known_issue ?? "");
  const areDown = async () => (await exchanges()).filter(isDown).length === 3;
  await until("the status names the exchanges as down", areDown, WAIT_MS).catch(() => undefined);
  t.same(
    (await exchanges()).filter((one) => !isDown(one)),
    [],
    "each is down, with the reason",
  );
  t.equal((await exchanges()).length, 3);
  const { body } = await service.get("/v1/status");
  const status = body.data as { status: string; market: string; pipeline: readonly { job: string; status: string }[] };
  t.match(status, { status: "down", market: "live" });
  t.same(
    status.pipeline.filter((line) => line.status === "failing").map((line) => line.job),
    [],
    "what providers do not give is no failure of ours",
  );
});
