// Where each provider's answer names what it is about, one case a member, and which answers name nothing by which document.
import { openAda } from "../../ingest/chain/ada/ada.ts";
import { openBtc } from "../../ingest/chain/btc/btc.ts";
import { evmTokens, openEvmChain, openNode } from "../../ingest/chain/evm/evm.ts";
import { openSolana } from "../../ingest/chain/sol/sol.ts";
import type { Run } from "../../ingest/run/run.ts";

type Rename = (body: unknown) => unknown;

/** One member that says what an answer is about. */
export type Case = {
  readonly member: string;
  /** Which calls: part of the address, or of what is posted. */
  readonly call: RegExp;
  /** The answer as the provider gave it, about another instrument. */
  readonly rename: Rename;
  /** What refuses it, where that has words of its own. */
  readonly said?: RegExp;
  /** Rows of other calls stay. */
  readonly rest?: true;
  /** What is read instead of a whole pull. */
  readonly read?: (run: Run) => Promise<unknown>;
};

const OTHER = "0x00000000000000000000000000000000000000aa";
const HASH = `0x${"ab".repeat(32)}`;

/** A body with another value at a path; `*` is every member. */
function put(value: unknown, [name, ...rest]: readonly string[], other: (old: unknown) => unknown): unknown {
  if (name === undefined) return other(value);
  if (typeof value !== "object" || value === null) return value;
  const swap = ([key, old]: [string, unknown]): [string, unknown] => [
    key,
    name === "*" || name === key ? put(old, rest, other) : old,
  ];
  const swapped = Object.fromEntries(Object.entries(value).map(swap));
  return Array.isArray(value) ? Object.values(swapped) : swapped;
}

const named = (call: RegExp, member: string, other: unknown, more: Partial<Case> = {}): Case => ({
  member,
  call,
  rename: (body) => put(body, member.split("."), (old) => (typeof other === "function" ? other(old) : other)),
  ...more,
});

const quarter = 900_000;
/** A stretch that is over and settled; `earlier` is how many quarters before the newest such. */
const stretchOf = (run: Run, earlier = 0) => {
  const to = Math.floor(run.deps.clock.now() / quarter) * quarter - (8 + earlier) * quarter;
  return { from: to - quarter, to };
};
const hexMore = (old: unknown) => `0x${(Number(old) + 7).toString(16)}`;
const more = (old: unknown) => Number(old) + 7;
const longer = (old: unknown) => (typeof old === "string" && old !== "" ? `x${old}` : old);

const evmFlow = (chain: "eth" | "bsc"): readonly Case[] => {
  const read = (run: Run) => openEvmChain(run, chain).read(stretchOf(run));
  // In a quarter of an hour perhaps nobody of those that are watched sends a token, or a native coin: in half a day
  // somebody does, and the first that is refused ends it.
  const readHalfDay = async (run: Run) => {
    const { read: readStretch } = openEvmChain(run, chain);
    for (let earlier = 0; earlier < 48; earlier++) await readStretch(stretchOf(run, earlier));
  };
  return [
    named(/eth_getBlockByNumber.*false\]/, "*.result.number", hexMore, { read }),
    named(/eth_getBlockByNumber.*true\]/, "*.result.number", hexMore, { read }),
    named(/eth_getLogs/, "*.result.*.address", OTHER, { read: readHalfDay }),
    named(/eth_getLogs/, "*.result.*.blockNumber", hexMore, { read: readHalfDay }),
    named(/eth_getTransactionReceipt/, "*.result.transactionHash", HASH, { read: readHalfDay }),
  ];
};
const evmUse = (chain: "eth" | "bsc"): readonly Case[] => {
  const read = async (run: Run) => {
    const evm = openNode(run, chain);
    const { number } = await evm.head();
    const contracts = evmTokens(chain).map(({ contract }) => contract);
    await evm.transfers({ contracts, from: number - 1_000, to: number - 1 });
  };
  return [
    named(/eth_getBlockByNumber.*false\]/, "*.result.number", hexMore),
    named(/eth_getLogs/, "*.result.*.address", OTHER, { read }),
    named(/eth_getLogs/, "*.result.*.blockNumber", (old: unknown) => `0x${(Number(old) + 1e6).toString(16)}`, { read }),
  ];
};
const readBtc = (run: Run) => openBtc(run).read(stretchOf(run));
const readAda = (run: Run) => openAda(run).read(stretchOf(run));
const readSol = (run: Run) => openSolana(run).read(stretchOf(run));
const GAP = /one after another/;
const NONE = /names none of|names no option|lacks most/;

