// How much of what was issued came out again, byte for byte, when it was made again last night.
import type { StatusData } from "../../../schema/object/status.ts";
import { fixed, instant, plain, words } from "../kit/format.ts";
import { useLive } from "../kit/live.ts";

const STATUS_MS = 600_000;

export function Replays() {
  const live = useLive<StatusData>("/v1/status", STATUS_MS);
  if (live.answer === null)
    return live.problem === null ? <p class="soft below">Asking what came out again …</p> : null;
  const { replays } = live.answer.body.data;
  const { at, sampled, identical, identical_pct: share, reasons } = replays;
  if (at === null || share === "unassessed")
    return <p class="soft below">Each night a sample of what was issued is made again; the first is still to come.</p>;
  const others = Object.entries(reasons).map(([reason, count]) => `${plain(count)} ${words(reason)}`);
  return (
    <p class="soft below">
      Made again on {instant(at).slice(0, 10)} from what is kept: {plain(identical)} of {plain(sampled)} objects of the
      30 days before, <span class="figure">{fixed(share, 1)} %</span>, came out byte for byte
      {others.length === 0 ? "." : `; the others: ${others.join(", ")}.`}
    </p>
  );
}
