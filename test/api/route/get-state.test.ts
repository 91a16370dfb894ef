// GET /v1/state/{token}: which token, which sections, which sources, and how old.
import t from "tap";
import { MARKET_SPEED_SECTIONS, SECTION_IDS } from "../../../schema/section/index.ts";
import { placeOf } from "../../../schema/shape/source.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames, toldSource, USDC } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
type Data = Record<string, unknown> & { token: { id: string; resolved?: object } };

t.test("the state", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const read = async (target: string) => {
    const { body } = await ask(t, app, target);
    return { ...(body as { as_of: string; sources: { id: string }[]; id: null }), data: body.data as Data };
  };

  t.test("all sections are there in wire order without asking, and only the asked ones otherwise", async (t) => {
    t.same(Object.keys((await read("/v1/state/bitcoin")).data), ["token", ...SECTION_IDS]);
    const { data } = await read("/v1/state/bitcoin?sections=supply,market,supply");
    t.same(Object.keys(data), ["token", "market", "supply"]);
  });

  for (const id of SECTION_IDS) {
    t.test(`${id} alone carries its own as_of and exactly the sources it names`, async (t) => {
      const { as_of, sources, data } = await read(`/v1/state/bitcoin?sections=${id}`);
      const section = data[id] as { as_of: string; sources: string[] };
      t.equal(as_of, section.as_of);
      t.same(
        sources.map((source) => source.id),
        section.sources,
      );
    });
  }

  t.test("a source is short: venue where the provider does not say it, status where it is not ok", async (t) => {
    const { sources } = await read("/v1/state/bitcoin");
    t.same(
      sources,
      SECTION_IDS.map((_, k) => {
        const { id, provider, endpoint, as_of, venue } = toldSource(k, AT - k * 1_000);
        return [
          { id, provider, endpoint, as_of },
          { id, provider, endpoint, as_of, venue },
          { id, provider, endpoint, as_of, status: "stale" },
        ][k % 3];
      }),
    );
    t.same(await read("/v1/state/bitcoin?sources=short"), await read("/v1/state/bitcoin"));
  });

  t.test("sources=full says all of each, and nothing else changes but the tag", async (t) => {
    for (const query of ["", "sections=supply,market"]) {
      const short = await ask(t, app, `/v1/state/bitcoin?${query}`);
      const full = await ask(t, app, `/v1/state/bitcoin?${query}&sources=full`);
      t.same(full.body.data, short.body.data);
      t.same(
        full.body.sources,
        (short.body.sources as { id: string }[]).map(({ id }) => toldSource(placeOf(id), AT - placeOf(id) * 1_000)),
      );
      const tagOf = ({ answer }: typeof full) => answer.headers.find(([name]) => name === "etag")?.[1];
      t.not(tagOf(full), tagOf(short));
    }
  });

  for (const path of ["/v1/state/bitcoin", "/v1/market", "/v1/history/bitcoin"]) {
    t.test(`${path} knows two forms of sources and no other`, async (t) => {
      for (const value of ["all", "", "full,short", "FULL"]) {
        const { status, body } = await ask(t, app, `${path}?sources=${value}`);
        t.equal(status, 400, value);
        t.match(body, { code: "invalid_enum", errors: [{ parameter: "sources", allowed: ["short", "full"] }] });
      }
    });
  }

  t.test("as_of is the oldest of the market-speed sections asked for, else the oldest (D15)", async (t) => {
    const age = (k: number) => toTime(AT - k * 1_000);
    const oldestFast = Math.max(...[...MARKET_SPEED_SECTIONS].map((id) => SECTION_IDS.indexOf(id)));
    t.equal((await read("/v1/state/bitcoin")).as_of, age(oldestFast));
    t.equal((await read("/v1/state/bitcoin?sections=market,brief")).as_of, age(SECTION_IDS.indexOf("market")));
    t.equal((await read("/v1/state/bitcoin?sections=identity,brief")).as_of, age(SECTION_IDS.indexOf("brief")));
  });

  for (const [input, id, by] of [
    ["bitcoin", "bitcoin", null],
    ["bitcoin-copy", "bitcoin-copy", null],
    ["BTC", "bitcoin", "symbol"],
    ["btc", "bitcoin", "symbol"],
    [USDC, "usd-coin", "contract"],
    [USDC.toLowerCase(), "usd-coin", "contract"],
    ["So1anaCaseMatters1", "bitcoin-copy", "contract"],
    ["%62tc", "bitcoin", "symbol"],
  ] as const) {
    t.test(`${input.slice(0, 20)} is read as ${id}${by ? ` by ${by}, and the answer says so` : ""}`, async (t) => {
      const { token } = (await read(`/v1/state/${input}`)).data;
      t.equal(token.id, id);
      const alternatives = by === "symbol" ? ["bitcoin-copy"] : [];
      t.same(token.resolved, by ? { input: decodeURIComponent(input), by, alternatives } : undefined);
    });
  }

  for (const [input, ...close] of [
    ["bitcoim", "bitcoin"],
    ["USD", "usd-coin"],
    ["so1anacasematters1"],
    ["zzzzzzzz"],
    ["BITCOIN-COPIE", "bitcoin-copy"],
  ] as const) {
    t.test(`${input} is 404 with close matches`, async (t) => {
      const { status, body } = await ask(t, app, `/v1/state/${input}`);
      t.equal(status, 404);
      t.equal(body.code, "token_not_found");
      t.same(
        (body.candidates as { id: string }[]).slice(0, close.length).map(({ id }) => id),
        close,
      );
      if (close.length === 0) t.same(body.candidates, []);
    });
  }
});
