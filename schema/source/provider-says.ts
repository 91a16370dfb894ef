// How sentences call a provider or a venue: its own way of writing its name.
import { plainProvider } from "./provider.ts";

export const PROVIDER_SAYS: Readonly<Record<string, string>> = {
  ...{ binance: "Binance", bybit: "Bybit", okx: "OKX", gate: "Gate", hyperliquid: "Hyperliquid", kraken: "Kraken" },
  ...{ coinbase: "Coinbase", kucoin: "KuCoin", deribit: "Deribit", kyberswap: "KyberSwap", velora: "Velora" },
  ...{ jupiter: "Jupiter", geckoterminal: "GeckoTerminal", minswap: "Minswap", coingecko: "CoinGecko" },
  ...{ coinpaprika: "Coinpaprika", defillama: "DefiLlama", goplus: "GoPlus", honeypot: "Honeypot.is" },
  ...{ alternative: "Alternative.me", blockchain: "Blockchain.com", coinmetrics: "Coin Metrics" },
  ...{
    eth: "an Ethereum node",
    btc: "a Bitcoin node",
    bsc: "a BNB Chain node",
    sol: "a Solana node",
    ada: "a Cardano node",
  },
  ...{ coindesk: "CoinDesk", cointelegraph: "Cointelegraph", decrypt: "Decrypt" },
};

/** Its id where it has no name. */
export function sayProvider(provider: string): string {
  const id = plainProvider(provider);
  return Object.hasOwn(PROVIDER_SAYS, id) ? (PROVIDER_SAYS[id] ?? id) : provider;
}
