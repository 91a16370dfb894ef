// How two writings of one contract address are told to be the same.

/** Hex addresses are the same in any case; base58 and bech32 ones are not. */
export const contractKey = (contract: string): string => (/^0x/i.test(contract) ? contract.toLowerCase() : contract);
