// The Redis door: how producers, workers and subscribers connect.
import { Cluster, type Command, type RedisOptions, Redis as Server } from "ioredis";
import { type ClusterPlace, clusterOf, sentinelsOf } from "../setting/redis-place.ts";

/** One server, or a cluster of them: what is said is the same. */
export type Redis = Server | Cluster;

/**
 * A Redis that says nothing for so long while somebody waits for it does not answer; told after twice that at most. Who
 * is patient waits for its disk too.
 */
const SILENCE_MS = { fast: 250, patient: 10_000 } as const;
/** Subscribers and workers that block wait without a question: the system asks the other end for them. */
const KEEP_ALIVE_MS = 10_000;

/** Those that were ended for their silence, until they speak. */
const silent = new WeakSet<object>();

/**
 * Ends a connection on which nothing comes back while a command waits: a process that is stopped, or a machine that is
 * gone, keeps its connections. What waited is as with one that was lost: whether a command was done is not known, and a
 * patient connection asks again on the next.
 * Silence is judged after what has arrived was read: a process that was held up itself blames nobody.
 */
function endWhenSilent(redis: Server, silenceMs: number): void {
  redis.on("ready", () => silent.delete(redis));
  let timer: NodeJS.Timeout | undefined;
  const heard = () => redis.stream?.bytesRead ?? 0;
  const wait = () => {
    const [stream, before] = [redis.stream, heard()];
    timer = setTimeout(() => {
      setImmediate(() => {
        timer = undefined;
        if (redis.commandQueue.length === 0) return;
        if (redis.stream !== stream || heard() !== before) return wait();
        silent.add(redis);
        // Ended politely it would wait for the other end.
        stream.destroy();
      });
    }, silenceMs);
    timer.unref();
  };
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const sent = send(command, stream);
    if (timer === undefined && redis.commandQueue.length > 0) wait();
    return sent;
  };
}

const HEADS = Array.from({ length: 128 }, (_, bytes) => `\r\n$${bytes}\r\n`);
const MANY_ARGUMENTS = 16;

/** A command as it is sent; null where an argument is no text. */
function textOf({ name, args }: Pick<Command, "name" | "args">): string | null {
  const parts = [`*${args.length + 1}\r\n$${name.length}\r\n${name}`];
  for (const arg of args) {
    if (typeof arg !== "string") return null;
    const bytes = Buffer.byteLength(arg);
    parts.push(HEADS[bytes] ?? `\r\n$${bytes}\r\n`, arg);
  }
  parts.push("\r\n");
  return parts.join("");
}

/** Commands of many arguments are joined in one go: added up piece by piece they cost several times as much to send. */
function joinCommands(redis: Server): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const { args } = command as Command;
    const text = args.length < MANY_ARGUMENTS ? null : textOf(command as Command);
    if (text !== null) (command as Command).toWritable = () => text;
    return send(command, stream);
  };
}

/** What is said within one turn of the loop leaves as one piece, in its order: to send costs more than to say. */
function gatherWrites(redis: Server): void {
  const send = redis.sendCommand.bind(redis);
  let gathering: Server["stream"] | undefined;
  redis.sendCommand = (command, stream) => {
    const socket = redis.stream;
    if (socket !== undefined && socket !== gathering) {
      gathering = socket;
      socket.cork();
      setImmediate(() => {
        if (gathering === socket) gathering = undefined;
        socket.uncork();
      });
    }
    return send(command, stream);
  };
}

const backOff = (attempt: number): number => Math.min(50 * 2 ** attempt, 1_000);

/** A primary that became a replica has done nothing of what it refuses: it is said again to the new one. */
const AGAIN = 2;
const TO_PRIMARY = {
  sentinelRetryStrategy: backOff,
  failoverDetector: true,
  reconnectOnError: ({ message }) => (message.includes("READONLY") ? AGAIN : false),
  role: "master",
} as const satisfies RedisOptions;

/** Servers of which one failed or whose slots are on their way: who is patient asks until they have settled. */
const REDIRECTIONS = { patient: 1_000, fast: 3 } as const;

function openCluster({ nodes, login }: ClusterPlace, options: object, isPatient: boolean): Cluster {
  const redis = new Cluster(nodes, {
    ...{ clusterRetryStrategy: backOff, enableOfflineQueue: isPatient, slotsRefreshTimeout: 2_000 },
    ...{ maxRedirections: REDIRECTIONS[isPatient ? "patient" : "fast"], redisOptions: { ...options, ...login } },
  });
  redis.on("error", () => undefined);
  return redis;
}

