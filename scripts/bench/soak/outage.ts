// One provider after another dies for a while: only what rested on it may degrade, with the reason, and all of it must come back.
import { setTimeout as sleep } from "node:timers/promises";
import { sourceInfos } from "../../../jobs/source-info.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";
import { filled } from "../steady.ts";
import { plain, type Reading, readAll, readStatus, type StatusReading } from "./reading.ts";

const LOOK_MS = 20_000;
const BASE_LOOKS = 6;
const SETTLE_MS = 90_000;
const RECOVER_MS_MAX = 8 * 60_000;
const SHOWN_MAX = 12;
/** A share of tokens that may be late at any moment without a fault. */
const FRESH_SLACK = 0.02;

const NAMED: ReadonlySet<string> = new Set([
  "source_error",
  "source_rate_limited",
  "stale",
  "insufficient_coverage",
  "insufficient_history",
]);

/** What was seen over some readings: members that never lacked a value, and everyone each section rested on. */
type Base = {
  readonly lacked: ReadonlyMap<string, ReadonlySet<string>>;
  readonly providers: ReadonlyMap<string, ReadonlySet<string>>;
};

function baseOf(readings: readonly Reading[]): Base {
  const lacked = new Map<string, Set<string>>();
  const providers = new Map<string, Set<string>>();
  for (const [id, section] of readings.flatMap((reading) => [...reading])) {
    lacked.set(id, new Set([...(lacked.get(id) ?? []), ...section.missing.keys()]));
    providers.set(id, new Set([...(providers.get(id) ?? []), ...section.providers]));
  }
  return { lacked, providers };
}

type Lost = { readonly section: string; readonly path: string; readonly reason: string };

/** Members that have no value now and had one before, in every reading of the base. */
const lostIn = (now: Reading, base: Base): Lost[] =>
  [...now].flatMap(([section, { missing }]) =>
    [...missing]
      .filter(([path]) => base.lacked.get(section)?.has(path) === false)
      .map(([path, reason]) => ({ section, path, reason })),
  );

async function control(service: RunningService, method: "POST" | "DELETE", body?: object): Promise<void> {
  const origin = await service.origin("control");
  const answer = await fetch(`${origin}/sandbox/fault`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`the simulated market refused: ${await answer.text()}`);
}

const show = (what: string, lost: readonly Lost[]) => {
  for (const { section, path, reason } of lost.slice(0, SHOWN_MAX)) say(`      ${what} ${section}${path}: ${reason}`);
  if (lost.length > SHOWN_MAX) say(`      … and ${lost.length - SHOWN_MAX} more`);
};

/** Datasets without any source of the provider that fell behind. */
function wronglyLate(provider: string, before: StatusReading, now: StatusReading): string[] {
  const touched = new Set(
    sourceInfos().flatMap((source) =>
      source.provider === provider
        ? [source.dataset, ...(source.dataset === "exchange_flow" ? ["large_transfer"] : [])]
        : [],
    ),
  );
  return now.freshness.flatMap(({ dataset, tokens_fresh: fresh, tokens_expected: expected }) => {
    const known = before.freshness.find((line) => line.dataset === dataset)?.tokens_fresh ?? 0;
    return !touched.has(dataset as never) && fresh < known - expected * FRESH_SLACK
      ? [`${dataset} ${fresh}/${expected} (before ${known})`]
      : [];
  });
}

/** Other providers that read worse than before. */
const wronglyIll = (provider: string, before: StatusReading, now: StatusReading): string[] =>
  now.providers
    .filter((line) => plain(line.provider) !== provider && line.status !== "ok")
    .filter((line) => before.providers.find((one) => one.provider === line.provider)?.status === "ok")
    .map((line) => `${line.provider} ${line.status}: ${line.known_issue}`);

type Outcome = { readonly provider: string; readonly faults: readonly string[]; readonly lost: number };

async function watchOutage(url: string, provider: string, base: Base, before: StatusReading, endAt: number) {
  const seen = new Map<string, { lost: Lost; looks: number }>();
  let looks = 0;
  const wrong = new Set<string>();
  while (Date.now() < endAt) {
    await sleep(Math.min(LOOK_MS, Math.max(1_000, endAt - Date.now())));
    const [now, status] = [await readAll(url), await readStatus(url)];
    looks += 1;
    for (const lost of lostIn(now, base)) {
      const key = `${lost.section}${lost.path}`;
      seen.set(key, { lost, looks: (seen.get(key)?.looks ?? 0) + 1 });
    }
    for (const one of [...wronglyLate(provider, before, status), ...wronglyIll(provider, before, status)])
      wrong.add(one);
  }
  // A thin book is too thin for an order at one look and not at the next, whoever is away: what comes and goes is no loss.
  const lasting = [...seen.values()].filter((one) => one.looks >= looks / 2);
  return { lost: lasting.map(({ lost }) => lost), wrong: [...wrong], status: await readStatus(url) };
}

