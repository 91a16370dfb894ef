// Which encoding a caller gets, whatever its header says.
import t from "tap";
import { encodingFor } from "../../../api/answer/negotiate.ts";

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
