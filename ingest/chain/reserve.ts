// What labelled wallets hold on a chain now, summed by exchange and token; an exchange that holds none has a zero.

import type { ChainReserveRow } from "../../schema/dataset/chain/chain-reserve.ts";
import { decimalText } from "../../schema/decimal.ts";
import { LABEL_SET, LABELS, type LabelChain, labelOf } from "../../schema/label/index.ts";
import type { Run } from "../run/run.ts";
import { type OwnSource, ownSource } from "../source/define-source.ts";

/** Base units of a token in one labelled wallet. */
export type Balance = {
  readonly token: string;
  readonly address: string;
  readonly units: bigint;
  readonly decimals: number;
};

/** Native coins of the balances, summed by what `keyOf` says of each. */
export function sumNative(balances: readonly Balance[], keyOf: (balance: Balance) => string): Map<string, number> {
  const sums = new Map<string, { units: bigint; decimals: number }>();
  for (const balance of balances) {
    const key = keyOf(balance);
    sums.set(key, { units: (sums.get(key)?.units ?? 0n) + balance.units, decimals: balance.decimals });
  }
  return new Map([...sums].map(([key, { units, decimals }]) => [key, Number(decimalText(units, decimals))]));
}

/** Rows of one reading of a chain at `at` (epoch milliseconds); every exchange has a row of every token. */
function reserveRowsOf(
  chain: LabelChain,
  tokens: readonly string[],
  balances: readonly Balance[],
  about: { readonly at: number; readonly provider: string; readonly retrievedAt: number },
): ChainReserveRow[] {
  const held = sumNative(balances, ({ token, address }) => `${token}~${labelOf(chain, address)?.exchange ?? ""}`);
  const wallets = new Map<string, number>();
  for (const { exchange } of LABELS[chain]) wallets.set(exchange, (wallets.get(exchange) ?? 0) + 1);
  return tokens.flatMap((token) =>
    [...wallets].sort().map(([exchange, wallets_count]) => ({
      token,
      chain,
      exchange,
      at: about.at,
      reserve_native: held.get(`${token}~${exchange}`) ?? 0,
      wallets_count,
      label_set: LABEL_SET,
      provider: about.provider,
      retrieved_at: about.retrievedAt,
    })),
  );
}

type Reading = {
  readonly chain: LabelChain;
  readonly tokens: readonly string[];
  /** Balances of all labelled wallets; what is not among them is zero. */
  readonly read: (run: Run) => Promise<readonly Balance[]>;
};

/** A source that reads the balances of a chain's labelled wallets once a period. */
export const reserveSource = ({ chain, tokens, read }: Reading): OwnSource =>
  ownSource({
    id: `${chain}-reserve`,
    provider: chain,
    table: "chain_reserve",
    tokens,
    async pull(run) {
      const heard = run.context.log.listen();
      const balances = await read(run);
      const record = run.context.log.join(heard());
      const at = record?.responded_at ?? run.deps.clock.now();
      const rows = reserveRowsOf(chain, tokens, balances, { at, provider: run.provider, retrievedAt: at });
      if (record) record.rows += rows.length;
      await run.write("chain_reserve", rows);
      await run.flush();
    },
  });
