// Pages as a program gets them: frames and what they load, their headers, and links for who asks for JSON.
import t from "tap";
import { openFiles } from "../../../api/page/files.ts";
import { VIEW_PAGES as ALL } from "../../../api/page/index.ts";
import { decode, get, headerOf, startTestApi } from "../../support/api/api.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
/** All but the reference, whose viewer brings its own style. */
const VIEW_PAGES = ALL.filter(({ viewer }) => viewer === undefined);
const ENCODINGS = ["identity", "gzip", "br"] as const;

t.test("pages and what they load", async (t) => {
  const { app, deps } = await startTestApi(t, AT, new Map());
  const textOf = async (path: string, headers = {}) => decode(await app.handle(get(path, headers))).toString();

  await t.test(
    "a frame loads only files that are there, each the same in every encoding and kept for good",
    async (t) => {
      for (const { path, main } of ALL) {
        const frame = await textOf(path.replace(/\{\w+\}/g, "any"), BROWSER);
        const named = [...frame.matchAll(/(?:src|href)="(\/page\/[^"]*)"/g)].map((found) => found[1] ?? "");
        t.ok(named.length >= (main === undefined ? 3 : 2), path);
        for (const file of named) {
          const whole = await textOf(file);
          t.not(whole, "", file);
          for (const encoding of ENCODINGS) {
            const answer = await app.handle(get(file, { "accept-encoding": encoding }));
            t.equal(answer.status, 200, `${file} ${encoding}`);
            t.equal(decode(answer).toString(), whole);
            t.match(headerOf(answer, "cache-control"), /max-age=31536000, immutable/);
          }
        }
      }
    },
  );

  await t.test("no page may run, load or frame anything of another origin, or style itself", async (t) => {
    for (const { path } of VIEW_PAGES) {
      const answer = await app.handle(get(path.replace(/\{\w+\}/g, "any"), BROWSER));
      const policy = headerOf(answer, "content-security-policy") ?? "";
      t.match(policy, /^default-src 'none'; script-src 'self';.* frame-ancestors 'none'/);
      t.notMatch(policy, /unsafe|http|\*/);
      const text = decode(answer).toString();
      t.notMatch(text, /<style|<script>|\son\w+=|\sstyle=/);
      t.notMatch(text, /\b(?:src|action)="?https?:/);
      t.notMatch(text, /<link[^>]*https?:/);
    }
  });

  await t.test("a frame that is held is not sent again", async (t) => {
    const first = await app.handle(get("/", BROWSER));
    const again = await app.handle(get("/", { ...BROWSER, "if-none-match": headerOf(first, "etag") ?? "" }));
    t.same([again.status, again.body], [304, null]);
    t.equal(headerOf(again, "cache-control"), "no-cache");
    t.match(headerOf(again, "vary"), /Accept, Accept-Encoding/);
    t.equal((await app.handle(get("/", BROWSER, "HEAD"))).bodyBytes, first.bodyBytes);
    t.equal((await app.handle(get("/", BROWSER, "POST"))).status, 405);
  });

  await t.test("GET / is links for who asks for JSON, each of which answers or is ready soon", async (t) => {
    const answer = await app.handle(get("/", { accept: "application/json" }));
    t.equal(headerOf(answer, "content-type"), "application/json; charset=utf-8");
    const { object, name: _, ...links } = JSON.parse(decode(answer).toString()) as Record<string, string>;
    t.equal(object, "index");
    for (const link of Object.values(links)) {
      const { pathname } = new URL(link);
      if (pathname !== "/mcp") t.ok([200, 503].includes((await app.handle(get(pathname))).status), pathname);
    }
    t.match(await textOf("/", { accept: "*/*" }), /^<!doctype html>/);
    t.match(await textOf("/", BROWSER), /^<!doctype html>/);
    t.match(await textOf("/", { accept: "application/json;q=0, text/html" }), /^<!doctype html>/);
    t.match(await textOf("/", { accept: "application/json;q=0.5, text/html;q=0.9" }), /^<!doctype html>/);
    t.match(await textOf("/", { accept: "text/html;q=0.5, application/json" }), /^\{"object":"index"/);
    t.match(await textOf("/", { accept: "text/*, application/json;q=0.5" }), /^<!doctype html>/);
    for (const accept of ["text/html;q=0, application/json", "text/html;q=0.5, application/json"]) {
      t.match(headerOf(await app.handle(get("/none", { accept })), "content-type"), "application/problem+json", accept);
    }
  });

  await t.test("what is not there is a problem like any other", async (t) => {
    for (const path of ["/page/", "/page/none.js", "/page/manifest.json", "/page/../app.ts"]) {
      t.equal((await app.handle(get(path))).status, 404, path);
    }
  });

  await t.test("a person gets a page that leads on where nothing is, under the same status", async (t) => {
    for (const path of ["/none", "/token/", "/token/%ff", "/proof/a/b", "/agents/none", "/docs/none"]) {
      const answer = await app.handle(get(path, BROWSER));
      t.equal(answer.status, 404, path);
      t.match(headerOf(answer, "content-type"), "text/html", path);
      t.match(headerOf(answer, "content-security-policy"), /^default-src 'none'/, path);
      t.match(decode(answer).toString(), /No such page.*href="\/docs"/s, path);
      t.match(headerOf(await app.handle(get(path)), "content-type"), "application/problem+json", path);
    }
    for (const path of ["/v1/none", "/v2/tokens", "//v1/tokens", "/page/none.js"]) {
      t.match(headerOf(await app.handle(get(path, BROWSER)), "content-type"), "application/problem+json", path);
    }
    t.equal((await app.handle(get("/none", BROWSER, "HEAD"))).status, 404);
    t.match(headerOf(await app.handle(get("/none", BROWSER, "POST")), "content-type"), "application/problem+json");
  });

  await t.test("a path of a page that ends with a slash leads to the page, and nowhere else", async (t) => {
    for (const path of ["/docs/", "/agents/", "/token/bitcoin/", "/docs/quick-start/"]) {
      const answer = await app.handle(get(path, BROWSER));
      t.same([answer.status, headerOf(answer, "location")], [308, path.slice(0, -1)]);
    }
    for (const path of ["/token/", "//other.example/", "/docs//", "/none/"]) {
      t.equal((await app.handle(get(path, BROWSER))).status, 404, path);
    }
  });

  await t.test("the band says that a market is simulated, and is missing where it is not", async (t) => {
    t.match(await textOf("/", BROWSER), /Simulated market/);
    const files = openFiles({ ...deps, env: { ...deps.env, MARKET: "live" } }, []);
    const frame = await files.find("/")?.("text/html");
    t.notMatch((await frame?.variant("identity"))?.body.toString(), /Simulated market/);
  });
});
