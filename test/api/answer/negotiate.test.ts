// Which encoding and which kind of document a caller gets, whatever its headers say.
import t from "tap";
import { encodingFor, wantedFirst } from "../../../api/answer/negotiate.ts";

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

for (const [header, expected] of [
  ["", null],
  ["*/*", null],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
  ["application/json", "json"],
  ["application/json, text/html", "json"],
  ["text/html;q=0, application/json", "json"],
  ["text/html;q=0.5, application/json", "json"],
  ["application/problem+json;q=0.1, TEXT/HTML;Q=0.2", "html"],
  ["text/html;q=0", null],
  ["text/*, application/json;q=0.5", "text"],
  ["text/*, text/html;q=0.1", "html"],
  ["text/markdown, */*", null],
] as const) {
  t.test(`Accept: ${header || "(none)"} wants ${expected} first`, async (t) => t.equal(wantedFirst(header), expected));
}

t.test("Accept: of a header longer than anybody means none is weighed, and it names nothing", async (t) => {
  const before = (items: number) => `${"image/png;q=0.1,".repeat(items)}text/html`;
  t.equal(wantedFirst(before(31)), "html");
  t.equal(wantedFirst(before(32)), null);
  t.equal(wantedFirst(`text/html${",".repeat(16_000)}`), null);
});
