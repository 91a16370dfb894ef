// Ports: a taken one is explained before anything starts.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import t from "tap";
import type { Deps } from "../../../api/deps.ts";
import { llmsTxt } from "../../../api/surface/llms-txt.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { explainPort, findFreePort, findFreePorts } from "../../../scripts/start/port.ts";

t.test("a free port is free and a taken one says what to do", async (t) => {
  const port = await findFreePort();
  t.equal(await explainPort("127.0.0.1", port), null);
  const server = createServer().listen(port, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  t.match(await explainPort("127.0.0.1", port), {
    setting: "PORT",
    text: new RegExp(`is taken: stop what uses port ${port}.*PORT=${port + 1}`),
  });
  t.match(await explainPort("0.0.0.0", port, "TLS_PORT"), { setting: "TLS_PORT", text: /is taken.*TLS_PORT=/ });
  t.equal(await explainPort("192.0.2.1", 0), null);
  t.match(await explainPort("192.0.2.1", port), { setting: "HOST", text: /no address of this machine/ });
});

t.test("a port that Assay itself holds is said to be", async (t) => {
  const server = createHttpServer((_, response) => response.end(llmsTxt({ env: parseEnv({}) } as unknown as Deps)));
  server.listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  t.match(await explainPort("127.0.0.1", port), {
    text: /^is taken by another Assay, which answers there: stop it, or/,
  });
});

t.test("consecutive ports are all free", async (t) => {
  const first = await findFreePorts(4, () => 0.5);
  for (let i = 0; i < 4; i++) t.equal(await explainPort("127.0.0.1", first + i), null);
});
