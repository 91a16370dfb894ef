// The head of a request: what is there and says nothing is not taken for what is not there.
import t from "tap";
import { readIdempotencyKey } from "../../../api/gate/idempotency.ts";
import { forgetHead, seeHeader, seen } from "../../../api/request/head.ts";

t.test("an empty Idempotency-Key is a wrong one: the caller believes that its call is made once", async (t) => {
  forgetHead();
  t.equal(seen.idempotency, "");
  seeHeader("idempotency-key", "");
  t.not(seen.idempotency, "", "there is one");
  t.throws(() => readIdempotencyKey(seen.idempotency), { code: "invalid_request" });
  forgetHead();
  seeHeader("idempotency-key", "k-1");
  t.equal(readIdempotencyKey(seen.idempotency), "k-1");
});
