// Which call brought a row: found by token in a long list, it is the one that looking through all of it finds.
import t from "tap";
import { SOURCES } from "../../ingest/sources.ts";
import { broughtBy, DATASET_IDS, datasetOf, FRESHNESS, kindOf } from "../../schema/freshness.ts";
import type { CallBehindRow } from "../../schema/query/service/call-behind.ts";
import { type BroughtRow, pickCall } from "../../schema/source/behind.ts";
import { randomFrom } from "../support/signal/signal-week.ts";

const IDS = ["binance-candle-1m", "binance-candle-1h", "binance-order-book", "eth-exchange-flow"];
const TOKENS = ["", "bitcoin", "ethereum", "solana"];

const callOf = (id: number, random: () => number): CallBehindRow => {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return {
    ...{ id: `call-${id}`, provider: "sandbox:x", source: one(IDS), endpoint: "x", token: one(TOKENS), url: "" },
    ...{ requested_at: 1, responded_at: 2, outcome: one(["ok", "bad_body"]), method: "GET", http_status: 200 },
    ...{ bytes: 1, rows: one([0, 3]), calls: 1, raw_sha256: "", stored_at: one([0, 5, 9]) },
  };
};

/** The best of all: with rows, that went well, about this token, stored first, of the first id. */
function looked(calls: readonly CallBehindRow[], { dataset, from = "", token }: BroughtRow): CallBehindRow | undefined {
  const rank = (call: CallBehindRow) => [call.rows > 0, call.outcome === "ok", call.token !== ""].map(Number).join("");
  return calls
    .filter((call) => datasetOf(call.source) === broughtBy(dataset) && call.source.endsWith(from))
    .filter((call) => token === undefined || call.token === "" || call.token === token)
    .sort((a, b) =>
      rank(a) === rank(b) ? a.stored_at - b.stored_at || (a.id < b.id ? -1 : 1) : rank(a) < rank(b) ? 1 : -1,
    )[0];
}

t.test(
  "of few calls and of many, with and without a token, the call is the one that a search of them all finds",
  async (t) => {
    const random = randomFrom(7);
    const odd: string[] = [];
    for (const length of [0, 1, 3, 8, 9, 40, 300]) {
      const calls = Array.from({ length }, (_, id) => callOf(id, random));
      for (const dataset of ["candle", "order_book", "large_transfer", "funding"] as const) {
        for (const token of [undefined, ...TOKENS, "dogecoin"]) {
          for (const from of [undefined, "candle-1m"]) {
            const row = { dataset, token, ...(from === undefined ? {} : { from }) };
            if (pickCall(calls, row) !== looked(calls, row)) odd.push(`${length} ${dataset} ${token} ${from}`);
          }
        }
      }
    }
    t.same(odd, []);
  },
);

t.test("drawers name the kinds of source that bring their rows, and each is brought", async (t) => {
  const sources = Object.values(SOURCES);
  for (const { id, dataset } of sources) t.equal(datasetOf(id), dataset, id);
  const brought = new Set(sources.map(({ id }) => kindOf(id)));
  const named = DATASET_IDS.flatMap((id) => FRESHNESS[id].kinds ?? [id.replaceAll("_", "-")]);
  t.same(named.sort(), [...brought].sort());
});
