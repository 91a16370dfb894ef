// A bounded lane: how many statements of one class run at once, with room kept for short ones while long ones run.
import { EngineError } from "./fault.ts";

export type LaneOptions = { shortMax: number; longMax: number; longAfterMs: number; queueMax: number };

/** Admits callers in order; a holder older than `longAfterMs` moves to the long places and frees a short one. */
export class Lane {
  private short = 0;
  private long = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly overdue: (() => void)[] = [];
  private readonly options: LaneOptions;

  constructor(options: LaneOptions) {
    this.options = options;
  }

  /** Resolves to the release. Throws 202 TOO_MANY_SIMULTANEOUS_QUERIES when the queue is full. */
  async enter(): Promise<() => void> {
    if (this.short >= this.options.shortMax) {
      if (this.waiting.length >= this.options.queueMax) {
        throw new EngineError(202, "TOO_MANY_SIMULTANEOUS_QUERIES", "Too many simultaneous queries");
      }
      await new Promise<void>((admit) => this.waiting.push(admit));
    } else this.short++;
    return this.hold();
  }

  private hold(): () => void {
    let isLong = false;
    const promote = (): void => {
      isLong = true;
      this.long++;
      this.leaveShort();
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
      const queued = this.overdue.indexOf(promote);
      if (queued >= 0) this.overdue.splice(queued, 1);
      if (!isLong) this.leaveShort();
      else {
        this.long--;
        this.overdue.shift()?.();
      }
    };
  }

  private leaveShort(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.short--;
    else next();
  }
}
