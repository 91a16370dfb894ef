// The way of a payment's end into the payments ledger: from the list in Redis where it waits, in the act or by a job.
import { createHash } from "node:crypto";
import { compile } from "../../check.ts";
import { type PaymentRow, payment } from "../../dataset/service/payment.ts";
import { KEYS } from "../../key.ts";
import { PaymentEnd } from "../../pay/end.ts";
import type { Store } from "../clickhouse.ts";
import type { Log } from "../log.ts";
import type { Redis } from "../redis.ts";
import { counter } from "../seen/tally.ts";

type EndDeps = { readonly redis: Redis; readonly store: Store; readonly log: Log };

const PAYMENTS = counter(
  "payments_total",
  "Ends of payments that were stored.",
  ["state"],
  [["settled"], ["rejected"]],
);

export const isEnd = compile(PaymentEnd);
/** How long an answer waits for its end to be stored; the job stores what a store that is away did not take. */
const STORE_MS = 1_000;

const rowOf = ({ request = "", caller = "", payment_id = "", ...end }: PaymentEnd): PaymentRow => ({
  ...end,
  ...{ request, caller, payment_id },
});

function readEnd(text: string): PaymentEnd | null {
  try {
    const end: unknown = JSON.parse(text);
    return isEnd(end) ? end : null;
  } catch {
    return null;
  }
}

/** Takes them off the list and keeps them beside it: money may have moved, and only a person can tell. */
async function setAside({ redis, log }: EndDeps, texts: readonly string[]): Promise<void> {
  log.error({ refused: texts.length }, "ends of payments that are none are set aside");
  for (const text of texts) {
    await redis.multi().rpush(KEYS.paymentLedgerRefused, text).lrem(KEYS.paymentLedger, 1, text).exec();
  }
}

/** Stores ends as they wait, then takes them off the list: a death in between stores them again, one a transaction. */
export async function storeEnds(deps: EndDeps, texts: readonly string[]): Promise<void> {
  const { redis, store } = deps;
  const read = texts.map((text) => ({ text, end: readEnd(text) }));
  const refused = read.flatMap(({ text, end }) => (end === null ? [text] : []));
  if (refused.length > 0) await setAside(deps, refused);
  const ends = read.flatMap(({ text, end }) => (end === null ? [] : [{ text, end }]));
  if (ends.length === 0) return;
  const digest = createHash("sha256")
    .update(ends.map(({ text }) => text).join("\n"))
    .digest("hex");
  await store.insert(
    payment.name,
    ends.map(({ end }) => rowOf(end)),
    `payment~${digest}`,
  );
  for (const { end } of ends) PAYMENTS.of(end.state).value += 1;
  const taken = redis.pipeline();
  for (const { text } of ends) taken.lrem(KEYS.paymentLedger, 1, text);
  await taken.exec();
}

/**
 * Stores ends in the act. One insert runs at a time and takes all that came meanwhile, so that many payments at once are
 * few blocks.
 */
export function openEnds(deps: EndDeps): (end: string) => Promise<void> {
  let waiting: string[] = [];
  let running: Promise<void> | null = null;

  const run = async () => {
    while (waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      await storeEnds(deps, texts).catch((error: Error) =>
        deps.log.warn({ err: error.message, ends: texts.length }, "ends of payments wait for the job that stores them"),
      );
    }
    running = null;
  };
  return async (end) => {
    waiting.push(end);
    running ??= run();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STORE_MS);
    });
    await Promise.race([running, late]);
    clearTimeout(timer);
  };
}
