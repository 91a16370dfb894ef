// What every endpoint does with parameters it does not know, and how lists may be written.
import t from "tap";
import { ROUTES } from "../../../api/route/index.ts";
import { get, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");

t.test("every endpoint refuses a parameter it does not know, by its name", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  for (const { contract } of ROUTES.filter(({ contract: { method } }) => method === "GET")) {
    const path = contract.path.replace(/{(\w+)}/g, (_, name: string) =>
      String((contract.example.params as Record<string, string>)[name]),
    );
    const answer = await app.handle(get(`${path}?colour=red`));
    t.equal(answer.status, 400, path);
    const problem = JSON.parse(answer.body?.toString("utf8") ?? "{}") as {
      errors: { parameter: string; code: string }[];
    };
    t.ok(
      problem.errors.some(({ parameter, code }) => parameter === "colour" && code === "unknown_parameter"),
      path,
    );
    for (const { parameter } of problem.errors) t.not(parameter, "", `${path} names what it is about`);
  }
});

t.test("a list may be written with commas or by repeating its parameter; another parameter stands once", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const bodyOf = async (target: string) => {
    const { status, body } = await app.handle(get(target));
    return { status, text: body?.toString("utf8") ?? "" };
  };
  const commas = await bodyOf("/v1/state/BTC?sections=market,liquidity");
  t.equal(commas.status, 200);
  t.same(await bodyOf("/v1/state/BTC?sections=market&sections=liquidity"), commas);
  t.same(await bodyOf("/v1/state/BTC?sections=market&sections=liquidity,market"), commas);
  const wrong = await bodyOf("/v1/state/BTC?sections=market&sections=colour");
  t.equal(wrong.status, 400);
  t.match(wrong.text, /"received":"market,colour"/);
  t.match(await bodyOf("/v1/tokens?limit=1&limit=2"), { status: 400, text: /given more than once/ });
});
