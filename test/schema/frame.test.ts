import t from "tap";
import { decodeFrame, encodeFrame } from "../../schema/frame.ts";

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
