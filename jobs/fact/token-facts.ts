// The rows of one token at one instant, as the queries give them.

import type { CoinIdentityRow } from "../../schema/query/coin/coin-identity.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import type { TrackedToken } from "../../schema/token/tracked.ts";
import type { OfToken } from "./member.ts";

export type TokenRows = OfToken & {
  readonly identity: CoinIdentityRow | null;
  /** Ids of other coins with a symbol that looks like its own. */
  readonly namesakes: readonly string[];
  /** Calls made for this token, or for many at once. */
  readonly calls: readonly CallLatestRow[];
};

export type TokenFacts = TokenRows & { readonly token: TrackedToken };
