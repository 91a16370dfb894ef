// Which alert rules fire on what a process really told: its metrics before a part was broken and while it is, gone on with as
// they were, and judged by promtool and the rules as they are.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { ROOT, readText } from "../../../support/tree.ts";

const RULES = "scripts/deploy/prometheus/alerts.yml";
/** A service at rest for so long; then what is broken stays so for longer than any rule looks back and waits. */
const REST_MIN = 10;
const BROKEN_MIN = 49;
const LOOKS_MIN = [2, 5, 10, 20, 35, BROKEN_MIN];
const MINUTE_S = 60;

/** Metrics as a process told them, and when by the clock that it has (epoch ms). */
export type Scraped = { readonly text: string; readonly at: number };

const { groups } = parse(readText(RULES)) as {
  groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const ALERTS: readonly string[] = rules.map(({ alert }) => alert);
const watched: ReadonlySet<string> = new Set(rules.flatMap(({ expr }) => expr.match(/[a-z][a-z0-9_]+/g) ?? []));

const isThere = spawnSync("promtool", ["--version"]).error === undefined;
export const skip = isThere ? false : "promtool is not installed (apt-get install prometheus)";

type Series = { readonly value: number; readonly isRising: boolean; readonly isInstant: boolean };

/** Of the text form every series that a rule asks for. */
function read({ text }: Scraped): Map<string, Series> {
  const kinds = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", kind = ""]) => [name, kind]));
  const found = new Map<string, Series>();
  for (const [, name = "", labels = "", value] of text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)) {
    if (!watched.has(name)) continue;
    const kind = kinds.get(name) ?? kinds.get(name.replace(/_(bucket|count|sum)$/, "")) ?? "";
    found.set(`${name}${labels}`, {
      ...{ value: Number(value), isRising: kind === "counter" || kind === "histogram" },
      isInstant: name.endsWith("_timestamp_seconds"),
    });
  }
  return found;
}

/** Counts go on as they rose between the two looks, a minute each; instants are as long ago as they were, and stand still. */
function valuesOf(before: Series | undefined, after: Series | undefined, rest: Scraped, broken: Scraped): string {
  const first =
    before === undefined
      ? `_x${REST_MIN + 1}`
      : before.isInstant
        ? `${before.value - rest.at / 1_000}+${MINUTE_S}x${REST_MIN}`
        : `${before.value}+0x${REST_MIN}`;
  if (after === undefined) return first;
  const from = after.isInstant ? after.value - broken.at / 1_000 + (REST_MIN + 1) * MINUTE_S : after.value;
  const step = after.isRising ? after.value - (before?.value ?? 0) : 0;
  return `${first} ${from}+${step}x${BROKEN_MIN - 1}`;
}

type Firing = { readonly atRest: ReadonlySet<string>; readonly broken: ReadonlySet<string> };

/** What fires at the end of the rest, and at any time of what came after it. */
function firing(rest: Scraped, broken: Scraped): Firing {
  const [before, after] = [read(rest), read(broken)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const [restTime, brokenTimes] = [`${REST_MIN}m`, LOOKS_MIN.map((at) => `${REST_MIN + at}m`)];
  const asked = ALERTS.flatMap((alertname) =>
    [restTime, ...brokenTimes].map((time) => ({ eval_time: time, alertname, exp_alerts: [] })),
  );
  const folder = mkdtempSync(join(tmpdir(), "assay-alerts-"));
  try {
    const input_series = names.map((series) => ({
      series,
      values: valuesOf(before.get(series), after.get(series), rest, broken),
    }));
    const tests = [{ interval: "1m", input_series, alert_rule_test: asked }];
    const file = join(folder, "test.yml");
    writeFileSync(file, stringify({ rule_files: [join(ROOT, RULES)], evaluation_interval: "1m", tests }));
    const { stdout, stderr } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
    const said = `${stdout}${stderr}`;
    // None is expected to fire: those that do are named as what is wrong.
    const found = [...said.matchAll(/alertname:\s*(\w+),\s*time:\s*(\w+)/g)];
    if (found.length === 0 && !said.includes("SUCCESS")) throw new Error(`promtool: ${said}`);
    const at = (isRest: boolean) =>
      new Set(found.flatMap(([, alert = "", when]) => ((when === restTime) === isRest ? [alert] : [])));
    return { atRest: at(true), broken: at(false) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Judging = { same(found: unknown, wanted: unknown, message: string): unknown };

/** Each of them is silent at rest and fires while it is broken. */
export function fires(t: Judging, alerts: readonly string[], rest: Scraped, broken: Scraped): void {
  const found = firing(rest, broken);
  t.same(
    alerts.filter((alert) => found.atRest.has(alert)),
    [],
    `at rest there is no ${alerts.join(", ")}`,
  );
  t.same(
    alerts.filter((alert) => found.broken.has(alert)),
    alerts,
    `${alerts.join(", ")} while it is broken`,
  );
}
