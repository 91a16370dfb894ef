import { together } from "../support/together.ts";

await together("api", "api/answer", "api/gate", "api/mcp", "api/page", "api/pay", "api/request", "api/seen");
