// Which code a process is of, as a number that is always 1.
import { API_VERSION } from "../../version.ts";
import type { Look } from "./metrics.ts";

/** `role`: what the process does, where several of its kind do different work. */
export const buildInfo = (role: string): Look => ({
  name: "build",
  gauges: async () => [
    {
      ...{ name: "build_info", help: "1, with what the process runs." },
      read: () => [{ value: 1, labels: { version: API_VERSION, node: process.version, role } }],
    },
  ],
});
