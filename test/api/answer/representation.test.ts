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
