// Addresses: the vectors of EIP-55, BIP 173, BIP 350 and CIP-19, what is wrong with others, and that damage is found.
import t from "tap";
import { addressBytes, addressText } from "../../schema/pay/address.ts";
import { checksummed, readAddress, stakeHashOf } from "../../schema/token/address.ts";
import { CHAIN_IDS, type ChainId } from "../../schema/token/chain.ts";

const PUBLISHED: Readonly<Record<ChainId, readonly (readonly [address: string, form: string])[]>> = {
  eth: [
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "account"],
    ["0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "account"],
    ["0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "account"],
    ["0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb", "account"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "account"],
    ["0xde709f2102306220921060314715629080e2fb77", "account"],
  ],
  bsc: [["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "account"]],
  btc: [
    ["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "key"],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "script"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "key"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", "key"],
  ],
  sol: [
    ["So11111111111111111111111111111111111111112", "account"],
    ["11111111111111111111111111111111", "account"],
  ],
  ada: [
    ["addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x", "key"],
    [
      "addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh",
      "script",
    ],
    ["addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8", "key"],
    ["addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx", "script"],
    ["stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw", "stake"],
    ["stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5", "stake"],
  ],
};

const problemOf = (chain: ChainId, text: string): string => {
  const read = readAddress(chain, text);
  return "problem" in read ? read.problem : "";
};

t.test("published addresses are read in their one spelling", async (t) => {
  for (const chain of CHAIN_IDS) {
    for (const [address, form] of PUBLISHED[chain]) {
      t.same(readAddress(chain, address), { address, form }, address);
      const lower = address.toLowerCase();
      const isEitherCase = chain === "eth" || chain === "bsc" || /^(bc1|addr1|stake1)/.test(lower);
      t.equal("address" in readAddress(chain, lower) || !isEitherCase, true, lower);
    }
  }
  t.same(readAddress("btc", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"), {
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    form: "key",
  });
  t.equal(checksummed("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"), "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  t.match(stakeHashOf("stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw"), /^[0-9a-f]{56}$/);
});

t.test("another chain's address is called by its chain, one of a test network by that", async (t) => {
  for (const chain of CHAIN_IDS) {
    for (const other of CHAIN_IDS.filter((one) => one !== chain && !(chain === "bsc" && one === "eth"))) {
      if (chain === "eth" && other === "bsc") continue;
      for (const [address] of PUBLISHED[other].filter(([one]) => !/^1+$/.test(one))) {
        t.match(problemOf(chain, address), /^It is an address of /, address);
      }
    }
  }
  for (const [chain, address] of [
    ["btc", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["btc", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
    ["btc", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"],
    ["ada", "addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz"],
    ["ada", "stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn"],
  ] as const)
    t.match(problemOf(chain, address), /test network/, address);
});

t.test("an address of a Cardano network that does not exist is none", async (t) => {
  for (const [address] of PUBLISHED.ada.filter(([one]) => one.startsWith("addr"))) {
    const bytes = addressBytes(address) ?? Buffer.alloc(0);
    for (let network = 2; network < 16; network += 1) {
      const other = addressText(Buffer.from([((bytes[0] ?? 0) & 0xf0) | network, ...bytes.subarray(1)])) ?? "";
      t.match(problemOf("ada", other), /no network/, other);
    }
  }
});

t.test("what is damaged is refused", async (t) => {
  const change = (text: string, at: number, to: string) => `${text.slice(0, at)}${to}${text.slice(at + 1)}`;
  for (const chain of ["btc", "ada"] as const) {
    for (const [address] of PUBLISHED[chain]) {
      for (let at = address.indexOf("1") + 1; at < address.length; at += 5) {
        const damaged = change(address, at, address[at] === "q" ? "p" : "q");
        if (damaged !== address) t.not(problemOf(chain, damaged), "", damaged);
      }
    }
  }
  t.match(problemOf("eth", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"), /checksum/);
  // By BIP 173 and BIP 350: version 1 with the old checksum, version 0 with the new one, a program of a wrong length.
  for (const address of [
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqevxtl5",
    "bc1rw5uspcuh",
    "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4",
  ])
    t.not(problemOf("btc", address), "", address);
  for (const text of [
    "",
    "0x",
    "x".repeat(500),
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    "1BoatSLRHtKNngkdXEeobR76b53LETtpy0",
  ])
    for (const chain of CHAIN_IDS) t.not(problemOf(chain, text), "", `${chain} ${text.slice(0, 50)}`);
  t.not(problemOf("sol", "So1111111111111111111111111111111111111111"), "");
});

t.test("a witness program of a version without a meaning is told to be none that can be looked up", async (t) => {
  for (const text of ["bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "BC1SW50QGDZ25J"])
    t.match(problemOf("btc", text), /witness version, (2|16), has no meaning/, text);
});
