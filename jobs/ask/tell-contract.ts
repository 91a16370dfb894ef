// How the risk of a token's contracts is told.
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { want } from "./evidence.ts";
import { FINDINGS, sayFinding } from "./finding.ts";
import { type Asked, firstOf, NOTHING, part, sentence, type Told, together } from "./tell.ts";

export const tellRisk = (asked: Asked): Told => {
  const { applicable } = asked.readings.state.sections.security;
  const [risk, checks] = [firstOf(asked, want("contract_risk")), firstOf(asked, want("contract_checks"))];
  if (applicable === false) return NOTHING;
  const unnamed = risk && !isAssessed(risk.data.provider) ? ["provider"] : [];
  const provider = risk && isAssessed(risk.data.provider) ? ` as {{${risk.id}.provider|provider}} tells` : "";
  return together(
    sentence(risk, "contract_risk", "The risk of its contracts is", [part("contract_risk", "name", `{}${provider}`)]),
    { ...NOTHING, lacking: unnamed.map((path) => ({ item: risk ?? null, kind: "contract_risk" as const, path })) },
    tellFindings(checks),
    sentence(checks, "contract_checks", "Taxes:", [
      part("buy_tax_pct", "share2", "{} going in"),
      part("sell_tax_pct", "share2", "{} going out"),
    ]),
  );
};

/** Findings are no numbers: what is shown of them is when they were looked at. */
function tellFindings(checks: EvidenceItem | undefined): Told {
  const found = FINDINGS.flatMap((name) => sayFinding(name, checks?.data[name]) ?? []);
  const unlooked = FINDINGS.filter((name) => !checks || !isAssessed(checks.data[name]));
  const lacking = unlooked.map((path) => ({ item: checks ?? null, kind: "contract_checks" as const, path }));
  const told =
    found.length === 0
      ? NOTHING
      : sentence(checks, "contract_checks", "As looked at", [
          part("as_of", "day", `on {} at {{${checks?.id}.as_of|clock}}: ${found.join(", ")}`),
        ]);
  return together(told, { ...NOTHING, lacking });
}