/** Looks until each of the lost members had a value again, at one look or another. */
async function untilRecovered(url: string, base: Base, lost: readonly Lost[]) {
  const from = Date.now();
  let left = [...lost];
  while (left.length > 0 && Date.now() - from < RECOVER_MS_MAX) {
    await sleep(LOOK_MS / 2);
    const still = new Set(lostIn(await readAll(url), base).map(({ section, path }) => section + path));
    left = left.filter(({ section, path }) => still.has(section + path));
  }
  return { tookS: (Date.now() - from) / 1_000, left };
}

async function takeDown(service: RunningService, provider: string, minutes: number): Promise<Outcome> {
  const { url } = await service.place();
  const readings: Reading[] = [];
  for (let look = 0; look < BASE_LOOKS; look += 1) {
    if (look > 0) await sleep(LOOK_MS);
    readings.push(await readAll(url));
  }
  const base = baseOf(readings);
  const before = await readStatus(url);
  const rests = (section: string) => base.providers.get(section)?.has(provider) === true;
  const resting = [...base.providers.keys()].filter(rests).length;
  await control(service, "POST", { provider, kind: "gone" });
  const { lost, wrong, status } = await watchOutage(url, provider, base, before, Date.now() + minutes * 60_000);
  await control(service, "DELETE");
  const { tookS, left } = await untilRecovered(url, base, lost);

  const strange = lost.filter(({ section }) => !rests(section));
  const unnamed = lost.filter(({ section, reason }) => rests(section) && !NAMED.has(reason));
  const line = status.providers.find((one) => plain(one.provider) === provider);
  // Whoever is asked once a day or so need not have been asked meanwhile.
  const isAsked = sourceInfos().some((one) => one.provider === provider && FRESHNESS[one.dataset].sloS <= minutes * 60);
  const silent = isAsked && (line?.status === "ok" || line?.known_issue === null);
  const faults = [
    ...(strange.length > 0 ? [`${strange.length} members lost that did not rest on it`] : []),
    ...(unnamed.length > 0 ? [`${unnamed.length} members lost without the reason`] : []),
    ...wrong.map((one) => `fell with it: ${one}`),
    ...(silent ? [`the status does not name it: ${line?.status}`] : []),
    ...(left.length > 0 ? [`${left.length} members not back after ${tookS.toFixed(0)} s`] : []),
  ];
  say(
    `  ${faults.length === 0 ? "PASS" : "FAIL"}  ${provider.padEnd(14)} ${resting} sections rest on it; ${lost.length} members lost, back after ${tookS.toFixed(0)} s; status ${line?.status}: ${line?.known_issue?.slice(0, 60)}`,
  );
  for (const one of faults) say(`      ${one}`);
  show("not resting on it:", strange);
  show("without the reason:", unnamed);
  show("not back:", left);
  return { provider, faults, lost: lost.length };
}

/** Takes each provider (or those named) down for so many minutes, one after the other, in one service. */
export async function soakOutage(minutes: number, only: readonly string[]): Promise<void> {
  const all = [...new Set(sourceInfos().map(({ provider }) => provider))].sort();
  const providers = only.length > 0 ? only : all;
  const unknown = providers.filter((provider) => !all.includes(provider));
  if (unknown.length > 0) throw new Error(`no provider ${unknown.join(", ")}; there are ${all.join(", ")}`);
  const service = await startService({ BACKFILL_DAYS: "2" });
  try {
    await filled(service);
    await sleep(SETTLE_MS);
    say(`  the past is filled; ${providers.length} providers, ${minutes} min each`);
    const outcomes: Outcome[] = [];
    for (const provider of providers) outcomes.push(await takeDown(service, provider, minutes));
    const good = outcomes.filter(({ faults }) => faults.length === 0).length;
    say(`  ${good} of ${outcomes.length} outages stayed with what rested on the provider, said why, and ended`);
    if (good < outcomes.length) process.exitCode = 1;
  } finally {
    await service.stop();
  }
}
