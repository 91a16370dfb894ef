// The bare baseline of `read`: uWebSockets.js that sends one fixed answer, and nothing else.

import uws from "uWebSockets.js";
import { readFileSync } from "node:fs";

type Fixed = {
  readonly status: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

const [path = "", port = "0"] = process.argv.slice(2);
const fixed = JSON.parse(readFileSync(path, "utf8")) as Fixed;
const body = Buffer.from(fixed.body, "base64");

uws
  .App()
  .get("/*", (res) => {
    res.cork(() => {
      res.writeStatus(fixed.status);
      for (const [name, value] of fixed.headers) res.writeHeader(name, value);
      res.end(body);
    });
  })
  .listen("127.0.0.1", Number(port), (socket) => {
    if (!socket) process.exit(1);
    process.stdout.write("ready\n");
  });
