import { together } from "../support/together.ts";

await together("api", "api/answer", "api/gate", "api/mcp", "api/pay", "api/request");
