// A service that tracks no token of a kind asks nobody about it, and no answer is refused for naming none of nothing.
import t from "tap";
import { openEvm } from "../../../ingest/chain/evm/node.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import { someAsked } from "../../../ingest/source/instrument.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { BASE } from "../../support/base.ts";

const log = openCallLog(systemRandom);
const about = { source: "eth-exchange-flow", provider: "sandbox:eth" };

t.test("transfers of no contract, or of no address, are none, and no node is asked", async (t) => {
  // Whoever touched these would throw.
  const nobody = {} as Connections;
  const context = { about, log, signal: undefined };
  const evm = openEvm(nobody, { venue: "eth", url: "http://127.0.0.1:9/", context, blockMs: 12_000, spanMax: 100 });
  t.same(await evm.transfers({ contracts: [], from: 1, to: 9 }), []);
  t.same(await evm.transfers({ contracts: ["0xa"], addresses: [], from: 1, to: 9 }), []);
  await t.rejects(evm.transfers({ contracts: ["0xa"], from: 1, to: 9 }), "one contract is asked for");
});

t.test("a body that names none is refused where some were asked for", async (t) => {
  t.same(someAsked([], "coins", false), []);
  t.throws(() => someAsked([], "coins"), { kind: "bad_body", message: /names none of the coins/ });
  t.same(someAsked([1], "coins"), [1]);
});

t.test("a call that was answered with something else says so, and one that brought rows does not", async (t) => {
  const attempt = {
    ...{
      requestedAt: BASE,
      respondedAt: BASE + 5,
      outcome: "ok" as const,
      status: 200,
      bytes: 9,
      sha256: "ab",
      method: "POST" as const,
    },
  } as const;
  const call = (token: string) =>
    log.record({ ...about, endpoint: "eth_getLogs", token }, "http://127.0.0.1/", attempt);
  const [other, kept, blamed] = [call("uniswap"), call(""), call("")];
  kept.rows = 3;
  log.blame("", "bad_body");
  t.same(
    [other, kept, blamed].map(({ outcome }) => outcome),
    ["ok", "ok", "bad_body"],
  );
  blamed.outcome = "network";
  log.blame("", "bad_body");
  t.equal(blamed.outcome, "network", "what the call itself failed with stays");
});
