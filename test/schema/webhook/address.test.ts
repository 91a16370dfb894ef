// Webhook addresses: whatever is not plainly of the public internet is refused, by its text or by what it resolves to,
// and nothing is ever connected to.
import { createServer, type Server } from "node:net";
import t from "tap";
import { isFault } from "../../../schema/fault.ts";
import { openWebhookDoor, WebhookRefusal } from "../../../schema/io/webhook.ts";
import { addressFault, mayConnect, readWebhookUrl } from "../../../schema/webhook/address.ts";
import { BASE } from "../../support/base.ts";

const PUBLIC_ONLY = { isLoopbackAllowed: false };
const WITH_LOOPBACK = { isLoopbackAllowed: true };

/** Addresses that no delivery may reach. */
const INSIDE = `
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254 168.63.129.16
169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255
198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::127.0.0.1 ::7f00:1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1
0:0:0:0:0:ffff:7f00:1 64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 100::1 2001::1 2001:0:53aa:64c:0:fbff:f5ff:fffe 2001:2::1
2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1
fe80::1%eth0 febf::1 fec0::1 ff02::1 ff05::2 4000::1 2620:4f:8000::1`
  .trim()
  .split(/\s+/);
const OUTSIDE = ["1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001::1"];

/** Addresses that their text alone refuses, by code. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  webhook_url_not_https: [
    "http://example.com/",
    "ftp://example.com/",
    "ws://example.com/",
    "http://127.0.0.1/",
    "file://example.com/x",
  ],
  webhook_url_private: [
    ..."localhost LOCALHOST a.localhost printer.local db.internal metadata.google.internal intranet wiki.corp nas.home router.lan".split(
      " ",
    ),
    ..."box.home.arpa x.localdomain kubernetes hidden.onion app.intranet".split(" "),
  ].map((host) => `https://${host}/hook`),
  webhook_url_invalid: [
    // Every spelling of 127.0.0.1 and 169.254.169.254 that a URL parser takes.
    ..."127.0.0.1 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 0x7F.1 127.0.0.1:443 127.0.0.1:8443".split(
      " ",
    ),
    ..."①②⑦.⓪.⓪.① 127。0。0。1 １２７.0.0.1 0 0x0 0.0.0.0 2852039166 0xa9fea9fe 169.254.43518 0251.0376.0251.0376".split(
      " ",
    ),
    ..."[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [0:0:0:0:0:0:0:1] [64:ff9b::7f00:1] [2002:7f00:1::]".split(
      " ",
    ),
    ..."[2001:0:53aa:64c::1] [fd00:ec2::254] [fe80::1] [fe80::1%25eth0] [fec0::1] [ff02::1] 100.64.0.1 192.168.1.1".split(
      " ",
    ),
    // Said so that two readers may read it in two ways.
    ..."user@example.com user:pass@example.com @example.com 127.0.0.1@example.com example.com@127.0.0.1 example.com.".split(
      " ",
    ),
    ..."127.0.0.1. example.com:80 example.com:22 example.com:8080 example.com:0 example.com:65536 exa%6dple.com %31%32%37.0.0.1".split(
      " ",
    ),
    ..."example.com/a#b example.com# exa\tmple.com exa\nmple.com example.com\\@127.0.0.1 a..b:x".split(/ /),
  ].map((rest) => `https://${rest}`),
};
const MORE_INVALID = [
  "",
  "example.com",
  "https:example.com",
  "https:/example.com",
  "https://",
  "//example.com",
  "javascript:1",
];

const codeOf = (text: string): string => {
  try {
    return `taken as ${readWebhookUrl(text, PUBLIC_ONLY).href}`;
  } catch (error) {
    return isFault(error) ? error.code : String(error);
  }
};

t.test("an address is refused by its text, with the contract's code and the pointer", async (t) => {
  for (const [code, texts] of Object.entries(SPELLINGS)) {
    for (const text of texts) t.equal(codeOf(text), code, JSON.stringify(text));
  }
  for (const text of MORE_INVALID) t.equal(codeOf(text), "webhook_url_invalid", JSON.stringify(text));
  t.equal(codeOf(`https://example.com/${"x".repeat(2_048)}`), "webhook_url_invalid", "longer than 2,048 characters");
  const { extra } = addressFault("webhook_url_private", "x");
  t.same(extra.errors, [{ pointer: "/webhook_url", code: "webhook_url_private", detail: "x" }]);
  const taken = [
    "https://example.com/hook?a=b",
    "https://example.com:8443/",
    "https://1.1.1.1/",
    "https://[2606:4700::1]/",
  ];
  for (const text of taken) t.equal(readWebhookUrl(text, PUBLIC_ONLY).href, text);
  t.equal(readWebhookUrl("https://bücher.example/", PUBLIC_ONLY).href, "https://xn--bcher-kva.example/", "in ASCII");
  t.equal(readWebhookUrl("https://xn--80ak6aa92e.com/", PUBLIC_ONLY).hostname, "xn--80ak6aa92e.com", "a look-alike");
});

t.test("an address that is no public unicast is never connected to", async (t) => {
  t.ok(INSIDE.length + Object.values(SPELLINGS).flat().length >= 140);
  for (const address of INSIDE) t.equal(mayConnect(address, PUBLIC_ONLY), false, address);
  for (const address of OUTSIDE) t.equal(mayConnect(address, PUBLIC_ONLY), true, address);
  for (const text of ["", "example.com", "127.0.0.1%lo", "1.1.1.1%eth0"])
    t.equal(mayConnect(text, PUBLIC_ONLY), false, text);
});

t.test("loopback is reached only where it is allowed, and nothing else inside with it", async (t) => {
  for (const text of ["http://127.0.0.1:9/", "http://localhost:9/", "https://[::1]:9/"]) {
    t.equal(readWebhookUrl(text, WITH_LOOPBACK).href, text);
  }
  const loopback = INSIDE.filter((address) => mayConnect(address, WITH_LOOPBACK));
  t.same(loopback, ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "0:0:0:0:0:ffff:7f00:1"]);
  t.throws(() => readWebhookUrl("http://example.com/", WITH_LOOPBACK), { code: "webhook_url_not_https" });
  t.throws(() => readWebhookUrl("https://10.0.0.1/", WITH_LOOPBACK), { code: "webhook_url_invalid" });
});

/** Takes connections and counts them. */
async function startCounter(t: {
  teardown(fn: () => unknown): void;
}): Promise<{ readonly port: number; count(): number }> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  const address = server.address();
  return { port: typeof address === "object" && address !== null ? address.port : 0, count: () => count };
}

