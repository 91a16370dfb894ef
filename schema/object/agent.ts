// The wire objects of agents: their list, a card, and a run.
import { type Static, type TObject, type TSchema, Type } from "typebox";
import { type AgentCard, VERDICT_CLASSES } from "../agent/agent.ts";
import { Reason } from "../reason.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { EvidenceItem } from "../shape/evidence.ts";
import { Probability } from "../shape/odds.ts";
import { Nullable } from "../shape/quantity.ts";
import { Missing } from "../shape/section-base.ts";
import { oneOf, text } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { TokenRef } from "../shape/token-ref.ts";

const word = (description = "") => Type.String({ maxLength: 64, description });
const Json = Type.Record(Type.String(), Type.Unknown());
const VerdictClass = oneOf(VERDICT_CLASSES, "What a caller can gate on, whichever agent it is.");
const Comparator = oneOf([">", ">=", "<", "<="]);
const LISTED_MAX = 100;
/** What was not measured of as many tokens as an agent looks at, a value each. */
export const LACKS_MAX = 600;

const CARD = {
  id: word("As in its path."),
  name: word(),
  summary: text("One line with its verdicts.", 200),
  description: text("What it does, and what it does not.", 1_200),
  tier: oneOf(["premium", "pro"]),
  price: closed({ amount: Type.Integer(), unit: Type.Literal("tADA"), lovelace: Type.String({ pattern: "^\\d+$" }) }),
  input_schema: Json,
  verdicts: Type.Array(closed({ value: word(), class: VerdictClass, meaning: text("What it says.", 300) })),
  otherwise: word("The verdict where no rule fires."),
  lacking: word("The verdict where what decides was not measured and nothing graver is certain."),
  unmeasured: word("The verdict where nothing that decides was measured: such a run costs nothing."),
  output_schema: Json,
  example_input: Json,
  uses: Type.Array(word(), { description: "Operations whose data it uses." }),
  live: Type.Array(text("What is read for the run alone.", 200)),
  not_checked: Type.Array(text("What it does not look at.", 200)),
  metrics: Type.Array(
    closed({
      metric: word(),
      unit: word(),
      says: text("What it is."),
      worse: oneOf(["higher", "lower"], "Which way is worse."),
      deciding: Type.Boolean({ description: "Without it nothing is said to be well." }),
    }),
  ),
  limits: Type.Array(closed({ limit: word(), unit: word(), says: text("Where it comes from.") })),
  rules: Type.Array(
    closed({
      code: word(),
      verdict: word(),
      class: VerdictClass,
      when: Type.Array(
        closed({ metric: word(), comparator: Comparator, threshold: Type.Union([Type.Number(), word()]) }),
        { description: "All of them hold; a threshold that is a word is one of `limits`." },
      ),
      why: text("Why the threshold is where it is.", 300),
    }),
    { description: "Of those that fire the verdict that stands first in `verdicts` counts." },
  ),
  max_duration_s: Type.Integer(),
  version: word("Of its rules."),
  tags: Type.Array(word()),
  endpoint: Type.String({ maxLength: 256 }),
  mcp: closed({ tool: Type.Literal("run_agent"), arguments: Json }),
} as const;

const AgentListItem = closed(CARD, { description: "An agent's card without its example answer." });
export const agentList = envelope("agent_list", closed({ count: Type.Integer(), agents: Type.Array(AgentListItem) }));
export const agentCard = envelope("agent", closed({ ...CARD, example_output: Json }));
export type AgentListAnswer = Static<typeof agentList>;
export type AgentCardAnswer = Static<typeof agentCard>;

const Value = Nullable(Type.Union([Type.Number(), word()]));

export const RunReason = closed({
  code: word(),
  verdict: word("The verdict that it speaks for."),
  text: text("A sentence.", 400),
  subject: Nullable(word("Token id, where it is about one of several.")),
  metric: Nullable(word()),
  value: Value,
  threshold: Value,
  comparator: Nullable(Comparator),
  evidence: Type.Array(Type.String({ pattern: "^E\\d+$" }), { maxItems: LISTED_MAX }),
});
export type RunReason = Static<typeof RunReason>;

const RestsOn = closed({
  id: word("An evaluation of ours; the record scores it."),
  token: word(),
  verdict: oneOf(["proceed", "caution", "avoid"]),
});
export type RestsOn = Static<typeof RestsOn>;

const runData = <A extends TSchema, V extends TSchema, I extends TSchema, D extends TSchema>(
  agent: A,
  verdict: V,
  input: I,
  details: D,
) =>
  closed(
    {
      run_id: word("Proves the run at /v1/verify, as `proof_id` does."),
      proof_id: word(),
      agent,
      agent_version: word("Of the rules."),
      token: Nullable(TokenRef),
      input,
      verdict,
      verdict_class: VerdictClass,
      summary: text("The verdict and what it rests on.", 600),
      reasons: Type.Array(RunReason, { maxItems: LISTED_MAX, description: "Gravest first." }),
      details,
      rests_on: Type.Array(RestsOn, {
        maxItems: LISTED_MAX,
        description: "Evaluations in force, or made for the run: what it says of prices to come is theirs.",
      }),
      caveats: Type.Array(Type.String({ maxLength: 600 }), { maxItems: LISTED_MAX }),
      not_checked: Type.Array(closed({ check: word(), subject: Nullable(word()), reason: Reason }), {
        maxItems: LACKS_MAX,
        description: "What rules would have looked at and was not measured.",
      }),
      unassessed: Type.Array(Missing, { maxItems: LACKS_MAX, description: "The same with what is known of why." }),
      evidence: Type.Array(EvidenceItem, { maxItems: LISTED_MAX }),
      confidence: Probability,
      charged: Type.Boolean({
        description: "False where nothing that decides was measured: such a run costs nothing.",
      }),
      valid_until: Time,
      created_at: Time,
      duration_ms: Type.Integer({ description: "From the call, whose instant is in the run's id, to the verdict." }),
      model: text("What wrote the text.", 64),
      hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      verify_url: Type.String({ maxLength: 256 }),
    },
    { description: "One run of an agent." },
  );

/** Of any agent. */
export const AgentRunData = runData(word(), word(), Json, Json);
export type AgentRunData = Static<typeof AgentRunData>;
export const agentRun = envelope("agent_run", AgentRunData);
export type AgentRun = Static<typeof agentRun>;

/** Of one agent: its words and its own details. */
export const agentRunOf = ({
  id,
  verdicts,
  input,
  details,
}: Pick<AgentCard, "id" | "verdicts" | "input" | "details">) => {
  const values = verdicts.map(({ value }) => value);
  const data = runData(Type.Literal(id), Type.Enum(values), input as TObject, details as TObject);
  return Type.Object(envelope("agent_run", data).properties, {
    additionalProperties: false,
    title: `agent_run_${id}`,
  });
};
