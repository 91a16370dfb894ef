// The hundred tokens that can be tracked in depth, under their CoinGecko ids, with the contracts public token lists agree on.
import { simulatedCount } from "../env.ts";
import { simulatedTokens } from "./simulated-token.ts";
import type { TrackedToken } from "./tracked-token.ts";

export type { TrackedToken } from "./tracked-token.ts";

// id | symbol | name | sector | native chain | categories
const TOKEN_TABLE = `
bitcoin|BTC|Bitcoin|layer-1|btc|proof-of-work,store-of-value
ethereum|ETH|Ethereum|layer-1|eth|smart-contract-platform,proof-of-stake
tether|USDT|Tether|stablecoin||stablecoin,fiat-backed
binancecoin|BNB|BNB|exchange|bsc|exchange-token,smart-contract-platform
solana|SOL|Solana|layer-1|sol|smart-contract-platform,proof-of-stake
ripple|XRP|XRP|payments|xrp|payments
usd-coin|USDC|USD Coin|stablecoin||stablecoin,fiat-backed
cardano|ADA|Cardano|layer-1|ada|smart-contract-platform,proof-of-stake
dogecoin|DOGE|Dogecoin|meme|doge|meme,proof-of-work
tron|TRX|TRON|layer-1|tron|smart-contract-platform,payments
avalanche-2|AVAX|Avalanche|layer-1|avax|smart-contract-platform
the-open-network|TON|Toncoin|layer-1|ton|smart-contract-platform
polkadot|DOT|Polkadot|layer-1|dot|interoperability
sui|SUI|Sui|layer-1|sui|smart-contract-platform
aptos|APT|Aptos|layer-1|apt|smart-contract-platform
near|NEAR|NEAR Protocol|layer-1|near|smart-contract-platform,ai
litecoin|LTC|Litecoin|payments|ltc|payments,proof-of-work
bitcoin-cash|BCH|Bitcoin Cash|payments|bch|payments,proof-of-work
internet-computer|ICP|Internet Computer|layer-1|icp|smart-contract-platform
ethereum-classic|ETC|Ethereum Classic|layer-1|etc|smart-contract-platform,proof-of-work
stellar|XLM|Stellar|payments|xlm|payments
hedera-hashgraph|HBAR|Hedera|layer-1|hbar|smart-contract-platform
cosmos|ATOM|Cosmos Hub|layer-1|atom|interoperability
algorand|ALGO|Algorand|layer-1|algo|smart-contract-platform
vechain|VET|VeChain|layer-1|vet|supply-chain
filecoin|FIL|Filecoin|infrastructure|fil|storage,depin
tezos|XTZ|Tezos|layer-1|xtz|smart-contract-platform
kaspa|KAS|Kaspa|layer-1|kas|proof-of-work
sei-network|SEI|Sei|layer-1|sei|smart-contract-platform
celestia|TIA|Celestia|infrastructure|tia|modular,data-availability
injective-protocol|INJ|Injective|layer-1|inj|smart-contract-platform,defi
flow|FLOW|Flow|layer-1|flow|smart-contract-platform,gaming
elrond-erd-2|EGLD|MultiversX|layer-1|egld|smart-contract-platform
zcash|ZEC|Zcash|privacy|zec|privacy,proof-of-work
dash|DASH|Dash|privacy|dash|privacy,payments
iota|IOTA|IOTA|infrastructure|iota|internet-of-things
neo|NEO|NEO|layer-1|neo|smart-contract-platform
theta-token|THETA|Theta Network|infrastructure|theta|media
mina-protocol|MINA|Mina Protocol|layer-1|mina|zero-knowledge
conflux-token|CFX|Conflux|layer-1|cfx|smart-contract-platform
hyperliquid|HYPE|Hyperliquid|defi|hyperliquid|derivatives,perpetuals
bittensor|TAO|Bittensor|ai|tao|ai
berachain-bera|BERA|Berachain|layer-1|bera|smart-contract-platform
arbitrum|ARB|Arbitrum|layer-2||rollup
optimism|OP|Optimism|layer-2||rollup
polygon-ecosystem-token|POL|POL (ex-MATIC)|layer-2||scaling
starknet|STRK|Starknet|layer-2||rollup,zero-knowledge
mantle|MNT|Mantle|layer-2||rollup
blockstack|STX|Stacks|layer-2|stx|bitcoin-ecosystem
immutable-x|IMX|Immutable|layer-2||gaming,zero-knowledge
zksync|ZK|ZKsync|layer-2||rollup,zero-knowledge
dai|DAI|Dai|stablecoin||stablecoin,crypto-backed
first-digital-usd|FDUSD|First Digital USD|stablecoin||stablecoin,fiat-backed
ethena-usde|USDE|Ethena USDe|stablecoin||stablecoin,synthetic
chainlink|LINK|Chainlink|infrastructure||oracle
uniswap|UNI|Uniswap|defi||dex
aave|AAVE|Aave|defi||lending
maker|MKR|Maker|defi||lending,stablecoin-issuer
curve-dao-token|CRV|Curve DAO|defi||dex
lido-dao|LDO|Lido DAO|defi||liquid-staking
compound-governance-token|COMP|Compound|defi||lending
havven|SNX|Synthetix|defi||derivatives
pancakeswap-token|CAKE|PancakeSwap|defi||dex
the-graph|GRT|The Graph|infrastructure||indexing
1inch|1INCH|1inch|defi||dex-aggregator
sushi|SUSHI|Sushi|defi||dex
yearn-finance|YFI|yearn.finance|defi||yield
pendle|PENDLE|Pendle|defi||yield
ethena|ENA|Ethena|defi||stablecoin-issuer
ether-fi|ETHFI|Ether.fi|defi||liquid-restaking
eigenlayer|EIGEN|EigenCloud|infrastructure||restaking
dydx-chain|DYDX|dYdX|defi|dydx|derivatives,perpetuals
thorchain|RUNE|THORChain|defi|thor|dex,interoperability
jupiter-exchange-solana|JUP|Jupiter|defi||dex-aggregator,solana-ecosystem
raydium|RAY|Raydium|defi||dex,solana-ecosystem
jito-governance-token|JTO|Jito|defi||liquid-staking,solana-ecosystem
pyth-network|PYTH|Pyth Network|infrastructure||oracle,solana-ecosystem
ondo-finance|ONDO|Ondo|real-world-asset||real-world-asset
ethereum-name-service|ENS|Ethereum Name Service|infrastructure||identity
shiba-inu|SHIB|Shiba Inu|meme||meme
pepe|PEPE|Pepe|meme||meme
dogwifcoin|WIF|dogwifhat|meme||meme,solana-ecosystem
bonk|BONK|Bonk|meme||meme,solana-ecosystem
floki|FLOKI|FLOKI|meme||meme
official-trump|TRUMP|Official Trump|meme||meme,solana-ecosystem
fetch-ai|FET|Artificial Superintelligence Alliance|ai||ai
render-token|RENDER|Render|ai||ai,depin
worldcoin-wld|WLD|Worldcoin|ai||identity,ai
virtual-protocol|VIRTUAL|Virtuals Protocol|ai||ai
the-sandbox|SAND|The Sandbox|gaming||gaming,metaverse
decentraland|MANA|Decentraland|gaming||gaming,metaverse
axie-infinity|AXS|Axie Infinity|gaming||gaming
gala|GALA|GALA|gaming||gaming
apecoin|APE|ApeCoin|gaming||gaming,nft
okb|OKB|OKB|exchange||exchange-token
arweave|AR|Arweave|infrastructure|ar|storage
layerzero|ZRO|LayerZero|infrastructure||interoperability
quant-network|QNT|Quant|infrastructure||interoperability
chiliz|CHZ|Chiliz|gaming|chz|fan-token
snek|SNEK|Snek|meme||meme,cardano-ecosystem
`;

