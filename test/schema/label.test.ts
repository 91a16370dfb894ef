import t from "tap";
import { LABEL_SET, LABELS, type LabelChain, labelOf } from "../../schema/label/index.ts";
import { CHAIN_IDS } from "../../schema/token/chain.ts";

const FORM: Record<LabelChain, RegExp> = {
  eth: /^0x[0-9a-f]{40}$/,
  bsc: /^0x[0-9a-f]{40}$/,
  sol: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/,
  ada: /^(addr1[02-9ac-hj-np-z]{98}|(Ae2|Ddz)[1-9A-HJ-NP-Za-km-z]{50,110})$/,
  btc: /^([13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{39,59})$/,
};

/** Who published wallets under an open licence: on the newer chains few have. */
const EXCHANGES_MIN: Record<LabelChain, number> = { eth: 8, btc: 8, bsc: 7, sol: 3, ada: 2 };

for (const chain of CHAIN_IDS)
  t.test(`every ${chain} label is well formed, dated, sourced and listed once`, async (t) => {
    const seen = new Set<string>();
    for (const label of LABELS[chain]) {
      t.match(label.address, FORM[chain], label.address);
      t.match(label.first_used, /^20\d\d-\d\d-\d\d$/, label.address);
      t.ok(["graphsense-tagpacks", "etherscan-labels"].includes(label.source), label.address);
      t.notOk(seen.has(label.address), label.address);
      t.equal(labelOf(chain, label.address), label);
      seen.add(label.address);
    }
    t.ok(new Set(LABELS[chain].map((label) => label.exchange)).size >= EXCHANGES_MIN[chain], "enough exchanges");
    for (const kind of ["hot", "cold"])
      t.ok(
        LABELS[chain].some((label) => label.kind === kind),
        kind,
      );
  });

t.test("an address is found in any case where case does not matter, and an unknown one is not", async (t) => {
  t.equal(labelOf("eth", "0x28C6c06298d514Db089934071355E5743bf21d60")?.exchange, "binance");
  t.equal(labelOf("btc", "34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo")?.exchange, "binance");
  t.equal(labelOf("btc", "34XP4vRoCGJym3xR7yCVPFHoCNxv4Twseo"), undefined);
  t.equal(labelOf("eth", `0x${"0".repeat(40)}`), undefined);
  t.match(LABEL_SET, /^labels-\d{4}-\d\d-\d+$/);
});
