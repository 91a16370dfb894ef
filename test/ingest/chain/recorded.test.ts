// Answers that real nodes once gave, as tests of public libraries keep them, are read as what those chains hold. Only
// what no parser looks at (scripts, witnesses, logs of programs, blooms) is left out.
import t, { type Test } from "tap";
import { adaMovesOf } from "../../../ingest/chain/ada/inspect.ts";
import { adaTransactionOf } from "../../../ingest/chain/ada/koios.ts";
import { openKoiosAddress } from "../../../ingest/chain/ada/koios-address.ts";
import { openEsplora } from "../../../ingest/chain/btc/esplora.ts";
import { btcMoveOf } from "../../../ingest/chain/btc/inspect.ts";
import { headerOf, logOf } from "../../../ingest/chain/evm/node.ts";
import { solMovesOf } from "../../../ingest/chain/sol/inspect.ts";
import { signatureOf, tokenAccountOf, transactionOf } from "../../../ingest/chain/sol/node.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { startAnswering } from "../../support/answering.ts";

/** What opens a client of a server that gives one answer. */
async function served(t: Test, body: unknown) {
  const { origin, http } = await startAnswering(t, (_request, response) => response.end(JSON.stringify(body)));
  const pace = { take: async () => {}, pause: async () => {} };
  const connections = { http, pace, origin: () => origin } as unknown as Connections;
  const context = { about: { source: "test", provider: "test" }, log: openCallLog(systemRandom) };
  return { origin, connections, context };
}

t.test("eth: a Transfer log of the main network, with the time of its block", async (t) => {
  // foundry-rs/foundry (MIT or Apache-2.0), crates/common/fmt/src/ui.rs: of a receipt in block 0x159663e.
  const log = {
    address: "0x0000d9fcd47bf761e7287d8ee09917d7e2100000",
    topics: [
      "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
      "0x0000000000000000000000000000000000000000000000000000000000000000",
      "0x000000000000000000000000234ce51365b9c417171b6dad280f49143e1b0547",
    ],
    data: "0x00000000000000000000000000000000000000000000032139b42c3431700000",
    blockHash: "0xd26b59c1d8b5bfa9362d19eb0da3819dfe0b367987a71f6d30908dd45e0d7a60",
    blockNumber: "0x159663e",
    blockTimestamp: "0x68411f7b",
    transactionHash: "0x17a6af73d1317e69cfc3cac9221bd98261d40f24815850a44dbfbf96652ae52a",
    transactionIndex: "0x22",
    logIndex: "0x158",
    removed: false,
  };
  t.same(logOf(log), {
    contract: "0x0000d9fcd47bf761e7287d8ee09917d7e2100000",
    from: `0x${"0".repeat(40)}`,
    to: "0x234ce51365b9c417171b6dad280f49143e1b0547",
    value: 14_780_000_000_000_000_000_000n,
    block: 22_636_094,
    tx: "0x17a6af73d1317e69cfc3cac9221bd98261d40f24815850a44dbfbf96652ae52a",
    index: 344,
    at: Date.parse("2025-06-05T04:39:23Z"),
  });
  // alloy-rs/alloy (MIT or Apache-2.0), crates/consensus/src/block/header.rs: eth_getHeaderByHash of a test network.
  const header = {
    ...{ baseFeePerGas: "0x7", blobGasUsed: "0x20000", difficulty: "0x0", excessBlobGas: "0x40000" },
    ...{ gasLimit: "0x1c9c380", gasUsed: "0x5208", number: "0x315", timestamp: "0x6712ba6e" },
    hash: "0x661da523f3e44725f3a1cee38183d35424155a05674609a9f6ed81243adf9e26",
    parentHash: "0x60f1563d2c572116091a4b91421d8d972118e39604d23455d841f9431cea4b6a",
  };
  t.same(headerOf(header), { number: 789, hash: header.hash, at: Date.parse("2024-10-18T19:43:42Z") });
});

