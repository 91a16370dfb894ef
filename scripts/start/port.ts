// Ports of this machine: a free one, and whether a wanted one is free.
import { once } from "node:events";
import { createServer } from "node:net";
import { API_TITLE } from "../../schema/link.ts";

/** A port nobody listens on now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no port");
  return address.port;
}

/** The first of `count` consecutive ports nobody listens on now, below the range the system hands out by itself. */
export async function findFreePorts(count: number, random: () => number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = 20_000 + Math.floor(random() * 12_000);
    const taken = await Promise.all(Array.from({ length: count }, (_, i) => explainPort("127.0.0.1", first + i)));
    if (taken.every((reason) => reason === null)) return first;
  }
  throw new Error(`no ${count} consecutive free ports`);
}

const ANSWER_MS = 1_000;
/** Host names that mean every address of this machine. */
const EVERYWHERE = new Set(["0.0.0.0", "::", ""]);

/** Whether it is Assay that answers there: its guide for models says so. */
async function isAssay(host: string, port: number): Promise<boolean> {
  const name = EVERYWHERE.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/llms.txt`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return (await answer.text()).startsWith(`# ${API_TITLE}`);
  } catch {
    return false;
  }
}

/** Why `host:port` cannot be listened on, with the setting that helps; null when it can. */
export async function explainPort(
  host: string,
  port: number,
  setting: "PORT" | "TLS_PORT" = "PORT",
): Promise<{ readonly setting: "PORT" | "TLS_PORT" | "HOST"; readonly text: string } | null> {
  if (port === 0) return null;
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EADDRINUSE") {
      const another = `or choose another, such as ${setting}=${port < 65_535 ? port + 1 : port - 1}`;
      const who = (await isAssay(host, port)) ? "by another Assay, which answers there: stop it" : "";
      return { setting, text: `is taken${who === "" ? `: stop what uses port ${port}` : ` ${who}`}, ${another}` };
    }
    if (code === "EACCES") return { setting, text: `may not be opened by this user: choose one above 1023` };
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EINVAL") {
      return { setting: "HOST", text: "is no address of this machine; it must be one, such as 0.0.0.0 or 127.0.0.1" };
    }
    return { setting, text: `cannot be opened: ${String(code)}` };
  }
}
