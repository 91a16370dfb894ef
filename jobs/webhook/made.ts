// What Redis remembers of the last attempt of a message: its number and, until it is stored, the attempt itself, so that
// whoever runs the job of a process that died writes it down in place of sending again.
import type { DeliveryRow } from "../../schema/dataset/watch/delivery.ts";

/** `row` is null once the attempt is stored. */
export type Made = { readonly attempt: number; readonly row: DeliveryRow | null };

/** Begins with the attempt's number: scripts compare it. */
export const madeText = (row: DeliveryRow): string => `${row.attempt} ${JSON.stringify(row)}`;

export function readMade(text: string | null): Made {
  if (text === null) return { attempt: 0, row: null };
  const end = text.indexOf(" ");
  if (end < 0) return { attempt: Number(text), row: null };
  return { attempt: Number(text.slice(0, end)), row: JSON.parse(text.slice(end + 1)) as DeliveryRow };
}

/** Lua: the number of the attempt that such a text tells of, false included. */
export const MADE_ATTEMPT = `local function attemptOf(made)
  return tonumber(string.match(made or "0", "^%d+")) or 0
end`;

/** Longer than any message is retried, also where each answer asks for six hours. */
export const MADE_S = 3 * 86_400;
