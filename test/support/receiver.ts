// A receiver of webhooks on loopback that answers as it is told, and keeps what it was sent.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { Webhook } from "standardwebhooks";

type Teardown = { teardown(fn: () => unknown): void };

type Delivered = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string };

type Receiver = {
  readonly url: string;
  readonly got: Delivered[];
  /** What a path answers from now on; 200 unless it is told otherwise. */
  answer(path: string, status: number, headers?: Readonly<Record<string, string>>): void;
};

export async function startReceiver(t: Teardown): Promise<Receiver> {
  const answers = new Map<string, { status: number; headers: Readonly<Record<string, string>> }>();
  const got: Delivered[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      got.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString() });
      const { status, headers } = answers.get(path) ?? { status: 200, headers: {} };
      // More than anybody reads of it.
      response.writeHead(status, headers).end("x".repeat(64_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    answer: (path, status, headers = {}) => void answers.set(path, { status, headers }),
  };
}

/** What a delivery says, once its signature was verified as Standard Webhooks says; at any time of the test's clock. */
export function verifiedBody(secret: string, { headers, text }: Delivered): Record<string, unknown> {
  const { "webhook-id": id = "", "webhook-timestamp": at = "", "webhook-signature": signature } = headers;
  const expected = new Webhook(secret).sign(String(id), new Date(Number(at) * 1_000), text);
  if (signature !== expected) throw new Error(`the signature of ${String(id)} does not hold`);
  return JSON.parse(text) as Record<string, unknown>;
}
