import { together } from "../support/together.ts";

await together("api", "api/answer", "api/gate", "api/pay", "api/request");
