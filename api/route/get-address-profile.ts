// GET /v1/inspect/{chain}/{address}: an address read live from its chain, for a call that waits.
import { Type } from "typebox";
import { echo, faultAt } from "../../schema/fault.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type AddressProfile, addressProfile } from "../../schema/object/address-profile.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { readAddress } from "../../schema/token/address.ts";
import { ADDRESS_LENGTH_MAX, CHAIN_IDS, type ChainId } from "../../schema/token/chain.ts";
import { NOTHING, route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { addressProfileExample } from "./example/address-profile.ts";

const isChain = (text: string): text is ChainId => CHAIN_IDS.some((id) => id === text);

/** The chain and the address in its one spelling. Throws unsupported_chain, invalid_address. */
function addressOf({ chain, address }: { readonly chain: string; readonly address: string }) {
  if (!isChain(chain)) {
    const detail = `The chain "${echo(chain)}" is not one of ${CHAIN_IDS.join(", ")}.`;
    throw faultAt({ parameter: "chain" }, "unsupported_chain", detail);
  }
  const read = readAddress(chain, address);
  if ("address" in read) return { chain, address: read.address };
  const detail = read.problem;
  throw faultAt({ parameter: "address" }, "invalid_address", detail);
}

const contract = route({
  id: "inspectAddress",
  method: "GET",
  path: "/v1/inspect/{chain}/{address}",
  tag: "Understand",
  tier: "premium",
  summary: "Look at an address on its chain",
  description:
    "Read live from a node: label (exchange, contract, burn or unlabelled), type, balances with our prices, transaction count and large moves of the last seven days. On EVM chains all state is of one block hash; on Bitcoin and Cardano the newest block stayed the same, else pinned is false; on Solana slots says of which slots. What a public node does not tell is unassessed, with the reason; large_moves_read names what was read. The answer is kept for the block and costs the same. An address without a trace is address_not_found, a node that is away upstream_unavailable: neither is charged.",
  params: Type.Object({
    chain: Type.String({ description: `One of ${CHAIN_IDS.join(", ")}.`, maxLength: 16, examples: ["btc"] }),
    address: Type.String({
      description: "An address of the chain's main network; with a checksum where its spelling has one.",
      minLength: 1,
      maxLength: ADDRESS_LENGTH_MAX,
    }),
  }),
  query: NOTHING,
  output: addressProfile,
  faults: ["unsupported_chain", "invalid_address", "address_not_found", "upstream_unavailable"],
  rates: ["inspect"],
  slow: true,
  workMs: LIMITS.inspectWaitMs,
  maxAgeS: 0,
  verify: ({ params }) => {
    addressOf(params);
  },
  example: {
    params: { chain: addressProfileExample.data.chain, address: addressProfileExample.data.address },
    query: {},
    answer: addressProfileExample,
  },
});

export const getAddressProfile = contract.handle(async ({ params }, deps, { requestId }) => {
  const now = deps.clock.now();
  const id = systemRandom.id(now);
  const payload = { id, ...addressOf(params), until: now + LIMITS.inspectWaitMs };
  const request = { name: "address.inspect", id: jobId("address.inspect", id), payload, requestId } as const;
  const answer = (await askJob(deps.jobCalls, request, LIMITS.inspectWaitMs)) as AddressProfile;
  const { balances, transaction_count: count } = answer.data;
  return {
    body: answer,
    asOf: Date.parse(answer.as_of),
    from: null,
    isFree: !isAssessed(balances) && !isAssessed(count),
  };
});
