// Links under the public address.
import t from "tap";
import { wireOf } from "../../schema/issued/wire.ts";
import { originOf, verifyUrl } from "../../schema/link.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";

t.test("links stand under the public address, or under this machine's where none is set", async (t) => {
  t.equal(originOf(parseEnv({ PORT: "8181" })), "http://localhost:8181");
  t.equal(originOf(parseEnv({ PUBLIC_URL: "https://api.example.com/" })), "https://api.example.com");
  t.equal(verifyUrl("https://api.example.com", "eval_1"), "https://api.example.com/v1/verify/eval_1");
});

t.test("an issued evaluation names the whole address of its proof", async (t) => {
  const canonical = JSON.stringify({ schema: "vmi/evaluation/1", id: "eval_1", data: { verdict: "avoid" } });
  const { data } = wireOf("evaluation", { id: "eval_1", canonical, hash: "a".repeat(64) }, "https://api.example.com");
  t.equal(data.verify_url, "https://api.example.com/v1/verify/eval_1");
});