/**
 * `fast` fails at once while Redis is away and soon where it does not answer (answers, producers); `patient` waits for
 * it (workers, subscribers), on a new connection where the machine on the other end of one is gone. Copies of a patient
 * one may block for longer: who makes them looks after them. Who is patient waits for a turn of the loop as well.
 */
export function openRedis(
  url: string,
  manner: keyof typeof SILENCE_MS,
  name: string,
  silenceMs: number = SILENCE_MS[manner],
): Redis {
  const patient = manner === "patient";
  const options = {
    connectionName: `assay-${name}`,
    enableOfflineQueue: patient,
    maxRetriesPerRequest: patient ? null : 0,
    retryStrategy: backOff,
    connectTimeout: 5_000,
    keepAlive: KEEP_ALIVE_MS,
  } satisfies RedisOptions;
  const tend = (server: Server) => {
    joinCommands(server);
    if (patient) gatherWrites(server);
    endWhenSilent(server, silenceMs);
  };
  const cluster = clusterOf(url);
  if (cluster !== null) {
    const redis = openCluster(cluster, options, patient);
    redis.on("+node", tend);
    return redis;
  }
  const place = sentinelsOf(url);
  const redis = place === null ? new Server(url, options) : new Server({ ...options, ...TO_PRIMARY, ...place });
  // Without a listener ioredis prints every lost connection; the state is visible in status and readiness instead.
  redis.on("error", () => undefined);
  tend(redis);
  return redis;
}

/** Long beside what a replica takes, short beside what a caller waits; nothing else is said on the connection meanwhile. */
const REPLICA_MS = 150;

/** Who has the key, by what is known of the cluster; null where it has no replica that could take over. */
async function keeperOf(redis: Cluster, key: string): Promise<Server | null> {
  const [place, ...replicas] = redis.slots[Number(await redis.cluster("KEYSLOT", key))] ?? [];
  const server = redis.nodes("master").find(({ options: { host, port } }) => `${host}:${port}` === place);
  if (server === undefined) throw new Error("nobody in the cluster has the key");
  return replicas.length === 0 ? null : server;
}

/**
 * Whether a replica has the key, which lasts for so long, where there are replicas: a failover may lose what only the
 * primary has. The key's term is written once more on the very connection that waits: one that was lost in between, or
 * leads to whom the key has left, would wait for nothing.
 */
export async function reachesReplica(redis: Redis, key: string, lastsMs: number): Promise<boolean> {
  const server = redis instanceof Cluster ? await keeperOf(redis, key) : redis.options.sentinels?.length ? redis : null;
  if (server === null) return true;
  const [kept, reached] = (await server.pipeline().pexpire(key, lastsMs).wait(1, REPLICA_MS).exec()) ?? [];
  return kept?.[1] === 1 && Number(reached?.[1] ?? 0) > 0;
}

/** Where keys that no name ties together may lie on different servers, so that no command has several of them. */
export const isSpread = (redis: Redis): redis is Cluster => redis instanceof Cluster;

/** What each server that takes writes says of itself. */
export const infoOf = (redis: Redis): Promise<string[]> =>
  Promise.all(isSpread(redis) ? redis.nodes("master").map((server) => server.info()) : [redis.info()]);

const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/\bOOM\b/, "Redis is full: give it more memory (maxmemory), or find out what fills it"],
  [/\bMISCONF\b/, "Redis cannot write to its disk: make room on it"],
  [/\bLOADING\b/, "Redis is still loading its data"],
  [/\bREADONLY\b/, "this Redis is a replica and takes no writes: set REDIS_URL to its primary"],
  [/\bCLUSTERDOWN\b/, "a part of the Redis cluster is down: see CLUSTER NODES"],
  [/\b(NOAUTH|WRONGPASS)\b/, "Redis refuses the password: see REDIS_URL"],
];

/** What is the matter with Redis, and what helps, in a few words for a person; of an error that a command ended with. */
export function explainRedis(redis: Redis, error: unknown): string {
  const cause = error as { message?: string; previousErrors?: readonly Error[] };
  // Of a transaction the first refusal tells more than that nothing of it was done.
  const text = [cause, ...(cause.previousErrors ?? [])].map(({ message }) => message).join(" ");
  const known = REFUSALS.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return known[1];
  if (silent.has(redis)) return "Redis does not answer: its process hangs, or its machine cannot be reached";
  if (redis.status !== "ready") return "Redis cannot be reached";
  return `Redis says: ${cause.message ?? String(error)}`;
}
