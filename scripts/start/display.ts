// What a person sees while the service starts: steps with ticks, then how far the back-fill is.
import type { Writable } from "node:stream";

export type Display = {
  /** Marks a step as running; call the result with a few words when it is done. */
  step(name: string): (detail?: string) => void;
  /** A line that stays. */
  line(text: string): void;
  /** A line that the next one replaces; on a plain output it is printed only when `isMilestone`. */
  passing(text: string, isMilestone: boolean): void;
  close(): void;
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** `out` is a terminal or a plain stream; `now` gives milliseconds. */
export function openDisplay(out: Writable & { isTTY?: boolean; columns?: number }, now: () => number): Display {
  const isTerminal = out.isTTY === true;
  const active = new Map<string, number>();
  let passing = "";
  const wipe = () => isTerminal && out.write("\r\u001b[2K");
  const width = () => Math.max(20, (out.columns ?? 80) - 1);
  const draw = () => {
    if (!isTerminal) return;
    const waiting = [...active].map(([name, from]) => `${name} ${((now() - from) / 1_000).toFixed(0)} s`).join(" · ");
    const text = waiting === "" ? passing : `  … ${waiting}`;
    wipe();
    out.write(text.slice(0, width()));
  };
  const line = (text: string) => {
    wipe();
    out.write(`${text}\n`);
    draw();
  };
  const timer = isTerminal ? setInterval(draw, 500) : undefined;
  timer?.unref();
  return {
    step(name) {
      const from = now();
      active.set(name, from);
      draw();
      return (detail = "") => {
        active.delete(name);
        line(`  ✔ ${name.padEnd(14)} ${seconds(now() - from).padStart(7)}  ${detail}`.trimEnd());
      };
    },
    line,
    passing(text, isMilestone) {
      if (isTerminal) {
        passing = text;
        draw();
      } else if (isMilestone) out.write(`${text}\n`);
    },
    close() {
      clearInterval(timer);
      active.clear();
      passing = "";
      wipe();
    },
  };
}

/** A span in words: 45 s, 3 min, 2 h 5 min. */
export function formatSpan(spanS: number): string {
  if (spanS < 90) return `${Math.round(spanS)} s`;
  const minutes = Math.round(spanS / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The back-fill as one line with a bar; `total` is null while it is being counted, `etaS` while it is unknown. */
export function formatBackfill(donePct: number, done: number, total: number | null, etaS: number | null): string {
  if (total === null) return `  back-fill: ${done} windows of the past stored, still counting how many there are`;
  const filled = Math.max(0, Math.min(20, Math.round(donePct / 5)));
  const bar = "█".repeat(filled) + "░".repeat(20 - filled);
  const eta = etaS === null ? "" : `, about ${formatSpan(etaS)} left`;
  return `  back-fill ${bar} ${donePct.toFixed(1)} % (${done} of ${total} windows${eta})`;
}
