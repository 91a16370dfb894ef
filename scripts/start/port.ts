// Ports of this machine: a free one, and whether a wanted one is free.
import { once } from "node:events";
import { createServer } from "node:net";

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

/** Why `host:port` cannot be listened on, as one line for a person; null when it can. */
export async function explainPort(host: string, port: number): Promise<string | null> {
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
    if (code === "EADDRINUSE")
      return `Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`;
    if (code === "EACCES") return `Port ${port} may not be opened by this user. Choose one above 1023: PORT=8080`;
    if (code === "EADDRNOTAVAIL") return `${host} is no address of this machine. Set HOST to 0.0.0.0 or 127.0.0.1.`;
    return `Port ${port} cannot be opened: ${String(code)}`;
  }
}
