// GET /proof/{id}: can I check it without trusting them?
import type { ViewPage } from "../view-page.ts";

export const proofPage: ViewPage = {
  name: "proof",
  path: "/proof/{id}",
  title: "Proof",
  lead: "Checked here, in your browser, by the code of the stand-alone verifier: this service only hands over the bytes.",
  asks: ["/v1/verify/{id}"],
};
