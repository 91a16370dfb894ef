// One call over TLS to this machine, on a connection of its own, whoever signed the certificate.
import { request } from "node:https";

export type SecureAnswer = {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
};

export function callSecurely(port: number, path: string, headers: Record<string, string> = {}): Promise<SecureAnswer> {
  const named = { host: `localhost:${port}`, ...headers };
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        servername: "localhost",
        port,
        path,
        headers: named,
        rejectUnauthorized: false,
        agent: false,
      },
      (got) => {
        let body = "";
        got.on("data", (chunk) => {
          body += chunk;
        });
        got.on("end", () => resolve({ status: got.statusCode ?? 0, headers: got.headers, body }));
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
