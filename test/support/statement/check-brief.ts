// Holds a published brief against its own evidence: what a reader can check who has nothing but the object. Pure.
import type { BriefData } from "../../../schema/object/brief.ts";
import { checkText, type TextFault } from "../../../schema/statement/check-text.ts";

type BriefFault = TextFault & { readonly where: string };

type Published = Omit<BriefData, "hash" | "verify_url" | "score">;

/** Everything that does not hold: a number that the cited evidence does not have, a word against its sign, a statement without evidence. */
export function checkBrief(brief: Published): BriefFault[] {
  const { evidence, token } = brief;
  const names = token === null ? [] : [token.symbol, token.name];
  const check = (where: string, text: string, ids: readonly string[] | null): BriefFault[] => {
    const cited = ids === null ? evidence : evidence.filter(({ id }) => ids.includes(id));
    const unknown = ids !== null && (ids.length === 0 || cited.length < new Set(ids).size);
    const faults = checkText(text, cited, names).map((fault) => ({ ...fault, where }));
    return unknown
      ? [{ code: "uncited" as const, detail: "it cites no evidence, or none that is there", where }, ...faults]
      : faults;
  };
  const listed = ["what_happened", "onchain", "market_context"] as const;
  return [
    ...check("headline", brief.headline, null),
    ...check("summary", brief.summary, null),
    ...listed.flatMap((part) =>
      brief[part].flatMap(({ text, evidence: ids }, at) => check(`${part}/${at}`, text, ids)),
    ),
    ...brief.likely_causes.flatMap(({ cause, evidence: ids }, at) => check(`likely_causes/${at}`, cause, ids)),
    ...brief.watch_next.flatMap((text, at) => check(`watch_next/${at}`, text, null)),
    ...brief.caveats.flatMap((text, at) => check(`caveats/${at}`, text, null)),
  ];
}
