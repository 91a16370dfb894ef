// Which figures changed between two lists, and which way: those tint for a second.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TokenItem } from "../../../schema/object/token-list.ts";
import { isMeasured } from "../kit/value.tsx";
import { MOVING } from "./column.tsx";

type Way = "up" | "down";
const NONE: ReadonlyMap<string, Way> = new Map();
const SHOWN_MS = 1_000;

function compare(before: readonly TokenItem[], after: readonly TokenItem[]): ReadonlyMap<string, Way> {
  const was = new Map(before.map((row) => [row.id, row]));
  const moved = new Map<string, Way>();
  for (const row of after) {
    const old = was.get(row.id);
    if (old === undefined) continue;
    for (const [id, of] of MOVING) {
      const [from, to] = [of(old), of(row)];
      if (isMeasured(from) && isMeasured(to) && from !== to) moved.set(`${row.id} ${id}`, to > from ? "up" : "down");
    }
  }
  return moved;
}

/** Cells as `<token> <column>`; empty but for a second after a change. */
export function useMoved(rows: readonly TokenItem[] | undefined): ReadonlyMap<string, Way> {
  const before = useRef<readonly TokenItem[] | undefined>(undefined);
  const [moved, setMoved] = useState(NONE);
  useEffect(() => {
    if (rows !== undefined && before.current !== undefined) setMoved(compare(before.current, rows));
    before.current = rows;
    const timer = setTimeout(() => setMoved(NONE), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [rows]);
  return moved;
}
