// Where Redis is, as REDIS_URL says it: one server, or with `?sentinels=` those who know which of several is the primary now.

import type { ConnectionOptions } from "node:tls";

export type SentinelPlace = {
  readonly sentinels: { readonly host: string; readonly port: number }[];
  /** By which the sentinels know the primary. */
  readonly name: string;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: ConnectionOptions;
};

const PARAMETER = "sentinels";
const FORM = /^((?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}(?:,(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5})*)\/([\w.-]+)$/;

/**
 * The address that names the sentinels of a setting `host:port,…/name`, with user, password and database of `url`; `url`
 * itself where the setting has another form.
 */
export function withSentinels(url: string | undefined, setting: string): string | undefined {
  const [, list, name] = FORM.exec(setting) ?? [];
  if (list === undefined || name === undefined || (url !== undefined && !URL.canParse(url))) return url;
  const place = new URL(url ?? "redis://any");
  place.host = name;
  place.port = "";
  place.searchParams.set(PARAMETER, list);
  return place.href;
}

/** Null where the address is of one server. */
export function sentinelsOf(url: string): SentinelPlace | null {
  const { searchParams, hostname, pathname, username, password, protocol } = new URL(url);
  const list = searchParams.get(PARAMETER);
  if (list === null) return null;
  const sentinels = list.split(",").map((one) => {
    const at = one.lastIndexOf(":");
    return { host: one.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(one.slice(at + 1)) };
  });
  return {
    ...{ sentinels, name: hostname, db: Number(pathname.slice(1)) || 0 },
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === "rediss:" ? { tls: {} } : {}),
  };
}
