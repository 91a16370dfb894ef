// How each provider is tried out: one cheap public call an origin, and the setting that raises its limit or moves it.

export type ProbeCall = {
  readonly url: string;
  /** Sent as JSON by POST. */
  readonly post?: unknown;
};

export type ProbeAbout = {
  readonly calls: readonly ProbeCall[];
  /** Setting that holds an optional key. */
  readonly key?: string;
  /** The header that the key is sent in, where it is asked without one otherwise. */
  readonly keyHeader?: string;
  /** Setting that holds another address for the same protocol. */
  readonly address?: string;
  /** The part of the address that a mirror or another address stands for; the origin where it is not said. */
  readonly base?: string;
};

const get = (...urls: string[]): ProbeAbout => ({ calls: urls.map((url) => ({ url })) });
const blockNumber = [{ jsonrpc: "2.0", id: 0, method: "eth_blockNumber", params: [] }];

/** A chain node: its whole address may be another. */
const node = (url: string, address: string, post: unknown): ProbeAbout => ({
  calls: [{ url, post }],
  address,
  base: url,
});

/** A hundredth of a SOL in USDC. */
const JUPITER_QUOTE =
  "https://api.jup.ag/swap/v2/order?inputMint=So11111111111111111111111111111111111111112&outputMint=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v&amount=10000000";

/** By provider id; a test holds the list against the venues. */
export const PROBES: Readonly<Record<string, ProbeAbout>> = {
  ada: { ...get("https://api.koios.rest/api/v1/tip"), address: "ADA_KOIOS_URL", base: "https://api.koios.rest/api/v1" },
  alternative: get("https://api.alternative.me/fng/?limit=1"),
  blockchain: get("https://api.blockchain.info/charts/n-transactions?timespan=2days&format=json"),
  // Futures are refused in places where spot is not.
  binance: get("https://api.binance.com/api/v3/ping", "https://fapi.binance.com/fapi/v1/ping"),
  bsc: node("https://bsc-rpc.publicnode.com", "BSC_RPC_URL", blockNumber),
  btc: {
    ...get("https://mempool.space/api/blocks/tip/height"),
    address: "BTC_ESPLORA_URL",
    base: "https://mempool.space/api",
  },
  bybit: get("https://api.bybit.com/v5/market/time"),
  coinbase: get("https://api.exchange.coinbase.com/time"),
  coindesk: get("https://www.coindesk.com/arc/outboundfeeds/rss/"),
  coingecko: { ...get("https://api.coingecko.com/api/v3/ping"), key: "COINGECKO_API_KEY" },
  coinmetrics: get(
    "https://community-api.coinmetrics.io/v4/timeseries/asset-metrics?assets=eth&metrics=TxCnt&frequency=1d&page_size=1",
  ),
  coinpaprika: get("https://api.coinpaprika.com/v1/global"),
  cointelegraph: get("https://cointelegraph.com/rss"),
  decrypt: get("https://decrypt.co/feed"),
  defillama: { ...get("https://api.llama.fi/v2/chains"), key: "DEFILLAMA_API_KEY" },
  deribit: get("https://www.deribit.com/api/v2/public/get_time"),
  eth: node("https://ethereum-rpc.publicnode.com", "ETH_RPC_URL", blockNumber),
  gate: get("https://api.gateio.ws/api/v4/spot/time"),
  geckoterminal: get("https://api.geckoterminal.com/api/v2/networks?page=1"),
  goplus: get("https://api.gopluslabs.io/api/v1/supported_chains"),
  honeypot: get("https://api.honeypot.is/v2/IsHoneypot?address=0x6982508145454Ce325dDbE47a25d4ec3d2311933&chainID=1"),
  hyperliquid: { calls: [{ url: "https://api.hyperliquid.xyz/info", post: { type: "meta" } }] },
  jupiter: { ...get(JUPITER_QUOTE), key: "JUPITER_API_KEY", keyHeader: "x-api-key" },
  kraken: get("https://api.kraken.com/0/public/Time"),
  kucoin: get("https://api.kucoin.com/api/v1/timestamp"),
  // Without a pair it answers 400, which is an answer.
  kyberswap: get("https://aggregator-api.kyberswap.com/ethereum/api/v1/routes"),
  minswap: get("https://agg-api.minswap.org/aggregator/ada-price"),
  okx: get("https://www.okx.com/api/v5/public/time"),
  sol: node("https://api.mainnet.solana.com", "SOL_RPC_URL", { jsonrpc: "2.0", id: 0, method: "getSlot" }),
  velora: get("https://api.paraswap.io/prices"),
};
