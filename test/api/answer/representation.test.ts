// One answer in its encodings.
import t from "tap";
import { represent } from "../../../api/answer/representation.ts";

const TYPE = [["content-type", "application/json; charset=utf-8"]] as const;

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

t.test("what only one call gets is packed quickly, and has a tag of its own", async (t) => {
  const rows = Array.from({ length: 2_000 }, (_, k) => `[${k},"binance",${(k * 7_919) % 10_007}]`).join();
  for (const encoding of ["br", "gzip"] as const) {
    const kept = await represent(Buffer.from(rows), TYPE).variant(encoding);
    const quick = await represent(Buffer.from(rows), TYPE, { effort: "quick" }).variant(encoding);
    t.ok(quick.body.length > kept.body.length, `${encoding}: ${quick.body.length} bytes against ${kept.body.length}`);
    t.ok(quick.body.length < rows.length / 2);
    t.not(quick.etag, kept.etag);
  }
});
