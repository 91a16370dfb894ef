// The time by which ages are counted: the visitor's clock, set right by what the service says where it is wrong.

/** Dates of answers are whole seconds, and take a while to arrive. */
const TOLERATED_MS = 5_000;
let aheadMs = 0;

/** Epoch milliseconds, as the service has them. */
export const now = (): number => Date.now() + aheadMs;

/** `date`: what an answer says in its header that came so many milliseconds ago. */
export function setByDate(date: string | null, agoMs: number): void {
  const said = Date.parse(date ?? "");
  if (Number.isNaN(said)) return;
  const ahead = said + agoMs - Date.now();
  aheadMs = Math.abs(ahead) > TOLERATED_MS ? ahead : 0;
}
