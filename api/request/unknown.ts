// What is not there is not there, whatever is done to it: that a path does not take a method is said after that.
import { type Fault, isFault } from "../../schema/fault.ts";
import type { Deps } from "../deps.ts";
import type { Named } from "../router.ts";
import { readInput } from "./input.ts";

/** What reading it would be told, where that costs nothing and is known from memory; null where it is there. */
export function faultOfUnknown(read: Named | undefined, deps: Deps): Fault | null {
  if (read === undefined || read.route.contract.tier !== "free") return null;
  try {
    read.route.contract.verify?.(readInput(read.route, read.params, ""), deps);
    return null;
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
}
