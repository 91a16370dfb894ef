// Holds a published answer against its own evidence: what a reader can check who has nothing but the object. Pure.
import type { AnswerData } from "../../../schema/object/answer.ts";
import { checkText, type TextFault } from "../../../schema/statement/check-text.ts";
import { trackedById } from "../../../schema/token/tracked.ts";

type AnswerFault = TextFault & { readonly where: string };

type Published = Omit<AnswerData, "hash" | "verify_url">;

/** Names that evidence gives to other tokens. */
const namesIn = ({ token, evidence }: Published): string[] => [
  token.symbol,
  token.name,
  ...(trackedById(token.id) ? [] : [token.id]),
  ...evidence.flatMap(({ data }) => [data.symbol, data.other].filter((name) => typeof name === "string")),
];

/** Everything that does not hold: a number that the cited evidence does not have, or a word against its sign. */
export function checkAnswer(answer: Published): AnswerFault[] {
  const { evidence } = answer;
  const names = namesIn(answer);
  const check = (where: string, text: string, ids: readonly string[] | null): AnswerFault[] => {
    const cited = ids === null ? evidence : evidence.filter(({ id }) => ids.includes(id));
    const isUnknown = ids !== null && cited.length < new Set(ids).size;
    const faults = checkText(text, cited, names).map((fault) => ({ ...fault, where }));
    return isUnknown
      ? [{ code: "uncited" as const, detail: "it cites evidence that is not there", where }, ...faults]
      : faults;
  };
  const listed = ["key_points", "reasoning"] as const;
  return [
    ...listed.flatMap((part) =>
      (answer[part] ?? []).flatMap(({ text, evidence: ids }, at) => check(`${part}/${at}`, text, ids)),
    ),
    ...(answer.answer === undefined ? [] : check("answer", answer.answer, null)),
    ...answer.caveats.flatMap((text, at) => check(`caveats/${at}`, text, [])),
  ];
}
