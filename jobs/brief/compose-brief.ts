// Composes a brief from what was read: evidence, causes, a draft of its words, then the whole in a writer's words. Pure.
import { CAUSE_RULES_VERSION } from "../../schema/cause.ts";
import { fault } from "../../schema/fault.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { type OddsTable, oddsOf, SCORING } from "../../schema/record/rule.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { areSimulated } from "../../schema/source/provider.ts";
import { asOfState } from "../evaluate/evaluate.ts";
import type { EvidenceInput } from "../evidence/builder.ts";
import { gatherEvidence } from "../evidence/gather.ts";
import type { CallsBehind } from "../fact/read-behind.ts";
import { asDrafted, type Worded, withReplies } from "../model/worded.ts";
import { roundPct } from "../number/round.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { BriefText } from "./brief-text.ts";
import { findCauses } from "./find-causes.ts";
import type { NextBrief } from "./issue-brief.ts";
import { itemOf, known, type Material } from "./material.ts";
import { type SettledBrief, settleBrief } from "./settle-brief.ts";
import { sentencesOf, withWords } from "./word-brief.ts";
import { writeBrief } from "./write-brief.ts";

type BriefInput = EvidenceInput & {
  /** When it is written, epoch milliseconds. */
  readonly createdAt: number;
  readonly runId: string;
  readonly odds: OddsTable;
};

type ComposedBrief = {
  readonly asOf: number;
  /** Its number is taken when it is issued. */
  readonly data: NextBrief["data"];
  readonly sources: readonly Source[];
  readonly calls: readonly SourceCall[];
  readonly dropped: SettledBrief["dropped"];
};

const SHARE_MIN = 0.5;
const RETRY_S = 60;

type Signals = { readonly direction: "bullish" | "bearish" | "neutral"; readonly severity: number };

/** The balance of the open directional signals, by severity, and the worst of all (contract 11, 21). */
function readSignals({ sections }: BuiltState): Signals {
  const { open } = sections.signals;
  const live = isAssessed(open) ? open.filter(({ status }) => status === "open") : [];
  const balance = live.reduce(
    (sum, { direction, severity }) =>
      sum + (direction === "bullish" ? severity : direction === "bearish" ? -severity : 0),
    0,
  );
  return {
    direction: balance > 0 ? "bullish" : balance < 0 ? "bearish" : "neutral",
    severity: live.reduce((worst, { severity }) => Math.max(worst, severity), 1),
  };
}

/** Throws investigation_failed where the price or more than half of the evidence could not be read. */
function assertReadable(material: Material): void {
  const { assessed, expected } = material.coverage;
  if (known(itemOf(material, "price")?.data.price) !== null && assessed >= expected * SHARE_MIN) return;
  const detail = "The price, or more than half of what a brief rests on, cannot be read just now; nothing was charged.";
  throw fault("investigation_failed", detail, { retryAfterS: RETRY_S });
}

/** A brief before it is worded. */
export type DraftedBrief = {
  readonly input: BriefInput;
  readonly material: Material;
  readonly text: BriefText;
  readonly sources: readonly Source[];
  readonly calls: readonly SourceCall[];
};

/** Throws investigation_failed. */
export function draftBrief(input: BriefInput, behind: CallsBehind): DraftedBrief {
  const { state, window, createdAt } = input;
  const { items, coverage, sources, calls } = gatherEvidence(input, behind, createdAt);
  const material: Material = { token: state.token, from: window.from, to: window.to, items, coverage };
  assertReadable(material);
  return {
    input,
    material,
    text: writeBrief(material, state, findCauses(material), areSimulated(sources)),
    sources,
    calls,
  };
}

/** Throws Error where headline or summary do not hold. */
export function finishBrief({ input, material, text, ...cited }: DraftedBrief, worded: Worded): ComposedBrief {
  const { state, window, createdAt, runId, odds } = input;
  const { items, coverage } = material;
  const { id, symbol, name } = state.token;
  const { texts, dropped } = settleBrief(withWords(text, worded), material);
  if (texts.headline === "" || texts.summary === "")
    throw new Error(`a brief without words: ${JSON.stringify(dropped)}`);
  const { direction, severity } = readSignals(state);
  const past = oddsOf(odds, `brief~${direction}~${severity}`);
  const { market } = state.sections;
  return {
    asOf: asOfState(state),
    data: {
      token: { id, symbol, name },
      ...texts,
      ...{ direction, severity, confidence: roundPct(past.p["24h"] * (coverage.assessed / coverage.expected)) },
      created_at: toTime(createdAt),
      window: { from: toTime(window.from), to: toTime(window.to) },
      evidence: [...items],
      ...{ model: worded.model, run_id: runId, rules_version: CAUSE_RULES_VERSION, p_right: past.p },
      confidence_basis: past.n < SCORING.calibratedFrom ? "prior" : "calibrated",
      sigma_pct: { "1h": market.sigma_1h_pct, "24h": market.sigma_24h_pct, "7d": market.sigma_7d_pct },
    },
    ...withReplies(cited, worded),
    dropped,
  };
}

/** In the words of the rules. Throws investigation_failed; Error where the writer's own words do not hold. */
export function composeBrief(input: BriefInput, behind: CallsBehind): ComposedBrief {
  const drafted = draftBrief(input, behind);
  return finishBrief(drafted, asDrafted(sentencesOf(drafted.text)));
}
