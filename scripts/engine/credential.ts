// Who is asking: the owner's token may do everything, the analysts' token may only read.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { EngineError } from "./fault.ts";

export type Role = "owner" | "analyst";
type Tokens = { token: string; readonlyToken: string | undefined };

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function readGiven(request: IncomingMessage, params: URLSearchParams): { user: string; password: string } {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const key = header("x-clickhouse-key");
  const authorization = header("authorization") ?? "";
  if (key !== undefined || header("x-clickhouse-user") !== undefined) {
    if (authorization !== "" || params.has("user") || params.has("password")) {
      const text =
        "Invalid authentication: it is not allowed to use X-ClickHouse HTTP headers and other credentials simultaneously";
      throw new EngineError(516, "AUTHENTICATION_FAILED", text);
    }
    return { user: header("x-clickhouse-user") ?? "default", password: key ?? "" };
  }
  if (/^basic /i.test(authorization)) {
    const text = Buffer.from(authorization.slice(6), "base64").toString("utf8");
    const colon = text.indexOf(":");
    return colon < 0 ? { user: text, password: "" } : { user: text.slice(0, colon), password: text.slice(colon + 1) };
  }
  if (/^bearer /i.test(authorization)) return { user: "default", password: authorization.slice(7).trim() };
  return { user: params.get("user") ?? "default", password: params.get("password") ?? "" };
}

/** The role of a request, from the ClickHouse headers, HTTP Basic, Bearer or URL. Throws 516 AUTHENTICATION_FAILED. */
export function readRole(request: IncomingMessage, params: URLSearchParams, tokens: Tokens): Role {
  const { user, password } = readGiven(request, params);
  if (isSame(password, tokens.token)) return "owner";
  if (tokens.readonlyToken !== undefined && isSame(password, tokens.readonlyToken)) return "analyst";
  const reason = "Authentication failed: password is incorrect, or there is no user with such name";
  throw new EngineError(516, "AUTHENTICATION_FAILED", `${user.replace(/[^\x20-\x7e]/g, "?").slice(0, 64)}: ${reason}`);
}
