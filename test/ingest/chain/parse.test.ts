// Bodies of the shape the nodes' documentation shows: units from raw fields, and what is no payment is none.
import t, { type Test } from "tap";
import { adaTransfers, kindOfAdaAddress } from "../../../ingest/chain/ada/ada.ts";
import { adaTransactionOf, blockOf } from "../../../ingest/chain/ada/koios.ts";
import { kindOfCode } from "../../../ingest/chain/evm/evm.ts";
import { headerOf, logOf, nativeMovesOf } from "../../../ingest/chain/evm/node.ts";
import { pairMoves } from "../../../ingest/chain/pair.ts";
import { signatureOf, tokenAccountOf, transactionOf } from "../../../ingest/chain/sol/node.ts";
import { kindOfAccount, solTransfers } from "../../../ingest/chain/sol/sol.ts";
import { isHttpError } from "../../../schema/io/http.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { fromBase58, isOnCurve, toBase58 } from "../../../schema/token/sol-address.ts";
import { trackedById } from "../../../schema/token/tracked.ts";

/** What is not of the documented shape is a bad body, never a number made up. */
function refuses(t: Test, read: () => unknown): void {
  try {
    t.fail(JSON.stringify(read()));
  } catch (error) {
    t.equal(isHttpError(error) && error.kind, "bad_body");
  }
}

const AT_S = 1_760_000_000;
const walletOf = (chain: keyof typeof LABELS, exchange: string, kind: string): string => {
  const label = LABELS[chain].find((one) => one.exchange === exchange && one.kind === kind);
  if (!label) throw new Error("no label");
  return label.address;
};
const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const word = (address: string) => `0x${address.slice(2).padStart(64, "0")}`;

t.test("evm: a block's native payments of the wallets, in wei, and nothing of calls without value", async (t) => {
  const hot = walletOf("bsc", "gate", "hot");
  const tx = (from: string, to: string | null, value: string, n: number) => ({
    blockNumber: hex(5),
    from,
    to,
    value,
    hash: `0x${n}`,
    input: "0x",
    transactionIndex: hex(n),
  });
  const block = {
    number: hex(5),
    hash: "0xb",
    timestamp: hex(AT_S),
    transactions: [
      tx(hot.toUpperCase().replace("0X", "0x"), "0x00000000000000000000000000000000000000aa", hex(10n ** 18n), 1),
      tx(hot, "0x55d398326f99059ff775485246999027b3197955", "0x0", 2),
      tx("0x00000000000000000000000000000000000000aa", null, hex(7), 3),
      tx("0x00000000000000000000000000000000000000aa", hot, hex(3), 4),
    ],
  };
  t.match(nativeMovesOf(block, new Set([hot])), [
    { from: hot, value: 10n ** 18n, block: 5, at: AT_S * 1_000, tx: "0x1" },
    { to: hot, value: 3n, tx: "0x4" },
  ]);
  t.equal(nativeMovesOf(block, new Set([hot])).length, 2);
  const bad = { ...block, transactions: [tx(hot, hot, "12.5", 1)] };
  refuses(t, () => nativeMovesOf(bad, new Set([hot])));
  refuses(t, () => headerOf({ number: "0x1" }));
});

t.test("evm: a log counts when it is an ERC-20 transfer that stood", async (t) => {
  const log = {
    address: "0x55d398326f99059fF775485246999027B3197955",
    topics: [
      "0xddf2",
      word("0xAA00000000000000000000000000000000000001"),
      word("0xbb00000000000000000000000000000000000002"),
    ],
    data: hex(25n * 10n ** 17n),
    blockNumber: hex(9),
    transactionHash: "0x7",
    logIndex: hex(3),
    removed: false,
  };
  t.match(logOf(log), {
    contract: "0x55d398326f99059ff775485246999027b3197955",
    from: "0xaa00000000000000000000000000000000000001",
    value: 25n * 10n ** 17n,
    index: 3,
    at: null,
  });
  t.equal(logOf({ ...log, blockTimestamp: hex(1_700_000_000) })?.at, 1_700_000_000_000, "some nodes say when");
  t.equal(logOf({ ...log, blockTimestamp: "0x0" })?.at, null, "and some only that they could");
  t.equal(logOf({ ...log, removed: true }), null);
  t.equal(logOf({ ...log, topics: [...log.topics, word("0x01")] }), null, "an NFT's");
});

