// One snapshot's price, open interest, funding and net flow are the same wherever the app tells them.
import t from "tap";
import { buildHistory } from "../../jobs/snapshot/build-history.ts";
import { buildLive } from "../../jobs/snapshot/build-live.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { ask, startTestApi } from "../support/api.ts";
import { openTestDeps } from "../support/deps.ts";
import { fillMarket } from "../support/market-rows.ts";
import { startTestRedis } from "../support/redis.ts";
import { startTestStore } from "../support/store.ts";

t.setTimeout(180_000);
/** A quarter past begins with this minute: the last bucket of each series holds the newest row alone. */
const AS_OF = Math.floor(Date.now() / 900_000) * 900_000 - 3_600_000 + 80_000;
const IDS = TRACKED.map(({ id }) => id);
const SHOWN = IDS.slice(0, 2);

type Row = readonly unknown[];
type Sections = Record<string, Record<string, unknown>>;
type Item = { id: string; price_usd: number; change_24h_pct: number; market_cap_usd: number; volume_24h_usd: number };
type Ranked = { token: string; value: number };

t.test("tokens, state, market and history tell the same numbers of one build", async (t) => {
  const { store } = await startTestStore(t);
  const rows = { asOf: AS_OF, tokens: IDS, minuteDays: 2, deepTokens: 2, bookMinutes: 2, fundingDays: 3, levels: 5 };
  await fillMarket(store, rows);
  const { url } = await startTestRedis(t);
  const clock: Clock = { now: () => AS_OF };
  const { deps, close } = openTestDeps(url, { store, clock });
  t.teardown(close);
  const { signal } = new AbortController();
  await buildLive(deps, AS_OF, undefined, signal);
  await buildHistory(deps, AS_OF, { tokens: SHOWN }, signal);
  const { app } = await startTestApi(t, AS_OF, new Map(), store, url);
  const read = async (target: string) => {
    const { status, body } = await ask(t, app, target);
    t.equal(status, 200, target);
    return (body as { data: Record<string, unknown> }).data;
  };

  const { tokens } = (await read("/v1/tokens?limit=250")) as { tokens: Item[] };
  const market = (await read("/v1/market")) as Sections;
  const states = new Map<string, Sections>();
  for (const id of IDS) states.set(id, (await read(`/v1/state/${id}`)) as Sections);
  const member = (id: string, section: string, name: string) => states.get(id)?.[section]?.[name];

  t.test("the token list shows the members of the states", (t) => {
    for (const item of tokens) {
      for (const name of ["price_usd", "change_24h_pct", "market_cap_usd", "volume_24h_usd"] as const)
        t.equal(item[name], member(item.id, "market", name), `${item.id} ${name}`);
    }
    t.end();
  });

  t.test("rankings, flows and leaders show the members of the states", (t) => {
    const pairs = {
      gainers_24h: ["market", "change_24h_pct"],
      losers_24h: ["market", "change_24h_pct"],
      volume_ratio_1h: ["market", "volume_ratio_1h"],
      oi_change_4h: ["derivatives", "oi_change_4h_pct"],
      funding_highest: ["derivatives", "funding_8h_pct"],
      funding_lowest: ["derivatives", "funding_8h_pct"],
      netflow_in_24h: ["onchain", "exchange_netflow_24h_usd"],
      netflow_out_24h: ["onchain", "exchange_netflow_24h_usd"],
      volatility_24h: ["market", "realized_vol_24h_pct"],
    } as const;
    for (const [ranking, [section, name]] of Object.entries(pairs)) {
      const shown = market.rankings?.[ranking];
      t.ok(Array.isArray(shown), `${ranking} is measured`);
      for (const { token, value } of shown as Ranked[])
        t.equal(value, member(token, section, name), `${ranking} ${token}`);
    }
    const netflow = market.flows?.exchange_netflow_24h_usd as { btc: unknown } | undefined;
    t.equal(netflow?.btc, member("bitcoin", "onchain", "exchange_netflow_24h_usd"));
    t.equal(market.overview?.regime, member("bitcoin", "context", "regime"));
    t.end();
  });

  for (const id of SHOWN) {
    t.test(`the last rows of the history of ${id} are what its state shows`, async (t) => {
      const series = "price,open_interest,funding";
      const data = await read(`/v1/history/${id}?resolution=15m&series=${series}`);
      const told = data.series as Record<string, { rows: Row[] }>;
      const last = (of: string) => {
        const all = told[of]?.rows ?? [];
        return all.filter((row) => row[0] === all.at(-1)?.[0]);
      };
      t.equal(last("price")[0]?.[1], member(id, "market", "price_usd"), "price");
      const venues = member(id, "derivatives", "funding_venues") as Record<string, unknown>[];
      for (const [, venue, interest] of last("open_interest")) {
        const mine = venues.find((one) => one.venue === venue);
        if (mine && mine.open_interest_usd !== "unassessed")
          t.equal(interest, mine.open_interest_usd, `${venue} interest`);
      }
      for (const [, venue, rate, hours, rate8h] of last("funding")) {
        const mine = venues.find((one) => one.venue === venue);
        // A rate of an unknown interval stands in the history as the venue said it; nothing is made of it.
        if (hours === "unassessed")
          t.match(mine, { interval_hours: hours, rate_8h_pct: hours }, `${venue} has no unit`);
        else t.match(mine, { rate_pct: rate, interval_hours: hours, rate_8h_pct: rate8h }, `${venue} funding`);
      }
      t.ok(last("open_interest").length > 0 && last("funding").length > 0);
    });
  }
});
