// Starts the simulated market in this process: one loopback origin a provider, plus the control origin.
import { createCardano } from "./cardano/blockfrost.ts";
import { createBlockchain } from "./chain/blockchain.ts";
import { createCoinmetrics } from "./chain/coinmetrics.ts";
import { createEsplora } from "./chain/esplora.ts";
import { createEvmNode } from "./chain/evm.ts";
import { createKoios } from "./chain/koios.ts";
import { createSolanaNode } from "./chain/solana.ts";
import { createOpenai } from "./chat/openai.ts";
import { type Clock, createClock } from "./clock.ts";
import { createCoinGecko } from "./coingecko.ts";
import { createCoinPaprika } from "./coinpaprika.ts";
import { createControl } from "./control.ts";
import { createFaults, type Fault } from "./fault.ts";
import { createFearGreed } from "./fear-greed.ts";
import { type Budget, createBudget } from "./limit.ts";
import { createDefiLlama } from "./llama/defillama.ts";
import { createModel, type Model } from "./model/model.ts";
import { createNewsroom } from "./news/newsroom.ts";
import { createOracle } from "./oracle/oracle.ts";
import { type Origin, openOrigin } from "./origin.ts";
import type { Provider } from "./provider.ts";
import { createGoplus } from "./risk/goplus.ts";
import { createHoneypot } from "./risk/honeypot.ts";
import { createGeckoterminal } from "./swap/geckoterminal.ts";
import { createJupiter } from "./swap/jupiter.ts";
import { createKyberswap } from "./swap/kyberswap.ts";
import { createMinswap } from "./swap/minswap.ts";
import { createVelora } from "./swap/velora.ts";
import { createBinance } from "./venue/binance.ts";
import { createBybit } from "./venue/bybit.ts";
import { createCoinbase } from "./venue/coinbase.ts";
import { createDeribit } from "./venue/deribit.ts";
import { createGate } from "./venue/gate.ts";
import { createHyperliquid } from "./venue/hyperliquid.ts";
import { createKraken } from "./venue/kraken.ts";
import { createKucoin } from "./venue/kucoin.ts";
import { createOkx } from "./venue/okx.ts";
import { createWitnesses } from "./witness/witness.ts";

export const PROVIDER_IDS = [
  "binance",
  "bybit",
  "okx",
  "coingecko",
  "coinpaprika",
  "eth",
  "btc",
  "gate",
  "hyperliquid",
  "kraken",
  "deribit",
  "kyberswap",
  "defillama",
  "goplus",
  "honeypot",
  "coindesk",
  "cointelegraph",
  "decrypt",
  "alternative",
  "coinbase",
  "kucoin",
  "velora",
  "jupiter",
  "minswap",
  "geckoterminal",
  "bsc",
  "sol",
  "ada",
  "cardano",
  "oracle",
  "blockchain",
  "openai",
  "coinmetrics",
  "witness",
] as const;
type ProviderId = (typeof PROVIDER_IDS)[number];
export type OriginId = ProviderId | "control";

type SandboxOptions = {
  /** The same seed and clock give the same bytes. */
  readonly seed: number;
  /** Of the same seed, which another has used: what that had to work out is known already. */
  readonly model?: Model;
  /** Base clock in ms; the real one unless given. */
  readonly now?: () => number;
  /** Ports by origin; any that is not given is taken free. */
  readonly ports?: Partial<Record<OriginId, number>>;
  /** Address it listens on; loopback unless given. */
  readonly host?: string;
  /** Compress answers when asked to; off by default, as on loopback it only costs time. */
  readonly gzip?: boolean;
  /** Enforce the venues' request limits, which are counted in headers in any case. */
  readonly limits?: boolean;
};

export type Sandbox = {
  readonly origins: Readonly<Record<OriginId, string>>;
  readonly model: Model;
  readonly clock: Clock;
  setFault(fault: Fault): string;
  clearFaults(match?: { id?: string; provider?: string; kind?: string }): number;
  /** Freezes (`frozenMs`), shifts (`offsetMs`) or, with an empty object, frees the clock. */
  setTime(change: { frozenMs?: number; offsetMs?: number }): void;
  stop(): Promise<void>;
};

type Factory = (model: Model, budget: Budget, seed: number) => Provider;

const FACTORIES: Readonly<Record<ProviderId, Factory>> = {
  binance: createBinance,
  bybit: createBybit,
  okx: createOkx,
  gate: createGate,
  hyperliquid: createHyperliquid,
  kraken: createKraken,
  deribit: createDeribit,
  kyberswap: createKyberswap,
  coingecko: createCoinGecko,
  coinpaprika: createCoinPaprika,
  eth: createEvmNode("eth"),
  bsc: createEvmNode("bsc"),
  sol: createSolanaNode,
  ada: createKoios,
  btc: createEsplora,
  goplus: createGoplus,
  honeypot: createHoneypot,
  coindesk: createNewsroom("coindesk"),
  cointelegraph: createNewsroom("cointelegraph"),
  decrypt: createNewsroom("decrypt"),
  alternative: createFearGreed,
  cardano: (_model, _budget, seed) => createCardano(seed),
  oracle: createOracle,
  witness: createWitnesses,
  blockchain: createBlockchain,
  coinmetrics: createCoinmetrics,
  openai: createOpenai,
  defillama: createDefiLlama,
  coinbase: createCoinbase,
  kucoin: createKucoin,
  velora: createVelora,
  jupiter: createJupiter,
  minswap: createMinswap,
  geckoterminal: createGeckoterminal,
};

/** Opens every origin; rejects, with nothing left open, when a port is taken. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const model = options.model ?? createModel(options.seed);
  const clock = createClock(options.now ?? Date.now);
  const faults = createFaults(Date.now, clock.now);
  const budgets = new Map<string, Budget>();
  const origins = new Map<string, Origin>();
  const stop = async (): Promise<void> => {
    await Promise.all([...origins.values()].map((origin) => origin.close()));
  };
  const open = async (id: OriginId, provider: Provider): Promise<void> => {
    const port = options.ports?.[id] ?? 0;
    const gzip = options.gzip === true;
    const shared = { provider, port, host: options.host ?? "127.0.0.1", now: clock.now, gzip };
    origins.set(id, await openOrigin(id === "control" ? shared : { ...shared, faults }));
  };
  try {
    for (const id of PROVIDER_IDS) {
      const budget = createBudget();
      budget.enforce(options.limits === true);
      budgets.set(id, budget);
      await open(id, FACTORIES[id](model, budget, options.seed));
    }
    await open("control", createControl({ model, clock, faults, budgets, origins }));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origins: Object.fromEntries([...origins].map(([id, origin]) => [id, origin.url])) as Record<OriginId, string>,
    model,
    clock,
    setFault: faults.set,
    clearFaults: faults.clear,
    setTime: clock.change,
    stop,
  };
};
