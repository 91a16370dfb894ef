// A bounded lane: how many statements of one class run at once, with room kept for short ones while long ones run.
import { EngineError } from "./fault.ts";

type LaneOptions = {
  shortMax: number;
  longMax: number;
  longAfterMs: number;
  queueMax: number;
  /** Of both kinds together, asked anew whenever a place may be given. */
  placesMax?: () => number;
};

/** A statement that waits or runs for so long says that the machine has too much to do, and has said it for a while. */
const SLOW_MS = 3_000;
const REMEMBERED_MS = 10_000;

/** Admits callers in order; a holder older than `longAfterMs` moves to the long places and frees a short one. */
export class Lane {
  private short = 0;
  private long = 0;
  private pauses = 0;
  private readonly ended = new Set<() => void>();
  private slowAt = Number.NEGATIVE_INFINITY;
  /** When each that waits or runs came. */
  private readonly since = new Set<{ readonly at: number }>();
  private readonly waiting: (() => void)[] = [];
  private readonly overdue: (() => void)[] = [];
  private readonly options: LaneOptions;

  constructor(options: LaneOptions) {
    this.options = options;
  }

  /** Resolves to the release. Throws 202 TOO_MANY_SIMULTANEOUS_QUERIES when the queue is full. */
  async enter(): Promise<() => void> {
    if (!this.hasPlace() && this.waiting.length >= this.options.queueMax) {
      throw new EngineError(202, "TOO_MANY_SIMULTANEOUS_QUERIES", "Too many simultaneous queries");
    }
    const came = { at: performance.now() };
    this.since.add(came);
    const admitted = new Promise<void>((admit) => this.waiting.push(admit));
    this.admit();
    await admitted;
    return this.hold(came);
  }

  /** Whether its statements take far longer than they should, now or a moment ago. */
  isSlow(): boolean {
    const now = performance.now();
    if (now - this.slowAt < REMEMBERED_MS) return true;
    // The first is the oldest.
    for (const { at } of this.since) return now - at > SLOW_MS;
    return false;
  }

  /**
   * Admits nobody from now on and resolves, once all have left, to what lets them in again. Throws 159 TIMEOUT_EXCEEDED
   * where one stays for longer; all goes on then.
   */
  async pause(waitMsMax: number): Promise<() => void> {
    this.pauses++;
    const resume = (): void => {
      this.pauses--;
      this.admit();
    };
    let late = false;
    let wake: () => void = () => undefined;
    const timer = setTimeout(() => {
      late = true;
      wake();
    }, waitMsMax);
    while (this.short + this.long > 0 && !late) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        this.ended.add(resolve);
      });
      this.ended.delete(wake);
    }
    clearTimeout(timer);
    if (this.short + this.long === 0) return resume;
    resume();
    throw new EngineError(159, "TIMEOUT_EXCEEDED", `A statement has been writing for ${waitMsMax} ms`);
  }

  load(): { readonly running: number; readonly waiting: number } {
    return { running: this.short + this.long, waiting: this.waiting.length };
  }

  private hasPlace(): boolean {
    if (this.pauses > 0) return false;
    const places = this.options.placesMax?.() ?? Number.POSITIVE_INFINITY;
    return this.short < this.options.shortMax && this.short + this.long < places;
  }

  private admit(): void {
    while (this.waiting.length > 0 && this.hasPlace()) {
      this.short++;
      this.waiting.shift()?.();
    }
  }

  private hold(came: { readonly at: number }): () => void {
    let isLong = false;
    const promote = (): void => {
      isLong = true;
      this.long++;
      this.short--;
      this.admit();
    };
    const timer = setTimeout(() => {
      if (this.long < this.options.longMax) promote();
      else this.overdue.push(promote);
    }, this.options.longAfterMs);
    timer.unref();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      clearTimeout(timer);
      this.since.delete(came);
      const now = performance.now();
      if (now - came.at > SLOW_MS) this.slowAt = now;
      const queued = this.overdue.indexOf(promote);
      if (queued >= 0) this.overdue.splice(queued, 1);
      if (isLong) {
        this.long--;
        this.overdue.shift()?.();
      } else this.short--;
      for (const tell of this.ended) tell();
      this.admit();
    };
  }
}
