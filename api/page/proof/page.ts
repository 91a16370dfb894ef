// GET /proof/{id}: can I check it without trusting them?
import type { ViewPage } from "../view-page.ts";

export const proofPage: ViewPage = {
  name: "proof",
  path: "/proof/{id}",
  title: "Proof",
  lead: "Checked here, in your browser, by the code of the stand-alone verifier: this service only hands over the bytes.",
  about:
    "Without a key of your own the best that can be said is self-consistent: whoever made this proof may have made its keys.",
};
