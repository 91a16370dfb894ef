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
  t.match(await explainPort("127.0.0.1", port), new RegExp(`Port ${port} is taken.*PORT=`));
  t.match(await explainPort("0.0.0.0", port), /is taken/);
  t.match(await explainPort("192.0.2.1", 0), null);
  t.match(await explainPort("192.0.2.1", port), /no address of this machine/);
});

t.test("consecutive ports are all free", async (t) => {
  const first = await findFreePorts(4, () => 0.5);
  for (let i = 0; i < 4; i++) t.equal(await explainPort("127.0.0.1", first + i), null);
});
