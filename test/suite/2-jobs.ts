import { together } from "../support/together.ts";

await together(
  "jobs",
  "jobs/agent",
  "jobs/ask",
  "jobs/attest",
  "jobs/brief",
  "jobs/evaluate",
  "jobs/event",
  "jobs/evidence",
  "jobs/fact",
  "jobs/handler",
  "jobs/inspect",
  "jobs/model",
  "jobs/past",
  "jobs/replay",
  "jobs/seen",
  "jobs/webhook",
);
