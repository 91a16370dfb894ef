// The reference beside the endpoints: what each error means, and the rules behind verdicts, signals and scores.
import t from "tap";
import { STATED_OF_ANSWERS, STATED_OF_BRIEFS, statedOfRuns } from "../../../api/answer/described-by.ts";
import type { ApiAnswer, App } from "../../../api/app.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { AGENT_IDS } from "../../../schema/agent/index.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { RULE_SETS } from "../../../schema/evaluation/rule-set.ts";
import { FAULTS, type FaultCode } from "../../../schema/fault.ts";
import { MARKET_SECTION_IDS } from "../../../schema/market/index.ts";
import { STATED, wholeOf } from "../../../schema/recompute/statement.ts";
import { DEFINITIONS } from "../../../schema/record/rule.ts";
import { RULE_TABLES } from "../../../schema/rule-table.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import { SERIES_IDS } from "../../../schema/series/index.ts";
import { SIGNALS } from "../../../schema/signal/index.ts";
import { get, headerOf, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";
import { readText } from "../../support/tree.ts";

const EVAL_1_DIGEST = "7ea8a38a2112f868a3f5f351c7249591c415614d7c6cfb1b2c3ad70212ccbcd4";
const AT = Date.parse("2026-11-20T12:00:30.000Z");
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const textOf = (answer: ApiAnswer) => answer.body?.toString("utf8") ?? "";
const read = async (app: App, path: string) =>
  JSON.parse(textOf(await app.handle(get(path)))) as Record<string, unknown>;

t.test("the type of a problem is a whole address that answers what the code means and what to do", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const problem = await read(app, "/v1/state/no-such-coin");
  const { pathname, origin } = new URL(String(problem.type));
  t.equal(origin, "http://localhost:8080");
  t.match(await read(app, pathname), {
    code: "token_not_found",
    status: 404,
    retryable: false,
    what_to_do: /\/v1\/tokens\?q=/,
  });
  for (const code of Object.keys(FAULTS) as FaultCode[]) {
    const answer = await app.handle(get(`/errors/${code}`));
    t.equal(answer.status, 200, code);
    const said = JSON.parse(textOf(answer)) as { raised_by: string[]; what_to_do: string };
    t.match(said.what_to_do, /^[A-Z].*\.$/, code);
    const routes = ROUTES.filter(({ contract }) => contract.faults.includes(code));
    t.equal(said.raised_by.length, routes.length, code);
  }
  t.equal((await app.handle(get("/errors/no_such_code"))).status, 404);
});

t.test("rule tables are served whole by their version", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const rows = async (version: string) => (await read(app, `/rules/${version}`)).rows as Record<string, unknown>[];
  for (const { version, rules } of RULE_SETS) {
    const evaluation = await rows(version);
    t.equal(evaluation.length, rules.length);
    for (const [at, { code, threshold, metric }] of rules.entries()) {
      t.match(evaluation[at], { code, threshold, metric });
    }
  }
  t.equal(digestOf(Buffer.from(JSON.stringify(RULE_TABLES[0]))), EVAL_1_DIGEST, "what was published stays");
  const signals = await rows("sig-1");
  t.same(signals, JSON.parse(JSON.stringify(Object.values(SIGNALS))));
  t.same(
    (await rows("score-1")).map(({ definition }) => definition),
    Object.keys(DEFINITIONS),
  );
  const listed = (await read(app, "/rules")).tables as { url: string }[];
  t.equal(listed.length, RULE_TABLES.length);
  for (const { url } of listed) t.equal((await app.handle(get(new URL(url).pathname))).status, 200, url);
});

