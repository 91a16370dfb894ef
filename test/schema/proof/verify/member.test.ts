// Members read by a table: whatever a table does not have is named, by whatever name.
import t from "tap";
import { members, words } from "../../../../schema/proof/verify/member.ts";
import { readStrictJson } from "../../../../schema/proof/verify/strict-json.ts";

t.test("a member that is in no table is named, also one that any object has", async (t) => {
  const names = ["other", "constructor", "__proto__", "toString", "hasOwnProperty"];
  const others = names.map((name) => `,"${name}":{"hash":"y"}`);
  const text = `{"hash":"x"${others.join("")}}`;
  const named = new Set<string>();
  const read = members({ hash: words })(readStrictJson(new TextEncoder().encode(text)), "/data", named);
  t.same(
    [...named],
    names.map((name) => `/data/${name}`),
  );
  t.equal(read.hash, "x");
});
