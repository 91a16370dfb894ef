// Work of others on the same machine: processes that spin at normal niceness, and analysts who ask without pause.
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningService } from "../service.ts";

const QUERIES = new URL("../../../docs/queries/", import.meta.url);
/** Between two questions where nothing answers, so that an outage is no busy loop of ours. */
const PAUSE_MS = 200;

/** Spins so many processes; each ends by itself after `ms`, whoever forgets it. */
export function startSpinning(processes: number, ms: number): { stop(): void } {
  const code = `const end=Date.now()+${ms};while(Date.now()<end);`;
  const children = Array.from({ length: processes }, () => spawn(process.execPath, ["-e", code], { stdio: "ignore" }));
  return {
    stop() {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

type AnalystCount = { answered: number; readonly failed: Map<string, number> };

/** Analysts who run the worked queries over and over, each from another one on. */
export async function startAnalysts(service: RunningService, analysts: number) {
  const names = (await readdir(QUERIES)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, QUERIES), "utf8")));
  const count: AnalystCount = { answered: 0, failed: new Map() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const fail = (why: string) => count.failed.set(why, (count.failed.get(why) ?? 0) + 1);
  const { clickhouseUrl: url, clickhouseReadonlyPassword: password } = await service.place();
  const headers = { "x-clickhouse-user": "default", "x-clickhouse-key": password };
  const askOne = async (body: string) => {
    const answer = await fetch(`${url}/?database=analyst`, { method: "POST", headers, body, signal });
    const text = await answer.text();
    if (answer.ok) count.answered += 1;
    else fail(`${/\(([A-Z_]+)\)/.exec(text)?.[1] ?? answer.status}`);
  };
  const work = async (analyst: number) => {
    for (let at = analyst * 4; !signal.aborted; at++) {
      await askOne(texts[at % texts.length] ?? "").catch(async (error: Error) => {
        if (signal.aborted) return;
        fail(error.name);
        await sleep(PAUSE_MS);
      });
    }
  };
  const working = Promise.all(Array.from({ length: analysts }, (_, analyst) => work(analyst)));
  return {
    count,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
