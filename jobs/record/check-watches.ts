// Checks what briefs said would confirm or contradict them against the states published since; what is met is kept once.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { decodeFrame } from "../../schema/frame.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import type { WatchCondition } from "../../schema/object/brief.ts";
import { watchMetSince, watchOpen } from "../../schema/query/issued/watch-open.ts";
import type { Deps } from "../deps.ts";
import { readFrames } from "../publish.ts";

/** Conditions end a day after the window of their brief. */
const OPEN_MS = DAY_MS + HOUR_MS;

type Watched = {
  readonly id: string;
  readonly token: string;
  readonly issuedAt: number;
  readonly place: number;
  readonly condition: WatchCondition;
};

/** What a process knows of the store: conditions that are neither met nor over, and the last number that it has read. */
type Known = { readonly open: Map<string, Watched>; after: number };
const KNOWN = new WeakMap<object, Known>();

const keyOf = ({ id, place }: { readonly id: string; readonly place: number }): string => `${id}~${place}`;

async function readOpen({ store, env }: Deps, now: number): Promise<Known> {
  const since = now - OPEN_MS;
  const before = KNOWN.get(store);
  const known = before ?? { open: new Map<string, Watched>(), after: 0 };
  const [briefs, met] = await Promise.all([
    store.query(watchOpen, { since, after: known.after }),
    store.query(watchMetSince, { since }),
  ]);
  for (const row of briefs) {
    const { watch_conditions: conditions } = wireOf("brief", row, originOf(env)).data;
    const { id, token, issued_ms: issuedAt } = row;
    for (const [place, condition] of conditions.entries())
      known.open.set(keyOf({ id, place }), { id, token, issuedAt, place, condition });
    known.after = Math.max(known.after, Number(id));
  }
  for (const one of met) known.open.delete(keyOf(one));
  for (const [key, { condition }] of known.open) if (Date.parse(condition.until) < now) known.open.delete(key);
  KNOWN.set(store, known);
  return known;
}

type Frame = ReturnType<typeof decodeFrame>;
type Reading = { readonly at: number; readonly value: number };

const inside = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** Reads metrics of one state; sections are parsed once. */
function openState(frame: Frame): (metric: string) => Reading | null {
  const sections = new Map<string, unknown>();
  return (metric) => {
    const [id = "", ...names] = metric.split("/");
    if (!sections.has(id)) sections.set(id, JSON.parse(frame?.parts.get(id)?.toString("utf8") ?? "null"));
    const section = sections.get(id);
    const [value, asOf] = [names.reduce(inside, section), inside(section, "as_of")];
    return typeof value === "number" && typeof asOf === "string" ? { at: Date.parse(asOf), value } : null;
  };
}

/** A reading of before the brief, or of after the condition's end, meets nothing. */
function isMet({ condition, issuedAt }: Watched, { at, value }: Reading): boolean {
  if (at <= issuedAt || at > Date.parse(condition.until)) return false;
  return condition.comparator === ">" ? value > condition.value : value < condition.value;
}

/** @returns how many were met. Of two workers, and of one that was killed, one row of a condition is kept. */
export async function checkWatches(deps: Deps): Promise<number> {
  const { store, redis, clock } = deps;
  const { open } = await readOpen(deps, clock.now());
  const tokens = [...new Set([...open.values()].map(({ token }) => token))];
  const frames = await readFrames(redis, tokens.map(SNAPSHOTS.state));
  const read = new Map(tokens.map((token, at) => [token, openState(frames[at] ?? null)] as const));
  let met = 0;
  for (const [key, watched] of open) {
    const reading = read.get(watched.token)?.(watched.condition.metric) ?? null;
    if (reading === null || !isMet(watched, reading)) continue;
    const { id, place, token, issuedAt } = watched;
    const row = { id, place, token, issued_at: issuedAt, at: reading.at, value: reading.value };
    await store.insert("watch_met", [row], `watch_met~${key}`);
    open.delete(key);
    met += 1;
  }
  return met;
}
