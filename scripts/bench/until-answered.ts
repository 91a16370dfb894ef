// Waits until a started service answers what a benchmark asks: verdicts are minted once something was checked, and
// histories are built after the first states.
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./measure.ts";
import { type Captured, capture } from "./raw-request.ts";

/**
 * Two cores need a minute and a half to build all of it, but the first verdicts are looked for at the next of five minutes,
 * or when something fires, and again every half minute while what they are judged by was never read.
 */
const BUILT_MS = 720_000;
const [LOOK_MS, SAID_MS] = [1_000, 30_000];
const SHOWN_BYTES = 300;

/** What an answer lacks; null for nothing. */
type Lack = (answer: Captured) => string | null;

const lacksNothing: Lack = () => null;

/** What a problem tells of itself; of anything else its start. */
function saidIn(body: Buffer): string {
  const text = body.toString("utf8", 0, SHOWN_BYTES * 10);
  const { code, detail } = /"detail":"(?<detail>[^"]*)".*"code":"(?<code>[^"]*)"/s.exec(text)?.groups ?? {};
  return code === undefined ? text.slice(0, SHOWN_BYTES) : `${code}: ${detail}`;
}

async function lackNow(port: number, path: string, authorization: string, lackOf: Lack): Promise<string | null> {
  try {
    const answer = await capture(port, path, { Authorization: authorization });
    if (answer.status.startsWith("200")) return lackOf(answer);
    return `${answer.status} ${saidIn(answer.body)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Until the answer is one; says what it waits for, and rejects with it after so long. */
export async function untilAnswered(
  port: number,
  path: string,
  authorization: string,
  lackOf: Lack = lacksNothing,
  patienceMs = BUILT_MS,
): Promise<void> {
  const began = Date.now();
  for (let saidAt = began; ; await sleep(LOOK_MS)) {
    const lack = await lackNow(port, path, authorization, lackOf);
    if (lack === null) return;
    const now = Date.now();
    if (now - began >= patienceMs) throw new Error(`${path} is not there after ${patienceMs / 1_000} s: ${lack}`);
    if (now - saidAt < SAID_MS) continue;
    saidAt = now;
    say(`  waits for ${path}: ${lack}`);
  }
}

type History = {
  readonly data: { readonly series: Readonly<Record<string, { rows: unknown[]; reason: string | null }>> };
};

/** Rows to cut windows out of: at first an answer says no more than that they are not built yet. */
export function lackOfRows({ body }: Captured): string | null {
  const { data } = JSON.parse(body.toString()) as History;
  const empty = Object.entries(data.series).filter(([, { rows }]) => rows.length === 0);
  return empty.length === 0 ? null : empty.map(([name, { reason }]) => `no rows of ${name} (${reason})`).join(", ");
}
