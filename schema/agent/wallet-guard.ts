// The agent wallet-guard: whether an address may be paid, taken money from, or allowed to spend.
import { Type } from "typebox";
import { SIZE_USD_MAX } from "../object/evaluation.ts";
import { closed } from "../shape/closed.ts";
import { count, flag, Nullable, Q, usd } from "../shape/quantity.ts";
import { oneOf, text, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { ADDRESS_LENGTH_MAX, CHAIN_IDS } from "../token/chain.ts";
import { agent } from "./agent.ts";
import { SHARED, TokenName } from "./input.ts";

export const INTENTS = ["send", "receive", "approve"] as const;

/** In days and transactions: below either an address that nobody labelled is new. */
const AGE_DAYS_MIN = 7;
const TRANSACTIONS_MIN = 3;
/** An amount of more than ten times the largest inflow leaves that below a tenth of the amount. */
export const INFLOW_SHARE_MIN_PCT = 10;

const usdMember = (description: string) => Nullable(usd(description));
const when = (description: string) => Nullable(Type.Union([Time, Type.Literal("unassessed")], { description }));

export const walletGuard = agent({
  id: "wallet-guard",
  name: "Wallet guard",
  summary: "SAFE, REVIEW, DANGER or INSUFFICIENT: an address before it is paid or approved",
  description:
    "Looks at an address before money goes to it, comes from it, or a contract may spend: its spelling, what a scanner of addresses flags it for, what it is on its chain at one block (burn address, token, contract, exchange wallet), how old it is and how much it was used, the large moves of seven days and with whom. Flags are known on eth and bsc; elsewhere nobody tells them without a key, and the verdict is REVIEW at best. Age: on btc, sol and ada of the first transaction, on eth and bsc of contracts. Nothing that could not be looked at is safe: without flags or a look at the chain it is REVIEW, without both INSUFFICIENT and free.",
  tier: "premium",
  version: "wallet-guard-4",
  tags: ["address", "gate", "security"],
  input: closed({
    ...SHARED,
    chain: oneOf([...CHAIN_IDS]),
    address: Type.String({
      minLength: 1,
      maxLength: ADDRESS_LENGTH_MAX,
      pattern: "^[0-9A-Za-z_]+$",
      description: "As it was given to you: what is wrong with its spelling is told.",
    }),
    intent: Type.Optional(oneOf([...INTENTS], "send without it; approve: it is to spend your tokens.")),
    amount_usd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: SIZE_USD_MAX,
        description: "Held against the largest inflow of seven days.",
        "x-unit": "USD",
      }),
    ),
    token: Type.Optional(TokenName),
  }),
  verdicts: [
    { value: "DANGER", class: "avoid", meaning: "Money would be lost here, or meet what it should not." },
    { value: "REVIEW", class: "caution", meaning: "Somebody should look at this before anything is signed." },
    {
      value: "INSUFFICIENT",
      class: "unassessed",
      meaning: "Neither the chain nor a scanner could be asked, which is not the same as safe.",
    },
    { value: "SAFE", class: "proceed", meaning: "Nothing that was looked at speaks against the address." },
  ],
  otherwise: "SAFE",
  lacking: "REVIEW",
  unmeasured: "INSUFFICIENT",
  metrics: {
    spelling_faults: { unit: "count", says: "faults of the address's spelling or network", worse: "higher" },
    wrong_chain: { unit: "count", says: "tokens named that are not on this chain", worse: "higher" },
    malicious_flags: {
      unit: "count",
      says: "flags of malice, theft or sanctions, of the address and of what it did as a contract",
      worse: "higher",
      isDeciding: true,
    },
    suspect_flags: {
      unit: "count",
      says: "flags of doubt, a contract's suspicion and what its code allows among them",
      worse: "higher",
    },
    burn_address: { unit: "count", says: "burn addresses that would be paid", worse: "higher" },
    token_payee: {
      unit: "count",
      says: "token contracts that would be paid, which keep what they are sent",
      worse: "higher",
      isDeciding: true,
    },
    age_days: { unit: "days", says: "the age of the address", worse: "lower" },
    transactions: { unit: "count", says: "transactions of the address", worse: "lower" },
    unpublished_code: { unit: "count", says: "contracts whose source is not published", worse: "higher" },
    replaceable_code: { unit: "count", says: "contracts whose code is elsewhere", worse: "higher" },
    spender_without_code: { unit: "count", says: "spenders that are no contract", worse: "higher" },
    inflow_share_pct: { unit: "pct", says: "the largest inflow of the last days, of the amount", worse: "lower" },
  },
  limits: {},
  rules: [
    {
      code: "address_misspelt",
      verdict: "DANGER",
      when: [{ metric: "spelling_faults", comparator: ">=", threshold: 1 }],
      why: "What is sent to a misspelt address, or to one of another chain, is lost.",
    },
    {
      code: "wrong_chain",
      verdict: "DANGER",
      when: [{ metric: "wrong_chain", comparator: ">=", threshold: 1 }],
      why: "A token that is not on the chain cannot be received there.",
    },
    {
      code: "flagged_malicious",
      verdict: "DANGER",
      when: [{ metric: "malicious_flags", comparator: ">=", threshold: 1 }],
      why: "One flag of theft, phishing, sanctions or the like is enough; each is named in the details.",
    },
    {
      code: "burn_address",
      verdict: "DANGER",
      when: [{ metric: "burn_address", comparator: ">=", threshold: 1 }],
      why: "Nobody can ever move what is sent there.",
    },
    {
      code: "token_contract_paid",
      verdict: "DANGER",
      when: [{ metric: "token_payee", comparator: ">=", threshold: 1 }],
      why: "Most tokens have no way to give back what is sent to their own contract.",
    },
    {
      code: "flagged_suspect",
      verdict: "REVIEW",
      when: [{ metric: "suspect_flags", comparator: ">=", threshold: 1 }],
      why: "A doubt, a mixer or code that cannot be relied on wants a person's look.",
    },
    {
      code: "new_address",
      verdict: "REVIEW",
      when: [{ metric: "age_days", comparator: "<", threshold: AGE_DAYS_MIN }],
      why: "Addresses and contracts made for one theft are mostly days old.",
    },
    {
      code: "hardly_used",
      verdict: "REVIEW",
      when: [{ metric: "transactions", comparator: "<", threshold: TRANSACTIONS_MIN }],
      why: "An address that hardly ever moved may be misspelt, or made for this payment.",
    },
    {
      code: "code_unpublished",
      verdict: "REVIEW",
      when: [{ metric: "unpublished_code", comparator: ">=", threshold: 1 }],
      why: "Nobody can read what such a contract does.",
    },
    {
      code: "code_replaceable",
      verdict: "REVIEW",
      when: [{ metric: "replaceable_code", comparator: ">=", threshold: 1 }],
      why: "What is read today need not be what runs tomorrow.",
    },
    {
      code: "spender_is_wallet",
      verdict: "REVIEW",
      when: [{ metric: "spender_without_code", comparator: ">=", threshold: 1 }],
      why: "Honest approvals are to contracts; an approval of a wallet is how most drainers work.",
    },
    {
      code: "amount_unusual",
      verdict: "REVIEW",
      when: [{ metric: "inflow_share_pct", comparator: "<", threshold: INFLOW_SHARE_MIN_PCT }],
      why: "More than ten times the largest inflow of seven days is out of the address's own scale.",
    },
  ],
  details: closed({
    chain: oneOf([...CHAIN_IDS]),
    address: text("In its one spelling where it is an address; as given otherwise.", ADDRESS_LENGTH_MAX),
    intent: oneOf([...INTENTS]),
    spelling: Nullable(text("What is wrong with it; null where nothing is.")),
    label: Nullable(Q(oneOf(["exchange", "contract", "burn", "unlabelled"], "As GET /v1/inspect tells it."))),
    label_name: Nullable(text("The exchange, or the token of the contract.", 64)),
    type: Nullable(Q(text("As GET /v1/inspect tells it; null where the chain has no trace.", 16))),
    seen: Nullable(flag("Whether the chain has a trace of it; null where it was not to be asked.")),
    block: Nullable(Q(closed({ number: Type.Integer(), time: Time }))),
    flags: Nullable(
      Q(
        closed({
          malicious: Type.Array(text("As its vendor calls it.", 64)),
          suspect: Type.Array(text("As its vendor calls it.", 64)),
          malicious_contracts_created: count("Contracts of malice that it made."),
          said_by: Nullable(untrusted("Who says so, by the vendor.", 120)),
        }),
      ),
    ),
    contract: Nullable(
      closed({
        source_published: flag("By the scanner."),
        replaceable: flag("Its code is elsewhere, and can be replaced or is shared."),
        suspected: flag("By the scanner: suspected of malice."),
        malicious_behaviour: Q(
          Type.Array(untrusted("As its vendor calls it.", 64), {
            maxItems: 32,
            description: "What it did, by the scanner.",
          }),
        ),
        risks: Q(
          Type.Array(text("As its vendor calls it.", 64), {
            description: "What its code allows, and whether an approval of it is risky, by the scanner.",
          }),
        ),
        deployed_at: when("By the scanner."),
      }),
    ),
    first_seen_at: when("Its first transaction; null where the chain has no trace."),
    transaction_count: Nullable(count("See transaction_count_of.")),
    transaction_count_of: Nullable(oneOf(["outgoing_nonce", "transactions"])),
    balance_total_usd: usdMember("Of what has a price."),
    amount_usd: Nullable(Type.Number({ "x-unit": "USD" })),
    largest_inflow_usd: usdMember("Of the moves that were read; 0 where none is as large as moves_from_usd."),
    moves_from_usd: Type.Number({ "x-unit": "USD", description: "Moves of less were not looked for." }),
    recent_moves: Nullable(
      Q(
        Type.Array(
          closed({
            at: Time,
            direction: oneOf(["in", "out", "self"]),
            asset: text("Token id where it is tracked, else its contract.", 128),
            value_usd: usd("At the price of its time."),
            counterparty: Nullable(text("The other end.", 128)),
            counterparty_label: Nullable(text("Its exchange; null where unlabelled.", 64)),
          }),
          { maxItems: 20, description: "Newest first, of seven days." },
        ),
      ),
    ),
    counterparties: Nullable(
      Q(
        Type.Array(
          closed({
            address: text("The other end.", 128),
            label: Nullable(text("Its exchange; null where unlabelled.", 64)),
            moves: Type.Integer(),
            in_usd: Type.Number({ "x-unit": "USD" }),
            out_usd: Type.Number({ "x-unit": "USD" }),
          }),
          { maxItems: 20, description: "Of those moves, by value." },
        ),
      ),
    ),
  }),
  uses: ["inspectAddress"],
  live: [
    "a node of the chain, all of one block where the chain allows it",
    "a scanner of addresses (eth and bsc), and of contracts that are approved",
  ],
  notChecked: ["what you sign", "who asks you for the payment", "flags of the address's counterparties"],
  waitMs: 14_000,
  example: {
    input: { chain: "eth", address: "0x4639cd8cd52EC1CF2E496a606ce28D8AfB1C792F", intent: "approve" },
    verdict: "REVIEW",
    token: null,
    details: {
      ...{ chain: "eth", address: "0x4639cd8cd52EC1CF2E496a606ce28D8AfB1C792F", intent: "approve", spelling: null },
      ...{ label: "contract", label_name: null, type: "contract", seen: true },
      block: { number: 25_861_321, time: "2026-11-20T11:58:11.000Z" },
      flags: { malicious: [], suspect: ["blacklist_doubt"], malicious_contracts_created: 0, said_by: null },
      contract: {
        source_published: true,
        replaceable: false,
        ...{ suspected: false, malicious_behaviour: [], risks: [] },
        deployed_at: "2025-02-03T09:12:00.000Z",
      },
      ...{ first_seen_at: "unassessed", transaction_count: 1, transaction_count_of: "outgoing_nonce" },
      ...{ balance_total_usd: 1_204.12, amount_usd: null, largest_inflow_usd: null, moves_from_usd: 100_000 },
      ...{ recent_moves: [], counterparties: [] },
    },
  },
});
