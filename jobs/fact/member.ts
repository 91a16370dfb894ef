// What facts are made of: the newest rows that drawers speak of, and beside them what queries of their own fold or join,
// each under the member that holds its rows.

import { chainFigureLatest } from "../../schema/query/chain/chain-figure-latest.ts";
import { chainReserveLatest } from "../../schema/query/chain/chain-reserve-latest.ts";
import { chainTvlLatest } from "../../schema/query/chain/chain-tvl-latest.ts";
import { chainWatch } from "../../schema/query/chain/chain-watch.ts";
import { contractLatest } from "../../schema/query/chain/contract-latest.ts";
import { dexPoolLatest } from "../../schema/query/chain/dex-pool-latest.ts";
import { dexVolumeLatest } from "../../schema/query/chain/dex-volume-latest.ts";
import { flowSum } from "../../schema/query/chain/flow-sum.ts";
import { flowWeek } from "../../schema/query/chain/flow-week.ts";
import { reserveLatest } from "../../schema/query/chain/reserve-latest.ts";
import { transferSum } from "../../schema/query/chain/transfer-sum.ts";
import { tvlLatest } from "../../schema/query/chain/tvl-latest.ts";
import { unlockAhead } from "../../schema/query/chain/unlock-ahead.ts";
import { unlockCall } from "../../schema/query/chain/unlock-call.ts";
import { coinLatest } from "../../schema/query/coin/coin-latest.ts";
import { globalLatest } from "../../schema/query/coin/global-latest.ts";
import { headlineLatest } from "../../schema/query/coin/headline-latest.ts";
import type { Instant } from "../../schema/query/instant.ts";
import { briefLatest } from "../../schema/query/issued/brief-latest.ts";
import { LATEST, type LatestOfAll, type LatestOfToken, type LatestRows } from "../../schema/query/latest.ts";
import type { Query } from "../../schema/query/query.ts";
import { signalMinuteLatest } from "../../schema/query/signal/signal-minute-latest.ts";
import { signalShown } from "../../schema/query/signal/signal-shown.ts";
import { bookLatest } from "../../schema/query/trade/book-latest.ts";
import { fundingPast } from "../../schema/query/trade/funding-past.ts";
import { liquidationSum } from "../../schema/query/trade/liquidation-sum.ts";
import { liquidationWatch } from "../../schema/query/trade/liquidation-watch.ts";
import { liquidationWindowSum } from "../../schema/query/trade/liquidation-window-sum.ts";
import { openInterestLatest } from "../../schema/query/trade/open-interest-latest.ts";
import { perpHour } from "../../schema/query/trade/perp-hour.ts";
import { spotDay } from "../../schema/query/trade/spot-day.ts";
import { spotHour } from "../../schema/query/trade/spot-hour.ts";
import { spotMinute } from "../../schema/query/trade/spot-minute.ts";
import { type SpotPastRow, spotPast } from "../../schema/query/trade/spot-past.ts";
import { spotVenue } from "../../schema/query/trade/spot-venue.ts";
import { takerHour } from "../../schema/query/trade/taker-hour.ts";

/** Lists of a token's rows, in ascending order of venue or chain. */
export const LISTS = {
  minutes: spotMinute,
  spotVenues: spotVenue,
  perpHours: perpHour,
  books: bookLatest,
  openInterest: openInterestLatest,
  fundingPast,
  takers: takerHour,
  liquidations: liquidationSum,
  /** Of venues that report totals by window; those count by them alone. */
  liquidationWindows: liquidationWindowSum,
  /** Of venues that tell single closures: how long they were read without a hole. */
  liquidationWatch,
  flows: flowSum,
  /** Of tokens on several chains. */
  flowWeeks: flowWeek,
  /** One a contract and provider. */
  contracts: contractLatest,
  /** The largest pools over all chains. */
  pools: dexPoolLatest,
  /** Those that name the token, newest first. */
  headlines: headlineLatest,
  /** Signals of the last 24 hours and the last one of all, newest first. */
  signals: signalShown,
  reserves: reserveLatest,
  /** What labelled wallets hold, one a chain. */
  chainReserves: chainReserveLatest,
  /** How its chains are used and what of it they burned or stake. */
  chainFigures: chainFigureLatest,
} as const;

/** Lists that hang on another: transfers are asked for when it is known, and of past closes those that count are taken. */
export const FOLLOWING = { past: spotPast, transfers: transferSum } as const;

const one = <const L extends string, Q>(list: L, query: Q) => ({ list, query });

/** The one row of a token, and the list that it is read in. */
export const ONES = {
  days: one("days", spotDay),
  hours: one("hours", spotHour),
  coin: one("coins", coinLatest),
  tvl: one("tvls", tvlLatest),
  unlock: one("unlocks", unlockAhead),
  /** The last one issued of it. */
  brief: one("briefs", briefLatest),
} as const;

/** Rows that are of no one token. */
export const WIDE = {
  chains: chainWatch,
  /** Value by chain; the chain "all" is the sum of every chain listed. */
  chainTvls: chainTvlLatest,
  /** Decentralised exchanges of the newest listing, the largest first. */
  dexVolumes: dexVolumeLatest,
  /** The last minute the signal rules were evaluated for; none before the first. */
  detections: signalMinuteLatest,
  globals: globalLatest,
  /** Of schedules: who has none is told by the list of them alone. */
  unlockCalls: unlockCall,
} as const;

type RowOf<Q> = Q extends { readonly row?: infer R } ? NonNullable<R> : never;
type RowsOf<M> = { readonly [K in keyof M]: readonly RowOf<M[K]>[] };
type Ones = typeof ONES;
type Following = Omit<RowsOf<typeof FOLLOWING>, "past"> & { readonly past: readonly SpotPastRow[] };

/** What `Facts` has of a token. */
export type OfToken = LatestOfToken &
  RowsOf<typeof LISTS> &
  Following & { readonly [K in keyof Ones]: RowOf<Ones[K]["query"]> | null };

/** What it has whatever the token. */
export type OfAll = LatestOfAll & RowsOf<typeof WIDE>;

/** Rows of every token side by side, as the queries give them. */
export type MemberRows = LatestRows &
  RowsOf<typeof LISTS & typeof WIDE> &
  Following & {
    readonly [K in keyof Ones as Ones[K]["list"]]: readonly RowOf<Ones[K]["query"]>[];
  };

export type Member = {
  /** Of rows side by side. */
  readonly list: string;
  readonly query: Query<Instant, object>;
  readonly of: "token" | "all";
};

const membersOf = (queries: Readonly<Record<string, Query<Instant, object>>>, of: Member["of"]): Member[] =>
  Object.entries(queries).map(([list, query]) => ({ list, query, of }));

/** Everything that is asked for at once. */
export const MEMBERS: readonly Member[] = [
  ...membersOf(LISTS, "token"),
  ...Object.values(ONES).map(({ list, query }) => ({ list, query, of: "token" as const })),
  ...membersOf(WIDE, "all"),
  ...LATEST.map(({ latest: { member: list, of }, query }) => ({ list, query, of })),
];
