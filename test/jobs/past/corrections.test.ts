// What was corrected beside an instant of the past is counted by what each query that a state is made of knew, and told.
import t from "tap";
import { readCorrected } from "../../../jobs/past/corrections.ts";
import { notesOf } from "../../../jobs/past/notes.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

const { store } = await startTestStore(t);
const [BEFORE, CORRECTED, AFTER] = [BASE - 2 * MINUTE_MS, BASE - MINUTE_MS, BASE];
const instant = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;

/** A quarter of an hour of a day ago, which was corrected once. */
const openAt = Math.floor(BASE / DAY_MS) * DAY_MS - DAY_MS;
const version = (close: number, stored: number, replaced: number) =>
  `('bitcoin', 'kraken', 'spot', 'XBTUSD', 900, ${instant(openAt)}, 1, 9, 1, ${close}, 1, 1, 'sandbox:kraken', ${instant(stored)}, ${instant(stored)}, ${instant(replaced)})`;
await store.command(`INSERT INTO candle (token, venue, market, symbol, interval_s, open_at, open, high, low, close, volume_native, volume_usd, provider, retrieved_at, stored_at, replaced_at)
VALUES ${version(2, BASE - DAY_MS, CORRECTED)}, ${version(3, CORRECTED, 0)}`);

const at = (known: number, older: Readonly<Record<string, number>> = {}, tokens = ["bitcoin", ""]) =>
  readCorrected(store, {
    ...{ asOf: BASE, known, tokens },
    older: new Map(Object.entries(older).map(([name, ms]) => [name, { asOf: ms, known: ms }])),
  });
const counted = (readings: number, others: number, unread: number) => [{ dataset: "candle", readings, others, unread }];

t.test("candles of every length that a state reads are counted, of its own token and of others", async (t) => {
  t.same(await at(BEFORE), counted(1, 0, 0));
  t.same(await at(BEFORE, {}, ["ethereum", ""]), counted(0, 1, 0));
  t.same(await at(AFTER), [], "what was known by then is not corrected since");
});

t.test("what a query did not read since an answer of before stood for it is told beside what it knew", async (t) => {
  t.same(await at(AFTER, { "spot-past": BEFORE }), counted(0, 0, 1));
  t.same(await at(AFTER, { "spot-past": AFTER }), []);
  t.same(await at(AFTER, { "spot-hour": BEFORE, "flow-week": BEFORE }), [], "none of those reads such candles");
  const basis = { asOf: BASE, known: AFTER, version: BASE, codeVersion: "", origin: "", unset: new Map() };
  const gone = { queries: new Set<string>(), tables: new Set<never>(), datasets: new Set<never>() };
  const notes = notesOf({ ...basis, older: new Map() }, gone, counted(0, 0, 1), "");
  t.match(notes.at(-1), /^candle: 1 reading was corrected before it; it held what had been read earlier\.$/);
});