t.test("evm: no code is a wallet, a delegation stays one, everything else is a contract", async (t) => {
  t.equal(kindOfCode("0x"), "wallet");
  t.equal(kindOfCode(`0xef0100${"ab".repeat(20)}`), "wallet");
  t.equal(kindOfCode("0x6080604052"), "contract");
  t.equal(kindOfCode(`0xef0100${"ab".repeat(21)}`), "contract");
  t.equal(kindOfCode(""), null);
});

const USDC = trackedById("usd-coin")?.contracts.sol ?? "";
const hotSol = walletOf("sol", "bitfinex", "hot");
const coldSol = walletOf("sol", "bitfinex", "cold");
const stranger = "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1";
const PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

const balance = (accountIndex: number, owner: string, amount: string, mint = USDC) => ({
  accountIndex,
  mint,
  owner,
  programId: PROGRAM,
  uiTokenAmount: { amount, decimals: 6, uiAmount: Number(amount) / 1e6, uiAmountString: "" },
});
const solTx = (meta: object, accountKeys: readonly unknown[]) => ({
  slot: 370_000_000,
  blockTime: AT_S,
  version: 0,
  meta: { err: null, fee: 5_000, innerInstructions: [], preTokenBalances: [], postTokenBalances: [], ...meta },
  transaction: { message: { accountKeys }, signatures: ["sig1"] },
});
const key = (pubkey: string) => ({ pubkey, signer: false, source: "transaction", writable: true });

t.test("solana: SOL is what balances changed by, and the fee is nobody's income", async (t) => {
  const keys = [key(stranger), key(hotSol), key("11111111111111111111111111111111")];
  const tx = transactionOf(
    solTx({ preBalances: [9_000_005_000, 1, 1], postBalances: [2_000_000_000, 7_000_000_001, 1] }, keys),
  );
  t.match(solTransfers(tx), [
    { token: "solana", amount: "7", native: 7, from: stranger, to: hotSol, toExchange: "bitfinex", fromExchange: null },
  ]);
  const failed = { preBalances: [10_000, 1, 1], postBalances: [5_000, 1, 1], err: { InstructionError: [0, "Custom"] } };
  t.same(solTransfers(transactionOf(solTx(failed, keys))), [], "a failed transaction moves nothing");
});

t.test("solana: tokens go by owner, not by account; rent and moves within an exchange are no flow", async (t) => {
  const keys = [hotSol, "A1", "B1", "C1", PROGRAM].map(key);
  const lamports = {
    preBalances: [90_000_000, 2_039_280, 0, 2_039_280, 1],
    postBalances: [87_955_720, 2_039_280, 2_039_280, 2_039_280, 1],
  };
  const tx = transactionOf(
    solTx(
      {
        ...lamports,
        preTokenBalances: [balance(1, hotSol, "900000000"), balance(3, coldSol, "5000000")],
        postTokenBalances: [
          balance(1, hotSol, "100000000"),
          balance(2, stranger, "300500000"),
          balance(3, coldSol, "504500000"),
        ],
      },
      keys,
    ),
  );
  t.match(solTransfers(tx), [{ token: "usd-coin", amount: "300.5", fromExchange: "bitfinex", to: stranger }]);
  t.equal(solTransfers(tx).length, 1);
});

t.test("solana: what is not of the documented shape is refused", async (t) => {
  refuses(t, () => transactionOf(solTx({ preBalances: [1], postBalances: [1] }, [key("a"), key("b")])));
  t.throws(() => signatureOf({ signature: "s", slot: 1, blockTime: null, err: null }));
  t.match(signatureOf({ signature: "s", slot: 1, blockTime: AT_S, err: null }), { at: AT_S * 1_000, failed: false });
  const info = { mint: USDC, owner: hotSol, tokenAmount: { amount: "12", decimals: 6, uiAmountString: "0.000012" } };
  const account = { pubkey: "A1", account: { data: { program: "spl-token", parsed: { info, type: "account" } } } };
  t.match(tokenAccountOf(account), { account: "A1", mint: USDC, units: 12n, decimals: 6 });
});

