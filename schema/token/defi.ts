// Which tracked tokens stand for value locked, and under which names DefiLlama lists it; all others have none.
import { trackedById } from "./tracked.ts";

// token id | DefiLlama's name of the chain
const CHAINS = `
bitcoin|Bitcoin
ethereum|Ethereum
binancecoin|BSC
solana|Solana
ripple|XRPL
cardano|Cardano
dogecoin|Doge
tron|Tron
avalanche-2|Avalanche
the-open-network|TON
polkadot|Polkadot
sui|Sui
aptos|Aptos
near|Near
litecoin|Litecoin
internet-computer|ICP
ethereum-classic|EthereumClassic
stellar|Stellar
hedera-hashgraph|Hedera
cosmos|CosmosHub
algorand|Algorand
vechain|VeChain
filecoin|Filecoin
tezos|Tezos
sei-network|Sei
injective-protocol|Injective
flow|Flow
elrond-erd-2|MultiversX
neo|NEO
conflux-token|Conflux
hyperliquid|Hyperliquid L1
berachain-bera|Berachain
arbitrum|Arbitrum
optimism|OP Mainnet
polygon-ecosystem-token|Polygon
starknet|Starknet
mantle|Mantle
blockstack|Stacks
zksync|ZKsync Era
dydx-chain|dydx
thorchain|Thorchain
chiliz|Chiliz
okb|X Layer
`;

// token id | DefiLlama's slug of the protocol, or of the parent of several
const PROTOCOLS = `
uniswap|uniswap
aave|aave
maker|sky
curve-dao-token|curve-finance
lido-dao|lido
compound-governance-token|compound-finance
havven|synthetix
pancakeswap-token|pancakeswap
1inch|1inch-network
sushi|sushi
yearn-finance|yearn
pendle|pendle
ethena|ethena
ether-fi|ether.fi
eigenlayer|eigencloud
jupiter-exchange-solana|jupiter
raydium|raydium
jito-governance-token|jito
ondo-finance|ondo-finance
`;

const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|") as [string, string]);

export const CHAIN_NAMES: ReadonlyMap<string, string> = new Map(pairs(CHAINS));
export const PROTOCOL_SLUGS: ReadonlyMap<string, string> = new Map(pairs(PROTOCOLS));
export const LOCKED_TOKENS: readonly string[] = [...CHAIN_NAMES.keys(), ...PROTOCOL_SLUGS.keys()];

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 32);

const IDS: ReadonlyMap<string, string> = new Map([
  ...pairs(CHAINS).map(([token, name]): [string, string] => [slug(name), trackedById(token)?.native ?? slug(name)]),
  ["binance", "bsc"],
  ["optimism", "op-mainnet"],
]);

/** Our id of a chain that DefiLlama calls by this name: the id of the tracked list where it has one. */
export const chainIdOf = (name: string): string => IDS.get(slug(name)) ?? slug(name);
