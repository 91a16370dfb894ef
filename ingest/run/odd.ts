// Members of a list that are no rows: what reads the list leaves them out, and the run that reads it hears of them.
import { AsyncLocalStorage } from "node:async_hooks";

/** Hears the odd members of one list, and whether it had no other. */
export type HearOdd = (odd: readonly unknown[], isAll: boolean) => void;

type Hearing = { readonly hear: HearOdd /** Lists are read again for every token. */; readonly told: WeakSet<object> };

const hearings = new AsyncLocalStorage<Hearing>();

/** Whatever `read` leaves out is told to `hear`, each list once. */
export const hearOdd = <T>(hear: HearOdd, read: () => Promise<T>): Promise<T> =>
  hearings.run({ hear, told: new WeakSet() }, read);

/** Says that these members of a list are left out; nobody need be listening. */
export function tellOdd(list: readonly unknown[], odd: readonly unknown[]): void {
  const hearing = hearings.getStore();
  if (!hearing || hearing.told.has(list)) return;
  hearing.told.add(list);
  hearing.hear(odd, odd.length === list.length);
}