// id | chain | address | decimals; EVM and Solana from the Uniswap default and PancakeSwap extended token lists.
// A contract no list confirms is left out, not guessed; bridged copies of native coins are other coins.
const CONTRACT_TABLE = `
tether|eth|0xdac17f958d2ee523a2206206994597c13d831ec7|6
tether|bsc|0x55d398326f99059ff775485246999027b3197955|18
tether|sol|Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB|6
usd-coin|eth|0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48|6
usd-coin|bsc|0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d|18
usd-coin|sol|EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v|6
injective-protocol|eth|0xe28b3b32b6c345a34ff64674606124dd5aceca30|18
injective-protocol|bsc|0xa2b726b1145a4773f68593cf171187d8ebe4d495|18
arbitrum|eth|0xb50721bcf8d664c30412cfbc6cf7a15145234ad1|18
polygon-ecosystem-token|eth|0x455e53cbb86018ac2b8092fdcd39d8444affc3f6|18
starknet|eth|0xca14007eff0db1f8135f4c25b34de49ab0d42766|18
mantle|eth|0x3c3a81e81dc49a522a592e7622a7e711c06bf354|18
immutable-x|eth|0xf57e7e7c23978c3caec3c3548e3d615c346e79ff|18
dai|eth|0x6b175474e89094c44da98b954eedeac495271d0f|18
dai|bsc|0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3|18
first-digital-usd|bsc|0xc5f0f7b66764f6ec8c8dff7ba683102295e16409|18
ethena-usde|eth|0x4c9edd5852cd905f086c759e8383e09bff1e68b3|18
ethena-usde|sol|DEkqHyPN7GMRJ5cArtQFAWefqbZb33Hyf6s5iCwjEonT|9
chainlink|eth|0x514910771af9ca656af840dff83e8264ecf986ca|18
chainlink|bsc|0xf8a0bf9cf54bb92f17374d9e9a321e6a111a51bd|18
chainlink|sol|LinkhB3afbBKb2EQQu7s7umdZceV3wcvAUJhQAfQ23L|9
uniswap|eth|0x1f9840a85d5af5bf1d1762f925bdaddc4201f984|18
uniswap|bsc|0xbf5140a22578168fd562dccf235e5d43a02ce9b1|18
aave|eth|0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9|18
aave|bsc|0xfb6115445bff7b52feb98650c87f44907e58f802|18
maker|eth|0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2|18
curve-dao-token|eth|0xd533a949740bb3306d119cc777fa900ba034cd52|18
lido-dao|eth|0x5a98fcbea516cf06857215779fd812ca3bef1b32|18
compound-governance-token|eth|0xc00e94cb662c3520282e6f5717214004a7f26888|18
compound-governance-token|bsc|0x52ce071bd9b1c4b00a0b92d298c512478cad67e8|18
havven|eth|0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f|18
pancakeswap-token|eth|0x152649ea73beab28c5b49b26eb48f7ead6d4c898|18
pancakeswap-token|bsc|0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82|18
pancakeswap-token|sol|4qQeZ5LwSz6HuupUu8jCtgXyW1mYQcNbFAW1sWZp89HL|9
the-graph|eth|0xc944e90c64b2c07662a292be6244bdf05cda44a7|18
1inch|eth|0x111111111117dc0aa78b770fa6a738034120c302|18
1inch|bsc|0x111111111117dc0aa78b770fa6a738034120c302|18
sushi|eth|0x6b3595068778dd592e39a122f4f5a5cf09c90fe2|18
sushi|bsc|0x947950bcc74888a40ffa2593c5798f11fc9124c4|18
sushi|sol|ChVzxWRmrTeSgwd3Ui3UumcN8KX7VK3WaD4KGeSKpypj|8
yearn-finance|eth|0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e|18
yearn-finance|bsc|0x88f1a5ae2a3bf98aeaf342d26b30a79438c9142e|18
pendle|eth|0x808507121b80c02388fad14726482e061b8da827|18
pendle|bsc|0xb3ed0a426155b79b898849803e3b36552f7ed507|18
ethena|eth|0x57e114b691db790c35207b2e685d4a43181e6061|18
ether-fi|eth|0xfe0c30065b384f05761f15d0cc899d4f9f9cc0eb|18
eigenlayer|eth|0xec53bf9167f50cdeb3ae105f56099aaab9061f83|18
jupiter-exchange-solana|sol|JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN|6
raydium|sol|4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R|6
jito-governance-token|sol|jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL|9
pyth-network|sol|HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3|6
ondo-finance|eth|0xfaba6f8e4a5e8ab82f62fe7c39859fa577269be3|18
ethereum-name-service|eth|0xc18360217d8f7ab5e7c516566761ea12ce7f9d72|18
shiba-inu|eth|0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce|18
shiba-inu|bsc|0x2859e4544c4bb03966803b044a93563bd2d0dd4d|18
pepe|eth|0x6982508145454ce325ddbe47a25d4ec3d2311933|18
pepe|bsc|0x25d887ce7a35172c62febfd67a1856f20faebb00|18
dogwifcoin|sol|EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm|6
bonk|eth|0x1151cb3d861920e07a38e03eead12c32178567f6|5
bonk|bsc|0xa697e272a73744b343528c3bc4702f2565b2f422|5
bonk|sol|DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263|5
floki|eth|0xcf0c122c6b73ff809c693db761e7baebe62b6a2e|9
floki|bsc|0xfb5b838b6cfeedc2873ab27866079ac55363d37e|9
official-trump|sol|6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN|6
fetch-ai|eth|0xaea46a60368a7bd060eec7df8cba43b7ef41ad85|18
fetch-ai|bsc|0x031b41e504677879370e9dbcf937283a8691fa7f|18
render-token|sol|rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof|8
worldcoin-wld|eth|0x163f8c2467924be0ae7b5347228cabf260318753|18
virtual-protocol|eth|0x44ff8620b8ca30902395a7bd3f2407e1a091bf73|18
virtual-protocol|sol|3iQL8BFS2vE7mww4ehAqQHAsbmRNCrPxizWAT2Zfyr9y|9
the-sandbox|eth|0x3845badade8e6dff049820680d1f14bd3903a5d0|18
the-sandbox|bsc|0x67b725d7e342d7b611fa85e859df9697d9378b2e|18
decentraland|eth|0x0f5d2fb29fb7d3cfee444a200298f468908cc942|18
decentraland|bsc|0x26433c8127d9b4e9b71eaa15111df99ea2eeb2f8|18
axie-infinity|eth|0xbb0e17ef65f82ab018d8edd776e8dd940327b28b|18
axie-infinity|bsc|0x715d400f88c167884bbcc41c5fea407ed4d2f8a0|18
gala|eth|0xd1d2eb1b1e90b638588728b4130137d262c87cae|8
apecoin|eth|0x4d224452801aced8b2f0aebe155379bb5d594381|18
apecoin|bsc|0xc762043e211571eb34f1ef377e5e8e76914962f9|18
okb|eth|0x75231f58b43240c9718dd58b4967c5114342a86c|18
layerzero|eth|0x6985884c4392d348587b19cb9eaaf157f13271cd|18
layerzero|bsc|0x6985884c4392d348587b19cb9eaaf157f13271cd|18
quant-network|eth|0x4a220e6096b25eadb88358cb44068a3248254675|18
chiliz|eth|0x3506424f91fd33084466f402d5d97f05f8e3b4af|18
snek|ada|279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f534e454b|0
`;

const lines = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split("|"));

const contractsOf = (id: string): Pick<TrackedToken, "contracts" | "decimals"> => {
  const contracts: Record<string, string> = {};
  const decimals: Record<string, number> = {};
  for (const [owner, chain = "", address = "", places = ""] of CONTRACT_ROWS) {
    if (owner !== id) continue;
    contracts[chain] = address;
    decimals[chain] = Number(places);
  }
  return { contracts, decimals };
};

const CONTRACT_ROWS = lines(CONTRACT_TABLE);

/** In rank order of the day the list was made. */
export const KNOWN: readonly TrackedToken[] = lines(TOKEN_TABLE).map(
  ([id = "", symbol = "", name = "", sector = "", native = "", categories = ""]) => ({
    id,
    symbol,
    name,
    sector,
    categories: categories.split(","),
    native: native === "" ? null : native,
    ...contractsOf(id),
    stablecoin: sector === "stablecoin",
  }),
);

/** The known ones, and those of a simulated market that has more. */
export const TOKENS: readonly TrackedToken[] = [...KNOWN, ...simulatedTokens(KNOWN, simulatedCount())];