t.test("bsc: a block and a Transfer log of it, of a node that tells no time with a log", async (t) => {
  // icon-project/Nexus, packages/block-indexer (MIT), docs/bsc_blocks.md: of the test network.
  const blockHash = "0xa14eae64f35dcc42f9ef4864aa3c1f5dd76293c13cbaa44d1bed78702780c5b0";
  const header = {
    ...{ difficulty: "0x2", totalDifficulty: "0x1678146", gasLimit: "0x1c9c380", gasUsed: "0xdf82f", size: "0x90b" },
    ...{ number: "0xb48cb1", hash: blockHash, timestamp: "0x6128557b", nonce: "0x0000000000000000" },
    parentHash: "0xf8d0f8ea1b0e19dbac2b4daa6f874d74d5288d9f4313f0e807754408556288bf",
    miner: "0x7a1a4ad9cc746a70ee58568466f7996dd0ace4e8",
  };
  t.same(headerOf(header), { number: 11_832_497, hash: blockHash, at: Date.parse("2021-08-27T03:01:15Z") });
  const log = {
    address: "0x483c7fc7a3f1e7a7f8e96d3fe198125b00cf5e99",
    topics: [
      "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
      "0x00000000000000000000000018cc2d2d0b24ed30a5a661966c013cac2d1d5279",
      "0x0000000000000000000000005a7459999a5f6a8e5fa79d326583e0d334c65e1d",
    ],
    data: "0x00000000000000000000000000000000000000000000004b229d28a843680000",
    ...{ blockNumber: "0xb48cb1", blockHash, transactionIndex: "0x5", logIndex: "0x7", removed: false },
    transactionHash: "0x4c4c66c0ea2f296bc8e578e1d1846799557aea0c60672911f596557374881fb1",
  };
  t.same(logOf(log), {
    contract: log.address,
    from: "0x18cc2d2d0b24ed30a5a661966c013cac2d1d5279",
    to: "0x5a7459999a5f6a8e5fa79d326583e0d334c65e1d",
    value: 1_386_000_000_000_000_000_000n,
    ...{ block: 11_832_497, tx: log.transactionHash, index: 7, at: null },
  });
});

t.test("btc: a page of an address from Esplora: paid to it, then spent by it together with others", async (t) => {
  // breez/breez-sdk-greenlight (MIT), libs/sdk-core/src/chain.rs: recorded of mempool.space.
  const [address, other] = ["bc1qvhykeqcpdzu0pdvy99xnh9ckhwzcfskct6h6l2", "bc1qskencxfhqk8dpz6mzghrpjh33enuev5zh0mrjw"];
  const coin = (scriptpubkey_address: string, value: number) => ({
    scriptpubkey_type: scriptpubkey_address.length > 50 ? "v0_p2wsh" : "v0_p2wpkh",
    ...{ scriptpubkey_address, value },
  });
  const input = (txid: string, vout: number, prevout: object) => ({
    ...{ txid, vout, prevout, scriptsig: "", is_coinbase: false, sequence: 0 },
  });
  const pageBody = [
    {
      txid: "5e0668bf1cd24f2f8656ee82d4886f5303a06b26838e24b7db73afc59e228985",
      ...{ version: 2, locktime: 0, size: 532, weight: 1_153, fee: 23_938 },
      vin: [
        input("07c9d3fbffc20f96ea7c93ef3bcdf346c8a8456c25850ea76be62b24a7cf690c", 0, coin(address, 263_216)),
        input("6d6766c283093e2d043ae877bb915175b3d8672a20f0459300267aaab1b5766a", 0, coin(other, 33_247)),
        input(
          "81af33ae00a9dadeb83b915b05742e986a470fff7456540e3f018deb94abda0e",
          1,
          coin("bc1qx9g9v3cfydr6hv8y62357emnka9fn8294e73yl", 172_952),
        ),
      ],
      vout: [
        coin("bc1qt8rscz0j9vdmqp6rnt6rk6qf663tcvd44f6gxa", 2_920),
        coin("bc1q93qyum5uf5pjyeaznfs8f3wmjveudn9wpjw5xr8dve33vgea3shs9jhvww", 442_557),
      ],
      status: {
        ...{ confirmed: true, block_height: 674_358, block_time: 1_615_595_727 },
        block_hash: "00000000000000000004c6171622f56692cc480d3c76ecae4355e69699a6ae44",
      },
    },
    {
      txid: "07c9d3fbffc20f96ea7c93ef3bcdf346c8a8456c25850ea76be62b24a7cf690c",
      ...{ version: 2, locktime: 0, size: 383, weight: 881, fee: 18_313 },
      vin: [
        input(
          "9332d8d11d81c3b674caff75db5543491e7f22e619ecc034bedf4a007518fe3a",
          0,
          coin("bc1qzhcd446gq6crvyngwqudfad6kgq2lnuw9r2a86", 470_675),
        ),
        input(
          "c62da0c2d1929ab2a2c04d4fbae2a6e4e947f867cba584d1f80c4a1a62f4a75f",
          1,
          coin("bc1q7rqaddr36hj2fqluz3k5yg9yaq2c00c3tw4qy5", 899_778),
        ),
      ],
      vout: [coin(address, 263_216), coin("bc1qpn4xpt57afp7vjchhfj6fstm6wk0nkkrq7p9mmdgt4dqjvvpm0qqlxqrns", 1_088_924)],
      status: {
        ...{ confirmed: true, block_height: 674_357, block_time: 1_615_594_996 },
        block_hash: "00000000000000000008d0d007995a8bc9d60de17bd6b55e28a6e4c6918cb206",
      },
    },
  ];
  const { origin, connections, context } = await served(t, pageBody);
  const page = await openEsplora(connections, origin, context).page(address, "");
  t.same(
    page.map((tx) => {
      const fee = [...tx.inputs.map(({ sats }) => sats), ...tx.outputs.map(({ sats }) => -sats)];
      return [tx.id.slice(0, 8), tx.block, tx.at, fee.reduce((sum, one) => sum + one, 0)];
    }),
    [
      ["5e0668bf", 674_358, Date.parse("2021-03-13T00:35:27Z"), 23_938],
      ["07c9d3fb", 674_357, Date.parse("2021-03-13T00:23:16Z"), 18_313],
    ],
    "inputs less outputs are the fee that is told beside them",
  );
  t.match(
    page.map((tx) => btcMoveOf(tx, address)),
    [
      { units: -263_216n, direction: "out", block: 674_358 },
      { units: 263_216n, direction: "in", block: 674_357 },
    ],
  );
});

