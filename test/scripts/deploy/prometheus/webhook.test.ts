// The alert of receivers that take nothing, on the metrics of a process that really sends to one.
import t from "tap";
import { appendEvents } from "../../../../jobs/event/append-events.ts";
import { deliverMessage } from "../../../../jobs/webhook/deliver-message.ts";
import { matchEvents } from "../../../../jobs/webhook/match-events.ts";
import { keepMonitor } from "../../../../jobs/webhook/standing.ts";
import { digestOf } from "../../../../schema/canonical.ts";
import type { SignalRow } from "../../../../schema/dataset/signal/signal.ts";
import { DAY_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import { openMetrics } from "../../../../schema/io/seen/metrics.ts";
import type { JobPayload } from "../../../../schema/job.ts";
import { SIGNAL_KINDS } from "../../../../schema/signal/index.ts";
import { BASE } from "../../../support/base.ts";
import { SEALED, SECRET, startDeliveryGround } from "../../../support/watch/delivery-ground.ts";
import { fires, type Scraped, skip } from "./firing.ts";

let now = Math.floor(BASE / MINUTE_MS) * MINUTE_MS - DAY_MS;

t.test("a receiver that answers each message with 500", { skip }, async (t) => {
  const { store, asked, deps, receiver } = await startDeliveryGround(t, () => now);
  const metrics = openMetrics("jobs", []);
  const tell = async (): Promise<Scraped> => ({ text: await metrics.text(), at: now });
  await keepMonitor(deps, {
    ...{ id: `mon_${"1".padStart(26, "0")}`, secret_digest: digestOf(SECRET), secret_sealed: SEALED },
    ...{ tokens: ["bitcoin"], kinds: [...SIGNAL_KINDS], min_severity: 1, verdict_changes: 1, new_briefs: 1 },
    ...{ webhook_url: `${receiver.url}/hook`, since_event: 1, caller: "", payment: "", created_at: now, begun_at: now },
    ...{ stopped_at: null, suspended_at: null, resumed_at: null, changed_at: now },
  });
  let signals = 0;
  const send = async () => {
    signals += 1;
    const row: SignalRow = {
      ...{ token: "bitcoin", at: now, key: `${signals}`, id: signals, kind: "price_move", direction: "bullish" },
      ...{ severity: 2, value: 4.2, ratio: 2.1, details: '{"unit":"pct"}', status: "open" },
      ...{ expires_at: now + DAY_MS, closed_at: null, rules: "sig-1", changed_at: now },
    };
    await store.insert("signal", [row], `signal~${row.id}`);
    await appendEvents(deps);
    asked.length = 0;
    await matchEvents(deps);
    for (const { payload } of [...asked]) await deliverMessage(deps, payload as JobPayload<"webhook.deliver">);
    now += MINUTE_MS;
  };
  await send();
  t.equal(receiver.got.length, 1);
  const rest = await tell();
  receiver.answer("/hook", 500);
  await send();
  await send();
  t.equal(receiver.got.length, 3);
  fires(t, ["WebhooksFail"], rest, await tell());
});
