// Who calls without a key: the network address, as far as one customer has it, seen through trusted proxies.
import { BlockList, isIP } from "node:net";
import { isNetwork } from "../../schema/setting/setting-rule.ts";

/** Eight groups of an IPv6 address in any of its forms. */
function groupsOf(address: string): number[] {
  const [, head = "", v4] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  const bytes = v4?.split(".").map(Number) ?? [];
  const hex = ([high = 0, low = 0]: number[]) => (high * 256 + low).toString(16);
  const text = v4 === undefined ? address : `${head}${hex(bytes.slice(0, 2))}:${hex(bytes.slice(2))}`;
  const [left = "", right] = text.split("::");
  const parse = (part: string) =>
    part.split(":").flatMap((group) => (group === "" ? [] : [Number.parseInt(group, 16)]));
  const [front, back] = [parse(left), parse(right ?? "")];
  return [...front, ...new Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0), ...back];
}

/** Whether it is IPv4 written as IPv6, and then which. */
function mappedOf(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const [DOT, ZERO] = [46, 48];

/** Whether it is four numbers below 256 without a zero before them: as isIPv4 says it, in a third of its time. */
function isFourBytes(text: string): boolean {
  let numbers = 1;
  let value = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0) return false;
      numbers += 1;
      value = digits = 0;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9 || (digits > 0 && value === 0)) return false;
    value = value * 10 + digit;
    digits += 1;
    if (value > 255) return false;
  }
  return numbers === 4 && digits > 0;
}

/** The address without zone, port and IPv4 mapping; null for what is none. Some proxies write where a caller calls from. */
export function plainAddress(text: string): string | null {
  // Nothing to take off: what nearly every call comes with.
  if (isFourBytes(text)) return text;
  const [address = ""] = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d{1,5}$/, "$1")
    .split("%");
  const version = isIP(address);
  if (version === 4) return address;
  return version === 6 ? (mappedOf(groupsOf(address)) ?? address) : null;
}

/** The caller an address stands for: an IPv4 address, or the /64 network of an IPv6 one. */
export function callerOfAddress(address: string): string {
  if (!address.includes(":") || isIP(address) !== 6) return `ip:${address}`;
  const network = groupsOf(address).slice(0, 4);
  return `ip:${network.map((group) => group.toString(16)).join(":")}::/64`;
}

const REMEMBERED_MAX = 1_024;

/** Networks whose X-Forwarded-For is believed. Throws on what is no network. */
export function openTrust(networks: string): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.split(",").map((text) => text.trim())) {
    if (network === "") continue;
    const [address = "", bits] = network.split("/");
    const version = isIP(address);
    if (!isNetwork(network)) throw new Error(`TRUSTED_PROXIES: ${network} is no network`);
    list.addSubnet(
      address,
      bits === undefined ? (version === 4 ? 32 : 128) : Number(bits),
      version === 4 ? "ipv4" : "ipv6",
    );
  }
  const seen = new Map<string, boolean>();
  return (address) => {
    // The peers are few where there are proxies, and the list makes an object of each address it is asked about.
    const known = seen.get(address);
    if (known !== undefined) return known;
    const trusted = list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
    if (seen.size >= REMEMBERED_MAX) seen.clear();
    seen.set(address, trusted);
    return trusted;
  };
}

/** The address that called: the last one on the way that is no trusted proxy. */
export function addressOf(
  peer: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = plainAddress(peer) ?? "unknown";
  if (forwarded === undefined || forwarded === "") return address;
  if (isFourBytes(forwarded)) return address !== "unknown" && isTrusted(address) ? forwarded : address;
  for (const hop of forwarded.split(",").reverse()) {
    if (address === "unknown" || !isTrusted(address)) return address;
    const next = plainAddress(hop);
    // What a trusted proxy wrote and nobody can read is not skipped: it would make the proxy the caller.
    if (next === null) return address;
    address = next;
  }
  return address;
}
