// Ports: a taken one is explained before anything starts.
import { once } from "node:events";
import { createServer } from "node:net";
import t from "tap";
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

t.test("consecutive ports are all free", async (t) => {
  const first = await findFreePorts(4, () => 0.5);
  for (let i = 0; i < 4; i++) t.equal(await explainPort("127.0.0.1", first + i), null);
});
