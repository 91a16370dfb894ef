// What an evaluation was judged without for a reason of the moment: an avoid may hide behind it.
import type { EvaluationData } from "../object/evaluation.ts";
import { isStructuralReason } from "../reason.ts";

export const lostOf = ({ not_checked }: Pick<EvaluationData, "not_checked">): EvaluationData["not_checked"] =>
  not_checked.filter(({ reason }) => !isStructuralReason(reason));
