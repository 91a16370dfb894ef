import { together } from "../support/together.ts";

// Its list of tokens is another one, which a process reads once.
await together("many/most");
