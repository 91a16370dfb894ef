// The rows of one token at one instant, as the queries give them.
import type { BookLatestRow } from "../../schema/query/book-latest.ts";
import type { BriefLatestRow } from "../../schema/query/brief-latest.ts";
import type { CallLatestRow } from "../../schema/query/call-latest.ts";
import type { ChainFigureRow } from "../../schema/query/chain-figure-latest.ts";
import type { ChainReserveLatestRow } from "../../schema/query/chain-reserve-latest.ts";
import type { CoinIdentityRow } from "../../schema/query/coin-identity.ts";
import type { CoinLatestRow } from "../../schema/query/coin-latest.ts";
import type { ContractLatestRow } from "../../schema/query/contract-latest.ts";
import type { DexPoolLatestRow } from "../../schema/query/dex-pool-latest.ts";
import type { FlowSumRow } from "../../schema/query/flow-sum.ts";
import type { FlowWeekRow } from "../../schema/query/flow-week.ts";
import type { FundingPastRow } from "../../schema/query/funding-past.ts";
import type { HeadlineLatestRow } from "../../schema/query/headline-latest.ts";
import type { LatestOfToken } from "../../schema/query/latest.ts";
import type { LiquidationSumRow } from "../../schema/query/liquidation-sum.ts";
import type { LiquidationWatchRow } from "../../schema/query/liquidation-watch.ts";
import type { LiquidationWindowSumRow } from "../../schema/query/liquidation-window-sum.ts";
import type { OpenInterestLatestRow } from "../../schema/query/open-interest-latest.ts";
import type { PerpHourRow } from "../../schema/query/perp-hour.ts";
import type { ReserveLatestRow } from "../../schema/query/reserve-latest.ts";
import type { SignalShownRow } from "../../schema/query/signal-shown.ts";
import type { SpotDayRow } from "../../schema/query/spot-day.ts";
import type { SpotHourRow } from "../../schema/query/spot-hour.ts";
import type { SpotMinuteRow } from "../../schema/query/spot-minute.ts";
import type { SpotPastRow } from "../../schema/query/spot-past.ts";
import type { SpotVenueRow } from "../../schema/query/spot-venue.ts";
import type { TakerHourRow } from "../../schema/query/taker-hour.ts";
import type { TransferSumRow } from "../../schema/query/transfer-sum.ts";
import type { TvlLatestRow } from "../../schema/query/tvl-latest.ts";
import type { UnlockAheadRow } from "../../schema/query/unlock-ahead.ts";
import type { TrackedToken } from "../../schema/tracked.ts";

/** Rows of one token, each list with at most one row a venue (or chain) in ascending order of it. */
export type TokenRows = LatestOfToken & {
  readonly minutes: readonly SpotMinuteRow[];
  readonly past: readonly SpotPastRow[];
  /** Daily closes; left out by those who hand in rows without them. */
  readonly days?: SpotDayRow | null;
  readonly hours: SpotHourRow | null;
  readonly spotVenues: readonly SpotVenueRow[];
  readonly perpHours: readonly PerpHourRow[];
  readonly books: readonly BookLatestRow[];
  readonly openInterest: readonly OpenInterestLatestRow[];
  readonly fundingPast: readonly FundingPastRow[];
  readonly takers: readonly TakerHourRow[];
  readonly liquidations: readonly LiquidationSumRow[];
  /** Of venues that report totals by window; those count by them alone. */
  readonly liquidationWindows: readonly LiquidationWindowSumRow[];
  /** Of venues that tell single closures: how long they were read without a hole. */
  readonly liquidationWatch: readonly LiquidationWatchRow[];
  readonly flows: readonly FlowSumRow[];
  /** Of tokens on several chains; left out by those who hand in rows without them. */
  readonly flowWeeks?: readonly FlowWeekRow[];
  readonly transfers: readonly TransferSumRow[];
  readonly coin: CoinLatestRow | null;
  readonly identity: CoinIdentityRow | null;
  /** Ids of other coins with a symbol that looks like its own. */
  readonly namesakes: readonly string[];
  /** One a contract and provider. */
  readonly contracts: readonly ContractLatestRow[];
  /** The largest pools over all chains. */
  readonly pools: readonly DexPoolLatestRow[];
  /** Those that name the token, newest first. */
  readonly headlines: readonly HeadlineLatestRow[];
  /** Signals of the last 24 hours and the last one of all, newest first. */
  readonly signals: readonly SignalShownRow[];
  readonly tvl: TvlLatestRow | null;
  readonly reserves: readonly ReserveLatestRow[];
  /** What labelled wallets hold, one a chain; left out by those who hand in rows without them. */
  readonly chainReserves?: readonly ChainReserveLatestRow[];
  /** How its chains are used and what of it they burned or stake; left out by those who hand in rows without them. */
  readonly chainFigures?: readonly ChainFigureRow[];
  readonly unlock: UnlockAheadRow | null;
  /** The last one issued of it; left out by those who hand in rows without them. */
  readonly brief?: BriefLatestRow | null;
  /** Calls made for this token, or for many at once. */
  readonly calls: readonly CallLatestRow[];
};

export type TokenFacts = TokenRows & { readonly token: TrackedToken };
