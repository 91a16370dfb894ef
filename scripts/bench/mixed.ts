// Reads while the service works: how late the slowest hundredth is beside an idle service, and a minute of every kind
// of read at once, without a failed one and without growth.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judge, median, say } from "./measure.ts";
import { percentile, pulse } from "./pulse.ts";
import { capture } from "./raw-request.ts";
import { STATE } from "./read-case.ts";
import { type RunningService, startService } from "./service.ts";
import { createKey, METERED, type Spawned, standStill } from "./spawn-server.ts";
import { filled } from "./steady.ts";
import { untilAnswered } from "./until-answered.ts";
import { load } from "./wrk.ts";

const PACE = {
  whole: { rounds: 5, seconds: 20, runS: 60 },
  quick: { rounds: 3, seconds: 5, runS: 15 },
} as const;
const PULSE = { perS: 500, connections: 32 } as const;
/** What stood still makes up for it first; a round is as long as it takes to build everything once. */
const SETTLE_MS = 20_000;
/** Until the starter has heard of it and leaves a core to reads. */
const AFTER_FILL_MS = 35_000;
/** What is made anew for every snapshot is there after this part of the run. */
const WARM_SHARE = 0.3;
const SAMPLE_MS = 500;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readRssMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}

const TOKENS = ["BTC", "ETH", "SOL", "XRP", "ADA", "DOGE"];

/** Every kind of read: with and without a key held, plain and packed, known and new. */
const mixOf = (
  authorization: string,
  held: string,
  now: number,
): string => `local key = ${JSON.stringify(authorization)}
local tokens = {${TOKENS.map((token) => `"${token}"`).join()}}
local words = {"bit", "eth", "a", "coin", "dog"}
local at = 0
request = function()
  at = at + 1
  local token = tokens[at % #tokens + 1]
  local kind = at % 10
  local headers = {["Authorization"] = key}
  if kind == 0 then return wrk.format("GET", "/v1/tokens?q=" .. words[at % #words + 1], headers) end
  if kind == 1 then
    local since = os.date("!%Y-%m-%dT%H:%M:%S", ${Math.floor(now / 1_000) - 86_400} + at % 40000)
    return wrk.format("GET", "/v1/history/" .. token .. "?series=price&resolution=15m&since=" .. since .. "Z", headers)
  end
  if kind == 2 then return wrk.format("GET", "/v1/market", headers) end
  if kind == 3 then return wrk.format("GET", "/v1/evaluate/" .. token, headers) end
  if kind == 4 then headers["If-None-Match"] = '${held}' end
  if kind > 6 then headers["Accept-Encoding"] = "br, gzip" end
  return wrk.format("GET", "/v1/state/" .. token, headers)
end
`;

/** Rounds of an idle and of a working service, one after the other. */
async function comparePulse(
  service: RunningService,
  api: Spawned,
  authorization: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const beat = () => pulse(api.port, STATE, { Authorization: authorization }, { ...PULSE, seconds });
  const ratios: number[] = [];
  const [idle, busy]: [number[], number[]] = [[], []];
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    const goOn = await standStill(service, ["api"]);
    const still = await beat().finally(goOn);
    await sleep(SETTLE_MS);
    const working = await beat();
    failed += still.failed + working.failed;
    idle.push(percentile(still.timesMs, 0.99));
    busy.push(percentile(working.timesMs, 0.99));
    ratios.push((busy.at(-1) ?? Number.NaN) / (idle.at(-1) ?? Number.NaN));
  }
  say(
    `  ${PULSE.perS} reads a second: 99 % within ${median(idle).toFixed(2)} ms idle, ${median(busy).toFixed(2)} ms working`,
  );
  say(`  rounds: ${idle.map((ms, at) => `${ms.toFixed(2)} → ${busy[at]?.toFixed(2)}`).join(", ")}`);
  judge("99 % of reads while ingest and builds run, times idle", median(ratios), 2, "below");
  judge("failed reads", failed, 1, "below");
}

/** Everything at once, as fast as it goes. */
async function runMix(service: RunningService, api: Spawned, authorization: string, seconds: number): Promise<void> {
  const state = await capture(api.port, "/v1/state/BTC", { Authorization: authorization });
  const held = state.headers.find(([name]) => name.toLowerCase() === "etag")?.[1] ?? "";
  const script = join(service.folder, "mix.lua");
  await writeFile(script, mixOf(authorization, held, Date.now()));
  const sizes: number[] = [];
  const [pid = 0] = api.pids;
  const timer = setInterval(() => {
    readRssMb(pid).then(
      (mb) => sizes.push(mb),
      () => undefined,
    );
  }, SAMPLE_MS);
  try {
    const done = await load(api, { path: "/", headers: {}, script, seconds });
    say(`  ${done.requests} reads of every kind in ${seconds} s, ${done.cpuUs.toFixed(1)} µs each`);
    judge("answers that are neither 2xx nor 304, and lost connections", done.errors, 1, "below");
    const warm = sizes.slice(Math.floor(sizes.length * WARM_SHARE));
    const half = Math.floor(warm.length / 2);
    const [early, late] = [median(warm.slice(0, half)), median(warm.slice(half))];
    say(
      `  memory of the api: ${early.toFixed(0)} MB, later ${late.toFixed(0)} MB, at most ${Math.max(...warm).toFixed(0)} MB`,
    );
    judge("memory later in the run, times earlier", late / early, 1.1, "below");
  } finally {
    clearInterval(timer);
  }
}

/** The service's own api. */
async function apiOf(service: RunningService): Promise<Spawned> {
  const { url, children } = await service.place();
  return { url, port: Number(new URL(url).port), pids: [children.api ?? 0], stop: () => service.stop() };
}

export async function mixed({ isQuick }: { isQuick: boolean }): Promise<void> {
  const service = await startService({ ...METERED, BACKFILL_DAYS: "1" });
  try {
    const authorization = `Bearer ${await createKey(service)}`;
    const api = await apiOf(service);
    for (let turn = 0; turn < 8; turn++) await capture(api.port, STATE, { Authorization: authorization });
    const pace = isQuick ? PACE.quick : PACE.whole;
    await filled(service);
    for (const token of TOKENS) await untilAnswered(api.port, `/v1/evaluate/${token}`, authorization);
    await sleep(AFTER_FILL_MS);
    await comparePulse(service, api, authorization, pace);
    await runMix(service, api, authorization, pace.runS);
  } finally {
    await service.stop();
  }
}
