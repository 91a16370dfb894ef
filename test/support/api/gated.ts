// Starts api processes of test/support/api/gated-api.ts and ends them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { programArgs } from "../../../scripts/program.ts";

export type Gated = {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Resolves when it has ended; with its exit code. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
};

/** Resolves once the process takes calls. */
export async function startGated(
  t: { teardown(fn: () => unknown): void },
  settings: Record<string, string>,
): Promise<Gated> {
  const child: ChildProcess = spawn(process.execPath, programArgs("gated-api"), {
    env: { ...process.env, LOG_LEVEL: "silent", PORT: "0", TRUSTED_PROXIES: "127.0.0.1/32", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  t.teardown(() => end("SIGKILL"));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      const said = /port (\d+)/.exec(chunk.toString());
      if (said) resolve(Number(said[1]));
    });
    child.once("exit", (code) => reject(new Error(`the process ended: ${code}`)));
  });
  return { port, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, end };
}

export type Headers = Record<string, string>;
/** Asks one process, with POST where there is a body. */
export const ask = async ({ url }: Gated, path: string, headers: Headers = {}, body?: string) => {
  const response = await fetch(`${url}${path}`, body === undefined ? { headers } : { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === "" ? {} : JSON.parse(text)) as Body };
};
type Body = {
  code?: string;
  value?: number;
  errors?: { pointer?: string; code: string }[];
  violated_policies?: string[];
};
/** Comes from that address. */
export const from = (address: string): Headers => ({ "x-forwarded-for": address });
export const json = (address: string, more: Headers = {}) => ({
  ...from(address),
  "content-type": "application/json",
  ...more,
});
