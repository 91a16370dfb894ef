// Verdicts are served until they run out, by the API's own clock: then none is, from kept bytes or otherwise.
import t from "tap";
import { decodeFrame, encodeFrame } from "../../../schema/frame.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import type { TokensMeta } from "../../../schema/snapshot.ts";
import { ask, headerOf, startTestApi } from "../../support/api/api.ts";
import { frames, TOKENS, tokensFrame } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const UNTIL = AT + 1_200_000;
const TARGET = "/v1/evaluate/bitcoin";
const LIST = "/v1/tokens";

/** The list of tokens with a verdict on the first of them that runs out with the evaluation. */
function withVerdict(): Buffer {
  const frame = decodeFrame(tokensFrame(AT));
  const rows = (frame?.parts.get("rows")?.toString() ?? "").trim().split("\n");
  const told = rows.map((row, at) =>
    JSON.stringify({ ...JSON.parse(row), verdict: at === 0 ? "caution" : null, verdict_reason: null }),
  );
  const tokens = TOKENS.map((token, at) => (at === 0 ? { ...token, verdictUntil: UNTIL } : token));
  const parts = new Map([
    ["rows", told.join("\n")],
    ["sources", frame?.parts.get("sources")?.toString() ?? ""],
  ]);
  return encodeFrame<TokensMeta>({ name: SNAPSHOTS.tokens, version: AT, meta: { asOf: AT, tokens } }, parts);
}

type Item = { readonly id: string; readonly verdict: string | null; readonly verdict_reason: string | null };

t.test("a verdict past its end", async (t) => {
  const given = frames(AT).set(SNAPSHOTS.tokens, { version: AT, bytes: withVerdict() });
  const { app, clock } = await startTestApi(t, AT, given);
  const itemsAt = async (path: string) =>
    ((await ask(t, app, path)).body.data as { tokens: Item[] }).tokens.map(({ verdict, verdict_reason: reason }) => [
      verdict,
      reason,
    ]);
  const others = TOKENS.slice(1).map(() => [null, null]);

  clock.at = UNTIL - 1_500;
  const { answer, body } = await ask(t, app, TARGET);
  t.equal(answer.status, 200);
  t.equal(headerOf(answer, "cache-control"), "public, max-age=1", "nobody on the way keeps it beyond its end");
  t.same(await itemsAt(LIST), [["caution", null], ...others]);
  clock.at = UNTIL - 1;
  t.equal((await ask(t, app, TARGET)).answer.status, 200);
  t.ok(app.ready.get(TARGET), "its bytes are kept");

  clock.at = UNTIL;
  t.equal(app.ready.get(TARGET), undefined, "kept bytes end with it, swept or not");
  for (const headers of [{}, { "if-none-match": headerOf(answer, "etag") ?? "" }]) {
    const stale = await ask(t, app, TARGET, headers);
    t.equal(stale.answer.status, 503);
    t.match(stale.body, { code: "verdict_stale", retryable: true, retry_after_s: 60 });
    t.same(stale.body.last, { id: body.id, as_of: new Date(AT).toISOString() });
    t.equal(headerOf(stale.answer, "cache-control"), "no-store");
  }
  t.same(await itemsAt(LIST), [["unassessed", "stale"], ...others], "the list that was built before says so too");
  t.same(
    await itemsAt(`${LIST}?q=bitcoin`),
    [
      ["unassessed", "stale"],
      [null, null],
    ],
    "and so does a search",
  );
});
