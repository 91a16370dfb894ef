// Transactions of a chain in the last 24 hours, summed over its blocks; a process reads each block once.
import { DAY_MS } from "../../schema/duration.ts";
import { httpError } from "../../schema/io/http.ts";
import type { CountedBlock } from "../client/counted-block.ts";
import type { CallRecord } from "../run/call.ts";
import type { Connections } from "../run/connection.ts";
import type { Run } from "../run/run.ts";
import { type OwnSource, ownSource } from "../source/define-source.ts";

/** A page of blocks, newest first: the newest ones, or those from a height on; `known` says that most were read before. */
type ReadPage = (from: number | null, known: boolean) => Promise<readonly CountedBlock[]>;

/** Miners' clocks may be two hours apart, so that a block of the day can lie that deep below one that is not. */
const SLACK_MS = 7_200_000;
const PAGES_MAX = 60;

/**
 * Blocks of the 24 hours before the newest block and a little more, newest first. What `known` has of them is not read
 * again but for the newest page, which also replaces what a fork undid. Throws bad_body for holes.
 */
export async function readDay(read: ReadPage, known: readonly CountedBlock[]): Promise<CountedBlock[]> {
  const blocks: CountedBlock[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const last = blocks.at(-1);
    const rows = await read(last ? last.height - 1 : null, known.length > 0);
    for (const row of rows) {
      const above = blocks.at(-1);
      if (above && row.height !== above.height - 1) throw httpError("bad_body", "the blocks are not one after another");
      blocks.push(row);
    }
    const [first, lowest] = [blocks[0], blocks.at(-1)];
    if (!first || !lowest || rows.length === 0) throw httpError("bad_body", "no blocks");
    const below = known.findIndex(({ height }) => height === lowest.height - 1);
    if (below >= 0) blocks.push(...known.slice(below));
    const end = blocks.findIndex(({ at }) => at < first.at - DAY_MS - SLACK_MS);
    if (end >= 0) return blocks.slice(0, end + 1);
  }
  throw httpError("bad_body", "a day has more blocks than can be read");
}

/** Transactions of the 24 hours before the newest block, and when that was (epoch ms). */
export function sumDay(blocks: readonly CountedBlock[]): { readonly at: number; readonly transactions: number } {
  const at = blocks[0]?.at ?? 0;
  const inside = blocks.filter((block) => block.at > at - DAY_MS);
  return { at, transactions: inside.reduce((sum, block) => sum + block.transactions, 0) };
}

type Known = {
  readonly blocks: readonly CountedBlock[];
  /** Calls that brought them, those of the last day. */
  readonly calls: readonly CallRecord[];
};

/** Blocks each process has read, by source. */
const KNOWN = new WeakMap<Connections, Map<string, Known>>();

type Counting = {
  readonly chain: "btc" | "ada";
  readonly token: string;
  readonly open: (run: Run) => ReadPage;
};

/** A source that counts the transactions of a chain's last 24 hours once a period. */
export const activitySource = ({ chain, token, open }: Counting): OwnSource =>
  ownSource({
    id: `${chain}-chain-activity`,
    provider: chain,
    tokens: [token],
    async pull(run) {
      const kept = KNOWN.get(run.connections) ?? new Map<string, Known>();
      KNOWN.set(run.connections, kept);
      const before = kept.get(chain);
      const heard = run.context.log.listen();
      const blocks = await readDay(open(run), before?.blocks ?? []);
      const now = run.deps.clock.now();
      const earlier = (before?.calls ?? []).filter(({ responded_at: at }) => at > now - DAY_MS - SLACK_MS);
      const calls = [...heard(), ...earlier];
      kept.set(chain, { blocks, calls });
      const record = run.context.log.join(calls);
      const { at, transactions } = sumDay(blocks);
      const row = {
        token,
        chain,
        // A miner's clock may be ahead.
        at: Math.min(at, now),
        transactions_count: transactions,
        active_addresses_count: null,
        provider: run.provider,
        retrieved_at: record?.responded_at ?? now,
      };
      await run.take([row], { now, record });
    },
  });
