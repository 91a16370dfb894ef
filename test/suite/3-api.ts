import { together } from "../support/together.ts";

await together("api", "api/answer", "api/request");
