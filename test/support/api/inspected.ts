// GET /v1/inspect over a ground that a test has started: simulated nodes, a worker, the gate.
import type { Test } from "tap";
import type { ApiRequest, App } from "../../../api/app.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import type { AddressProfile } from "../../../schema/object/address-profile.ts";
import { checksummed } from "../../../schema/token/address.ts";
import type { Sandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { BASE } from "../base.ts";
import { headerOf, verified } from "./api.ts";

const BINANCE = "0x28C6c06298d514Db089934071355E5743bf21d60";
const MAKER = "0x9f8f72aA9304c8B593d555F12eF6589cC3A579A2";
const NOBODY = "0x1212121212121212121212121212121212121212";
const BITFINEX = "bc1qgdjqv0av3q56jvd82tkdjpy7gdp9ut8tlqmgrpmv24sq90ecnvqqjwvw97";

/** A transfer that our scan found an hour ago, and the call that it came with. */
async function scanned(store: Store): Promise<string> {
  const [at, hash] = [BASE - 3_600_000, "ab".repeat(32)];
  const sent = {
    token: "maker",
    chain: "eth",
    at,
    tx_hash: "0xscanned",
    log_index: 1,
    amount: "900",
    amount_native: 900,
  };
  const ends = { from_address: BINANCE.toLowerCase(), to_address: NOBODY, from_label: "binance", to_label: null };
  const found = { ...sent, ...ends, value_usd: 2e6, towards: "wallet", label_set: "1", provider: "sandbox:eth" };
  await store.insert("large_transfer", [{ ...found, retrieved_at: at }], "scanned");
  const call = {
    id: "scan-1",
    provider: "sandbox:eth",
    source: "eth-exchange-flow",
    token: "",
    endpoint: "eth_getLogs",
    url: "",
  };
  const told = {
    requested_at: at - 10,
    responded_at: at,
    outcome: "ok",
    http_status: 200,
    latency_ms: 10,
    bytes: 1,
    rows: 1,
  };
  await store.insert("source_call", [{ ...call, ...told, raw_sha256: hash, method: "POST" }], "scan");
  return hash;
}

type Inspected = { readonly app: App; readonly sandbox: Sandbox; readonly store: Store };

export async function checkInspected(t: Test, { app, sandbox, store }: Inspected): Promise<void> {
  const scan = await scanned(store);
  const get = async (path: string) => {
    const request: ApiRequest = {
      method: "GET",
      path: `/v1/inspect/${path}`,
      query: "",
      peer: "203.0.113.9",
      headers: {},
    };
    const answer = await app.handle(request);
    const left = /"premium-free";r=(\d+)/.exec(headerOf(answer, "ratelimit") ?? "")?.[1];
    return { status: answer.status, left, body: verified(t, request, answer) as unknown as AddressProfile };
  };

  const first = await get(`eth/${BINANCE.toLowerCase()}`);
  t.equal(first.status, 200);
  t.equal(first.left, "9", "one of ten free calls");
  const { data, sources } = first.body;
  t.match(data, {
    ...{ address: checksummed(BINANCE.toLowerCase()), label: "exchange", label_name: "binance", type: "eoa" },
    ...{ pinned: true, transaction_count_of: "outgoing_nonce", node: { provider: "sandbox:eth" } },
  });
  const balances = data.balances === "unassessed" ? [] : data.balances;
  t.match(balances[0], { asset: "ethereum", symbol: "ETH", contract: null, value_usd: "unassessed" });
  const maker = balances.find(({ asset }) => asset === "maker");
  t.equal(data.balance_total_usd, maker?.value_usd, "what has a price is summed");
  for (const [at, { value_usd }] of balances.entries()) {
    const isNamed = data.unassessed.some(({ path }) => path === `/balances/${at}/value_usd`);
    t.equal(isNamed, value_usd === "unassessed");
  }
  t.ok(sources.every(({ provider, raw_sha256 }) => provider === "assay" || /^[0-9a-f]{64}$/.test(raw_sha256 ?? "")));

  const moves = data.recent_large_moves === "unassessed" ? [] : data.recent_large_moves;
  t.ok(moves.some(({ tx_hash: tx }) => tx === "0xscanned"));
  const own = sources.filter(({ raw_sha256: hash }) => hash === scan);
  t.match(own, [{ provider: "sandbox:eth", endpoint: "eth_getLogs" }], "a move of our scans names its call, once");

  const again = await get(`eth/${BINANCE}`);
  t.same(again.body, first.body, "kept for the block");
  t.equal(again.left, "8", "and costs the same");

  const token = await get(`eth/${MAKER.toLowerCase()}`);
  t.match(token.body.data, { label: "contract", type: "token", contract: { token: { id: "maker", symbol: "MKR" } } });

  sandbox.setFault({ provider: "btc", kind: "5xx" });
  sandbox.setFault({ provider: "eth", kind: "5xx" });
  for (const [path, code] of [
    ["doge/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "unsupported_chain"],
    ["eth/0x28C6c06298d514Db089934071355E5743bf21d6", "invalid_address"],
    ["eth/0x28c6c06298d514Db089934071355E5743bf21d60", "invalid_address"],
    [`btc/${BINANCE}`, "invalid_address"],
    [`eth/${BITFINEX}`, "invalid_address"],
    ["btc/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "invalid_address"],
  ] as const) {
    const { status, body } = await get(path);
    t.match([status, body], [400, { code }], `${path}, though no node answers`);
  }
  const away = await get(`btc/${BITFINEX}`);
  t.match([away.status, away.body, away.left], [503, { code: "upstream_unavailable" }, "7"], "nothing is charged");
  sandbox.clearFaults();
  const nobody = await get(`eth/${NOBODY}`);
  t.match([nobody.status, nobody.body, nobody.left], [404, { code: "address_not_found" }, "7"]);
}
