// The parts of an answer: encodings, header blocks, kept answers, kept frames.
import t from "tap";
import { openCache } from "../../../api/answer/cache.ts";
import { joinHeaders, verifyHeaders } from "../../../api/answer/header.ts";
import { encodingFor } from "../../../api/answer/negotiate.ts";
import { represent } from "../../../api/answer/representation.ts";
import { openFrameTable } from "../../../api/snapshot/frame-table.ts";
import { historyFrame, marketFrame } from "../../support/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const TYPE = [["content-type", "application/json; charset=utf-8"]] as const;

for (const [header, expected] of [
  ["", "identity"],
  ["identity", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;Q=1.0, BR;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["br;q=7, gzip;q=x, deflate", "identity"],
  [";;;,,,=", "identity"],
] as const) {
  t.test(`Accept-Encoding: ${header || "(none)"} gets ${expected}`, async (t) =>
    t.equal(encodingFor(header), expected),
  );
}

t.test("headers that would split a response are refused wherever they come from", async (t) => {
  for (const bad of [
    ["x-a", "1\r\nx-evil: 1"],
    ["x-a", "1\n"],
    ["x-a", "\u0000"],
    ["x-a", "é"],
    ["x a", "1"],
    ["X-A", "1"],
    ["x-a:", "1"],
    ["", "1"],
  ] as const) {
    t.throws(() => verifyHeaders([...TYPE, bad]), /is not safe/);
    t.throws(() => joinHeaders([...TYPE, bad]), /is not safe/);
  }
});

t.test("a block says the same headers with room for an id and without it", async (t) => {
  const block = joinHeaders([...TYPE, ["etag", '"x"'], ["vary", "Accept-Encoding"]]);
  const rest = `${TYPE[0][1]}\r\netag: "x"\r\nvary: Accept-Encoding`;
  t.equal(block.firstName, "content-type");
  t.equal(Buffer.from(block.rest).toString(), rest);
  t.match(
    Buffer.from(block.withId).toString(),
    new RegExp(`^0{18}\r\ncontent-type: ${rest.replace(/[.*+?^$]/g, "\\$&")}$`),
  );
});

t.test("a body is encoded once however many ask at once, and a small one never", async (t) => {
  const large = represent(Buffer.from("abc".repeat(100_000)), TYPE);
  const [first, second] = await Promise.all([large.variant("br"), large.variant("br")]);
  t.equal(first, second);
  t.equal(large.made.br, first);
  const small = await represent(Buffer.from("{}"), TYPE).variant("br");
  t.equal(
    small.headers.find(([name]) => name === "content-encoding"),
    undefined,
  );
});

t.test("kept answers stay within their bounds, and those in use stay longest", async (t) => {
  const cache = openCache(100, 10_000_000);
  const answer = () => {
    const made = represent(Buffer.alloc(10_000), TYPE);
    made.variant("identity");
    return made;
  };
  cache.set("hot", answer(), [{ name: "market", version: 1 }], AT + 1);
  for (let k = 0; k < 1_000; k++) {
    cache.set(`cold-${k}`, answer(), [{ name: "market", version: 1 }], AT + 1);
    t.ok(cache.get("hot"));
    if (cache.size() > 100) t.fail(`${cache.size()} entries`);
  }
  cache.drop("status");
  t.equal(cache.size(), 100);
  cache.sweep(AT + 1);
  t.equal(cache.size(), 0, "what expired is gone");
  const narrow = openCache(1_000, 100_000);
  for (let k = 0; k < 1_000; k++) narrow.set(String(k), answer(), [], AT);
  t.ok(narrow.size() < 10, "bytes are bounded too");
});

t.test("frames that are not pinned make room for one another; pinned ones stay", async (t) => {
  const swapped: string[] = [];
  const history = (resolution: "15m" | "1h" | "6h") =>
    historyFrame({ series: "candles", resolution, at: AT, buckets: 100 });
  const table = openFrameTable((name) => swapped.push(name), history("15m").length * 2 + 100);
  table.accept("market", marketFrame(AT));
  for (const resolution of ["15m", "1h", "6h"] as const) {
    table.accept(`history/bitcoin/candles/${resolution}`, history(resolution));
    table.get("history", "history/bitcoin/candles/15m");
  }
  t.same(table.names().sort(), ["history/bitcoin/candles/15m", "history/bitcoin/candles/6h", "market"]);
  t.equal(table.accept("market", marketFrame(AT)), "old");
  t.equal(table.accept("market", marketFrame(AT - 1)), "old");
  t.equal(table.accept("market", marketFrame(AT + 1)), "taken");
  t.equal(swapped.length, 5);
});
