// Judging orders: how long POST /v1/evaluate takes over the whole service when every quote takes 300 ms.
import { setTimeout as sleep } from "node:timers/promises";
import { VERDICTS } from "../../schema/evaluation/rule.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { judge, say } from "./measure.ts";
import { type RunningService, startService } from "./service.ts";
import { filled } from "./steady.ts";

const QUOTE_MS = 300;
const AGGREGATORS = ["kyberswap", "velora", "jupiter", "minswap"];
const CALLS = 60;
/** One order after the other, this far apart: a caller may have two at once. */
const APART_MS = 150;
const AT_ONCE = 2;
const READY_MS_MAX = 180_000;
const P95_MS_MAX = 1_500;
/** Coins that aggregators quote on four chains, and one that trades on exchanges alone. */
const TOKENS = TRACKED.filter(
  ({ stablecoin, native, contracts }) => !stablecoin && (native !== null || Object.keys(contracts).length > 0),
)
  .slice(0, 24)
  .map(({ id }) => id);

type Answered = { readonly ms: number; readonly status: number; readonly body: Evaluation };

async function post(base: string, order: object): Promise<Answered> {
  const from = performance.now();
  const answer = await fetch(`${base}/v1/evaluate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  const body = (await answer.json()) as Evaluation;
  return { ms: performance.now() - from, status: answer.status, body };
}

async function delayQuotes(service: RunningService): Promise<void> {
  const control = await service.origin("control");
  for (const provider of AGGREGATORS) {
    const fault = { provider, kind: "latency", latency_ms: QUOTE_MS };
    const answer = await fetch(`${control}/sandbox/fault`, { method: "POST", body: JSON.stringify(fault) });
    if (!answer.ok) throw new Error(`the simulated market refused: ${await answer.text()}`);
  }
}

/** Waits until an order is measured by book and quote. */
async function ready(base: string): Promise<void> {
  const until = Date.now() + READY_MS_MAX;
  for (;;) {
    const { status, body } = await post(base, { token: "ETH", size_usd: 10_000 }).catch(() => ({
      status: 0,
      body: null,
    }));
    const costs = status === 201 ? (body?.data.order?.impact_sources ?? []) : [];
    if (costs.length === 2 && costs.every(({ impact_pct }) => impact_pct !== "unassessed")) return;
    if (Date.now() > until) throw new Error(`no order was measured: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    await sleep(1_000);
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

/** `isQuick`: while the past is still being filled, which takes processor time from it. */
export async function evaluate({ isQuick }: { readonly isQuick: boolean }): Promise<void> {
  const service = await startService();
  try {
    const { url } = await service.place();
    await ready(url);
    if (!isQuick) await filled(service);
    await delayQuotes(service);
    const answers: Answered[] = [];
    let next = 0;
    const work = async () => {
      while (next < CALLS) {
        const turn = next++;
        const size_usd = 10 ** (2 + (turn % 5));
        const order = { token: TOKENS[turn % TOKENS.length], side: turn % 2 === 0 ? "buy" : "sell", size_usd };
        answers.push(await post(url, order));
        await sleep(APART_MS);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const good = answers.filter(({ status }) => status === 201);
    const times = good.map(({ ms }) => ms).sort((a, b) => a - b);
    const quoted = good.filter(({ body }) => body.data.order?.impact_sources.some(({ method }) => method === "quote"));
    const verdicts = VERDICTS.map(
      (verdict) => `${verdict} ${good.filter(({ body }) => body.data.verdict === verdict).length}`,
    );
    say(`  ${good.length} of ${CALLS} orders judged, ${quoted.length} with quotes of ${QUOTE_MS} ms each`);
    say(`  ${verdicts.join(", ")}`);
    say(
      `  p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`,
    );
    judge("orders that were judged", good.length / CALLS, 1, "at least");
    judge("POST /v1/evaluate, p95", quantile(times, 0.95), P95_MS_MAX, "below", " ms");
  } finally {
    await service.stop();
  }
}
