// Multicall3 as the simulated chains have it: aggregate3 alone, over the same contracts as eth_call.
import { NodeFailure } from "./evm-log.ts";

const SELECTOR = "0x82ad56cb";

type Call = (to: string, data: string) => string;

const uint = (value: number): string => value.toString(16).padStart(64, "0");

/** Runs every call of the data; one that reverts fails all, unless it may fail. */
export const aggregate3 = (data: string, call: Call): string => {
  if (!data.startsWith(SELECTOR)) throw NodeFailure(3, "execution reverted");
  const bytes = Buffer.from(data.slice(SELECTOR.length), "hex");
  const numberAt = (at: number): number => {
    if (at + 32 > bytes.length) throw NodeFailure(3, "execution reverted");
    return Number(BigInt(`0x${bytes.subarray(at, at + 32).toString("hex")}`));
  };
  const list = numberAt(0);
  const count = numberAt(list);
  const made = Array.from({ length: count }, (_, i) => {
    const tuple = list + 32 + numberAt(list + 32 + 32 * i);
    const to = `0x${bytes.subarray(tuple + 12, tuple + 32).toString("hex")}`;
    const mayFail = numberAt(tuple + 32) === 1;
    const input = tuple + numberAt(tuple + 64);
    const length = numberAt(input);
    let isDone = true;
    let told = "";
    try {
      told = call(to, `0x${bytes.subarray(input + 32, input + 32 + length).toString("hex")}`).slice(2);
    } catch (error) {
      if (!mayFail) throw error;
      isDone = false;
    }
    const padded = told.padEnd(Math.ceil(told.length / 64) * 64, "0");
    return `${uint(isDone ? 1 : 0)}${uint(64)}${uint(told.length / 2)}${padded}`;
  });
  let offset = 32 * count;
  const offsets = made.map((one) => {
    const here = uint(offset);
    offset += one.length / 2;
    return here;
  });
  return `0x${uint(32)}${uint(count)}${offsets.join("")}${made.join("")}`;
};