const POST = { headers: {}, body: "{}", timeoutMs: 2_000 };

t.test(
  "names are resolved whole, at every attempt: one address inside refuses them, and nothing is connected to",
  async (t) => {
    const receiver = await startCounter(t);
    const clock = { now: () => BASE };
    const url = new URL(`https://hooks.example.com:${receiver.port}/`);
    let answers: readonly string[] = [];
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return answers;
    };
    const door = openWebhookDoor({ clock, rules: PUBLIC_ONLY, resolve });
    for (const inside of INSIDE) {
      for (const found of [[inside], ["1.1.1.1", inside], [inside, "2606:4700:4700::1111"]]) {
        answers = found;
        t.same(await door.post({ url, ...POST }), { status: 0, outcome: "private", retryAfterMs: null }, found.join());
      }
    }
    t.equal(asked, INSIDE.length * 3, "asked anew each time");
    answers = [];
    t.match(await door.post({ url, ...POST }), { outcome: "unresolvable" });
    await t.rejects(door.check(url), new WebhookRefusal("unresolvable"));
    // Public when it was made, private when it is called.
    answers = ["1.1.1.1"];
    t.same(await door.check(url), ["1.1.1.1"]);
    answers = ["127.0.0.1"];
    t.match(await door.post({ url, ...POST }), { outcome: "private" });
    await t.rejects(door.check(url), new WebhookRefusal("private"));
    t.equal(receiver.count(), 0, "no connection was made");
  },
);

t.test("what cannot be resolved, or hangs while it is, ends within its time", async (t) => {
  const clock = { now: () => BASE };
  const url = new URL("https://hooks.example.com/");
  const broken = openWebhookDoor({ clock, rules: PUBLIC_ONLY, resolve: () => Promise.reject(new Error("SERVFAIL")) });
  t.match(await broken.post({ url, ...POST }), { outcome: "unresolvable" });
  // The time of an attempt alone keeps no process alive.
  const alive = setInterval(() => undefined, 1_000);
  t.teardown(() => clearInterval(alive));
  const never = () => new Promise<never>(() => undefined);
  const hanging = openWebhookDoor({ clock, rules: PUBLIC_ONLY, resolve: never, checkMs: 20 });
  await t.rejects(hanging.check(url), new WebhookRefusal("unresolvable"));
  t.match(await hanging.post({ url, ...POST, timeoutMs: 20 }), { status: 0, outcome: "timeout" });
});
