// Lists of a Koios server come in pages of a thousand rows, cut without a word: all of them are read.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t from "tap";
import { openCallLog } from "../../../ingest/call.ts";
import { openKoios } from "../../../ingest/client/koios.ts";
import type { Connections } from "../../../ingest/connection.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";

const PAGE = 1_000;

t.test("an address with more assets than a page holds keeps them all", async (t) => {
  const assets = Array.from({ length: 2_500 }, (_, i) => ({
    ...{ address: "addr1x", policy_id: `${i}`.padStart(56, "0"), asset_name: "41" },
    ...{ decimals: 0, quantity: `${i + 1}` },
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const rows = pathname === "/address_assets" ? assets : [{ address: "addr1x", balance: "7" }];
    const offset = Number(query.get("offset") ?? 0);
    const limit = Math.min(PAGE, Number(query.get("limit") ?? PAGE));
    response.end(JSON.stringify(rows.slice(offset, offset + limit)));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const http = openHttp({ clock: systemClock, random: systemRandom });
  t.teardown(async () => {
    await http.close();
    server.close();
  });
  const pace = { take: async () => {}, pause: async () => {} };
  const context = { about: { source: "test", provider: "ada" }, log: openCallLog(systemRandom) };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const koios = openKoios({ http, pace } as unknown as Connections, base, context);
  const held = await koios.balances(["addr1x"]);
  t.equal(held.length, 1 + assets.length);
  t.equal(
    held.reduce((sum, { units }) => sum + units, 0n),
    7n + BigInt((2_500 * 2_501) / 2),
  );
});
