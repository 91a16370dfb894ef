// How one coin is told to have done better or worse than another, in nouns and idioms.
import type { Turn } from "../turned.ts";
import { COIN, NAME, WHILE } from "./pieces.ts";

const AGAINST = "(?:against|versus|vs\\.?|compared (?:to|with)|relative to|than|next to)";
const RETURN = "(?:returns?|performance|showing|price performance)";
const BETTER = "(?:higher|better|greater|larger|stronger|bigger|superior)";
const WORSE = "(?:lower|worse|smaller|weaker|poorer|inferior)";
const T = "(?:(?:\\d+|twenty[- ]four|seven|thirty)[- ]?(?:hours?|h|days?|d)|daily|weekly|monthly|hourly|1h|24h|7d|30d)";
const LASTS: Readonly<Record<string, string>> = {
  ...{ daily: "24 hours", weekly: "7 days", monthly: "30 days", hourly: "hour" },
};
const over = (time: string): string => {
  const said = time.toLowerCase();
  const [, count = "", unit = ""] = /^([\w-]+?)[- ]?(h|d)(?:ours?|ays?)?$/.exec(said) ?? [];
  return `over the last ${LASTS[said] ?? `${count} ${unit === "h" ? "hours" : "days"}`}`;
};

export const COMPARED: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(?:is|was|has been|turned out|came out|proved) (?:the |an? )(?:better|stronger|superior) (?:performer|coin|asset|token|one)?(?: ?of the two)?,? ?${AGAINST} (?=(?:the )?${COIN})`,
      "gi",
    ),
    "outperformed ",
  ],
  [
    new RegExp(
      String.raw`\b(?:is|was|has been|turned out|came out|proved) (?:the |an? )(?:worse|weaker|poorer|inferior) (?:performer|coin|asset|token|one)?(?: ?of the two)?,? ?${AGAINST} (?=(?:the )?${COIN})`,
      "gi",
    ),
    "underperformed ",
  ],
  [new RegExp(String.raw`\b(?:is|was|has been) the laggard ${AGAINST} (?=${COIN})`, "gi"), "underperformed "],
  [new RegExp(String.raw`\b(?:is|was|has been) stronger ${AGAINST} (?=${COIN})`, "gi"), "outperformed "],
  [new RegExp(String.raw`\b(?:is|was|has been) weaker ${AGAINST} (?=${COIN})`, "gi"), "underperformed "],
  [
    new RegExp(
      String.raw`\b(?:(?:got|gotten|had|has|held|gained|taken|took) (?:the better of|the upper hand (?:over|on|against)|the edge (?:over|on)|the advantage over)|came out on top (?:of|against)|(?:has )?bettered|won (?:out )?against) (?=${COIN})`,
      "gi",
    ),
    "outperformed ",
  ],
  [new RegExp(String.raw`\bleft (${COIN}) (?:behind|trailing|in its wake|in the dust)`, "gi"), "outperformed $1"],
  [
    new RegExp(
      String.raw`\b(?:topped|exceeded|surpassed|bettered|beat|outdid|eclipsed|outstripped) (${NAME})['’]s? ${RETURN}\b`,
      "gi",
    ),
    "outperformed $1",
  ],
  [
    new RegExp(String.raw`\b(?:fell short of|trailed|lagged|missed|undershot) (${NAME})['’]s? ${RETURN}\b`, "gi"),
    "underperformed $1",
  ],
  [
    new RegExp(String.raw`\b(?:failed to match|could not match|couldn['’]t match|did not match) (?=${COIN})`, "gi"),
    "underperformed ",
  ],
  [new RegExp(String.raw`\b(?:returned|made) more than (?=${COIN})`, "gi"), "outperformed "],
  [new RegExp(String.raw`\b(?:returned|made) less than (?=${COIN})`, "gi"), "underperformed "],
  [
    new RegExp(String.raw`\b(?:showed|shows|displayed) more (?:relative )?strength than (?=${COIN})`, "gi"),
    "outperformed ",
  ],
  [
    new RegExp(String.raw`\b(?:showed|shows|displayed) less (?:relative )?strength than (?=${COIN})`, "gi"),
    "underperformed ",
  ],
  [
    new RegExp(
      String.raw`\b(?:enjoyed|delivered|gave|showed|shows|turned in|put in|posted|had|has|made|produced|generated|achieved|earned) (?:an? )?${BETTER} ${RETURN} than (?=${COIN})`,
      "gi",
    ),
    "outperformed ",
  ],
  [
    new RegExp(
      String.raw`\b(?:enjoyed|delivered|gave|showed|shows|turned in|put in|posted|had|has|made|produced|generated|achieved|earned) (?:an? )?${WORSE} ${RETURN} than (?=${COIN})`,
      "gi",
    ),
    "underperformed ",
  ],
  [
    new RegExp(
      String.raw`(?<![\w$])([$]?[A-Za-z]\w*)['’]s? (?:(${T}) )?${RETURN} (?:(${WHILE}) )?(?:is|was|has been) (?:(${BETTER})|${WORSE}|(above)|below) ?(?:than )?(?:([$]?[A-Za-z]\w*)['’]s?(?! \w)|that of (${COIN}))(?: (?:${RETURN}))?`,
      "gi",
    ),
    (all, coin = "", time = "", span = "", better = "", above = "", whose = "", of = "") => {
      const other = whose || of;
      if (other === "" || (time !== "" && span !== "")) return all;
      const way = better || above ? "outperformed" : "underperformed";
      return `${coin} ${way} ${other} ${time === "" ? span : over(time)}`.trim();
    },
  ],
];
