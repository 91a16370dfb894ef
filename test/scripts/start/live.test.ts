// MARKET=live where providers cannot be reached or refuse us: the service comes up, answers, and says why.
import t from "tap";
import { VENUES } from "../../../ingest/venue.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { startTestService, type TestService, until } from "../../support/service.ts";

type Missing = { readonly path: string; readonly reason: string };
type Section = {
  readonly coverage: { readonly assessed: number; readonly expected: number };
  readonly unassessed: readonly Missing[];
  readonly sources: readonly { readonly provider: string }[];
};
type Sections = Readonly<Record<string, Section & Readonly<Record<string, unknown>>>>;
type Provider = { readonly provider: string; readonly status: string; readonly known_issue: string | null };

const PROVIDERS = Object.keys(VENUES);
const WAIT_MS = 60_000;
t.setTimeout(115_000);

async function sectionsOf(service: TestService, path: string): Promise<Sections> {
  const { body } = await service.get(path);
  return body.data as Sections;
}

async function providersOf(service: TestService): Promise<readonly Provider[]> {
  const { body } = await service.get("/v1/status");
  return (body.data as { providers: readonly Provider[] }).providers;
}

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
  await until("the status names the exchanges as down", async () => (await providersOf(service)).length > 0, WAIT_MS);
  const { body } = await service.get("/v1/status");
  const status = body.data as { status: string; market: string; pipeline: readonly { job: string; status: string }[] };
  t.match(status, { status: "down", market: "live" });
  t.same(
    status.pipeline.filter((line) => line.status === "failing").map((line) => line.job),
    [],
    "what providers do not give is no failure of ours",
  );
  for (const id of ["binance", "bybit", "okx"]) {
    const line = (await providersOf(service)).find(({ provider }) => provider === id);
    t.match(line, { status: "down", known_issue: /refused|failed/ }, `${id} is down, with the reason`);
  }
});

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
