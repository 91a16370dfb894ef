// Unlock schedules of tracked tokens from DefiLlama's datasets: unofficial, so one it does not give is no schedule, not a failure.
import { httpError, isHttpError } from "../../../schema/io/http.ts";
import { NOT_OFFERED } from "../../../schema/source/source-health.ts";
import { TRACKED, type TrackedToken } from "../../../schema/token/tracked.ts";
import { tellOutcome } from "../../run/call.ts";
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
  const path = `/emissions/${encodeURIComponent(slug)}`;
  const { body, record } = await askLlama(run, "datasets", "emissions", path, token.id);
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

/** Reads one schedule; a refusal is told as such in the record of the call. */
async function followOne(run: Run, token: TrackedToken, slug: string): Promise<void> {
  const heard = run.context.log.listen();
  try {
    await readSchedule(run, token, slug);
  } catch (error) {
    if (!isRefusal(error)) run.fail(token.id, error);
    else for (const record of heard()) tellOutcome(record, NOT_OFFERED);
  } finally {
    heard();
  }
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await askLlama(run, "datasets", "emissionsProtocolsList", "/emissionsProtocolsList");
  const listed = new Set(asList(body).map(asText));
  const slugs = TRACKED.flatMap((token) => {
    const slug = slugOf(token, listed);
    return slug === undefined ? [] : [{ token, slug }];
  });
  for (const { token, slug } of slugs) {
    // Whom the list names and nobody asked about is not known to have none: the list brought nothing then.
    if (run.halted()) return;
    await followOne(run, token, slug);
  }
  record.rows += slugs.length;
}

export const defillamaUnlock = ownSource({
  id: "defillama-unlock",
  provider: "defillama",
  tokens: TRACKED.map((token) => token.id),
  pull,
});
