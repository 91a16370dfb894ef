// GET /proof/{id}: can I check it without trusting them?
import type { ViewPage } from "../view-page.ts";

export const proofPage: ViewPage = {
  name: "proof",
  path: "/proof/{id}",
  title: "Proof",
  lead: "Checked here, in your browser, by the code of the stand-alone verifier: this service only hands over the bytes.",
  // The longest text of the page, which is there before anything runs: nothing that is painted later is larger.
  about:
    "Without a key of your own the best that can be said is self-consistent: whoever made this proof may have made its keys. Type the log's key in below, and it is verified or it is not. The steps are: the answer is strict JSON; it is the object that was asked for; the SHA-256 of its canonical bytes is the hash that the proof names; an audit path leads from that hash to the root of the log's tree; a key of the log signed that root; and each source has its call, with the same digest. Where an oracle network or a ledger vouches for the root as well, that is checked too. Change any byte, and the first step that fails says so.",
};
