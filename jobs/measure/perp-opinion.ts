// Where a second provider's open interest and funding of a venue differ from the venue's own: such a figure is nobody's.
import type { FundingLatestRow } from "../../schema/dataset/trade/funding.ts";
import type { PerpOpinionLatestRow } from "../../schema/dataset/trade/perp-opinion.ts";
import type { OpenInterestLatestRow } from "../../schema/query/trade/open-interest-latest.ts";
import type { TokenRows } from "../fact/token-facts.ts";
import { isFresh } from "./cause.ts";
import type { Gap } from "./gap.ts";
import { contest } from "./opinion.ts";

/** Figures read minutes apart may differ by this factor. */
const INTEREST_FACTOR = 1.5;
/** Some count both sides of each contract: about twice as much is the same. */
const SIDES = 2;
const SIDES_FACTOR = 1.25;
const RATE_FACTOR = 2;
/** Percentage points of the venue's interval below which rates do not differ. */
const RATE_POINTS = 0.05;

const withinFactor = (factor: number) => (a: number, b: number) => Math.max(a, b) <= factor * Math.min(a, b);
const sameInterest = (own: number, other: number): boolean =>
  withinFactor(INTEREST_FACTOR)(own, other) || withinFactor(SIDES_FACTOR)(own * SIDES, other);
const sameRate = (a: number, b: number): boolean =>
  Math.abs(a - b) <= RATE_POINTS || (a * b > 0 && withinFactor(RATE_FACTOR)(Math.abs(a), Math.abs(b)));

function opinionOf(
  rows: Pick<TokenRows, "perpOpinions">,
  venue: string,
  asOf: number,
): PerpOpinionLatestRow | undefined {
  const row = rows.perpOpinions.find((one) => one.venue === venue);
  return row && isFresh("perp_opinion", row.read_at, asOf) ? row : undefined;
}

/** The gap of a venue's open interest; null where the second provider agrees or has nothing fresh to say. */
export function contestInterest(
  row: OpenInterestLatestRow,
  rows: Pick<TokenRows, "perpOpinions">,
  asOf: number,
): Gap | null {
  const opinion = opinionOf(rows, row.venue, asOf);
  if (!opinion) return null;
  const other = { provider: opinion.provider, value: opinion.open_interest_usd };
  return contest({ provider: row.provider, value: row.usd }, other, sameInterest);
}

/** The same of a venue's funding rate, in percentage points of its own interval. */
export function contestRate(row: FundingLatestRow, rows: Pick<TokenRows, "perpOpinions">, asOf: number): Gap | null {
  const opinion = opinionOf(rows, row.venue, asOf);
  if (!opinion) return null;
  const other = { provider: opinion.provider, value: opinion.rate_pct };
  return contest({ provider: row.provider, value: row.rate * 100 }, other, sameRate);
}