t.test("ada: a transaction with assets and the newest transactions of an address, from Koios", async (t) => {
  // cardano-apexpool/koios-api-python (MIT), README.md: recorded of api.koios.rest.
  const policy_id = "27eee19588c997ca54d3137f64afe55a18dfcf9062fa83a724bf2357";
  const asset = (asset_name: string, quantity: string, fingerprint: string) => ({
    ...{ quantity, policy_id, asset_name, fingerprint },
  });
  const [from, to] = [
    "addr1v9ywm0h3r8cnxrs04gfy7c3s2j44utjyvn5ldjdca0c2ltccgqdes",
    "addr1qy59gr3ylt0us3xj7tawpxfn6ccauxa2upwv04m8mg5jehujfkxey5y9v6huj69rp39fk8zh3gpvrmc0mc4fr0j379kqp865ns",
  ];
  const tx = adaTransactionOf({
    tx_hash: "99f2aefba2a4a5a550aeed9d91d3adabe77a286ec45c345c7980a208364f76c6",
    block_hash: "8e33bb588feff6414469779d724923064688615535280f8982c9981410cd06f6",
    ...{ block_height: 8_129_401, epoch_no: 381, epoch_slot: 38_135, absolute_slot: 79_266_935 },
    ...{ tx_timestamp: 1_670_833_226, tx_block_index: 8, tx_size: 436, total_output: "4817999", fee: "182001" },
    ...{ deposit: "0", invalid_before: null, invalid_after: null, collateral_inputs: [], collateral_output: null },
    reference_inputs: [],
    inputs: [
      {
        value: "5000000",
        tx_hash: "1d6776a3a1bed38f6705bc8c861c2a49d65423ecac9409f4a532a085901e29f8",
        tx_index: 0,
        asset_list: [
          asset("414952", "2", "asset1cl5pvxah2ckvdfax3uzsk57ffxw67m98da5v25"),
          asset("4541525448", "2", "asset1udwewa3sp34ukmeddhkwf8msqd6dq6frhy2j9s"),
        ],
        ...{ datum_hash: null, stake_addr: null, inline_datum: null, reference_script: null },
        payment_addr: { cred: "48edbef119f1330e0faa124f623054ab5e2e4464e9f6c9b8ebf0afaf", bech32: from },
      },
    ],
    outputs: [
      {
        value: "4817999",
        tx_hash: "99f2aefba2a4a5a550aeed9d91d3adabe77a286ec45c345c7980a208364f76c6",
        tx_index: 0,
        asset_list: [asset("414952", "1", "asset1cl5pvxah2ckvdfax3uzsk57ffxw67m98da5v25")],
        stake_addr: "stake1uxfymrvj2zzkdt7fdz3scj5mr3tc5qkpau8au253heglzmqjatts0",
        ...{ datum_hash: null, inline_datum: null, reference_script: null },
        payment_addr: { cred: "28540e24fadfc844d2f2fae09933d631de1baae05cc7d767da292cdf", bech32: to },
      },
    ],
    ...{ withdrawals: [], metadata: null, certificates: [], native_scripts: [], plutus_contracts: [] },
  });
  if (tx === null) throw new Error("it moved nothing");
  t.same([tx.block, tx.at], [8_129_401, Date.parse("2022-12-12T08:20:26Z")]);
  t.same(
    [...tx.lovelace],
    [
      [from, -5_000_000n],
      [to, 4_817_999n],
    ],
  );
  t.same([...(tx.assets.get(`${policy_id}4541525448`) ?? [])], [[from, -2n]], "what was burnt is gone");
  t.match(adaMovesOf(tx, to), [{ units: 4_817_999n, direction: "in", counterparty: from, token: "cardano" }]);

  const rows = [
    {
      tx_hash: "c626fe027d09db2b6c63ba67e3638911ff70e3b691a7e5c03e75c0d3a168c973",
      ...{ epoch_no: 381, block_height: 8_129_403, block_time: 1_670_833_300 },
    },
    {
      tx_hash: "2534b92a1d04ef39f9915bef8d7c5246cc4db880ac01f3499fe9aa83ac155a19",
      ...{ epoch_no: 380, block_height: 8_127_226, block_time: 1_670_787_767 },
    },
  ];
  const { origin, connections, context } = await served(t, rows);
  t.same(
    (await openKoiosAddress(connections, origin, context).transactionList(from, false, 10)).map(({ id, block, at }) => [
      ...[id, block, at],
    ]),
    rows.map((row) => [row.tx_hash, row.block_height, row.block_time * 1_000]),
  );
});