t.test("answers with numbers lead to the statements of their numbers, which are served whole", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const textOf = (section: string) => readText(`docs/queries/recompute/${section}.sql`);
  const { statements } = (await read(app, "/recompute")) as { statements: { section: string; url: string }[] };
  t.same(statements.map(({ section }) => section).sort(), [...STATED.keys()].sort());
  for (const { section, url } of statements) {
    const said = await read(app, new URL(url).pathname);
    t.equal(said.section, section);
    t.ok((said.reads as string[]).length > 0 && (said.parameters as object[]).length > 0, "with what it needs");
    t.equal(said.sql, wholeOf(textOf(section), textOf), "as people find it, with those it is made of");
    t.notMatch(said.sql as string, "{{", "whole");
  }
  const list = '<http://localhost:8080/recompute>; rel="describedby"';
  const linksTo = (ids: readonly string[]): string => {
    const own = statements.filter(({ section }) => ids.includes(section));
    const ordered = ids.flatMap((id) => own.filter(({ section }) => section === id));
    return [list, ...ordered.map(({ section, url }) => `<${url}>; rel="describedby"; title="${section}"`)].join(", ");
  };
  const since = "since=2026-11-20T11:00:00Z";
  for (const [path, ids] of [
    ["/v1/state/bitcoin", SECTION_IDS],
    ["/v1/state/bitcoin?sections=market,context", ["market", "context"]],
    ["/v1/market", MARKET_SECTION_IDS],
    ["/v1/market?sections=breadth", ["breadth"]],
    ["/v1/history/bitcoin?resolution=1h", [...SERIES_IDS, "signals"]],
    ["/v1/history/bitcoin?resolution=1h&series=candles,price", ["price", "candles", "signals"]],
    [`/v1/history/bitcoin?resolution=1h&series=funding&${since}`, ["funding", "signals"]],
    [`/v1/history/bitcoin?resolution=1h&series=price&${since}`, ["price", "signals"]],
    ["/v1/evaluate/bitcoin", ["evaluation"]],
    ["/v1/tokens", ["identity", "market", "signals", "evaluation"]],
    ["/v1/tokens?q=btc", ["identity", "market", "signals", "evaluation"]],
    ["/v1/explain/bitcoin", STATED_OF_BRIEFS],
  ] as const) {
    t.equal(headerOf(await app.handle(get(path)), "link"), linksTo(ids), path);
  }
  for (const id of AGENT_IDS) {
    const own = statedOfRuns(id);
    t.ok(
      [...STATED_OF_ANSWERS, ...own].every((section) => STATED.has(section)),
      `what ${id} tells has its statements`,
    );
    t.ok(STATED_OF_ANSWERS.every((section) => own.includes(section)));
  }
  for (const section of ["overview", "breadth", "sectors", "flows", "sentiment", "rankings", "events"])
    t.ok(statedOfRuns("daily-market-brief").includes(section), `the day's brief tells of ${section}`);
  for (const series of ["price", "candles"]) {
    const query = `resolution=1h&series=${series}&since=2026-11-20T10:00:00Z`;
    const soon = app.prepare("/v1/history/bitcoin", query, `/v1/history/bitcoin?${query}`);
    const head = soon?.made.identity?.head().withId.toString("latin1") ?? "";
    t.ok(head.includes(linksTo([series, "signals"])), `${series} alone, for one call`);
  }
});

t.test("a browser gets the same as a page, and caches tell the two apart", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  for (const path of [
    "/errors",
    "/errors/not_ready",
    "/rules",
    "/rules/eval-1",
    "/rules/eval-2",
    "/rules/sig-1",
    "/rules/score-1",
    "/recompute",
    "/recompute/market",
  ]) {
    const page = await app.handle(get(path, BROWSER));
    t.equal(headerOf(page, "content-type"), "text/html; charset=utf-8", path);
    t.match(textOf(page), /^<!doctype html>[\s\S]*<h1>[\s\S]*<table>/);
    t.match(headerOf(page, "vary"), /Accept\b.*Accept-Encoding/);
    t.notMatch(textOf(page), /<script/);
    for (const accept of ["", "*/*", "application/json", "application/json, text/html;q=0.1"]) {
      const plain = await app.handle(get(path, accept === "" ? {} : { accept }));
      t.match(headerOf(plain, "content-type"), /^application\/json/, `${path} ${accept}`);
    }
  }
  const page = textOf(await app.handle(get("/rules/eval-2", BROWSER)));
  t.match(page, "&gt;=", "what is compared is text, not markup");
});

/** Every link of a value, by its place. */
function linksIn(value: unknown, place = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]): [string, string][] =>
    typeof member === "string" && /^(verify_url|method_url|type|docs)$/.test(name) && member.includes("/")
      ? [[`${place}/${name}`, member]]
      : linksIn(member, `${place}/${name}`),
  );
}

t.test("links of every example are whole addresses under the service, of paths that it has", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const found = ROUTES.flatMap(({ contract }) => linksIn(contract.example.answer, contract.id));
  t.ok(found.length >= 4, `${found.length} links`);
  for (const [place, link] of found) {
    t.equal(new URL(link).origin, "http://localhost:8080", place);
    const { status, body } = await app.handle(get(new URL(link).pathname));
    const missing = body?.toString("utf8").includes("route_not_found") ?? false;
    t.notOk(missing, `${place}: ${status}`);
  }
});
