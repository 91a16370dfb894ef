// `npm run listen`: a receiver of webhooks on this machine that verifies and prints every delivery, and fails as it is told.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import { checkDelivery } from "../schema/webhook/verify.ts";

const PORT = "8444";
const SLOW_MS = 5_000;
const BODY_BYTES_MAX = 65_536;
const HEADER = "X-Service-Signature";

const say = (name: string, text: string): boolean => process.stdout.write(`${name.padEnd(12)} ${text}\n`);

const end = (status: number, headers: Record<string, string> = {}) => {
  return (response: ServerResponse): void => void response.writeHead(status, headers).end();
};

/** What a delivery is answered, by manner. */
const MANNERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  ok: end(200),
  error: end(500),
  gone: end(410),
  redirect: end(302, { location: "http://127.0.0.1:9/" }),
  slow: (response) => void setTimeout(() => end(200)(response), SLOW_MS),
  hang: () => undefined,
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("the body is larger than any message");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The service may be set to another name for its own header: whichever ends like it. */
const ownHeader = (headers: Readonly<Record<string, string>>): string =>
  Object.keys(headers).find((name) => /^x-.+-signature$/.test(name)) ?? HEADER;

function tell(secret: string | undefined, headers: Readonly<Record<string, string>>, body: string): void {
  const { kind, token, sequence, id } = JSON.parse(body) as Record<string, unknown>;
  const header = ownHeader(headers);
  const holds = (one: boolean) => (one ? "holds" : "DOES NOT HOLD");
  const checked = secret === undefined ? null : checkDelivery(secret, { headers, body, header });
  const verified =
    checked === null
      ? "not verified, there is no --secret"
      : `webhook-signature ${holds(checked.standard)}, ${header} ${holds(checked.own)}`;
  const about = [token, sequence === undefined ? "no sequence" : `sequence ${sequence}`].filter(Boolean).join(", ");
  say(String(kind), `${about}, attempt ${headers["webhook-attempt"]}, ${id}: ${verified}`);
}

const { values } = parseArgs({
  options: {
    secret: { type: "string" },
    port: { type: "string", default: PORT },
    manner: { type: "string", default: "ok" },
  },
});
const answer = MANNERS[values.manner] ?? end(200);
const server = createServer((request, response) => {
  readBody(request)
    .then((body) => tell(values.secret, request.headers as Record<string, string>, body))
    .catch((error: unknown) => say("refused", error instanceof Error ? error.message : String(error)))
    .finally(() => answer(response));
});
server.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
server.listen(Number(values.port), "127.0.0.1", () => {
  say("listening", `http://127.0.0.1:${values.port}/ (answers ${values.manner})`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    server.closeAllConnections();
    server.close();
  });
}
