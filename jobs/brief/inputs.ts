// What a brief was written from that nothing else keeps, stored with it, so that it can be written again.
import type { StandardInputs } from "../evaluate/inputs.ts";
import type { WindowRows } from "../evidence/builder.ts";
import type { KeptCalls } from "../evidence/kept-calls.ts";
import type { KeptWording } from "../model/worded.ts";

export type BriefInputs = StandardInputs & {
  readonly window: WindowRows;
  /** Left out by an earlier release, as what follows. */
  readonly behind?: KeptCalls;
  readonly worded?: KeptWording;
};
