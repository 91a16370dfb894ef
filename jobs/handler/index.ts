// The registry of handlers: a job of the catalogue without its handler does not compile.
import type { JobName } from "../../schema/job.ts";
import type { Handler } from "../deps.ts";
import { handleBriefPlan } from "./brief-plan.ts";
import { handleBriefWrite } from "./brief-write.ts";
import { handleCheckpointAttest } from "./checkpoint-attest.ts";
import { handleCheckpointSign } from "./checkpoint-sign.ts";
import { handleCheckpointWitness } from "./checkpoint-witness.ts";
import { handleEvaluationMint } from "./evaluation-mint.ts";
import { handleGapFill } from "./gap-fill.ts";
import { handleGapSweep } from "./gap-sweep.ts";
import { handleHourFold } from "./hour-fold.ts";
import { handleKeyStore } from "./key-store.ts";
import { handleOutcomeScore } from "./outcome-score.ts";
import { handlePaymentSettle } from "./payment-settle.ts";
import { handleReplaySample } from "./replay-sample.ts";
import { handleSignalDetect } from "./signal-detect.ts";
import { handleSnapshotBuild } from "./snapshot-build.ts";
import { handleSourcePull } from "./source-pull.ts";
import { handleStoreSweep } from "./store-sweep.ts";
import { handleUsageStore } from "./usage-store.ts";
import { WAITED_CALLS } from "./waited-call.ts";
import { handleWebhookDeliver } from "./webhook-deliver.ts";
import { handleWebhookMatch } from "./webhook-match.ts";
import { handleWebhookSweep } from "./webhook-sweep.ts";
import { handleWindowReread } from "./window-reread.ts";

export const HANDLERS = {
  ...WAITED_CALLS,
  "source.pull": handleSourcePull,
  "gap.fill": handleGapFill,
  "gap.sweep": handleGapSweep,
  "snapshot.build": handleSnapshotBuild,
  "signal.detect": handleSignalDetect,
  "checkpoint.sign": handleCheckpointSign,
  "checkpoint.attest": handleCheckpointAttest,
  "checkpoint.witness": handleCheckpointWitness,
  "evaluation.mint": handleEvaluationMint,
  "outcome.score": handleOutcomeScore,
  "hour.fold": handleHourFold,
  "brief.plan": handleBriefPlan,
  "brief.write": handleBriefWrite,
  "webhook.match": handleWebhookMatch,
  "webhook.sweep": handleWebhookSweep,
  "webhook.deliver": handleWebhookDeliver,
  "store.sweep": handleStoreSweep,
  "payment.settle": handlePaymentSettle,
  "usage.store": handleUsageStore,
  "key.store": handleKeyStore,
  "window.reread": handleWindowReread,
  "replay.sample": handleReplaySample,
} satisfies { readonly [N in JobName]: Handler<N> };
