// Allowances over processes: exact, whoever asks where, and whichever process ends how in the middle.
import t from "tap";
import { DAY_MS } from "../../../schema/duration.ts";
import { type Gated, startGated } from "../../support/api/gated.ts";
import { BASE, shiftTo } from "../../support/base.ts";
import { startTestRedis } from "../../support/redis.ts";

const CALLERS = Number(process.env.GATE_CALLERS ?? 100);
const FREE = 25;
/** Redis is judged silent after a quarter of a second: whoever calls then, at most a hundred at once, is refused once. */
const SILENT_MAX = 0.1;

t.test(
  `${CALLERS} callers at once get ${FREE} free answers each, over 3 processes of which two end midway`,
  async (t) => {
    const redis = await startTestRedis(t);
    // A day of allowances ends at midnight; here none does.
    const settings = {
      REDIS_URL: redis.url,
      RATE_FACTOR: "1000",
      ...shiftTo(Math.floor(BASE / DAY_MS) * DAY_MS + DAY_MS / 2),
    };
    const gated: Gated[] = await Promise.all([0, 1, 2].map(() => startGated(t, settings)));
    const answered = new Map<number, number>();
    /** Calls that lay with the killed process when it was killed: whether such a call was answered nobody can know. */
    const cut = new Map<number, number>();
    const underway = new Set<{ caller: number; gated: Gated; isCut: boolean }>();
    let total = 0;
    let lost = 0;
    let uncounted = 0;
    let calls = 0;
    const odd: string[] = [];
    const call = async (caller: number, turn: number) => {
      const at = { caller, gated: gated[turn % gated.length] as Gated, isCut: false };
      underway.add(at);
      const { url } = at.gated;
      const headers = { "x-forwarded-for": `10.0.${caller >> 8}.${caller & 255}` };
      const [status, retryAfterS] = await fetch(`${url}/v1/test/a${turn % 3}`, { headers })
        .then(async (response) => {
          await response.arrayBuffer();
          return [response.status, Number(response.headers.get("retry-after"))] as const;
        })
        .catch(() => [0, 0] as const)
        .finally(() => underway.delete(at));
      calls += 1;
      if (status === 0 && at.isCut) cut.set(caller, (cut.get(caller) ?? 0) + 1);
      if (status === 200) {
        answered.set(caller, (answered.get(caller) ?? 0) + 1);
        total += 1;
      } else if (status === 0) lost += 1;
      // On a busy machine Redis may be silent for so long that nobody can count; the caller is told to come again.
      else if (status === 503 && retryAfterS > 0) uncounted += 1;
      else if (status !== 402) odd.push(`${status}`);
      return { status, waitMs: status === 503 ? retryAfterS * 1_000 : status === 0 ? 50 : 0 };
    };
    /** Calls until the allowance is spent, told so twice in a row by every process. */
    const exhaust = async (caller: number) => {
      for (let turn = caller, refused = 0; refused < 6 && turn < caller + 400; turn++) {
        const { status, waitMs } = await call(caller, turn);
        refused = status === 402 ? refused + 1 : 0;
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    };
    const replace = async (at: number, signal: "SIGTERM" | "SIGKILL") => {
      const ended = gated[at] as Gated;
      if (signal === "SIGKILL") for (const one of underway) if (one.gated === ended) one.isCut = true;
      await ended.end(signal);
      gated[at] = await startGated(t, settings);
    };
    const restart = (async () => {
      while (total < (CALLERS * FREE) / 4) await new Promise((resolve) => setTimeout(resolve, 5));
      await replace(0, "SIGTERM");
      await replace(1, "SIGKILL");
    })();
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => exhaust(caller)));
    await restart;
    // What the killed process held is free again some seconds later, by the clock of Redis.
    const everybody = Array.from({ length: CALLERS }, (_, caller) => caller);
    for (let round = 0; round < 12; round++) {
      const short = everybody.filter((caller) => (answered.get(caller) ?? 0) < FREE);
      if (round > 0 && short.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await Promise.all((round === 0 ? everybody : short).map(exhaust));
    }
    t.same(odd, [], "nothing but answers, 402, and 503 that says when to come again");
    t.ok(uncounted < SILENT_MAX * calls, `${uncounted} of ${calls} calls met a silent Redis`);
    // A use is told before its answer leaves: of a process that is killed in between, the caller has one less.
    const isExact = (caller: number, got: number) => got <= FREE && got >= FREE - (cut.get(caller) ?? 0);
    const wrong = everybody
      .map((caller) => [caller, answered.get(caller) ?? 0] as const)
      .filter((of) => !isExact(...of));
    t.same(
      wrong,
      [],
      `every caller got ${FREE} (${lost} calls met a process that was gone, ${uncounted} a silent Redis), or one less where the kill cut a call (${cut.size})`,
    );
  },
);
