// The guides: every document is a page, tables of the documents are those of the code, and their programs run as they stand.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import t from "tap";
import { anchorOf, writeGuide } from "../../../api/page/markdown.ts";
import { GUIDES, guideText, readGuide } from "../../../api/surface/guide.ts";
import { FAULTS, type FaultCode } from "../../../schema/fault.ts";
import { FAULT_HELP } from "../../../schema/fault-help.ts";
import { LIMITS, RATE_POLICIES } from "../../../schema/limit.ts";
import { REASONS } from "../../../schema/reason.ts";
import { decode, get, headerOf, startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { suiteNow } from "../../support/base.ts";
import { frames } from "../../support/rows/frames.ts";
import { listFiles, ROOT, readText } from "../../support/tree.ts";

const isGuide = (name: string): boolean => GUIDES.some((one) => one.name === name);
/** The rows of the table whose first cell is code, by that cell. */
const rowsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^\| `([\w-]+)` +\| (.*) \|$/gm)].map(([, name = "", rest = ""]) => [
      name,
      rest.replace(/ +/g, " ").trim(),
    ]),
  );

t.test("every document is a guide, and every guide a document with a title and a first paragraph", async (t) => {
  const documents = listFiles().flatMap((file) => /^docs\/([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  t.same(GUIDES.map(({ name }) => name).sort(), documents);
  for (const { name } of GUIDES) {
    const { title, lead, body } = writeGuide(readGuide(name), isGuide);
    t.ok(title !== "" && lead !== "" && body !== "", name);
    t.notMatch(body, /<script|<style|\son\w+=|\sstyle=|<img/i, name);
  }
});

t.test("links of guides lead to guides, to headings that are there, or to the web", async (t) => {
  const anchors = new Map(
    GUIDES.map(({ name }) => {
      const { body } = writeGuide(readGuide(name), isGuide);
      return [name, new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id))];
    }),
  );
  for (const { name } of GUIDES) {
    const { body, lead } = writeGuide(readGuide(name), isGuide);
    for (const [, href = ""] of `${lead}${body}`.matchAll(/<a href="([^"]*)"/g)) {
      const [, guide = name, anchor] = /^(?:\/docs\/([\w-]+))?(?:#(.*))?$/.exec(href) ?? [];
      if (/^https?:/.test(href) || /^\/(rules|errors)$/.test(href)) continue;
      t.ok(anchors.has(guide), `${name}: ${href}`);
      if (anchor !== undefined) t.ok(anchors.get(guide)?.has(anchor), `${name}: ${href}`);
    }
  }
  t.equal(anchorOf("How to read `unassessed`"), "how-to-read-unassessed");
});

t.test("markup in a document is text", async (t) => {
  const { body } = writeGuide("# A\n\nB\n\n<b onclick=alert(1)>c</b> `<i>` [d](javascript:alert(2))\n", isGuide);
  t.notMatch(body, /<b |<i>|javascript/);
  t.match(body, "&lt;b onclick=alert(1)&gt;c");
});

t.test("errors.md lists every code with its status, whether to ask again, and what to do", async (t) => {
  const rows = rowsOf(readGuide("errors"));
  t.same([...rows.keys()], Object.keys(FAULTS));
  for (const [code, { status, title, ...rest }] of Object.entries(FAULTS)) {
    const again = "retryable" in rest ? "yes" : "no";
    t.equal(rows.get(code), `${status} | ${again} | ${title}. ${FAULT_HELP[code as FaultCode]}`, code);
  }
});

t.test("unassessed.md lists every reason, limits.md every rate and the sizes that hold", async (t) => {
  t.same([...rowsOf(readGuide("unassessed")).keys()].sort(), [...REASONS].sort());
  const text = readGuide("limits");
  const rows = rowsOf(text);
  t.same([...rows.keys()], Object.keys(RATE_POLICIES));
  for (const [id, { quota, windowS }] of Object.entries(RATE_POLICIES)) {
    const per = windowS === 86_400 ? "a day (UTC)" : windowS === 60 ? "a minute" : `${windowS} seconds`;
    t.match(rows.get(id), `${quota} | ${per} |`, id);
  }
  const { bodyBytesMax, urlBytesMax, seriesRawRowsMax, eventsMax, monitorsPerSecretMax, messageBytesMax } = LIMITS;
  for (const said of [`${bodyBytesMax / 1024} KB`, `${messageBytesMax / 1000} kB`, `${monitorsPerSecretMax} of`]) {
    t.match(text, said);
  }
  for (const size of [urlBytesMax, seriesRawRowsMax, eventsMax]) t.match(text, size.toLocaleString("en-US"));
});

const AT = Date.parse("2026-11-20T12:00:30.000Z");

t.test("served as text and as a page, with commands that reach this service", async (t) => {
  const { app, deps } = await startTestApi(t, AT, new Map());
  for (const { name } of GUIDES) {
    const answer = await app.handle(get(`/docs/${name}.md`));
    t.equal(answer.status, 200, name);
    t.equal(headerOf(answer, "content-type"), "text/markdown; charset=utf-8");
    t.equal(decode(answer).toString(), guideText(name, deps.env), name);
  }
  t.equal(
    guideText("asking", { PUBLIC_URL: "https://assay.example/", PORT: 1 }).includes("localhost"),
    false,
    "none of this machine where it is known elsewhere",
  );
  t.match(
    guideText("asking", { PUBLIC_URL: "https://assay.example", PORT: 1 }),
    "curl -s https://assay.example/v1/ask",
  );
  t.equal((await app.handle(get("/docs/none"))).status, 404);
  t.equal((await app.handle(get("/docs/none.md"))).status, 404);
  t.equal((await app.handle(get("/docs/..%2fREADME.md"))).status, 404);
});

t.test("the example of an error is one, but for its id", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(readGuide("errors"))?.[1] ?? "{}") as object;
  const real = JSON.parse(decode(await app.handle(get("/v1/state/nonesuch"))).toString()) as object;
  t.same({ ...shown, request_id: "" }, { ...real, request_id: "" });
});

const python = spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0;
const go = spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;

t.test("the programs of the quick start print the price with its time, or the error", async (t) => {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/quick-start-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const at = suiteNow();
  const api = await startTestApi(t, at, frames(at));
  const { port } = await serve(t, api);
  const text = readText("docs/quick-start.md").replaceAll("localhost:8080", `127.0.0.1:${port}`);
  const code = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)?.[1] ?? "";
  const run = async (file: string, body: string, command: string, ...args: string[]) => {
    writeFileSync(join(folder, file), body);
    const child = spawn(command, [...args, join(folder, file)], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.on("close", resolve));
    return said;
  };
  const runs = async (asked: (body: string) => string) => [
    await run("a.mjs", (await transform(asked(code("ts")), { loader: "ts", format: "esm" })).code, process.execPath),
    ...(python ? [await run("b.py", asked(code("python")), "python3")] : []),
    ...(go ? [await run("c.go", asked(code("go")), "go", "run")] : []),
  ];
  for (const said of await runs((body) => body)) t.match(said, /^BTC [\d.]+ USD at \d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  for (const said of await runs((body) => body.replace("/BTC", "/nonesuch")))
    t.match(said, "token_not_found: No token");
  const { price_usd: price } = JSON.parse(decode(await api.app.handle(get("/v1/state/BTC", {}, "GET"))).toString()).data
    .market;
  t.match((await runs((body) => body))[0], String(price));
  t.ok(readFileSync(join(folder, "a.mjs"), "utf8").includes("unassessed"));
});
