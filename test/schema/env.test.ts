import t from "tap";
import { parseEnv, providerName } from "../../schema/env.ts";

t.test("an empty environment gives the embedded sandbox on port 8080", async (t) => {
  const env = parseEnv({});
  t.equal(env.MARKET, "sandbox");
  t.equal(env.PORT, 8080);
  t.equal(env.ROLE, "all");
  t.equal(env.REDIS_URL, undefined);
  t.equal(env.CLICKHOUSE_URL, undefined);
});

t.test("an empty value counts as not set", async (t) => {
  t.equal(parseEnv({ PORT: "", REDIS_URL: "" }).PORT, 8080);
});

t.test("every setting at fault is named in one error", async (t) => {
  t.throws(() => parseEnv({ PORT: "eighty", MARKET: "moon", REDIS_URL: "not a url" }), {
    message: /(?=[\s\S]*PORT)(?=[\s\S]*MARKET)(?=[\s\S]*REDIS_URL)/,
  });
});

t.test("a role is all, or lanes and clock", async (t) => {
  t.equal(parseEnv({ ROLE: "pull,build,clock" }).ROLE, "pull,build,clock");
  t.throws(() => parseEnv({ ROLE: "pull,dance" }), { message: /ROLE/ });
});

t.test("simulated data names a sandbox provider, real data the provider itself", async (t) => {
  t.equal(providerName({ MARKET: "sandbox" }, "binance"), "sandbox:binance");
  t.equal(providerName({ MARKET: "live" }, "binance"), "binance");
});

t.test("the tracked tokens are all, or some of those that are known", async (t) => {
  t.equal(parseEnv({}).TRACKED_TOKENS, "all");
  t.equal(parseEnv({ TRACKED_TOKENS: "bitcoin,snek" }).TRACKED_TOKENS, "bitcoin,snek");
  for (const wrong of ["BTC", "bitcoin,", "bitcoin,dodgecoin", "bitcoin ethereum"])
    t.throws(() => parseEnv({ TRACKED_TOKENS: wrong }), { message: /TRACKED_TOKENS/ }, wrong);
});
