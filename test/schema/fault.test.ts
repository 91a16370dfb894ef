import t from "tap";
import { echo, FAULTS, type FaultCode, fault, isFault } from "../../schema/fault.ts";
import { listFiles, readText } from "../support/tree.ts";

t.test("every fault has a 4xx or 5xx status and a title of its own", async (t) => {
  const titles = new Set<string>();
  for (const [code, row] of Object.entries(FAULTS)) {
    t.match(code, /^[a-z][a-z_]*$/);
    t.ok(row.status >= 400 && row.status <= 599, code);
    t.notOk(titles.has(row.title), `${code} shares its title`);
    titles.add(row.title);
    t.ok(isFault(fault(code as FaultCode)), code);
  }
});

t.test("an ordinary error is no fault", async (t) => {
  t.notOk(isFault(new Error("x")));
  t.notOk(isFault(Object.assign(new Error("x"), { name: "Fault", code: "not_a_code" })));
  t.notOk(isFault({ name: "Fault", code: "not_ready" }));
});

t.test("what we echo of an input is visible and at most 80 characters", async (t) => {
  t.equal(echo("a\r\nSet-Cookie: x"), "a??Set-Cookie: x");
  t.equal(echo("\u202eevil\u0000"), "?evil?");
  t.equal(echo("safe\ufe0f\u{e0100}"), "safe??", "what selects a variation cannot be seen either");
  t.equal(echo("x".repeat(200)).length, 80);
  t.equal(echo("/order/size_usd yearn.finance $1:2"), "/order/size_usd yearn.finance $1:2", "plain text stays");
});

t.test("what we echo of an input is no link and no markup", async (t) => {
  t.equal(echo("go to http://evil.example/pay"), "go to http?evil.example/pay");
  t.equal(
    echo("[pay](//evil.example) www.evil.example a@evil.example"),
    "?pay???evil.example? ?evil.example a?evil.example",
  );
  t.equal(echo("<b>**`x`** | \\"), "?b????x??? ? ?");
});

t.test("every fault is raised somewhere and shown by a test", async (t) => {
  const textOf = (files: readonly string[]) => files.filter((file) => file.endsWith(".ts")).map(readText);
  const raising = ["api", "jobs", "ingest", "schema"]
    .flatMap((folder) => listFiles(folder))
    .filter((file) => !/^schema\/(fault|fault-help|object\/.*)\.ts$|^api\/route\/example\/|^api\/surface\//.test(file));
  const source = textOf(raising)
    .join("\n")
    .replace(/\n\s*faults: \[[^\]]*\]/g, "");
  const shown = textOf(listFiles("test").filter((file) => file !== "test/schema/fault.test.ts")).join("\n");
  for (const code of Object.keys(FAULTS)) {
    t.ok(source.includes(`"${code}"`), `${code} is raised`);
    t.ok(new RegExp(`\\b${code}\\b`).test(shown), `${code} is shown by a test`);
  }
});
