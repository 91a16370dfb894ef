import { together } from "../support/together.ts";

await together(
  "schema",
  "schema/io",
  "schema/io/seen",
  "schema/pay",
  "schema/proof",
  "schema/proof/verify",
  "schema/record",
  "schema/webhook",
);
