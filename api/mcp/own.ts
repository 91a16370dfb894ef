// Which hosts and pages may call /mcp: a page of a stranger must not reach it by a name that leads here.
import { isIP } from "node:net";
import type { Env } from "../../schema/env.ts";
import { originOf } from "../../schema/link.ts";

/** The host of an address; empty for what is none. */
function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return "";
  }
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Whether no stranger's name service can say where it leads: an address, or a name without a dot. */
const isFixed = (host: string): boolean =>
  isLoopback(host) || isIP(host.replace(/^\[|\]$/g, "")) !== 0 || (host !== "" && !host.includes("."));

/** `host` as the header says it: a name and perhaps a port, and nothing that an address may have around them. */
export function isOwnHost(host: string, env: Pick<Env, "PUBLIC_URL" | "PORT">): boolean {
  const name = /[@/?#\\]/.test(host) ? "" : hostOf(`http://${host}`);
  return isFixed(name) || (name !== "" && name === hostOf(originOf(env)));
}

/** `origin` as the header says it; who sends none is no page. */
export function isOwnOrigin(origin: string, env: Pick<Env, "PUBLIC_URL" | "PORT">): boolean {
  if (origin === "") return true;
  const name = hostOf(origin);
  return isLoopback(name) || (name !== "" && new URL(origin).origin === new URL(originOf(env)).origin);
}
