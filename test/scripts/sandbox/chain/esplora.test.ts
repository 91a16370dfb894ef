import t from "tap";
import { HOUR_MS } from "../../../../schema/duration.ts";
import { LABELS, labelOf } from "../../../../schema/label/index.ts";
import { witnessAddress } from "../../../../scripts/sandbox/chain/bech32.ts";
import { startSandbox } from "../../../../scripts/sandbox/start-sandbox.ts";
import { NOW_MS } from "../exchange.ts";

let clock = NOW_MS;
const sandbox = await startSandbox({ seed: 1, now: () => clock });
t.teardown(() => sandbox.stop());
const text = async (path: string): Promise<string> => (await fetch(sandbox.origins.btc + path)).text();
const read = async <T>(path: string): Promise<T> => JSON.parse(await text(path)) as T;

type Side = { scriptpubkey_address: string; value: number };
type Transaction = {
  txid: string;
  vin: { prevout: Side }[];
  vout: Side[];
  fee: number;
  status: { confirmed: boolean; block_height: number; block_time: number; block_hash: string };
};
type Stats = { chain_stats: { funded_txo_sum: number; spent_txo_sum: number; tx_count: number } };
const hot = LABELS.btc.find(({ kind, exchange }) => kind === "hot" && exchange === "binance")?.address ?? "";

t.test("blocks come about every ten minutes, chain by hash, and never from the future", async (t) => {
  type Block = { id: string; height: number; timestamp: number; previousblockhash: string; tx_count: number };
  const tip = Number(await text("/blocks/tip/height"));
  const times: number[] = [];
  let previous = await text("/blocks/tip/hash");
  for (let height = tip; height > tip - 30; height--) {
    t.equal(await text(`/block-height/${height}`), previous);
    const block = await read<Block>(`/block/${previous}`);
    t.equal(block.height, height);
    times.push(block.timestamp);
    previous = block.previousblockhash;
  }
  t.ok((times[0] ?? 0) * 1000 <= NOW_MS);
  t.ok(times.every((time, i) => i === 0 || time < (times[i - 1] ?? 0)));
  t.equal((await fetch(`${sandbox.origins.btc}/block-height/${tip + 1}`)).status, 404);
});

t.test("an address pages newest first without repeat, and every transaction balances", async (t) => {
  const seen: Transaction[] = [];
  let path = `/address/${hot}/txs`;
  for (let page = 0; page < 4; page++) {
    const rows = await read<Transaction[]>(path);
    t.equal(rows.length, 25);
    seen.push(...rows);
    path = `/address/${hot}/txs/chain/${rows.at(-1)?.txid}`;
  }
  t.equal(new Set(seen.map(({ txid }) => txid)).size, 100);
  t.ok(seen.every(({ status }, i) => i === 0 || status.block_height <= (seen[i - 1]?.status.block_height ?? 0)));
  for (const { vin, vout, fee } of seen) {
    const spent = vin.reduce((sum, { prevout }) => sum + prevout.value, 0);
    t.equal(spent, vout.reduce((sum, { value }) => sum + value, 0) + fee);
    t.ok([...vin.map(({ prevout }) => prevout), ...vout].some((side) => side.scriptpubkey_address === hot));
  }
  t.strictSame(await read(`/tx/${seen[0]?.txid}`), seen[0]);
});

t.test("some outputs are change to the sender, and both exchanges' and strangers' wallets appear", async (t) => {
  const rows = await read<Transaction[]>(`/address/${hot}/txs`);
  const sides = rows.flatMap(({ vin, vout }) => [...vin.map(({ prevout }) => prevout), ...vout]);
  t.ok(
    rows.some(({ vin, vout }) =>
      vout.some((out) => vin.some(({ prevout }) => prevout.scriptpubkey_address === out.scriptpubkey_address)),
    ),
  );
  t.ok(sides.some((side) => labelOf("btc", side.scriptpubkey_address)));
  t.ok(sides.some((side) => !labelOf("btc", side.scriptpubkey_address)));
});

t.test("the totals of an address move by exactly its transactions", async (t) => {
  const start = NOW_MS - 26 * HOUR_MS;
  clock = start;
  const before = await read<Stats>(`/address/${hot}`);
  clock = NOW_MS;
  const after = await read<Stats>(`/address/${hot}`);
  let net = 0;
  let count = 0;
  let path = `/address/${hot}/txs`;
  for (let more = true; more; ) {
    const rows = await read<Transaction[]>(path);
    for (const { vin, vout, status } of rows) {
      if (status.block_time * 1000 <= start) {
        more = false;
        break;
      }
      count++;
      for (const out of vout) if (out.scriptpubkey_address === hot) net += out.value;
      for (const { prevout } of vin) if (prevout.scriptpubkey_address === hot) net -= prevout.value;
    }
    path = `/address/${hot}/txs/chain/${rows.at(-1)?.txid}`;
  }
  const balance = ({ chain_stats }: Stats): number => chain_stats.funded_txo_sum - chain_stats.spent_txo_sum;
  t.ok(count > 0);
  t.equal(after.chain_stats.tx_count - before.chain_stats.tx_count, count);
  t.equal(balance(after) - balance(before), net);
  for (const { address } of LABELS.btc)
    t.ok(balance(await read<Stats>(`/address/${address}`)) > 0, `${address} is not overdrawn`);
});

t.test("bad requests fail as on the server, and invented addresses are valid ones", async (t) => {
  t.equal((await fetch(`${sandbox.origins.btc}/address/nonsense`)).status, 400);
  t.equal((await fetch(`${sandbox.origins.btc}/tx/${"0".repeat(64)}`)).status, 404);
  t.equal((await fetch(`${sandbox.origins.btc}/block/${"0".repeat(64)}`)).status, 404);
  // The example of BIP 173.
  t.equal(witnessAddress("751e76e8199196d454941c45d1b3a323f1433bd6"), "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
});
