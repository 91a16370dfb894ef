// What the soak of kills buys: explanations, questions and claims, addresses, one kind after another.
import type { AskRequest } from "../../../schema/object/answer.ts";
import type { ChainId } from "../../../schema/token/chain.ts";
import { createBtcLedger } from "../../../scripts/sandbox/chain/btc-ledger.ts";
import { createEvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import { adaAddresses } from "../../../scripts/sandbox/chain/koios.ts";
import { isSolOpened, solAddresses } from "../../../scripts/sandbox/chain/solana.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";

export const TOKENS = ["bitcoin", "ethereum", "chainlink", "uniswap"] as const;
/** Which simulated market the addresses are of. */
export const MARKET_SEED = 1;

type GoodKind = "explain" | "ask" | "inspect";
export type Good = {
  readonly kind: GoodKind;
  readonly path: string;
  /** What is posted; null where the call is a GET. */
  readonly body: string | null;
};

type List<T> = readonly [T, ...T[]];

const ASKED: List<Omit<AskRequest, "token">> = [
  { question: "What is the price, and how did it change in 24 hours?" },
  { claim: "The price is above $1" },
  { question: "How volatile is it?" },
  { claim: "Funding is positive" },
  { question: "Why did it move?" },
  { claim: "It is up more than 1 % today and open interest is above $1m" },
  { question: "How much open interest is there?" },
];

const model = createModel(MARKET_SEED);
/** Of strangers the one at `at`. */
const strangers = (addressOf: (party: number) => string) => (at: number) => addressOf(-1 - at);
const ofSol = strangers(solAddresses(model));
/** Of those that were used: there is nothing to sell of another. */
function openedAt(at: number): string {
  for (let from = at; ; from++) {
    const address = ofSol(from);
    if (isSolOpened(address)) return address;
  }
}

const ADDRESSES: List<readonly [ChainId, (at: number) => string]> = [
  ["eth", strangers(createEvmLedger(model, "eth").addressOf)],
  ["btc", strangers(createBtcLedger(model).addressOf)],
  ["sol", openedAt],
  ["ada", strangers(adaAddresses(model).addressOf)],
  ["bsc", strangers(createEvmLedger(model, "bsc").addressOf)],
];

/** The one of `list` at `at`, from the front again past its end. */
const turn = <T>(list: List<T>, at: number): T => list[at % list.length] ?? list[0];

export function goodOf(n: number): Good {
  const [kind, round] = [turn<GoodKind>(["explain", "ask", "inspect"], n), Math.floor(n / 3)];
  const token = turn(TOKENS, round);
  if (kind === "explain")
    return { kind, path: "/v1/explain", body: JSON.stringify({ token, hours: 1 + (round % 24) }) };
  if (kind === "ask") return { kind, path: "/v1/ask", body: JSON.stringify({ token, ...turn(ASKED, round) }) };
  const [chain, addressAt] = turn(ADDRESSES, round);
  return { kind, path: `/v1/inspect/${chain}/${addressAt(round)}`, body: null };
}
