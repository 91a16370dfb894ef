// The daily fear and greed index of alternative.me, today and the days before it.
import { TRACKED } from "../../../schema/token/tracked.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asRecord, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { toldOther } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";

const ORIGIN = "https://api.alternative.me";
/** A week ago and a margin. */
const DAYS = 10;
const LABELS = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"];

/** Rows of `/fng/`: value and time are texts, the time in seconds. */
export function parseFearGreed(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  const { name, data } = asRecord(body);
  const other = toldOther(name, (told) => /fear.*greed/i.test(told));
  return asRecords(data, "list of days").map((row) => {
    const label = asText(row.value_classification);
    return {
      token: "",
      ...other,
      at: asNumber(row.timestamp) * 1_000,
      value: asNumber(row.value),
      label: LABELS.includes(label) ? label : "",
      provider,
      retrieved_at: retrievedAt,
    };
  });
}

async function pull(run: Run): Promise<void> {
  const ask = {
    venue: "alternative",
    endpoint: "fng",
    url: `${run.connections.origin("alternative") ?? ORIGIN}/fng/?limit=${DAYS}`,
  } as const;
  const { body, record } = await callJson(run.connections, ask, run.context);
  const rows = parseFearGreed(body, run.provider, record.responded_at);
  await run.take(rows, { now: run.deps.clock.now(), record });
}

export const alternativeFearGreed = ownSource({
  id: "alternative-fear-greed",
  provider: "alternative",
  tokens: TRACKED.map(({ id }) => id),
  pull,
});
