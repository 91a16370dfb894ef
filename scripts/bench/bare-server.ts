// The bare baseline of `read`: uWebSockets.js that sends one fixed answer, having read one header where it is told to.

import uws from "uWebSockets.js";
import { readFileSync } from "node:fs";

type Fixed = {
  readonly status: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** A header to be read; empty for none. */
  readonly reads: string;
};

const [path = "", port = "0", processes = "1"] = process.argv.slice(2);
const fixed = JSON.parse(readFileSync(path, "utf8")) as Fixed;
const body = Buffer.from(fixed.body, "base64");

type Listen = (host: string, port: number, option: number, done: (socket: unknown) => void) => void;

const app = uws.App().get("/*", (res, req) => {
  if (fixed.reads !== "") req.getHeader(fixed.reads);
  res.cork(() => {
    res.writeStatus(fixed.status);
    for (const [name, value] of fixed.headers) res.writeHeader(name, value);
    if (body.length === 0) res.endWithoutBody();
    else res.end(body);
  });
});
// 1 keeps the port for itself. The declarations lack this form.
(app.listen.bind(app) as unknown as Listen)("127.0.0.1", Number(port), processes === "1" ? 1 : 0, (socket) => {
  if (!socket) process.exit(1);
  process.send?.("ready");
});
