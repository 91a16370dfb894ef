// Waits until a started service answers what a benchmark asks: verdicts are minted once something was checked, and
// histories are built after the first states.
import { setTimeout as sleep } from "node:timers/promises";
import { type Captured, capture } from "./raw-request.ts";

const [BUILT_MS, LOOK_MS] = [600_000, 1_000];

/** Until the answer is one, and says what it is asked for. */
export async function untilAnswered(
  port: number,
  path: string,
  authorization: string,
  isThere: (answer: Captured) => boolean = () => true,
): Promise<void> {
  let answer: Captured | undefined;
  for (const end = Date.now() + BUILT_MS; Date.now() < end; await sleep(LOOK_MS)) {
    answer = await capture(port, path, { Authorization: authorization });
    if (answer.status.startsWith("200") && isThere(answer)) return;
  }
  throw new Error(`${path} is not there yet: ${answer?.status} ${answer?.body.toString("utf8", 0, 200)}`);
}

/** Whether there are rows to cut windows out of: at first an answer says no more than that they are not built yet. */
export function hasRows({ body }: Captured): boolean {
  const { data } = JSON.parse(body.toString()) as { data: { series: Record<string, { rows: unknown[] }> } };
  return Object.values(data.series).every(({ rows }) => rows.length > 0);
}
