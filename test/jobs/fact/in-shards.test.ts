// Asking of thousands of tokens: by parts of the list the same rows come of each token as at once.
import t from "tap";
import { askInShards, inShards, SHARD_TOKENS } from "../../../jobs/fact/in-shards.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { FOLLOWING, MEMBERS } from "../../../jobs/fact/member.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { contractPrevious } from "../../../schema/query/chain/contract-previous.ts";
import type { Query } from "../../../schema/query/query.ts";
import { signalBook } from "../../../schema/query/signal/signal-book.ts";
import { signalBookUsual } from "../../../schema/query/signal/signal-book-usual.ts";
import { signalFlowUsual } from "../../../schema/query/signal/signal-flow-usual.ts";
import {
  signalLiquidationUsual,
  signalLiquidationWatch,
} from "../../../schema/query/signal/signal-liquidation-usual.ts";
import { signalPrice } from "../../../schema/query/signal/signal-price.ts";
import { signalRange } from "../../../schema/query/signal/signal-range.ts";
import { signalTransfer } from "../../../schema/query/signal/signal-transfer.ts";
import { signalTransferUsual } from "../../../schema/query/signal/signal-transfer-usual.ts";
import { suiteNow } from "../../support/base.ts";
import { FILLED_TOKENS, startFilledStore } from "../../support/market/filled-store.ts";

type OfToken = { readonly token: string };
type Asked = { readonly asOf: number; readonly tokens: readonly string[] };

const DETECT = [
  ...[contractPrevious, signalBook, signalBookUsual, signalFlowUsual, signalLiquidationUsual, signalLiquidationWatch],
  ...[signalRange, signalTransfer, signalTransferUsual],
] as unknown as readonly Query<Asked, OfToken>[];

/** The store adds in the order that its threads come in, and tells lists that belong together in any. */
function plain(row: OfToken): object {
  const { hours, usd, ...rest } = row as OfToken & { readonly hours?: readonly number[]; readonly usd?: unknown };
  const rounded = Object.entries(rest as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  ]);
  const pairs =
    hours && Array.isArray(usd)
      ? hours.map((hour, at) => `${hour} ${Number(usd[at]).toPrecision(12)}`).sort()
      : [hours ?? null, usd ?? null];
  return { ...Object.fromEntries(rounded), pairs };
}

const byToken = (rows: readonly OfToken[]) =>
  FILLED_TOKENS.map((token) => [token, rows.filter((row) => row.token === token).map(plain)]);

t.test("of each token the same rows come by parts as at once, whatever builds and detection ask", async (t) => {
  const { store } = await startFilledStore(t);
  const asOf = suiteNow();
  const tokens = [...FILLED_TOKENS].sort();
  const hour = Math.floor(asOf / 3_600_000) * 3_600_000;
  const same = async (query: Query<Asked, OfToken>, params: Asked) => {
    const whole = await store.query(query, params);
    t.same(byToken(await askInShards(store, query, params, 1)), byToken(whole), query.name);
    t.ok(
      whole.every(({ token }) => tokens.includes(token as never)),
      `${query.name} tells of nobody else`,
    );
    return whole.length;
  };
  let filled = 0;
  const members = MEMBERS.filter(({ of }) => of === "token").map(({ query }) => query as Query<Asked, OfToken>);
  for (const query of [...members, FOLLOWING.past as unknown as Query<Asked, OfToken>]) {
    if ((await same(query, { asOf, tokens })) > 0) filled += 1;
  }
  t.ok(members.length > 25 && filled > 12, `${filled} of ${members.length} have rows`);
  for (const query of DETECT) await same(query, { asOf: hour, tokens });
  const minute = Math.floor(asOf / 60_000) * 60_000;
  const ends = tokens.map((_, at) => minute - at * 60_000);
  await same(FOLLOWING.transfers as unknown as Query<Asked, OfToken>, { asOf, tokens, ends } as Asked);
  const bar = Math.floor(asOf / 900_000) * 900_000;
  await same(signalPrice as unknown as Query<Asked, OfToken>, { asOf, tokens, anchors: ends, bar } as Asked);
});

t.test("what is told of each token goes with it, and nothing is asked of more than a part at once", async (t) => {
  const asked: object[] = [];
  const query = async (_: unknown, params: object) => {
    asked.push(params);
    return [params];
  };
  const store = { query } as unknown as Pick<Store, "query">;
  const params = { asOf: 1, tokens: ["a", "b", "c"], ends: [1, 2, 3], venues: ["x"], known: 7 };
  await askInShards(store, { name: "test", sql: "" }, params, 2);
  t.same(asked, [
    { asOf: 1, tokens: ["a", "b"], ends: [1, 2], venues: ["x"], known: 7 },
    { asOf: 1, tokens: ["c"], ends: [3], venues: ["x"], known: 7 },
  ]);
  asked.length = 0;
  await inShards(store).query({ name: "test", sql: "" }, { asOf: 1 });
  t.same(asked, [{ asOf: 1 }], "what asks of no token is asked once");
  const most: number[] = [];
  const counting = {
    query: async (_: unknown, { tokens = [] }: { tokens?: readonly string[] }) => {
      most.push(tokens.length);
      return [];
    },
  } as unknown as Store;
  const many = Array.from({ length: 3_000 }, (_, at) => `sim-${at}`);
  await loadFacts(counting, { asOf: suiteNow(), tokens: many, market: "sandbox" }).catch(() => undefined);
  t.ok(most.length > 100 && Math.max(...most) <= SHARD_TOKENS, `${Math.max(...most)}`);
});
