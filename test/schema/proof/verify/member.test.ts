// Members read by a table: whatever a table does not have is named, by whatever name.
import t from "tap";
import { members, words } from "../../../../schema/proof/verify/member.ts";
import { readStrictJson } from "../../../../schema/proof/verify/strict-json.ts";

t.test("a member that is in no table is named, also one that any object has", async (t) => {
  const names = ["other", "constructor", "__proto__", "toString", "hasOwnProperty"];
  const text =
    JSON.stringify({ hash: "x" }).replace("}", names.map((name) => `,"${name}":{"hash":"y"}`).join("")) + "}";
  const named = new Set<string>();
  const read = members({ hash: words })(readStrictJson(new TextEncoder().encode(text)), "/data", named);
  t.same(
    [...named],
    names.map((name) => `/data/${name}`),
  );
  t.equal(read.hash, "x");
});