/** Sources that are no exchange, by id. */
export const NAMED: Readonly<Record<string, readonly Case[]>> = {
  "goplus-contract-risk": [
    {
      member: "result.{address}",
      call: /token_security/,
      rename: (body) =>
        put(body, ["result"], (rows) => ({ [OTHER]: Object.values(rows as Record<string, unknown>)[0] })),
    },
  ],
  "honeypot-contract-risk": [
    named(/IsHoneypot/, "token.address", OTHER),
    named(/IsHoneypot/, "chain.id", (old: unknown) => (old === "1" ? "56" : "1")),
  ],
  "kyberswap-swap-quote": [
    named(/routes/, "data.routeSummary.tokenIn", OTHER),
    named(/routes/, "data.routeSummary.tokenOut", OTHER),
    named(/routes/, "data.routeSummary.amountIn", "1"),
  ],
  "velora-swap-quote": [
    named(/prices/, "priceRoute.srcToken", OTHER),
    named(/prices/, "priceRoute.destToken", OTHER),
    named(/prices/, "priceRoute.srcAmount", "1"),
    named(/prices/, "priceRoute.network", 137),
  ],
  "jupiter-swap-quote": [
    named(/swap.v2.order/, "inputMint", longer),
    named(/swap.v2.order/, "outputMint", longer),
    named(/swap.v2.order/, "inAmount", "1"),
  ],
  "minswap-swap-quote": [
    named(/estimate/, "token_in", longer),
    named(/estimate/, "token_out", longer),
    named(/estimate/, "amount_in", "1"),
  ],
  "geckoterminal-dex-pool": [
    named(/pools/, "data.*.relationships.base_token.data.id", `eth_${OTHER}`),
    named(/pools/, "data.*.relationships.*.data.id", (old: unknown) => `polygon_pos_${old}`),
  ],
  "coingecko-coin-profile": [named(/coins\//, "id", longer)],
  "coingecko-coin-market": [named(/markets/, "*.id", longer)],
  "coingecko-coin": [named(/list/, "*.id", longer, { said: NONE })],
  "coingecko-perp-opinion": [named(/derivatives/, "*.symbol", longer)],
  "coinpaprika-coin-opinion": [named(/tickers/, "*.name", longer)],
  "alternative-fear-greed": [named(/fng/, "name", "Altcoin Season Index")],
  "deribit-option-interest": [
    named(/book_summary/, "result.*.instrument_name", (old: unknown) => `X${old}`, { said: NONE }),
  ],
  "defillama-tvl": [
    named(/\/protocols/, "*.slug", longer, {
      rename: (body) => ["slug", "gecko_id", "parentProtocol"].reduce((all, one) => put(all, ["*", one], longer), body),
    }),
    named(/\/protocol\//, "id", "parent#another", { rename: anotherProtocol, rest: true }),
  ],
  "defillama-reserve": [named(/\/protocol\//, "id", "9", { rename: anotherProtocol })],
  "defillama-chain-tvl": [
    named(/v2\/chains/, "*.name", longer, {
      rename: (body) => ["name", "gecko_id"].reduce((all, one) => put(all, ["*", one], longer), body),
    }),
  ],
  "defillama-stablecoin": [named(/stablecoins\?/, "peggedAssets.*.gecko_id", longer)],
  "defillama-unlock": [
    named(/\/emissions\//, "metadata.token", "coingecko:another", {
      rename: (body) =>
        put(
          put(body, ["gecko_id"], () => "another"),
          ["metadata", "token"],
          () => "coingecko:another",
        ),
      said: /the schedule is of/,
    }),
  ],
  "defillama-fund-flow": [named(/etfs\/flows/, "*.gecko_id", longer)],
  "blockchain-active-address": [
    named(/n-unique-addresses/, "unit", "Transactions", {
      rename: (body) =>
        put(
          put(body, ["unit"], () => "Transactions"),
          ["name"],
          () => "Transactions Per Day",
        ),
    }),
  ],
  "coinmetrics-active-address": [named(/asset-metrics/, "data.*.asset", longer)],
  "eth-chain-activity": evmUse("eth"),
  "bsc-chain-activity": evmUse("bsc"),
  "eth-exchange-flow": evmFlow("eth"),
  "bsc-exchange-flow": evmFlow("bsc"),
  "btc-exchange-flow": [
    named(/\/block\//, "id", "00", { read: readBtc }),
    named(/\/block\//, "height", more, { read: readBtc }),
    {
      member: "vin.*.prevout.scriptpubkey_address, vout.*.scriptpubkey_address",
      call: /txs\/chain/,
      rename: (body) =>
        put(
          put(body, ["*", "vin", "*", "prevout", "scriptpubkey_address"], longer),
          ["*", "vout", "*", "scriptpubkey_address"],
          longer,
        ),
      read: readBtc,
    },
  ],
  "sol-exchange-flow": [
    named(/getTransaction"/, "*.result.transaction.signatures.0", longer, { read: readSol }),
    named(/getTokenAccountsByOwner/, "*.result.value.*.account.data.parsed.info.owner", longer, { read: readSol }),
    named(/getBlocksWithLimit/, "*.result.0", (old: unknown) => Number(old) - 500, { read: readSol }),
  ],
  "ada-exchange-flow": [
    named(/blocks\?.*block_height=eq/, "*.block_height", more, {
      read: async (run) => openAda(run).hashOf(9_800_000),
    }),
    named(/blocks\?.*limit=200/, "5.block_height", more, {
      read: async (run) => openAda(run).readableUntil(),
      said: GAP,
    }),
    named(/blocks\?.*block_time=lt/, "*.block_time", (old: unknown) => Number(old) + 1e6, { read: readAda }),
    named(/tx_info/, "*.tx_hash", longer, { read: readAda }),
  ],
  "btc-reserve": [named(/\/address\//, "address", longer)],
  "sol-reserve": [named(/getTokenAccountsByOwner/, "*.result.value.*.account.data.parsed.info.owner", longer)],
  "ada-reserve": [named(/address_info/, "*.address", longer), named(/address_assets/, "*.address", longer)],
  "btc-chain-activity": [named(/blocks/, "5.height", more, { said: GAP })],
  "ada-chain-activity": [named(/blocks/, "5.block_height", more, { said: GAP })],
  "ada-chain-supply": [named(/epoch_info/, "*.epoch_no", more, { said: /not the epoch/ })],
};

/** A detail of another protocol, by its id and its name. */
function anotherProtocol(body: unknown): unknown {
  return put(
    put(body, ["id"], () => "parent#another"),
    ["name"],
    () => "Another",
  );
}

const BINANCE_KLINE = "developers.binance.com: klines are rows of values, without a symbol";
const OKX_CANDLE = "okx.com/docs-v5, Get candlesticks history: rows [ts, o, h, l, c, …], without instId";
const OKX_RUBIK = "okx.com/docs-v5, Trading statistics: rows [ts, …], without instId";
const GATE_STATS = "gate.com/docs/developers/apiv4, contract_stats: members without a contract";
const RPC_AMOUNT =
  "ethereum.org JSON-RPC API: eth_call and eth_getBalance give the value alone, matched by the id of the call";
const FEED = "RSS 2.0: a feed is read whole; whom an item is about is read from its title";
const WHOLE = "the whole market; no instrument is asked for";

/** Sources whose answers name no instrument, each with the document that shows it. */
export const NAMELESS: Readonly<Record<string, string>> = {
  "binance-candle-1m": BINANCE_KLINE,
  "binance-candle-1h": BINANCE_KLINE,
  "binance-candle-1d": BINANCE_KLINE,
  "binance-perp-candle-1h": BINANCE_KLINE,
  "binance-taker-volume": BINANCE_KLINE,
  "binance-order-book": "developers.binance.com, Order book: lastUpdateId, bids, asks",
  "okx-candle-1m": OKX_CANDLE,
  "okx-candle-1h": OKX_CANDLE,
  "okx-candle-1d": OKX_CANDLE,
  "okx-perp-candle-1h": OKX_CANDLE,
  "okx-order-book": "okx.com/docs-v5, Get order book: asks, bids, ts, seqId",
  "okx-long-short": OKX_RUBIK,
  "okx-top-long-short": OKX_RUBIK,
  "okx-taker-volume": OKX_RUBIK,
  "okx-open-interest-history": OKX_RUBIK,
  "gate-order-book": "gate.com/docs/developers/apiv4, order_book: id, current, update, asks, bids",
  "gate-funding-settled": "gate.com/docs/developers/apiv4, funding_rate: rows of t and r",
  "gate-long-short": GATE_STATS,
  "gate-liquidation-window": GATE_STATS,
  "gate-taker-volume": GATE_STATS,
  "gate-open-interest-history": GATE_STATS,
  "deribit-implied-volatility":
    "docs.deribit.com, get_volatility_index_data: rows of time and values, and continuation",
  "eth-reserve": RPC_AMOUNT,
  "bsc-reserve": RPC_AMOUNT,
  "eth-chain-supply": RPC_AMOUNT,
  "bsc-chain-supply": RPC_AMOUNT,
  "sol-chain-supply": "solana.com/docs/rpc, getVoteAccounts: all validators; no instrument is asked for",
  "coindesk-headline": FEED,
  "cointelegraph-headline": FEED,
  "decrypt-headline": FEED,
  "coingecko-global-market": WHOLE,
  "coinpaprika-global-market": WHOLE,
  "coingecko-coin-market-past":
    "docs.coingecko.com, coins/{id}/market_chart: prices, market_caps and total_volumes without the coin",
  "coingecko-coin-rank": "docs.coingecko.com, coins/markets by page: every row names its own coin, none is asked for",
  "defillama-dex-volume": "api-docs.defillama.com, overview/dexs: every row names its own exchange, none is asked for",
};
