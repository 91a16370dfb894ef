// Measuring: processor time of a process, medians, and how a bar is printed.
import { appendFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

const TICKS_PER_S = 100;

/** Processor seconds (user and system) a process has used; Linux only. */
export async function readCpuS(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold spaces; fields count from after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

/**
 * The same to the nanosecond, for rounds that are short, of a process whose threads stay; where the system does not tell
 * it, as above.
 */
export async function readRunS(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const texts = (await readdir(folder)).map((thread) => readFile(`${folder}/${thread}/schedstat`, "utf8"));
  const ran = await Promise.all(texts).catch(() => null);
  return ran === null ? readCpuS(pid) : ran.reduce((sum, text) => sum + Number(text.split(" ", 1)[0]), 0) / 1e9;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Writes a figure down where it is compared with that of another commit (`--against`). */
export function noteFigure(what: string, value: number): void {
  const { BENCH_FIGURES: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify([what, value])}\n`);
}

const judged = { count: 0, failed: [] as string[] };

/** Prints one measured figure against its bar, and whether it holds. */
export function judge(what: string, value: number, bar: number, kind: "at least" | "below", unit = ""): boolean {
  noteFigure(what, value);
  const passed = kind === "at least" ? value >= bar : value < bar;
  const shown = Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
  const line = `${what}: ${shown}${unit} (bar: ${kind} ${bar}${unit})`;
  say(`  ${passed ? "PASS" : "FAIL"}  ${line}`);
  judged.count += 1;
  if (!passed) judged.failed.push(line);
  return passed;
}

/** Names the bars that did not hold. @returns what a process that judged some ends with. */
export function endOfBars(): 0 | 1 {
  const { count, failed } = judged;
  if (failed.length === 0) return 0;
  say(`\n${failed.length} of ${count} bars failed:`);
  for (const line of failed) say(`  ${line}`);
  return 1;
}
