// A benchmark whose bar does not hold ends as a failure that names it, and one that waits says for what.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import t from "tap";
import type { Captured } from "../../../scripts/bench/raw-request.ts";
import { lackOfRows, untilAnswered } from "../../../scripts/bench/until-answered.ts";
import { ROOT, readText } from "../../support/tree.ts";

/** Judges two figures against a bar of one, and ends as a benchmark does. */
const endWith = (...figures: readonly number[]) => {
  const judging = figures.map((one, at) => `judge("figure ${at + 1}", ${one}, 1, "at least");`).join("\n");
  const code = `import { endOfBars, judge } from "./scripts/bench/measure.ts";\n${judging}\nprocess.exit(endOfBars());`;
  return spawnSync(process.execPath, ["--import=tsx", "--input-type=module", "-e", code], {
    cwd: ROOT,
    encoding: "utf8",
  });
};

t.test("a bar that does not hold is named at the end, and the process fails; a figure that is none fails too", (t) => {
  const failed = endWith(0.5, 2, Number.NaN);
  t.equal(failed.status, 1, failed.stderr);
  const end = "2 of 3 bars failed:\n  figure 1: 0.500 (bar: at least 1)\n  figure 3: NaN (bar: at least 1)\n";
  t.match(failed.stdout, end);
  const held = endWith(1, 2);
  t.same([held.status, held.stdout.includes("failed")], [0, false], held.stderr);
  for (const main of ["scripts/bench/main.ts", "scripts/bench/soak/main.ts"]) {
    t.match(readText(main), "if (endOfBars() !== 0) process.exitCode = 1;", `${main} ends so`);
  }
  t.end();
});

t.test("what a benchmark waits for in vain is told in the error, with what was answered last", async (t) => {
  const server = createServer((_request, response) => {
    const body = '{"object":"error","detail":"Not built yet.","instance":"/v1","code":"not_ready"}';
    response.writeHead(503, { "content-length": body.length }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await t.rejects(
    untilAnswered(port, "/v1/evaluate/BTC", "Bearer none", () => null, 0),
    {
      message: "/v1/evaluate/BTC is not there after 0 s: 503 Service Unavailable not_ready: Not built yet.",
    },
  );
  server.close();
  server.closeAllConnections();
});

t.test("a history with series that have no rows lacks those, each with its reason", (t) => {
  const told = (series: object): Captured => ({
    status: "200 OK",
    headers: [],
    body: Buffer.from(JSON.stringify({ data: { series } })),
  });
  const price = { rows: [["2026-11-27T00:00:00.000Z", 1]], reason: null };
  t.equal(lackOfRows(told({ price, candles: { rows: [], reason: "pending" } })), "no rows of candles (pending)");
  t.equal(lackOfRows(told({ price })), null);
  t.end();
});
