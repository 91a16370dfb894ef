// The open signals of a token, and what the record says of calls of their kind.
import type { TokenItem } from "../../../schema/object/token-list.ts";
import { SignalChip } from "../kit/chip.tsx";
import { fixed, instant } from "../kit/format.ts";
import { isPartlyJudged } from "../kit/judged.ts";
import { useLive } from "../kit/live.ts";
import { MadeAgain } from "../kit/statement.tsx";
import { isMeasured, Unmeasured, whyMissing } from "../kit/value.tsx";

/** As much of the record as is needed here. */
type RecordData = {
  readonly summary: readonly {
    readonly kind: string;
    readonly subkind: string | null;
    readonly horizon: string;
    readonly n: number;
    readonly hit_rate: number | null;
    readonly wilson95: readonly number[] | null;
    readonly base_rate: number | null;
    readonly pending: number;
  }[];
};

const RECORD_MS = 300_000;

function recordText({ summary }: RecordData, kind: string): string {
  const rows = summary.filter((row) => row.kind === "signal" && row.horizon === "24h");
  const row = rows.find(({ subkind }) => subkind === kind) ?? rows.find(({ subkind }) => subkind === null);
  if (row === undefined) return "The record holds none of its kind yet.";
  const whose = row.subkind === null ? "all signals" : "its kind";
  if (row.hit_rate === null) return `Of ${whose}, none is scored yet after 24 h; ${row.pending} are pending.`;
  const [low = 0, high = 1] = row.wilson95 ?? [];
  const between = `${fixed(low * 100, 0)} to ${fixed(high * 100, 0)} %`;
  const base = row.base_rate === null ? "" : `, where ${fixed(row.base_rate * 100, 0)} % would be right by chance`;
  return `Of ${whose}, ${fixed(row.hit_rate * 100, 0)} % were right after 24 h (${between}, ${row.n} calls)${base}.`;
}

export function Signals({ row }: { readonly row: TokenItem }) {
  const has = row.open_signals.length > 0;
  const isTold = isMeasured(row.open_signals_count);
  const isPart = isPartlyJudged(row);
  const record = useLive<RecordData>(has ? "/v1/record?limit=1" : null, RECORD_MS);
  return (
    <section aria-labelledby="signals">
      <h2 id="signals">Open signals</h2>
      {!isTold && (
        <p>
          <Unmeasured /> {whyMissing(row.unassessed, "/open_signals_count").join(" ")}
        </p>
      )}
      {isTold && !has && !isPart && <p class="soft">None is open.</p>}
      {isPart && (
        <p class="soft">
          {has ? "These are" : "None is open"} of the kinds that could be judged: of the others it is not known. The
          section signals, under “Everything measured”, says how many were judged, and why the others were not.
        </p>
      )}
      <ul class="statements">
        {row.open_signals.map((one) => (
          <li key={one.id}>
            <SignalChip {...one} /> since {instant(one.at)} UTC.{" "}
            {record.answer !== null && recordText(record.answer.body.data, one.kind)}
          </li>
        ))}
      </ul>
      {has && <MadeAgain sections={["signals"]} />}
    </section>
  );
}
