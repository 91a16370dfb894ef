import { together } from "../support/together.ts";

await together("api/gate", "api/pay");
