// checkpoint.sign: appends what was issued to the log, reads a part of it again, signs it, publishes the note; what
// does not hold is an alarm.
import { KEYS } from "../../schema/key.ts";
import { originOfLog, signersOf, verifiersOf } from "../../schema/proof/log-key.ts";
import { oracleOf } from "../../schema/proof/oracle-network.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import type { Handler } from "../deps.ts";
import { appendIssued, completeNodes } from "../proof/append-log.ts";
import { auditLog } from "../proof/audit-log.ts";
import { publishCheckpoint } from "../proof/publish-checkpoint.ts";
import { signCheckpoint } from "../proof/sign-checkpoint.ts";

export const handleCheckpointSign: Handler<"checkpoint.sign"> = async (deps, _payload, signal) => {
  const health = (problem: string) => deps.redis.hset(KEYS.proofHealth, { at: deps.clock.now(), problem });
  try {
    const size = await appendIssued(deps, signal);
    await completeNodes(deps.store, size);
    const verifiers = verifiersOf(deps.env);
    const found = await auditLog({ ...deps, verifiers, network: oracleOf(deps.env) }, size);
    if (found !== "") deps.log.error({ problem: found }, "the stored log does not hold");
    const newest = await signCheckpoint(deps, size, originOfLog(deps.env), signersOf(deps.env));
    await health("");
    if (!newest) return;
    await publishCheckpoint(deps, newest);
    deps.log.info({ size: newest.size }, "checkpoint");
  } catch (error) {
    if (error instanceof TreeFault) await health(error.message);
    throw error;
  }
};
