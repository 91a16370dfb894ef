// The token, address and approval security calls of GoPlus's API: flags as "0" and "1", taxes as fractions, one address a call.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import { hash, hashText } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider } from "../provider.ts";
import { addressFields, spenderFields } from "./address.ts";
import { figureOf, type Profile, profileOf, tokenOf } from "./profile.ts";

const REQUESTS_MAX = 30;
const ADDRESS = /^\/api\/v1\/address_security\/(0x[0-9a-fA-F]{40})$/;
/** Labelled as Binance in public lists. */
const EXCHANGE_WALLET = "0x28c6c06298d514db089934071355e5743bf21d60";
const BURN_ADDRESS = "0x000000000000000000000000000000000000dead";
const SPENDER = /^\/api\/v1\/approval_security\/(\d+)$/;
const EVM = /^\/api\/v1\/token_security\/(\d+)$/;
const CHAIN_IDS: Readonly<Record<string, string>> = { "1": "eth", "56": "bsc" };

type Fields = Record<string, unknown>;

const ORDINARY: Fields = {
  is_open_source: "1",
  is_proxy: "0",
  is_mintable: "0",
  can_take_back_ownership: "0",
  owner_change_balance: "0",
  hidden_owner: "0",
  selfdestruct: "0",
  external_call: "0",
  is_in_dex: "1",
  buy_tax: "0",
  sell_tax: "0",
  cannot_buy: "0",
  cannot_sell_all: "0",
  slippage_modifiable: "0",
  personal_slippage_modifiable: "0",
  is_honeypot: "0",
  transfer_pausable: "0",
  is_blacklisted: "0",
  is_whitelisted: "0",
  is_anti_whale: "0",
  trading_cooldown: "0",
  is_airdrop_scam: "0",
};
/** What is read from the source or the bytes behind a proxy. */
const CODE_FIELDS = [
  "is_mintable",
  "can_take_back_ownership",
  "owner_change_balance",
  "hidden_owner",
  "selfdestruct",
  "external_call",
];
const SIMULATED_FIELDS = ["is_honeypot", "cannot_buy", "cannot_sell_all", "buy_tax", "sell_tax", "is_in_dex"];
const SPARSE_FIELDS = [...CODE_FIELDS, "is_airdrop_scam", "is_anti_whale", "trading_cooldown", "is_whitelisted"];

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const EVM_CHANGES: Readonly<Record<Profile, (fields: Fields) => Fields>> = {
  clean: (fields) => fields,
  issuer: (fields) => ({
    ...fields,
    ...{ is_mintable: "1", is_blacklisted: "1", transfer_pausable: "1", trust_list: "1" },
    other_potential_risks: "[simulated] The issuer can freeze the coins of any address.",
  }),
  mintable: (fields) => ({ ...fields, is_mintable: "1" }),
  proxy: (fields) => ({
    ...without(fields, CODE_FIELDS),
    is_proxy: "1",
    is_blacklisted: "1",
    ...(fields.token_symbol === "USDC" ? { trust_list: "1" } : {}),
  }),
  taxed: (fields) => ({ ...fields, buy_tax: "0.03", sell_tax: "0.06", transfer_tax: "0.06", slippage_modifiable: "1" }),
  sparse: (fields) => without(fields, SPARSE_FIELDS),
  "closed-source": (fields) => ({ ...without(fields, [...CODE_FIELDS, "is_proxy"]), is_open_source: "0" }),
  honeypot: (fields) => ({
    ...fields,
    is_honeypot: "1",
    cannot_sell_all: "1",
    sell_tax: "1",
    hidden_owner: "1",
    honeypot_with_same_creator: "1",
  }),
  "hidden-owner": (fields) => ({ ...fields, hidden_owner: "1" }),
  disputed: (fields) => fields,
  partial: (fields) => without(fields, [...CODE_FIELDS, ...SIMULATED_FIELDS]),
  unknown: () => ({}),
};

const share = (value: number, scale: number): string => (value * scale).toFixed(6);
const addressFrom = (seed: number, address: string, figure: number): string =>
  `0x${Array.from({ length: 5 }, (_, word) => hash(seed, hashText(address), figure, word).toString(16).padStart(8, "0")).join("")}`;

/** The ten largest: an exchange, what was burned, a locker, and seven that nobody knows. */
const holdersOf = (model: Model, address: string, name: "address" | "account") => {
  const figure = (n: number) => figureOf(model, address, n);
  const plain = Array.from({ length: 7 }, (_, n) => ({
    [name]: addressFrom(model.seed, address, 20 + n),
    tag: "",
    is_contract: 0,
    percent: share(figure(20 + n), 0.03),
    is_locked: 0,
  }));
  return [
    { [name]: EXCHANGE_WALLET, tag: "", is_contract: 0, percent: share(figure(17), 0.15), is_locked: 0 },
    { [name]: BURN_ADDRESS, tag: "Null Address", is_contract: 0, percent: share(figure(18), 0.05), is_locked: 0 },
    {
      [name]: addressFrom(model.seed, address, 19),
      tag: "",
      is_contract: 1,
      percent: share(figure(19), 0.05),
      is_locked: 1,
    },
    ...plain,
  ];
};

