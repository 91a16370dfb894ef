// The secret of monitors in a request: read from its header, and part of what was asked.

import { digestOf } from "../../schema/canonical.ts";
import { fault } from "../../schema/fault.ts";
import type { Input, Route } from "../contract.ts";

const HEADER = "x-monitor-secret";
const LENGTH_MAX = 128;

/** The input with the secret that was sent. Throws monitor_secret_required. */
export function withMonitorSecret(
  { contract }: Route,
  input: Input,
  headers: Readonly<Record<string, string | undefined>>,
): Input {
  if (contract.monitorSecret === undefined) return input;
  const sent = headers[HEADER] ?? "";
  if (sent !== "") return { ...input, monitorSecret: sent.slice(0, LENGTH_MAX) };
  if (contract.monitorSecret === "optional") return input;
  const detail = "Send the secret of the monitor's creation in X-Monitor-Secret.";
  throw fault("monitor_secret_required", detail, {
    errors: [{ header: "X-Monitor-Secret", code: "monitor_secret_required", detail }],
  });
}

/** What a call asks for beside its target: with another secret it is another call. */
export function askedWith({ contract }: Route, { body, monitorSecret }: Input): unknown {
  if (monitorSecret !== undefined) return [body ?? null, digestOf(monitorSecret)];
  return contract.body === undefined ? undefined : body;
}
