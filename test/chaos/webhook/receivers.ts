// A thousand receivers on loopback, each under an address of its own: some answer, some fail, some never answer.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { systemClock } from "../../../schema/io/clock.ts";

type Manner = "ok" | "fail" | "hang" | "slow";
export type Arrival = {
  readonly host: number;
  readonly id: string;
  readonly monitor: string;
  readonly sequence: number;
  readonly event: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly isTaken: boolean;
};

export type Receivers = {
  /** Where the monitor of that number sends. */
  url(host: number): string;
  readonly arrivals: Arrival[];
  /** What each does from now on. */
  behave(manner: (host: number) => Manner): void;
  /** The most that were asked and had not answered, since it was last set. */
  most: number;
  close(): Promise<void>;
};

const SLOW_MS = 500;
const HOSTS_A_BLOCK = 200;
const addressOf = (host: number) => `127.1.${Math.floor(host / HOSTS_A_BLOCK)}.${1 + (host % HOSTS_A_BLOCK)}`;

function hostOf({ headers }: IncomingMessage): number {
  const [, , block = 0, place = 0] = (headers.host ?? "").split(":")[0]?.split(".").map(Number) ?? [];
  return block * HOSTS_A_BLOCK + place - 1;
}

export async function startReceivers(): Promise<Receivers> {
  let mannerOf: (host: number) => Manner = () => "ok";
  let open = 0;
  const arrivals: Arrival[] = [];
  const answer = (host: number, text: string, response: ServerResponse) => {
    const manner = mannerOf(host);
    const said = JSON.parse(text) as { id: string; monitor_id: string; sequence?: number; object?: { id: unknown } };
    const { id, monitor_id: monitor, sequence = 0, object } = said;
    const isTaken = manner === "ok" || manner === "slow";
    arrivals.push({ host, id, monitor, sequence, event: String(object?.id), at: systemClock.now(), text, isTaken });
    if (manner === "hang") return;
    const end = () => void response.writeHead(isTaken ? 204 : 500).end();
    if (manner === "slow") setTimeout(end, SLOW_MS);
    else end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    open += 1;
    receivers.most = Math.max(receivers.most, open);
    response.once("close", () => {
      open -= 1;
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(hostOf(request), Buffer.concat(chunks).toString(), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", 4_096, resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const receivers: Receivers = {
    url: (host) => `http://${addressOf(host)}:${port}/`,
    arrivals,
    behave(manner) {
      mannerOf = manner;
    },
    most: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receivers;
}
