// Which addresses a webhook may have: what the text itself says, and whether what a name resolved to is public.
import ipaddr from "ipaddr.js";
import type { Env } from "../env.ts";
import { type Fault, type FaultCode, faultAt } from "../fault.ts";
import { LIMITS } from "../limit.ts";

export type AddressRules = {
  /** Whether this machine's own loopback is allowed, also without TLS and on any port: for receivers under test. */
  readonly isLoopbackAllowed: boolean;
};

const PORTS: ReadonlySet<string> = new Set(["", "443", "8443"]);
/** Names that no public resolver answers for, or that mean the own network of who asks. */
const PRIVATE_NAME =
  /^localhost$|\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|onion)$|\.home\.arpa$/;
/** Public by its range, and answered by the cloud's own network: metadata of Azure. */
const INSIDE: ReadonlySet<string> = new Set(["168.63.129.16"]);
/** Of IPv6 only this part is given out for use in public. */
const GLOBAL_UNICAST = { bits: 0xe000, value: 0x2000 } as const;

type Literal = ReturnType<typeof ipaddr.process>;

/** IPv4 within IPv6 in a way that nothing routes; a reader may take it for the IPv4 address. */
const COMPATIBLE = /^::(?!ffff:)[\d.]+\.\d+$/i;

const parse = (address: string): Literal | null =>
  ipaddr.isValid(address) && !COMPATIBLE.test(address) ? ipaddr.process(address) : null;

const isOpen = (literal: Literal): boolean =>
  literal.range() === "unicast" &&
  !INSIDE.has(literal.toString()) &&
  (!("parts" in literal) || ((literal.parts[0] ?? 0) & GLOBAL_UNICAST.bits) === GLOBAL_UNICAST.value);

/** Whether a connection to that address may be made: it is public unicast, or loopback where that is allowed. */
export function mayConnect(address: string, { isLoopbackAllowed }: AddressRules): boolean {
  // A zone names an interface of this machine.
  const literal = address.includes("%") ? null : parse(address);
  if (literal === null) return false;
  return isOpen(literal) || (isLoopbackAllowed && literal.range() === "loopback");
}

/** The address that a host is by itself, without brackets; null where it is a name. */
export function literalOf(host: string): string | null {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(bare) ? bare : null;
}

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || parse(literalOf(host) ?? "")?.range() === "loopback";

/** A fault of the address that was sent. */
export const addressFault = (code: FaultCode, detail: string): Fault =>
  faultAt({ pointer: "/webhook_url" }, code, detail);

/** What a parser would quietly leave out or put right; nobody means it, and others may read it in another way. */
function isPlain(text: string): boolean {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  return !/[\s\\#\p{Cc}]/u.test(text) && authority !== "" && !/[@%]/.test(authority);
}

function checkHost({ hostname }: URL, rules: AddressRules): void {
  const literal = literalOf(hostname);
  if (literal !== null) {
    if (mayConnect(literal, rules)) return;
    throw addressFault("webhook_url_invalid", "The host is an address that is not of the public internet.");
  }
  if (hostname.endsWith(".")) throw addressFault("webhook_url_invalid", "The host ends with a dot.");
  if (PRIVATE_NAME.test(hostname) || !hostname.includes(".")) {
    throw addressFault("webhook_url_private", "The host is a name of a private network.");
  }
}

/**
 * Reads an address that deliveries may go to, as far as its text says; names are resolved later.
 * @throws Fault webhook_url_invalid, webhook_url_not_https, webhook_url_private.
 */
export function readWebhookUrl(text: string, rules: AddressRules): URL {
  if (text.length > LIMITS.urlBytesMax || !isPlain(text) || !URL.canParse(text)) {
    const detail = `Send a plain https address without user, password or fragment, of at most ${LIMITS.urlBytesMax} characters.`;
    throw addressFault("webhook_url_invalid", detail);
  }
  const url = new URL(text);
  const isOwn = rules.isLoopbackAllowed && isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !(isOwn && url.protocol === "http:")) {
    throw addressFault("webhook_url_not_https", "The address must begin https://.");
  }
  if (isOwn) return url;
  if (!PORTS.has(url.port)) throw addressFault("webhook_url_invalid", "The port must be 443 or 8443.");
  checkHost(url, rules);
  return url;
}

/** What the settings allow. */
export const rulesOf = ({ WEBHOOK_LOOPBACK }: Pick<Env, "WEBHOOK_LOOPBACK">): AddressRules => ({
  isLoopbackAllowed: WEBHOOK_LOOPBACK !== "false",
});
