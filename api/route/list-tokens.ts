// GET /v1/tokens: the tracked tokens in rank order, or a search over them.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { tokenList } from "../../schema/object/token-list.ts";
import { toTime } from "../../schema/shape/time.ts";
import { route } from "../contract.ts";
import { needFrame } from "../snapshot/need.ts";
import { joinWithCommas, linesOf } from "../snapshot/sections.ts";
import { type Match, searchTokens } from "../snapshot/token-index.ts";
import { tokensExample } from "./example/tokens.ts";

const contract = route({
  id: "listTokens",
  method: "GET",
  path: "/v1/tokens",
  tag: "Discover",
  tier: "free",
  summary: "List the tracked tokens or search for one",
  description:
    "The tokens tracked in depth, by market-cap rank: ids, symbols, contracts, price, changes, categories, open signals. With q: a search by exact contract, exact id, exact symbol, start of the name, then inside the name.",
  params: Type.Object({}),
  query: Type.Object(
    {
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: LIMITS.queryLengthMax,
          description: "Name, symbol, id or contract address.",
          examples: ["btc"],
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.tokensPageMax,
          default: LIMITS.tokensPageDefault,
          description: "Tokens a page.",
        }),
      ),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0, description: "Tokens to skip." })),
    },
    { additionalProperties: false },
  ),
  output: tokenList,
  faults: [],
  maxAgeS: 2,
  example: { params: {}, query: { q: "btc" }, answer: tokensExample },
});

/** A row's bytes with how it matched as its last member. */
const withMatch = (row: Buffer, { field, exact }: Match): Buffer =>
  Buffer.concat([row.subarray(0, -1), Buffer.from(`,"match":{"field":"${field}","exact":${exact}}}`)]);

export const listTokens = contract.handle(({ query }, { snapshots }) => {
  const frame = needFrame(snapshots, "tokens", SNAPSHOTS.tokens);
  const rows = linesOf(frame.parts.get("rows"));
  const offset = query.offset ?? 0;
  const end = offset + (query.limit ?? LIMITS.tokensPageDefault);
  const matches = query.q === undefined ? null : searchTokens(frame.meta, query.q);
  const items =
    matches === null
      ? rows.slice(offset, end)
      : matches.slice(offset, end).flatMap((match) => {
          const row = rows[match.at];
          return row ? [withMatch(row, match)] : [];
        });
  const head = {
    universe: matches === null ? "tracked" : "search",
    query: query.q ?? null,
    total: (matches ?? rows).length,
    count: items.length,
  };
  const body = Buffer.concat([
    Buffer.from(`{"object":"token_list","id":null,"as_of":"${toTime(frame.meta.asOf)}","data":`),
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"tokens":[`),
    joinWithCommas(items),
    Buffer.from(`]},"sources":[`),
    joinWithCommas(linesOf(frame.parts.get("sources"))),
    Buffer.from("]}"),
  ]);
  return { body, asOf: frame.meta.asOf, from: [frame] };
});
