// A brief of hand-made rows in the words of the rules, as its canonical bytes.
import { composeBrief } from "../../../jobs/brief/compose-brief.ts";
import { seal } from "../../../jobs/proof/seal.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { AS_OF, factsOf, wholeRows } from "./facts.ts";
import { closures, news, transfer, windowOf } from "./window.ts";

const TO = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS;

export function sealedBrief(): string {
  const at = TO - 70 * MINUTE_MS;
  const events = [news(at, "Up 5 %, says nobody"), transfer(at, 5e7, null, "Bank 7"), closures(at, 4e6, 1e5)];
  const window = windowOf(TO, { changePct: -6, bitcoinPct: -1, events });
  const input = { window, createdAt: AS_OF, runId: "run_01JD6Q3Z8W0000000000000000", odds: {} };
  const { asOf, data, sources } = composeBrief(
    { ...input, state: buildState(factsOf(wholeRows()), "aave") },
    new Map(),
  );
  // Hand-made rows came with no call.
  const undigested = sources.map(({ raw_sha256: _, ...source }) => source);
  const draft = { id: "1", asOf, data: { ...data, id: 1 }, sources: undigested, calls: [] };
  return seal("brief", draft, AS_OF, "test").row.canonical;
}
