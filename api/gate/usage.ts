// Counts answers in memory and hands them on once a second; nothing of it waits on the way of an answer.
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { PAID_BY, type PaidBy, type UsageBlock } from "../../schema/usage.ts";
import type { Access } from "./access.ts";

/** Where calls are counted until what was counted is handed on; `round` tells whether that is still so. */
export type Counted = { readonly round: number; readonly of: Ends; readonly calls: Calls };

type Usage = {
  count(caller: string, access: Access, status: number, paidBy: PaidBy): void;
  /** The same of calls of one caller and kind, which mostly end as the one before did; that one is kept in `last`. */
  countAgain(last: { counted: Counted | null }, caller: string, access: Access, status: number, paidBy: PaidBy): void;
  /** The same of a caller of whom nothing is kept, who is not likely to call twice before it is handed on. */
  countStranger(caller: string, access: Access, status: number, paidBy: PaidBy): void;
  /** Hands on what was counted; what Redis does not take is kept for the next time. */
  flush(): Promise<void>;
};

/** Blocks kept while Redis is away; older ones go, and the log says so. */
const BLOCKS_MAX = 600;
/** What Redis keeps while nobody stores it. */
const STORED_BLOCKS_MAX = 100_000;

type Kind = Omit<UsageBlock["counts"][number], "caller" | "calls">;
type Calls = { calls: number };
/** Calls of one kind and end: by caller, and those of strangers one by one, since to find each would cost more. */
type Ends = {
  readonly paidBy: PaidBy;
  readonly status: number;
  readonly byCaller: Map<string, Calls>;
  readonly strangers: string[];
};

export function openUsage(options: { redis: Redis; clock: Clock; log: Log; holder: string }): Usage {
  const { redis, clock, log, holder } = options;
  // Nested, since joining a key for each call would cost more than counting it; callers innermost, being many.
  let counts = new Map<Access, Map<number, Ends>>();
  let round = 0;
  let blocks: string[] = [];
  let sending: Promise<void> | null = null;

  const cut = () => {
    // Callers are written by hand: of new addresses there may be very many.
    let known = "";
    let once = "";
    for (const [{ route, method, tier }, ends] of counts) {
      for (const { status, paidBy: paid_by, byCaller, strangers } of ends.values()) {
        const kind: Kind = { route, method, tier, status, paid_by };
        const start = `,${JSON.stringify(kind).slice(0, -1)},"caller`;
        for (const [caller, { calls }] of byCaller) known += `${start}":${JSON.stringify(caller)},"calls":${calls}}`;
        // Network addresses have nothing that JSON would escape.
        if (strangers.length > 0) once += `${start}s":"${strangers.join(" ")}"}`;
      }
    }
    if (known === "" && once === "") return;
    counts = new Map();
    round += 1;
    const block: Omit<UsageBlock, "counts" | "once"> = { process: holder, at: clock.now() };
    const start = JSON.stringify(block).slice(0, -1);
    blocks.push(`${start},"counts":[${known.slice(1)}]${once === "" ? "" : `,"once":[${once.slice(1)}]`}}`);
    if (blocks.length <= BLOCKS_MAX) return;
    log.warn({ blocks: blocks.length - BLOCKS_MAX }, "counts of calls were dropped");
    blocks = blocks.slice(-BLOCKS_MAX);
  };
  const send = async () => {
    const sent = blocks;
    if (sent.length === 0) return;
    blocks = [];
    try {
      await redis.rpush(KEYS.usage, ...sent);
      await redis.ltrim(KEYS.usage, -STORED_BLOCKS_MAX, -1);
    } catch {
      blocks = [...sent, ...blocks];
    }
  };
  const endsOf = (access: Access, status: number, paidBy: PaidBy): Ends => {
    const ends = counts.get(access) ?? new Map<number, Ends>();
    if (ends.size === 0) counts.set(access, ends);
    const slot = status * PAID_BY.length + PAID_BY.indexOf(paidBy);
    const held = ends.get(slot);
    if (held !== undefined) return held;
    const made = { paidBy, status, byCaller: new Map(), strangers: [] };
    ends.set(slot, made);
    return made;
  };
  const callsOf = ({ byCaller }: Ends, caller: string): Calls => {
    const held = byCaller.get(caller);
    if (held !== undefined) return held;
    const made = { calls: 0 };
    byCaller.set(caller, made);
    return made;
  };
  return {
    count(caller, access, status, paidBy) {
      callsOf(endsOf(access, status, paidBy), caller).calls += 1;
    },
    countAgain(last, caller, access, status, paidBy) {
      let { counted } = last;
      if (counted?.round !== round || counted.of.status !== status || counted.of.paidBy !== paidBy) {
        const of = endsOf(access, status, paidBy);
        counted = { round, of, calls: callsOf(of, caller) };
        last.counted = counted;
      }
      counted.calls.calls += 1;
    },
    countStranger(caller, access, status, paidBy) {
      endsOf(access, status, paidBy).strangers.push(caller);
    },
    async flush() {
      cut();
      sending ??= send().finally(() => {
        sending = null;
      });
      await sending;
    },
  };
}
