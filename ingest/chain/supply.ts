// What a chain says of the supply of its tokens: held by burn addresses, and staked.

import { decimalText } from "../../schema/decimal.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { BURN_ADDRESSES } from "../../schema/token/address.ts";
import type { Run } from "../run/run.ts";
import { type OwnSource, ownSource } from "../source/define-source.ts";
import { type EvmChainId, evmBalances, evmTokenIds } from "./evm/evm.ts";
import { type Balance, sumNative } from "./reserve.ts";

type Known = {
  readonly token: string;
  readonly burned_native: number | null;
  readonly staked_native: number | null;
};

/** Sums of the balances by token; every token has one. */
export function burnedOf(tokens: readonly string[], balances: readonly Balance[]): Known[] {
  const held = sumNative(balances, ({ token }) => token);
  return tokens.map((token) => ({ token, burned_native: held.get(token) ?? 0, staked_native: null }));
}

/** Reads all tokens at once; where a contract refuses the question, token by token: it costs its own row alone. */
export async function readApart<R>(
  run: Pick<Run, "fail" | "halted">,
  tokens: readonly string[],
  read: (some: readonly string[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  try {
    return await read(tokens);
  } catch (error) {
    // A refused call is answered with 200; anything else is the node's own trouble.
    if (!isHttpError(error) || error.kind !== "http_error" || error.status !== 200) throw error;
  }
  const found: R[] = [];
  for (const token of tokens) {
    if (run.halted()) break;
    await read([token]).then(
      (rows) => found.push(...rows),
      (error: unknown) => run.fail(token, error),
    );
  }
  return found;
}

type Reading = {
  readonly chain: "eth" | "bsc" | "sol" | "ada";
  readonly tokens: readonly string[];
  readonly read: (run: Run) => Promise<readonly Known[]>;
};

/** A source that asks a chain once a period. */
const supplySource = ({ chain, tokens, read }: Reading): OwnSource =>
  ownSource({
    id: `${chain}-chain-supply`,
    provider: chain,
    tokens,
    async pull(run) {
      const heard = run.context.log.listen();
      const known = await read(run);
      const record = run.context.log.join(heard());
      const at = record?.responded_at ?? run.deps.clock.now();
      const rows = known.map(({ token, ...amounts }) => {
        return { token, chain, at, ...amounts, provider: run.provider, retrieved_at: at };
      });
      await run.take(rows, { now: run.deps.clock.now(), record });
    },
  });

/** Burned coins of a chain's tokens and of its own coin. */
export const burnSource = (chain: EvmChainId): OwnSource => {
  const tokens = evmTokenIds(chain);
  return supplySource({
    chain,
    tokens,
    read: (run) =>
      readApart(run, tokens, async (some) =>
        burnedOf(some, await evmBalances(run, chain, { addresses: BURN_ADDRESSES[chain], tokens: some })),
      ),
  });
};

/** Staked coins of a chain; `read` gives base units. */
export const stakeSource = (about: {
  readonly chain: "sol" | "ada";
  readonly token: string;
  readonly decimals: number;
  readonly read: (run: Run) => Promise<bigint>;
}): OwnSource =>
  supplySource({
    chain: about.chain,
    tokens: [about.token],
    read: async (run) => {
      const staked_native = Number(decimalText(await about.read(run), about.decimals));
      return [{ token: about.token, burned_native: null, staked_native }];
    },
  });
