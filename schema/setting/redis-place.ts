// Where Redis is, as REDIS_URL says it: one server; with `?sentinels=` those who know which of several is the primary now;
// with `?cluster=` some of the servers of a cluster.

import type { ConnectionOptions } from "node:tls";

type Server = { readonly host: string; readonly port: number };
/** As whom. */
type Login = { readonly username?: string; readonly password?: string; readonly tls?: ConnectionOptions };

type SentinelPlace = Login & {
  readonly sentinels: Server[];
  /** By which the sentinels know the primary. */
  readonly name: string;
  readonly db: number;
};
export type ClusterPlace = { readonly nodes: Server[]; readonly login: Login };

const LIST = String.raw`(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}(?:,(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5})*`;
const SENTINELS = new RegExp(`^(${LIST})/([\\w.-]+)$`);
const CLUSTER = new RegExp(`^${LIST}$`);

type RedisSettings = {
  readonly REDIS_URL?: string | undefined;
  readonly REDIS_SENTINELS?: string | undefined;
  readonly REDIS_CLUSTER?: string | undefined;
};

/**
 * One address for whoever opens Redis: user, password and database of REDIS_URL, with the servers of the other settings where
 * one of them is given and of its form.
 */
export function redisUrlOf({ REDIS_URL, REDIS_SENTINELS = "", REDIS_CLUSTER = "" }: RedisSettings): string | undefined {
  const url = REDIS_URL === "" ? undefined : REDIS_URL;
  const [, sentinels, name = "cluster"] = SENTINELS.exec(REDIS_SENTINELS) ?? [];
  const cluster = CLUSTER.test(REDIS_CLUSTER) ? REDIS_CLUSTER : undefined;
  if ((sentinels ?? cluster) === undefined || (url !== undefined && !URL.canParse(url))) return url;
  const place = new URL(url ?? "redis://any");
  place.host = name;
  place.port = "";
  if (sentinels !== undefined) place.searchParams.set("sentinels", sentinels);
  else if (cluster !== undefined) place.searchParams.set("cluster", cluster);
  return place.href;
}

const serversOf = (list: string): Server[] =>
  list.split(",").map((one) => {
    const at = one.lastIndexOf(":");
    return { host: one.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(one.slice(at + 1)) };
  });

const loginOf = ({ username, password, protocol }: URL): Login => ({
  ...(username === "" ? {} : { username: decodeURIComponent(username) }),
  ...(password === "" ? {} : { password: decodeURIComponent(password) }),
  ...(protocol === "rediss:" ? { tls: {} } : {}),
});

/** Null where the address names no sentinels. */
export function sentinelsOf(url: string): SentinelPlace | null {
  const place = new URL(url);
  const list = place.searchParams.get("sentinels");
  if (list === null) return null;
  const db = Number(place.pathname.slice(1)) || 0;
  return { sentinels: serversOf(list), name: place.hostname, db, ...loginOf(place) };
}

/** Null where the address is of no cluster. */
export function clusterOf(url: string): ClusterPlace | null {
  const place = new URL(url);
  const list = place.searchParams.get("cluster");
  return list === null ? null : { nodes: serversOf(list), login: loginOf(place) };
}
