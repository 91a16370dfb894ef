// The Cardano networks a payment may name: their other names, address network ids, and slots as time.

type Network = { readonly alias: string; readonly id: 0 | 1; readonly slotAtZero: number; readonly zeroMs: number };

/** Slots are one second long since the Shelley era; `zeroMs` is the time of `slotAtZero`. */
export const NETWORKS = {
  "cardano:mainnet": { alias: "cip34:1-764824073", id: 1, slotAtZero: 4_492_800, zeroMs: 1_596_059_091_000 },
  "cardano:preprod": { alias: "cip34:0-1", id: 0, slotAtZero: 86_400, zeroMs: 1_655_769_600_000 },
  "cardano:preview": { alias: "cip34:0-2", id: 0, slotAtZero: 0, zeroMs: 1_666_656_000_000 },
} as const satisfies Record<string, Network>;
export type NetworkId = keyof typeof NETWORKS;

const NAMES = new Map<string, NetworkId>(
  (Object.keys(NETWORKS) as NetworkId[]).flatMap((name) => [
    [name, name],
    [NETWORKS[name].alias, name],
  ]),
);

/** The network by its own name or by CIP-34; null for any other text. */
export const networkOf = (name: string): NetworkId | null => NAMES.get(name) ?? null;

/** The slot at a time. */
export function slotAt(network: NetworkId, epochMs: number): number {
  const { slotAtZero, zeroMs } = NETWORKS[network];
  return slotAtZero + Math.floor((epochMs - zeroMs) / 1_000);
}

/** When a slot begins, epoch milliseconds. */
export function slotTime(network: NetworkId, slot: number): number {
  const { slotAtZero, zeroMs } = NETWORKS[network];
  return zeroMs + (slot - slotAtZero) * 1_000;
}