function evmFields(model: Model, address: string): Fields {
  const token = tokenOf(address);
  const figure = (n: number) => figureOf(model, address, n);
  const given = figure(7) < 0.5;
  const fields: Fields = {
    token_name: token?.name ?? "",
    token_symbol: token?.symbol ?? "",
    ...ORDINARY,
    owner_address: given ? "0x0000000000000000000000000000000000000000" : addressFrom(model.seed, address, 1),
    owner_balance: "0",
    owner_percent: given ? "0.000000" : share(figure(1), 0.02),
    creator_address: addressFrom(model.seed, address, 2),
    creator_percent: share(figure(2), 0.01),
    holder_count: `${Math.floor(2_000 + figure(3) ** 3 * 900_000)}`,
    holders: holdersOf(model, address, "address"),
    transfer_tax: "0",
    honeypot_with_same_creator: "0",
    lp_holder_count: "2",
    lp_holders: [
      { address: addressFrom(model.seed, address, 3), is_contract: 1, is_locked: 1, percent: share(figure(4), 0.7) },
      { address: addressFrom(model.seed, address, 4), is_contract: 0, is_locked: 0, percent: share(figure(5), 0.3) },
    ],
  };
  return EVM_CHANGES[profileOf(model, address)](fields);
}

const authority = (on: boolean, model: Model, address: string) => ({
  authority: on ? [{ address: addressFrom(model.seed, address, 9), malicious_address: 0 }] : [],
  status: on ? "1" : "0",
});

function solanaFields(model: Model, address: string): Fields {
  const profile = profileOf(model, address);
  const is = (...profiles: Profile[]) => profiles.includes(profile);
  const figure = (n: number) => figureOf(model, address, n);
  const token = tokenOf(address);
  const fields: Fields = {
    metadata: { name: token?.name ?? "", symbol: token?.symbol ?? "", uri: "", description: "" },
    mintable: authority(is("issuer", "mintable"), model, address),
    freezable: authority(is("issuer", "proxy"), model, address),
    closable: authority(false, model, address),
    balance_mutable_authority: authority(is("hidden-owner"), model, address),
    transfer_fee_upgradable: authority(is("taxed"), model, address),
    default_account_state: "1",
    default_account_state_upgradable: authority(false, model, address),
    transfer_hook_upgradable: authority(false, model, address),
    non_transferable: is("honeypot") ? "1" : "0",
    transfer_fee: is("taxed") ? { current_fee_rate: { fee_rate: "0.06", maximum_fee: "1000000" } } : {},
    transfer_hook: [],
    creators: [],
    holder_count: `${Math.floor(2_000 + figure(3) ** 3 * 900_000)}`,
    holders: holdersOf(model, address, "account"),
    lp_holders: [{ token_account: "simulated", tag: "", balance: "1", percent: share(figure(4), 0.6) }],
    ...(is("issuer") ? { trusted_token: 1 } : {}),
  };
  if (is("unknown")) return {};
  return is("sparse", "partial") ? without(fields, ["balance_mutable_authority", "closable", "transfer_hook"]) : fields;
}

/** Serves all calls; over the limit it answers 4029 with HTTP status 200, as the real one does. */
export const createGoplus = (model: Model, budget: Budget): Provider => {
  const security = (ask: Ask, chain: string, fieldsOf: (model: Model, address: string) => Fields): Answer => {
    const addresses = (ask.query.get("contract_addresses") ?? "").split(",").filter(Boolean);
    const [first] = addresses;
    if (first === undefined) return json({ code: 5006, message: "param error!", result: null });
    const key = chain === "sol" ? first : first.toLowerCase();
    const profile = profileOf(model, first);
    const known = profile !== "unknown" && tokenOf(first)?.contracts[chain]?.toLowerCase() === first.toLowerCase();
    const code = profile === "partial" ? 2 : 1;
    return json({
      code,
      message: code === 1 ? "OK" : "Partial data",
      result: known ? { [key]: fieldsOf(model, first) } : {},
    });
  };
  const ownersOf = (contract: string) => [1, 2].map((figure) => addressFrom(model.seed, contract, figure));
  const spender = (ask: Ask, chainId: string): Answer => {
    const address = ask.query.get("contract_addresses") ?? "";
    const fields = /^0x[0-9a-fA-F]{40}$/.test(address) ? spenderFields(model, chainId, address, ask.nowMs) : null;
    return json(
      fields ? { code: 1, message: "OK", result: fields } : { code: 5006, message: "param error!", result: null },
    );
  };
  return {
    id: "goplus",
    answer: (ask) => {
      const { used } = budget.spend("all", 1, MINUTE_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX)
        return json({ code: 4029, message: "too many requests", result: null });
      const person = ADDRESS.exec(ask.path)?.[1];
      if (person !== undefined) return json({ code: 1, message: "ok", result: addressFields(model, person, ownersOf) });
      const spends = SPENDER.exec(ask.path)?.[1];
      if (spends !== undefined) return spender(ask, spends);
      if (ask.path === "/api/v1/solana/token_security") return security(ask, "sol", solanaFields);
      const chain = CHAIN_IDS[EVM.exec(ask.path)?.[1] ?? ""];
      return chain ? security(ask, chain, evmFields) : json({ code: 5006, message: "param error!", result: null });
    },
  };
};
