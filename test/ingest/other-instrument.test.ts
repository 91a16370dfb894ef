// What a provider answers about another instrument than the one that was asked for is refused, whatever the source.
import t from "tap";
import { fetchRows, sourceListings } from "../../ingest/pull.ts";
import { openRun, type Run } from "../../ingest/run/run.ts";
import type { ExchangeSource, OwnSource } from "../../ingest/source/define-source.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { KEYS } from "../../schema/key.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { BASE } from "../support/base.ts";
import { startIngestGround } from "../support/ingest.ts";
import { type Case, NAMED, NAMELESS } from "../support/named-instrument.ts";

const NOW = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 3_600_000 + 20_000;
const ground = await startIngestGround(t);
const { sandbox } = ground;
const { key } = (await (await fetch(`${sandbox.origins.defillama}/sandbox/pro-key`)).json()) as { key: string };
const deps = { ...ground.deps, env: { ...ground.deps.env, DEFILLAMA_API_KEY: key } };
sandbox.setTime({ frozenMs: NOW });

/** An exchange's source as it asks for one market, and is given another's answer. */
async function askSwapped(run: Run, source: ExchangeSource): Promise<number> {
  const listings = await sourceListings(run, source);
  const [asked, other] = listings;
  if (!asked || !other) throw new Error(`${source.id} lists nothing`);
  const bodies: Record<string, unknown> = {};
  for (const [name, { endpoint, params }] of Object.entries("asides" in source ? (source.asides ?? {}) : {})) {
    bodies[name] = (await run.connections.exchanges[source.venue].get(endpoint, params, "", run.context)).body;
  }
  const beside = { now: NOW, asides: { bodies, records: [] } };
  if (source.kind === "bulk") {
    const renamed = listings.map((one) => ({ ...one, symbol: `${one.symbol}X` }));
    await fetchRows(run, source, source.call, { ...beside, listings: renamed }).catch((error) => run.fail("", error));
    return 0;
  }
  const step = 60_000 * 60;
  const to = Math.floor(NOW / step) * step;
  const calls =
    source.kind === "grid"
      ? [source.call(other, { from: to - 5 * source.intervalS * 1_000, to }, NOW)]
      : source.calls(other, false, NOW, null);
  let given = 0;
  for (const call of calls) {
    const { rows, record, asked: symbols } = await fetchRows(run, source, call, { ...beside, listings: [asked] });
    given += rows.length;
    const about = { now: NOW, record, asked: symbols, ageMsMax: null, reference: () => undefined };
    await run.take(rows, about);
  }
  return given;
}

t.test("every exchange source that asks by market refuses the rows of another one", async (t) => {
  let compared = 0;
  for (const source of Object.values(SOURCES)) {
    if (source.kind === "own" || source.id in NAMELESS) continue;
    const run = await openRun(deps, source, `swapped~${source.id}`, undefined);
    const given = await askSwapped(run, source);
    const { rows, refused, errors } = await run.finish();
    t.equal(rows, 0, `${source.id}: none is kept`);
    t.equal(refused, given, source.id);
    const said = source.kind === "bulk" ? /names none of the markets/ : /other_instrument/;
    if (given > 0 || source.kind === "bulk") t.match(errors, [{ message: said }], source.id);
    compared += errors.length > 0 ? 1 : 0;
  }
  t.ok(compared >= 24, `${compared} sources were given rows of another market`);
});

/** Calls after which a run has seen enough. */
const CALLS_MAX = 6;
const ASKED = ["chainlink", "bitcoin", "cardano", "solana", "ethereum"];

/** A run whose provider answers `one` about another instrument; without it as ever. */
function tampered(run: Run, one?: Case): { readonly run: Run; readonly met: () => number } {
  let calls = 0;
  let met = 0;
  const { connections } = run;
  const send: typeof connections.http.send = async (ask) => {
    const answer = await connections.http.send(ask);
    calls += 1;
    if (!one?.call.test(`${ask.url} ${ask.body ?? ""}`)) return answer;
    met += 1;
    return { ...answer, body: Buffer.from(JSON.stringify(one.rename(JSON.parse(answer.body.toString("utf8"))))) };
  };
  const prices = async () => new Map(TRACKED.map(({ id }) => [id, id === "bitcoin" ? 1e5 : 10]));
  const own = { ...connections, http: { ...connections.http, send }, references: prices };
  return { run: { ...run, connections: own, halted: () => run.halted() || calls >= CALLS_MAX }, met: () => met };
}

async function pullOwn(source: OwnSource, key: string, one?: Case) {
  // Whom it read a moment ago it would not ask again.
  await deps.redis.del(KEYS.cursor(source.id));
  const whole = await openRun(deps, source, key, undefined);
  const { run, met } = tampered(whole, one);
  try {
    if (one?.read) await one.read({ ...run, halted: whole.halted });
    else await source.pull(run, ASKED);
  } catch (error) {
    if (!isHttpError(error)) throw error;
    run.fail("", error);
  }
  return { ...(await whole.finish()), met: met() };
}

t.test("every other source refuses an answer that names another instrument", async (t) => {
  for (const source of Object.values(SOURCES)) {
    if (source.kind !== "own") continue;
    for (const [i, one] of (NAMED[source.id] ?? []).entries()) {
      const what = `${source.id}: ${one.member}`;
      const { rows, errors, met } = await pullOwn(source, `other~${source.id}~${i}`, one);
      t.ok(met > 0, `${what} was there to be changed`);
      t.ok(
        errors.some(({ message }) => (one.said ?? /other_instrument/).test(message)),
        `${what} is refused`,
        { found: errors },
      );
      if (!one.rest) t.equal(rows, 0, `${what}: nothing of it is kept`);
    }
    const [first] = NAMED[source.id] ?? [];
    if (!first) continue;
    const plain = { ...first, rename: (body: unknown) => body };
    const { errors, met } = await pullOwn(source, `same~${source.id}`, plain);
    t.ok(met > 0);
    t.same(errors, [], `${source.id}: its own answer is none of another's`);
  }
});

t.test("every source names its instrument, or a document shows that it names none", async (t) => {
  for (const { id, kind } of Object.values(SOURCES)) {
    const isNamed = kind !== "own" || id in NAMED;
    t.ok(id in NAMELESS || isNamed, id);
    t.notOk(id in NAMELESS && id in NAMED, `${id} is one of both`);
  }
  for (const id of [...Object.keys(NAMELESS), ...Object.keys(NAMED)]) t.ok(id in SOURCES, `${id} is a source`);
});
