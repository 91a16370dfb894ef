// GET /rules and /rules/{version}: the tables that evaluations, signals and scores are made by.
import { originOf } from "../../schema/link.ts";
import { RULE_TABLES, type RuleTable } from "../../schema/rule-table.ts";
import type { Deps } from "../deps.ts";
import { htmlPage } from "./html.ts";
import type { Page } from "./page.ts";

const list = ({ env }: Deps) =>
  RULE_TABLES.map(({ version, about }) => ({ version, about, url: `${originOf(env)}/rules/${version}` }));

const pairs = (general: RuleTable["general"]) => Object.entries(general).map(([name, value]) => ({ name, value }));

export const rulePages: readonly Page[] = [
  {
    path: "/rules",
    contentType: "application/json; charset=utf-8",
    maxAgeS: 300,
    render: (deps) => JSON.stringify({ object: "rule_tables", tables: list(deps) }),
    html: (deps) =>
      htmlPage("Rules", "Verdicts, signals and scores follow published rules.", [
        { caption: "Tables", rows: list(deps) },
      ]),
  },
  ...RULE_TABLES.map(
    (rules): Page => ({
      path: `/rules/${rules.version}`,
      contentType: "application/json; charset=utf-8",
      maxAgeS: 300,
      render: () => JSON.stringify({ object: "rule_table", ...rules }),
      html: () =>
        htmlPage(`Rules ${rules.version}`, rules.about, [
          { caption: "Rules", rows: rules.rows },
          { caption: "For all of them", rows: pairs(rules.general) },
        ]),
    }),
  ),
];
