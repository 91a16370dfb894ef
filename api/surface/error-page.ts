// GET /errors and /errors/{code}: what each code of the catalogue means and what to do about it.
import { FAULTS, type FaultCode } from "../../schema/fault.ts";
import { FAULT_HELP } from "../../schema/fault-help.ts";
import { originOf } from "../../schema/link.ts";
import type { Deps } from "../deps.ts";
import { ROUTES } from "../route/index.ts";
import { htmlPage } from "./html.ts";
import type { Page } from "./page.ts";

const ABOUT = "Every error is application/problem+json with one of these codes; the same code always means the same.";

const CODES = Object.keys(FAULTS) as FaultCode[];

const explain = (code: FaultCode, { env }: Deps) => ({
  code,
  status: FAULTS[code].status,
  title: FAULTS[code].title,
  retryable: "retryable" in FAULTS[code],
  what_to_do: FAULT_HELP[code],
  url: `${originOf(env)}/errors/${code}`,
});

/** Calls that name it beyond what every call may answer. */
const raisedBy = (code: FaultCode): string[] =>
  ROUTES.filter(({ contract }) => contract.faults.includes(code)).map(
    ({ contract: { method, path } }) => `${method} ${path}`,
  );

const detail = (code: FaultCode, deps: Deps) => ({
  object: "error_code",
  ...explain(code, deps),
  raised_by: raisedBy(code),
});

export const errorPages: readonly Page[] = [
  {
    path: "/errors",
    contentType: "application/json; charset=utf-8",
    maxAgeS: 300,
    render: (deps) => JSON.stringify({ object: "error_codes", codes: CODES.map((code) => explain(code, deps)) }),
    html: (deps) => htmlPage("Errors", ABOUT, [{ caption: "Codes", rows: CODES.map((code) => explain(code, deps)) }]),
  },
  ...CODES.map(
    (code): Page => ({
      path: `/errors/${code}`,
      contentType: "application/json; charset=utf-8",
      maxAgeS: 300,
      render: (deps) => JSON.stringify(detail(code, deps)),
      html: (deps) =>
        htmlPage(`${code}: ${FAULTS[code].title}`, FAULT_HELP[code], [
          { caption: "In short", rows: [detail(code, deps)] },
        ]),
    }),
  ),
];
