// A provider's server on loopback that answers as a test says, and a client of ours to ask it with.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "../../schema/io/clock.ts";
import { type Http, openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";

type Teardown = { teardown(fn: () => unknown): void };

export async function startAnswering(t: Teardown, answer: RequestListener): Promise<{ origin: string; http: Http }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const http = openHttp({ clock: systemClock, random: systemRandom });
  t.teardown(async () => {
    await http.close();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, http };
}
