// Real proofs out of a running log: briefs and evaluations of either form, logged, attested and anchored as the service does it.
import type { Test } from "tap";
import { readProof } from "../../../api/proof/read-proof.ts";
import type { SignedLog } from "../../../api/proof/signed-log.ts";
import { answerAsked } from "../../../jobs/ask/ask.ts";
import { openAnchorLedger } from "../../../jobs/attest/anchor-ledger.ts";
import { attestCheckpoint } from "../../../jobs/attest/attest-checkpoint.ts";
import { openCardanoDriver } from "../../../jobs/attest/cardano.ts";
import { openOracleDriver } from "../../../jobs/attest/oracle.ts";
import { openOracle } from "../../../jobs/attest/oracle-gateway.ts";
import { investigate } from "../../../jobs/brief/investigate.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { sizeEvaluation } from "../../../jobs/evaluate/size-evaluation.ts";
import { appendIssued, completeNodes } from "../../../jobs/proof/append-log.ts";
import { signCheckpoint } from "../../../jobs/proof/sign-checkpoint.ts";
import { publishFrames } from "../../../jobs/publish.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { QUARTER_MS } from "../../../schema/duration.ts";
import { evaluationId } from "../../../schema/evaluation/evaluation-id.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import type { ProofData } from "../../../schema/object/proof.ts";
import { oracleOf } from "../../../schema/proof/oracle-network.ts";
import type { PinTexts } from "../../../schema/proof/verify/pins.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { createOracle } from "../../../scripts/sandbox/oracle/oracle.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { askedOnce } from "../asked-once.ts";
import { openTestDeps } from "../deps.ts";
import { startTestRedis } from "../redis.ts";
import { AS_OF, factsOf, wholeRows } from "../rows/facts.ts";
import { startTestStore } from "../store.ts";
import { answerOf, LOG_KEYS, LOG_SIGNER } from "./proof-log.ts";

const STANDARD = ["bitcoin", "ethereum", "maker", "aave", "solana", "cardano", "dogecoin"];
const SIZES = [1_000, 20_000, 400_000];
const SLOT = Math.floor(AS_OF / 300_000) * 300_000;

type Registry = { f: number; signers: string[]; workflow: { id: string; owner: string } };

async function startWorld(t: Test, now: () => number) {
  const [opening, redis] = [await startTestStore(t), await startTestRedis(t)];
  const store = askedOnce(opening.store);
  const opened = openTestDeps(redis.url, { store, clock: { now } });
  t.teardown(() => opened.close());
  const model = createModel(1);
  const origin = { port: 0, now, gzip: false } as const;
  const oracle = await openOrigin({ provider: createOracle(model, createBudget(), 1), ...origin });
  const cardano = await openOrigin({ provider: createCardano(1), ...origin });
  const http = openHttp({ clock: { now }, random: systemRandom });
  t.teardown(() => Promise.all([oracle.close(), cardano.close(), http.close()]));
  const registry = (await (await fetch(`${oracle.url}/registry`)).json()) as Registry;
  const network = oracleOf({
    ...{ MARKET: "sandbox", ORACLE_URL: oracle.url, ORACLE_TOKEN: "", ORACLE_F: registry.f },
    ORACLE_SIGNERS: registry.signers.join(","),
    ORACLE_WORKFLOW: `${registry.workflow.id}/${registry.workflow.owner}`,
  });
  if (network === null) throw new Error("no network");
  const deps = { store, clock: { now } };
  const gateway = openOracle({ http, url: oracle.url, token: "" });
  const { key } = (await (await fetch(`${cardano.url}/sandbox/anchor`)).json()) as { key: string };
  const ledger = openAnchorLedger({ http, url: `${cardano.url}/api/v0`, projectId: "" });
  const drivers = [
    openOracleDriver({ ...deps, network, gateway, keys: LOG_KEYS }),
    openCardanoDriver({
      ...{ ledger, clock: { now }, networkId: "cardano:preprod", network: "sandbox:cardano:preprod" },
      ...{ key, confirmations: 0 },
    }),
  ];
  return { deps: opened.deps, registry, network, drivers };
}

/** Answers of GET /v1/verify/{id} of thirty objects, and what somebody who trusts all behind them pins. */
export async function provenAnswers(t: Test) {
  let now = AS_OF + 1_000;
  const { deps, registry, network, drivers } = await startWorld(t, () => now);
  const { store } = deps;
  const facts = factsOf(wholeRows());
  const ids: string[] = [];
  const issue = async (round: number) => {
    const frames = STANDARD.map((id) => ({ name: SNAPSHOTS.state(id), frame: stateFrame(buildState(facts, id), now) }));
    await publishFrames(
      deps.redis,
      frames.map((one) => ({ ...one, version: now })),
    );
    const run = `run_${`${round}`.padStart(26, "0")}`;
    const explained = { run, token: "aave", hours: 2, until: now + 1_000 };
    const brief = await investigate(deps, explained, new AbortController().signal);
    ids.push(String(brief?.data.id));
    const text = "AAVE is above $1 and funding is positive";
    const asked = { id: `ans_${`${round}`.padStart(26, "0")}`, token: "aave", mode: "claim", text, until: now + 1_000 };
    const answered = await answerAsked(deps, { ...asked, mode: "claim" }, new AbortController().signal);
    ids.push(answered?.id ?? "");
    const slot = SLOT + round * QUARTER_MS;
    await mintEvaluations(deps, slot, new AbortController().signal);
    ids.push(...STANDARD.map((token) => evaluationId(token, slot, "standard")));
    for (const [at, size_usd] of SIZES.entries()) {
      const id = `eval_${`${round}${at}`.padStart(26, "0")}`;
      const order = { size_usd, venue_scope: "cex" as const, side: at === 1 ? ("sell" as const) : ("buy" as const) };
      await sizeEvaluation(deps, { id, token: "maker", order, until: now + 1_000 }, new AbortController().signal);
      ids.push(id);
    }
  };
  const sign = async (): Promise<SignedLog> => {
    const size = await appendIssued(deps);
    await completeNodes(store, size);
    const signed = await signCheckpoint(deps, size, "test/log", [LOG_SIGNER]);
    if (signed === null) throw new Error("nothing was signed");
    return { note: signed.note, meta: { ...signed, signedAt: signed.signed_at, keys: LOG_KEYS } };
  };
  const show = async () => {
    for (const driver of drivers) {
      for (let look = 0; look < 4; look++, now += 60_000) await attestCheckpoint({ store, clock: deps.clock }, driver);
    }
  };
  for (const round of [0, 1, 2]) {
    await issue(round);
    await sign();
    if (round < 2) await show();
    now += QUARTER_MS;
  }
  const log = await sign();
  const found = await Promise.all(ids.map((id) => readProof(store, id, log, network)));
  const answers = found.flatMap((one) => (one === null || one.problem !== "" ? [] : [answerOf(one.data)]));
  const { id, owner } = registry.workflow;
  const trust: PinTexts = {
    ...{ keys: LOG_KEYS, origin: "test/log", oracle: registry.signers, f: `${registry.f}` },
    workflow: `${id}/${owner}`,
  };
  return { answers: answers as (ReturnType<typeof answerOf> & { readonly data: ProofData })[], trust };
}
