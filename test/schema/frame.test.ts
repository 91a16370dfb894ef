import t from "tap";
import { decodeFrame, decodeTail, encodeAfter, encodeFrame, settle, unsettle } from "../../schema/frame.ts";

const head = {
  name: "state/bitcoin",
  version: 1_735_689_600_000,
  meta: { sections: { market: { asOf: 1, sources: [1] } } },
};
const parts = new Map<string, string | Buffer>([
  ["token", '{"id":"bitcoin"}'],
  ["market", Buffer.from('{"name":"Bitcoin – ₿"}')],
  ["empty", ""],
]);

t.test("a frame gives back its head and the exact bytes of every part", async (t) => {
  for (const form of ["plain", "packed"] as const) {
    const frame = decodeFrame(encodeFrame(head, parts, form));
    t.ok(frame, form);
    t.equal(frame?.name, head.name);
    t.equal(frame?.version, head.version);
    t.same(frame?.meta, head.meta);
    for (const [name, body] of parts) t.equal(frame?.parts.get(name)?.toString(), body.toString());
  }
});

t.test("bytes that are not one whole frame are refused", async (t) => {
  for (const form of ["plain", "packed"] as const) {
    const whole = encodeFrame(head, parts, form);
    t.equal(decodeFrame(whole.subarray(0, whole.length - 1)), null, `${form}, cut short`);
    t.equal(decodeFrame(Buffer.concat([whole, Buffer.from("x")])), null, `${form}, too long`);
  }
  t.equal(decodeFrame(Buffer.alloc(0)), null, "nothing");
  t.equal(decodeFrame(Buffer.from("{not json\nrest")), null, "a broken head");
  t.equal(decodeFrame(Buffer.from("null\n")), null, "a head that is no object");
});

t.test("what is settled is taken over as it is, and read as one with what follows it", async (t) => {
  const rows = Array.from({ length: 2_000 }, (_, i) => `["${i}",${Math.sin(i)}]\n`);
  const whole = Buffer.from(rows.join(""));
  for (const count of [0, 1, 1_999, 2_000]) {
    const settled = settle(Buffer.from(rows.slice(0, count).join("")));
    t.equal(unsettle(settled).toString(), rows.slice(0, count).join(""));
    const rest = new Map([
      ["rows", rows.slice(count).join("")],
      ["sources", "[1]"],
    ]);
    const bytes = encodeAfter(settled, head, rest);
    const frame = decodeFrame(bytes);
    t.ok(frame?.parts.get("rows")?.equals(whole), `${count} settled`);
    t.equal(frame?.parts.get("sources")?.toString(), "[1]");
    t.same(frame?.meta, head.meta);

    const tail = decodeTail(bytes);
    t.ok(tail?.settled.packed.equals(settled.packed), "the same bytes");
    t.equal(tail?.settled.bytes, settled.bytes);
    t.equal(tail?.parts.get("rows")?.toString(), rest.get("rows"));
    t.equal(tail?.parts.get("sources")?.toString(), "[1]");
    for (const wrong of [bytes.subarray(0, bytes.length - 1), Buffer.concat([bytes, Buffer.from("x")])]) {
      t.equal(decodeFrame(wrong), null);
      t.equal(decodeTail(wrong), null);
    }
  }
  const unsettled = decodeTail(encodeFrame(head, parts, "packed"));
  t.equal(unsettled?.settled.bytes, 0, "a frame in which nothing is settled is all tail");
  for (const [name, body] of parts) t.equal(unsettled?.parts.get(name)?.toString(), body.toString());
  t.equal(decodeTail(encodeFrame(head, parts)), null, "a plain frame has no tail");
});
