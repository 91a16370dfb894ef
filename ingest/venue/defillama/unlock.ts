// Unlock schedules of tracked tokens from DefiLlama's datasets: unofficial, so one it does not give is no schedule, not a failure.
import { httpError, isHttpError } from "../../../schema/io/http.ts";
import { TRACKED, type TrackedToken } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asList, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { askLlama } from "./client.ts";
import { parseSchedule } from "./parse-unlock.ts";

/** Slugs that are neither the token's id nor its name. */
const SLUGS: Readonly<Record<string, string>> = {
  "pyth-network": "pyth",
  "jupiter-exchange-solana": "jupiter",
  "jito-governance-token": "jito",
  "worldcoin-wld": "worldcoin",
  "berachain-bera": "berachain",
  "immutable-x": "immutable",
  "dydx-chain": "dydx",
  "avalanche-2": "avalanche",
  "sei-network": "sei",
  "ether-fi": "ether.fi",
};

const dashed = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.]+/g, "-");

/** The slug under which a token's schedule is listed, or undefined where it has none. */
function slugOf(token: TrackedToken, listed: ReadonlySet<string>): string | undefined {
  return [SLUGS[token.id], token.id, dashed(token.name)].find((slug) => slug !== undefined && listed.has(slug));
}

/** Answers that say that there is nothing for us: not there, not for free, not from here. */
const isRefusal = (error: unknown): boolean =>
  isHttpError(error) && [401, 402, 403, 404, 410, 451].includes(error.status);

async function readSchedule(run: Run, token: TrackedToken, slug: string): Promise<void> {
  const { body, record } = await askLlama(run, "datasets", "emissions", `/emissions/${encodeURIComponent(slug)}`);
  const now = run.deps.clock.now();
  const { coin, releases } = parseSchedule(body, now);
  if (coin !== "" && coin !== token.id) throw httpError("bad_body", `the schedule is of ${coin.slice(0, 64)}`);
  const rows = releases.map(({ at, kind, amount, category }) => ({
    token: token.id,
    read_at: record.responded_at,
    at,
    kind,
    amount_native: amount,
    category,
    schedule: record.raw_sha256.slice(0, 16),
    provider: run.provider,
    retrieved_at: record.responded_at,
  }));
  await run.take(rows, { now, record });
}

async function pull(run: Run): Promise<void> {
  const { body } = await askLlama(run, "datasets", "emissionsProtocolsList", "/emissionsProtocolsList");
  const listed = new Set(asList(body).map(asText));
  for (const token of TRACKED) {
    const slug = slugOf(token, listed);
    if (slug === undefined) continue;
    if (run.halted()) break;
    await readSchedule(run, token, slug).catch((error: unknown) => {
      if (!isRefusal(error)) run.fail(token.id, error);
    });
  }
}

export const defillamaUnlock = ownSource({
  id: "defillama-unlock",
  provider: "defillama",
  tokens: TRACKED.map((token) => token.id),
  pull,
});
