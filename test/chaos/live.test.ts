// MARKET=live: nobody can be reached at first, then all but those who refuse our country; one service sees both.
import t from "tap";
import { startSandbox } from "../../scripts/sandbox/start-sandbox.ts";
import { PROVIDERS, type Provider, providersOf, sectionsOf, WAIT_MS } from "../support/live.ts";
import { startTestService, until } from "../support/service.ts";

/** What each venue says of one coin it says of others; sources of chains and contracts have theirs. */
const TOKENS = ["bitcoin", "ethereum", "cardano"];
const EXCHANGES = ["binance", "bybit", "okx"];

t.setTimeout(360_000);
const sandbox = await startSandbox({ seed: 1 });
t.teardown(() => sandbox.stop());
sandbox.setFault({ provider: "*", kind: "gone" });
// Ledger, oracle, model and controls of the simulated market are no providers of market data.
const origins = Object.fromEntries(Object.entries(sandbox.origins).filter(([id]) => PROVIDERS.includes(id)));
const settings = {
  MARKET: "live",
  LIVE_ORIGINS: JSON.stringify(origins),
  TRACKED_TOKENS: TOKENS.join(","),
  BACKFILL_DAYS: "1",
  PAST_DAYS_MAX: "1",
};
const service = await startTestService(t, settings);

t.test("no provider can be reached: it comes up, answers, and every gap has its reason", async (t) => {
  t.match(service.said(), new RegExp(`0 of ${PROVIDERS.length} providers answer`), "the table is shown at start");
  for (const provider of PROVIDERS) t.match(service.said(), new RegExp(`${provider} +no `), `${provider} is in it`);
  t.match(service.said(), /coingecko +no +not set/, "an optional key is asked for in the table");
  // It is said last: the line may still be under way from the process that says it.
  await until(
    "it says why there is no price",
    async () => /no price of BTC, source_error/.test(service.said()),
    60_000,
  );

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
    t.ok(
      assessed === expected || section.unassessed.length + (section.partial?.length ?? 0) > 0,
      `${id} says what it lacks`,
    );
    t.ok(section.unassessed.every(({ reason }) => reason !== ""));
  }
  for (const path of ["/v1/tokens?limit=5", "/v1/market", "/v1/history/bitcoin?series=price", "/healthz"]) {
    t.equal((await service.get(path)).status, 200, path);
  }
  const { body: tokens } = await service.get("/v1/tokens?limit=100");
  t.same(
    (tokens.data as { tokens: readonly { id: string }[] }).tokens.map(({ id }) => id).sort(),
    [...TOKENS].sort(),
    "the tokens that the settings choose are tracked, and no others",
  );
  const exchanges = async () => (await providersOf(service)).filter(({ provider }) => EXCHANGES.includes(provider));
  const isDown = ({ status, known_issue }: Provider) => status === "down" && known_issue !== null;
  const areDown = async () => (await exchanges()).filter(isDown).length === EXCHANGES.length;
  await until("the status names the exchanges as down", areDown, WAIT_MS).catch(() => undefined);
  t.same(
    (await exchanges()).filter((one) => !isDown(one)),
    [],
    "each is down, with the reason",
  );
  t.equal((await exchanges()).length, EXCHANGES.length);
  const { body } = await service.get("/v1/status");
  const status = body.data as { status: string; market: string; pipeline: readonly { job: string; status: string }[] };
  t.match(status, { status: "down", market: "live" });
  t.same(
    status.pipeline.filter((line) => line.status === "failing").map((line) => line.job),
    [],
    "what providers do not give is no failure of ours",
  );
});

t.test("once they answer: real names, and a venue that refuses our country is left out with the reason", async (t) => {
  sandbox.clearFaults();
  sandbox.setFault({ provider: "okx", kind: "5xx", status: 451 });
  sandbox.setFault({ provider: "bybit", kind: "5xx", status: 403 });
  const market = async () => (await sectionsOf(service, "/v1/state/bitcoin?sections=market")).market;
  const namesOf = async () => {
    const { body } = await service.get("/v1/state/bitcoin?sections=market");
    return new Set((body.sources as readonly { readonly provider: string }[]).map(({ provider }) => provider));
  };
  await until("a price is measured", async () => typeof (await market())?.price_usd === "number", 2 * WAIT_MS);
  // Whoever answers first measures it; the others follow when they are next asked.
  await until("binance is named as itself", async () => (await namesOf()).has("binance"), 2 * WAIT_MS);
  const names = await namesOf();
  t.ok(names.has("binance"), "binance is named as itself");
  t.notOk(names.has("okx") || names.has("bybit"), "who refuses is not named as a source");
  const okx = async () => (await providersOf(service)).find(({ provider }) => provider === "okx");
  const isSaid = async () => /451/.test((await okx())?.known_issue ?? "");
  await until("the status says who refuses", isSaid, WAIT_MS).catch(() => undefined);
  t.match(await okx(), { status: "down", known_issue: /451/ });
});
