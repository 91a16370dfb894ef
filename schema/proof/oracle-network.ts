// The oracle network whose reports count, from the settings.
import { type Env, providerName } from "../env.ts";
import type { Committee, Workflow } from "./report.ts";

export type OracleNetwork = {
  /** Public name. */
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly committee: Committee;
  readonly workflow: Workflow;
};

type OracleSettings = Pick<
  Env,
  "MARKET" | "ORACLE_URL" | "ORACLE_TOKEN" | "ORACLE_WORKFLOW" | "ORACLE_SIGNERS" | "ORACLE_F"
>;

/** Null where none is configured. Throws where one is in part: a network that nobody may sign for attests nothing. */
export function oracleOf(env: OracleSettings): OracleNetwork | null {
  if (env.ORACLE_URL === undefined) return null;
  const signers = [...new Set(env.ORACLE_SIGNERS.split(",").filter((signer) => signer !== ""))];
  const [id = "", owner = ""] = env.ORACLE_WORKFLOW.split("/");
  if (owner === "") throw new Error("ORACLE_URL needs ORACLE_WORKFLOW");
  if (signers.length <= env.ORACLE_F) throw new Error("ORACLE_URL needs more ORACLE_SIGNERS than ORACLE_F");
  return {
    name: providerName(env, "oracle"),
    url: env.ORACLE_URL.replace(/\/+$/, ""),
    token: env.ORACLE_TOKEN,
    committee: { signers, f: env.ORACLE_F },
    workflow: { id, owner },
  };
}
