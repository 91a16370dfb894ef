// The listener for operators and who connects to it without a question: all are dropped, and honest ones are told meanwhile.
import { connect, type Socket } from "node:net";
import t from "tap";
import { openAdmin } from "../../../schema/io/seen/admin.ts";
import { findFreePort } from "../../../scripts/start/port.ts";
import { until } from "../../support/until.ts";

const DROPPED_MS = 15_000;
const HALF = "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx";
const HEAD = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

t.test(
  "silent ones, half bodies and dripping heads are dropped within 15 s, and no more than 256 are held",
  async (t) => {
    const port = await findFreePort();
    const log = { info: () => undefined, warn: () => undefined };
    const env = { ADMIN_PORT: port, ADMIN_HOST: "127.0.0.1", ADMIN_TOKEN: "" };
    const admin = openAdmin({ env, log, process: "test" });
    t.teardown(() => admin.stop());
    await until(() => admin.port());
    const sockets = new Set<Socket>();
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
    });
    const open = (say: string, drips = false) => {
      const socket = connect(port, "127.0.0.1", () => void (say === "" || socket.write(say)));
      sockets.add(socket);
      const timer = setInterval(() => drips && socket.write("x"), 500);
      socket.on("error", () => undefined);
      socket.on("data", () => undefined);
      socket.on("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
      });
    };
    const from = performance.now();
    for (let n = 0; n < 60; n++)
      for (const [say, drips] of [
        ["", false],
        [HALF, false],
        [HEAD, true],
      ] as const)
        open(say, drips);
    const told = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: "close" } });
    t.equal(told.status, 200);
    t.match(await told.text(), /process_start_time_seconds/);
    await until(() => sockets.size === 0, 60_000);
    const tookMs = performance.now() - from;
    t.ok(tookMs <= DROPPED_MS, `all gone after ${Math.round(tookMs)} ms`);
    for (let n = 0; n < 400; n++) open("");
    await until(() => sockets.size <= 256);
    t.pass("the others were refused at once");
  },
);
