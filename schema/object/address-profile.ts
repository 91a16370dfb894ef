// The wire object address_profile: what inspect answers of an address at one block.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { count, flag, Nullable, Q, Unassessed, usd } from "../shape/quantity.ts";
import { Missing } from "../shape/section-base.ts";
import { oneOf, TokenId, text, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { CHAIN_IDS } from "../token/chain.ts";

const ADDRESS_TYPES = ["eoa", "contract", "token", "program", "script", "utxo", "stake"] as const;
const ADDRESS_LABELS = ["exchange", "contract", "burn", "unlabelled"] as const;
export const BALANCES_MAX = 50;
export const MOVES_MAX = 20;

const amount = Type.String({ description: "Exact decimal amount.", pattern: "^\\d+(\\.\\d+)?$", maxLength: 100 });
const asset = Type.String({ description: "Token id where it is tracked, else its contract.", maxLength: 128 });
const whenAt = (description: string) => Type.Union([Time, Unassessed], { description });

const contractAt = closed({
  name: Nullable(Q(untrusted("What the contract calls itself.", 64))),
  verified: flag("Its source is published, as the provider of contract risk says of tracked tokens."),
  token: Nullable(closed({ id: Nullable(TokenId), symbol: Nullable(untrusted("What it calls its token.", 32)) })),
  proxy: flag("Its code is elsewhere and can be replaced or is shared."),
});

const balance = closed({
  asset,
  symbol: Nullable(untrusted("Symbol; null where nothing says it.", 32)),
  contract: Nullable(text("Contract, mint or unit; null for the chain's own coin.", 128)),
  amount,
  decimals: Nullable(Type.Integer({ description: "Null where nothing says it: amount is in base units then." })),
  value_usd: usd("At our price of the token."),
  price_as_of: Nullable(Time),
});

const move = closed({
  tx_hash: text("Transaction, or its signature.", 128),
  at: Time,
  block: Type.Integer(),
  direction: oneOf(["in", "out", "self"]),
  asset,
  amount,
  value_usd: usd("At the price of its time."),
  counterparty: Nullable(text("The other end; null where there is no single one.", 128)),
  counterparty_label: Nullable(text("Its exchange; null where unlabelled.", 64)),
});

const readSpan = closed({
  assets: oneOf(["all", "native", "tokens"], "What was looked for: tokens are the tracked ones."),
  from: Time,
  to: Time,
  by: oneOf(["node", "scan"], "A look at the chain for this answer, or our own scans of exchange wallets."),
});

export const AddressProfileData = closed({
  chain: oneOf(CHAIN_IDS),
  address: text("In its one spelling: EIP-55, or bech32 in lower case.", 128),
  label: oneOf(ADDRESS_LABELS),
  label_name: Nullable(text("The exchange, or the token of the contract.", 64)),
  label_source: Nullable(text("Where the label is from.", 64)),
  label_set: Nullable(text("Version of the labels.", 64)),
  type: Q(oneOf(ADDRESS_TYPES, "utxo: locked by a key; script: by a script; program: code of Solana.")),
  contract: Nullable(contractAt),
  block: closed({ number: Type.Integer(), hash: text("Hash.", 128), time: Time }),
  pinned: Type.Boolean({
    description:
      "All of the answer is of that block. False where the chain moved between the reads, and on Solana unless all are of one slot.",
  }),
  slots: Nullable(closed({ from: Type.Integer(), to: Type.Integer() }, { description: "Solana: slots of the reads." })),
  balances: Q(Type.Array(balance, { maxItems: BALANCES_MAX, description: "The chain's coin, then by value." })),
  balances_scope: oneOf(
    ["all", "tracked"],
    "tracked: the chain's coin and the tracked tokens; others are not looked for.",
  ),
  balance_total_usd: usd("Sum of the balances that have a price."),
  balances_truncated: Type.Boolean(),
  transaction_count: count("See transaction_count_of."),
  transaction_count_of: oneOf(
    ["outgoing_nonce", "transactions"],
    "outgoing_nonce: what it sent itself, nothing that it received.",
  ),
  first_seen_at: whenAt("Its first transaction."),
  last_seen_at: whenAt("Its last transaction."),
  large_move_threshold_usd: Type.Number(),
  recent_large_moves: Q(
    Type.Array(move, {
      maxItems: MOVES_MAX,
      description: "Newest first, of the spans that large_moves_read names; empty only where that is all.",
    }),
  ),
  large_moves_read: Type.Array(readSpan, { description: "What was read of the last seven days; nothing else was." }),
  node: closed({ provider: text("Provider.", 64), method: text("Interface.", 64) }),
  finality: closed({
    confirmations: Type.Integer({ description: "Newer blocks at the time of reading." }),
    safe: Type.Boolean({ description: "Whether the block can no longer be replaced." }),
  }),
  unassessed: Type.Array(Missing, { description: "What has no value, or only a part of one, and why." }),
});
export type AddressProfileData = Static<typeof AddressProfileData>;

export const addressProfile = envelope("address_profile", AddressProfileData);
export type AddressProfile = Static<typeof addressProfile>;