t.test("solana: only what the system owns and a key can sign for is a wallet", async (t) => {
  const system = { owner: "11111111111111111111111111111111", executable: false, lamports: 1n };
  t.equal(kindOfAccount(hotSol, system), "wallet");
  t.equal(kindOfAccount(hotSol, null), "wallet", "never paid to");
  t.equal(kindOfAccount(hotSol, { ...system, owner: PROGRAM }), "contract");
  // The authority of the pools of a well-known exchange program: derived by it, owned by the system.
  t.equal(kindOfAccount("5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1", system), "contract");
  t.equal(kindOfAccount("not-an-address", system), null);
  for (const { address } of LABELS.sol) {
    const bytes = fromBase58(address) ?? new Uint8Array();
    t.ok(isOnCurve(bytes), address);
    t.equal(toBase58(bytes), address);
  }
});

const hotAda = walletOf("ada", "huobi", "hot");
const buyer = `addr1q${"y".repeat(97)}`;
const SNEK = trackedById("snek")?.contracts.ada ?? "";
const utxo = (bech32: string, value: string, assets: readonly object[] = []) => ({
  payment_addr: { bech32, cred: "00" },
  stake_addr: null,
  tx_hash: "a",
  tx_index: 0,
  value,
  asset_list: assets,
});
const snek = (quantity: string) => ({
  policy_id: SNEK.slice(0, 56),
  asset_name: SNEK.slice(56),
  fingerprint: "asset1",
  decimals: 0,
  quantity,
});
const adaTx = (inputs: readonly object[], outputs: readonly object[], more: object = {}) => ({
  tx_hash: "t1",
  block_height: 12_000_000,
  tx_timestamp: AT_S,
  fee: "170000",
  inputs,
  outputs,
  ...more,
});

t.test("cardano: change nets out, lovelace and assets apart", async (t) => {
  const tx = adaTransactionOf(
    adaTx(
      [utxo(hotAda, "900000000", [snek("5000")]), utxo(hotAda, "100170000")],
      [utxo(buyer, "250000000", [snek("1200")]), utxo(hotAda, "750000000", [snek("3800")])],
    ),
  );
  t.match(tx && adaTransfers(tx), [
    {
      token: "cardano",
      amount: "250",
      from: hotAda,
      to: buyer,
      fromExchange: "huobi",
      toExchange: null,
      at: AT_S * 1_000,
    },
    { token: "snek", amount: "1200", native: 1_200, fromExchange: "huobi" },
  ]);
  const failed = adaTx([utxo(hotAda, "5")], [utxo(buyer, "5")], { plutus_contracts: [{ valid_contract: false }] });
  t.equal(adaTransactionOf(failed), null, "a failed script moves nothing");
  refuses(t, () => adaTransactionOf(adaTx([utxo(hotAda, "1.5")], [])));
  t.match(blockOf({ hash: "h", block_height: 7, block_time: AT_S }), { height: 7, at: AT_S * 1_000 });
});

t.test("cardano: the header of an address says whether a script guards it", async (t) => {
  const rest = "q".repeat(90);
  for (const first of ["q", "y", "g", "v"]) t.equal(kindOfAdaAddress(`addr1${first}${rest}`), "wallet", first);
  for (const first of ["z", "x", "2", "w"]) t.equal(kindOfAdaAddress(`addr1${first}${rest}`), "contract", first);
  t.equal(kindOfAdaAddress(hotAda), "wallet");
  t.equal(kindOfAdaAddress("stake1u9ylzsgxaa6xctf4juup682ar3juj85n8tx3hthnljg47zctvm3rc"), null);
});

t.test("payments: the largest giver pays the largest taker, exchanges net, a cross is one payment", async (t) => {
  const at = AT_S * 1_000;
  const other = walletOf("sol", "deribit", "hot");
  const pairs = pairMoves(
    "sol",
    new Map([
      [hotSol, -100n],
      [coldSol, 40n],
      [other, 50n],
      [stranger, 9n],
    ]),
    at,
  );
  t.match(pairs, [
    { fromExchange: "bitfinex", toExchange: "deribit", units: 50n },
    { fromExchange: "bitfinex", toExchange: null, units: 9n },
  ]);
  t.same(
    pairMoves(
      "sol",
      new Map([
        ["a", -5n],
        ["b", 5n],
      ]),
      at,
    ),
    [],
    "strangers among themselves",
  );
  const early = Date.parse("2020-01-01");
  t.same(
    pairMoves(
      "sol",
      new Map([
        [hotSol, -5n],
        ["b", 5n],
      ]),
      early,
    ),
    [],
    "before its date a label is none",
  );
});
