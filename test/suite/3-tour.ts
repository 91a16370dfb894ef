import { together } from "../support/together.ts";

await together("tour", "house.test.ts");
