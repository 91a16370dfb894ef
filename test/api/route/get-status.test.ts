// GET /v1/status: a report that grew old, or prices that did, never read as healthy.
import t from "tap";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const minute = 60_000;
type Status = { status: string; notices: { text: string }[]; freshness: { age_p50_s: number; tokens_fresh: number }[] };

t.test("the status", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const read = async () => {
    api.app.sweep();
    const { body } = await ask(t, api.app, "/v1/status");
    return { asOf: body.as_of, data: body.data as Status };
  };

  t.test("a young report is passed on as it is", async (t) => {
    t.match(await read(), { asOf: toTime(AT), data: { status: "ok", notices: [] } });
  });

  t.test("a report of more than 3 minutes is degraded, says its age, and counts ages to now", async (t) => {
    const young = (await read()).data.freshness[0];
    api.clock.at = AT + 4 * minute;
    const { asOf, data } = await read();
    t.equal(asOf, toTime(AT), "as_of stays what it was");
    t.equal(data.status, "degraded");
    t.match(data.notices[0]?.text, /240 s old/);
    t.equal(data.freshness[0]?.age_p50_s, (young?.age_p50_s ?? 0) + 240);
    t.equal(data.freshness[0]?.tokens_fresh, 0);
  });

  t.test("it is down when no price served is younger than its hard limit, even if the report is young", async (t) => {
    api.clock.at = AT + 17 * minute;
    t.equal((await read()).data.status, "down");
    const status = new Map([...frames(AT + 17 * minute)].filter(([name]) => name === SNAPSHOTS.status));
    const swapped = new Promise<void>((resolve) => api.snapshots.onSwap(() => resolve()));
    await api.publish(status);
    await swapped;
    t.equal((await read()).data.status, "down");
  });
});
