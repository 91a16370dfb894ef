// Without a model the same input gives the same canonical object to the last byte, whoever writes it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import t from "tap";
import { programArgs } from "../../../scripts/program.ts";
import { sealedAnswers } from "../../support/rows/sealed-answers.ts";
import { sealedBrief } from "../../support/rows/sealed-brief.ts";

t.test("another process, in another zone and tongue, writes the same bytes", async (t) => {
  const env = { ...process.env, TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  const { stdout } = await promisify(execFile)(process.execPath, programArgs("brief-writer"), {
    ...{ env, maxBuffer: 1_048_576 },
  });
  const own = `${sealedBrief()}\n${sealedAnswers()}`;
  t.equal(own.split("\n").length, 5, "a brief and four answers");
  t.match(own, '"model":"deterministic-1"');
  t.equal(stdout, own);
});