t.test("sol: signatures, a transaction and a token account", async (t) => {
  // blocto/solana-go-sdk (MIT), rpc/get_signatures_for_address_test.go and rpc/get_transaction_test.go.
  const signature = {
    ...{ blockTime: 1_633_580_920, confirmationStatus: "finalized", err: null, memo: null, slot: 63_372 },
    signature: "26UNKcerqcmHhRgFqtvtWUJZod91dGpkkAtRzKewvsZSoah33VZiFgKPmnHmMhBwsHT4bQjKdCgH88Faex5WkChh",
  };
  t.same(signatureOf(signature), {
    ...{ id: signature.signature, slot: 63_372, at: Date.parse("2021-10-07T04:28:40Z"), failed: false },
  });
  const [payer, account, mint] = [
    "27kVX7JpPZ1bsrSckbR76mV6GeRqtrjoddubfg2zBpHZ",
    "AyHWro8zumyZN68Mhuk6mhNUUQ2VX5qux2pMD4HnN3aJ",
    "4UyUTBdhPkFiu7ZE8zfxnE6hbbzf8LKo1uR5wSi5MYE3",
  ];
  const tx = transactionOf({
    blockTime: 1_631_380_624,
    meta: {
      ...{ err: null, fee: 5_000, rewards: [], status: { Ok: null }, preTokenBalances: [] },
      postBalances: [38_024_615_601, 2_039_280, 1_461_600, 1, 1_089_991_680, 1, 898_174_080],
      postTokenBalances: [
        { accountIndex: 1, mint, uiTokenAmount: { amount: "0", decimals: 9, uiAmount: null, uiAmountString: "0" } },
      ],
      preBalances: [38_026_659_881, 0, 1_461_600, 1, 1_089_991_680, 1, 898_174_080],
    },
    slot: 80_218_681,
    transaction: {
      message: {
        accountKeys: [
          ...[payer, account, mint, "11111111111111111111111111111111"],
          "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
          "SysvarRent111111111111111111111111111111111",
          "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
        ],
        recentBlockhash: "Gpemb2whtMogoSGVe5KMjuoueeqNNkQ1kKnw7fsYKZHj",
      },
      signatures: ["4Dj8Xbs7L6z7pbNp5eGZXLmYZLwePPRVTfunjx2EWDc4nwtVYRq4YqduiFKXR23cGqmbF6LHoubGnKa7gCozstGF"],
    },
  });
  t.same([tx.slot, tx.at], [80_218_681, Date.parse("2021-09-11T17:17:04Z")]);
  t.same(
    [...tx.lamports],
    [[payer, -2_044_280n]],
    "the rent of the token account is nobody's money, and a fee is paid",
  );
  t.match(solMovesOf(tx, payer), [{ units: -2_044_280n, direction: "out", token: "solana" }]);

  // p2p-org/solana-swift (MIT), decoding tests of parsed accounts: an entry of getTokenAccountsByOwner.
  const held = {
    account: {
      data: {
        parsed: {
          info: {
            ...{ isNative: false, state: "initialized", mint: "2tQ2LU4Rw48fEGZpJMKxpDbY7UgFaK2rRYb8sn2WbbYY" },
            owner: "6SazzPuqoXovicxirySZn6Rq25EvRJwSuoGCdKwdzEQK",
            tokenAmount: { amount: "1000", decimals: 2, uiAmount: 10 },
          },
          type: "account",
        },
        ...{ program: "spl-token", space: 165 },
      },
      ...{ executable: false, lamports: 2_039_280, rentEpoch: 39 },
      owner: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    },
    pubkey: "Ho4gEVDQpUtpMAMB1yzMSY4QD1hXAmzokHKjFBE9cZAu",
  };
  t.same(tokenAccountOf(held), {
    account: "Ho4gEVDQpUtpMAMB1yzMSY4QD1hXAmzokHKjFBE9cZAu",
    owner: "6SazzPuqoXovicxirySZn6Rq25EvRJwSuoGCdKwdzEQK",
    mint: "2tQ2LU4Rw48fEGZpJMKxpDbY7UgFaK2rRYb8sn2WbbYY",
    ...{ units: 1_000n, decimals: 2 },
  });
});
