// One address of one chain looked at as inspections do, over simulated nodes behind a real connection.
import type { AddressReading, Look, Tip } from "../../ingest/chain/reading.ts";
import { INSPECTORS } from "../../ingest/inspect-address.ts";
import { openCallLog } from "../../ingest/run/call.ts";
import type { Connections } from "../../ingest/run/connection.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { AddressForm } from "../../schema/token/address.ts";
import type { ChainId } from "../../schema/token/chain.ts";
import { createEsplora } from "../../scripts/sandbox/chain/esplora.ts";
import { createEvmNode } from "../../scripts/sandbox/chain/evm.ts";
import { createKoios } from "../../scripts/sandbox/chain/koios.ts";
import { createSolanaNode } from "../../scripts/sandbox/chain/solana.ts";
import { createModel } from "../../scripts/sandbox/model/model.ts";
import type { Provider } from "../../scripts/sandbox/provider.ts";
import { startAnswering } from "./answering.ts";
import { BASE } from "./base.ts";

const WEEK_MS = 7 * DAY_MS;

export const model = createModel(7);
export const NODES: Readonly<Record<ChainId, Provider>> = {
  eth: createEvmNode("eth")(model),
  bsc: createEvmNode("bsc")(model),
  btc: createEsplora(model),
  sol: createSolanaNode(model),
  ada: createKoios(model),
};

type Teardown = { teardown(fn: () => unknown): void };
type Looked = { readonly reading: AddressReading; readonly tip: Tip; readonly rounds: number };

/** A simulated node behind a real connection; a round is what is asked before an answer comes back. */
export async function openChain(t: Teardown, chain: ChainId, given: Provider = NODES[chain], latencyMs = 5) {
  let [open, rounds] = [0, 0];
  const { origin, http } = await startAnswering(t, (request, response) => {
    if (open === 0) rounds += 1;
    open += 1;
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const answer = given.answer({
        ...{ method: request.method ?? "GET", path: pathname, query: searchParams, headers: request.headers },
        ...{ body: Buffer.concat(parts).toString("utf8"), nowMs: BASE, wallMs: BASE },
      });
      // All of a round have come before the first of them is answered.
      setTimeout(() => {
        open -= 1;
        response.writeHead(answer.status, answer.headers).end(answer.body);
      }, latencyMs);
    });
  });
  const pace = { take: async () => {}, pause: async () => {} };
  const connections = { http, pace, origin: () => origin } as unknown as Connections;
  return async (
    address: string,
    form: AddressForm = "account",
    wantsMoves = true,
    spanMs = WEEK_MS,
  ): Promise<Looked> => {
    rounds = 0;
    const context = { about: { source: "test", provider: chain }, log: openCallLog(systemRandom) };
    const look = { connections, env: {} as Look["env"], context, address, form, spanMs };
    const inspector = INSPECTORS[chain]({ ...look, wantsMoves, mayBeLarge: () => true });
    const tip = await inspector.tip();
    return { reading: await inspector.read(tip), tip, rounds };
  };
}

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/** A node that fails in some calls of a batch. */
export const failing = (node: Provider, isFailing: (call: Asked) => boolean): Provider => ({
  ...node,
  answer(request) {
    const answer = node.answer(request);
    const calls = JSON.parse(request.body) as readonly Asked[];
    const failed = new Set(calls.filter(isFailing).map(({ id }) => id));
    const results = JSON.parse(String(answer.body)) as readonly { readonly id: number }[];
    const error = { code: -32_000, message: "not now" };
    const body = results.map((one) => (failed.has(one.id) ? { jsonrpc: "2.0", id: one.id, error } : one));
    return { ...answer, body: JSON.stringify(body) };
  },
});

/** A node without a method. */
export const without = (node: Provider, method: string): Provider => failing(node, (call) => call.method === method);

/** A node whose results of some calls are others. */
export const retold = (node: Provider, tell: (call: Asked, result: unknown) => unknown): Provider => ({
  ...node,
  answer(request) {
    const answer = node.answer(request);
    const calls = new Map((JSON.parse(request.body) as readonly Asked[]).map((call) => [call.id, call]));
    const results = JSON.parse(String(answer.body)) as readonly { readonly id: number; readonly result: unknown }[];
    const body = results.map((one) => {
      const call = calls.get(one.id);
      return call ? { ...one, result: tell(call, one.result) } : one;
    });
    return { ...answer, body: JSON.stringify(body) };
  },
});

/** A server that answers 503 where it is asked so. */
export const away = (node: Provider, isAway: (path: string, body: string) => boolean): Provider => ({
  ...node,
  answer: (request) =>
    isAway(request.path, request.body) ? { ...node.answer(request), status: 503, body: "" } : node.answer(request),
});

export const known = <T>(told: { readonly value: T } | object): T | null => ("value" in told ? told.value : null);
