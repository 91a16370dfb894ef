// The door that deliveries leave by: a name is resolved and all its addresses are checked, the connection goes to a
// checked one, and what it reached is checked again; no redirect is followed and no proxy is asked.
import { Resolver } from "node:dns/promises";
import type { Socket } from "node:net";
import { buildConnector, Client } from "undici";
import { type AddressRules, literalOf, mayConnect } from "../webhook/address.ts";
import type { Clock } from "./clock.ts";
import { endsWithin } from "./deadline.ts";
import { retryAfterMs } from "./http.ts";

/** All addresses of a name, none where it has none. Throws where that cannot be told. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Why nothing was sent, or nothing came back. */
type Failure = "private" | "unresolvable" | "unreachable" | "certificate" | "timeout";

/** What a receiver answered; `status` 0 where there was no answer. */
export type Posted = {
  readonly status: number;
  readonly outcome: "answered" | Failure;
  readonly retryAfterMs: number | null;
};

type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** All of it, from the look-up of the name to the answer. */
  readonly timeoutMs: number;
};

export type WebhookDoor = {
  /** @throws WebhookRefusal private or unresolvable. */
  check(url: URL): Promise<readonly string[]>;
  /** Never throws for what the receiver or the network did. */
  post(post: Post): Promise<Posted>;
};

type Options = {
  readonly clock: Clock;
  readonly rules: AddressRules;
  readonly resolve?: Resolve;
  /** How long a check may take; four seconds where it is left out. */
  readonly checkMs?: number;
  /** PEM of the authority that is trusted instead of the usual ones. */
  readonly ca?: string;
};

const CONNECT_MS = 5_000;
const RESOLVE_MS = 2_000;
/** All questions about a name whose owner waits for the answer. */
const CHECK_MS = 4_000;
const ADDRESSES_TRIED_MAX = 2;
const BODY_BYTES_MAX = 4_096;
/** Its status is the answer: who goes on talking is listened to for a moment, and holds up nobody. */
const BODY_MS = 500;
/** Whatever comes in on a connection, headers of interim answers too. */
const BYTES_MAX = 131_072;
/** A name that has no address of a family, or none at all. */
const NONE: ReadonlySet<string> = new Set(["ENODATA", "ENOTFOUND"]);
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/;

/** The address was refused by us: nothing was sent. */
export class WebhookRefusal extends Error {
  readonly reason: "private" | "unresolvable";
  constructor(reason: "private" | "unresolvable") {
    super(reason === "private" ? "the host has an address that is not public" : "the host has no address");
    this.reason = reason;
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** Asks the resolvers themselves: names of this machine alone mean nothing, and a slow one holds up no other. */
function systemResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 2 });
  const none = (error: unknown): string[] => {
    if (NONE.has(codeOf(error))) return [];
    throw error;
  };
  return async (host) =>
    (await Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)])).flat();
}

async function addressesOf({ hostname }: URL, resolve: Resolve, rules: AddressRules): Promise<readonly string[]> {
  const literal = hostname === "localhost" && rules.isLoopbackAllowed ? "127.0.0.1" : literalOf(hostname);
  const found = literal === null ? await resolve(hostname).catch(() => []) : [literal];
  if (found.length === 0) throw new WebhookRefusal("unresolvable");
  if (!found.every((address) => mayConnect(address, rules))) throw new WebhookRefusal("private");
  return found;
}

/** Ends a connection on which more comes in than any answer is long. */
function watchLength(socket: Socket): void {
  socket.on("readable", () => {
    if (socket.bytesRead > BYTES_MAX) socket.destroy(new Error("more than any answer"));
  });
}

type Reach = {
  readonly addresses: readonly string[];
  readonly rules: AddressRules;
  readonly connect: buildConnector.connector;
  /** Is told what was reached. */
  readonly onReached: (socket: Socket) => void;
};

/** Connects to one of these addresses, under the name of the host, and looks at what was reached. */
function connectorTo({ addresses, rules, connect, onReached }: Reach): buildConnector.connector {
  const tryAt = (at: number, ...[options, callback]: Parameters<buildConnector.connector>): void => {
    connect({ ...options, hostname: addresses[at] ?? "" }, (error, socket) => {
      if (error !== null) {
        if (at + 1 >= Math.min(addresses.length, ADDRESSES_TRIED_MAX)) callback(error, null);
        else tryAt(at + 1, options, callback);
        return;
      }
      if (mayConnect(socket.remoteAddress ?? "", rules)) {
        watchLength(socket);
        onReached(socket);
        return callback(null, socket);
      }
      socket.destroy();
      callback(new WebhookRefusal("private"), null);
    });
  };
  return (options, callback) => tryAt(0, options, callback);
}

function failureOf(error: unknown, isLate: boolean): Failure {
  if (error instanceof WebhookRefusal) return error.reason;
  const code = codeOf(error);
  if (isLate || /TIMEOUT/.test(code)) return "timeout";
  return CERTIFICATE.test(code) ? "certificate" : "unreachable";
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** What an answer begins with. */
type Head = { readonly status: number; readonly after: string | undefined };

/**
 * Sends and listens, to the end of the answer or for as long as anybody is listened to; `late` rejects when that is over
 * in any case. Rejects where there is no answer.
 */
function exchange(client: Client, { url, headers, body }: Post, late: Promise<never>): Promise<Head> {
  return new Promise((resolve, reject) => {
    let head: Head | undefined;
    let bytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const end = (error?: Error) => {
      clearTimeout(timer);
      if (head === undefined) reject(error);
      else resolve(head);
    };
    late.catch(end);
    const path = `${url.pathname}${url.search}`;
    client.dispatch(
      { method: "POST", path, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart(_, status, { "retry-after": after }) {
          // What comes before the answer is none.
          if (status < 200) return;
          head = { status, after: one(after) };
          timer = setTimeout(end, BODY_MS);
        },
        onResponseData(_, chunk) {
          bytes += chunk.length;
          if (bytes > BODY_BYTES_MAX) end();
        },
        onResponseEnd: () => end(),
        onResponseError: (_, error) => end(error),
      },
    );
  });
}

/** `late` rejects after that time, unless `stop` is called before. */
function lateAfter(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error("late"));
    }, ms);
    timer.unref();
  });
  return { late, isLate: () => isLate, stop: () => clearTimeout(timer) };
}

export function openWebhookDoor({
  clock,
  rules,
  resolve = systemResolve(),
  ca,
  checkMs = CHECK_MS,
}: Options): WebhookDoor {
  // Nothing is kept for the next connection: not a session of TLS either.
  const tls = ca === undefined ? {} : { ca };
  const connect = buildConnector({ timeout: CONNECT_MS, maxCachedSessions: 0, ...tls });
  return {
    check: (url) =>
      endsWithin(checkMs, addressesOf(url, resolve, rules), "no resolver answers").catch((error: unknown) => {
        throw error instanceof WebhookRefusal ? error : new WebhookRefusal("unresolvable");
      }),
    async post(post) {
      const open: { client?: Client; socket?: Socket } = {};
      const { late, isLate, stop } = lateAfter(post.timeoutMs);
      try {
        const addresses = await Promise.race([addressesOf(post.url, resolve, rules), late]);
        const onReached = (socket: Socket) => {
          open.socket = socket;
        };
        // One connection an attempt: what was checked once says nothing of the next time. Its time is told by us.
        open.client = new Client(post.url.origin, {
          connect: connectorTo({ addresses, rules, connect, onReached }),
          ...{ headersTimeout: 0, bodyTimeout: 0 },
        });
        const { status, after } = await exchange(open.client, post, late);
        const wait = retryAfterMs(after === undefined ? {} : { "retry-after": after }, clock.now());
        // Without an error for whoever waits no more: to make one takes as long as to sign.
        open.socket?.destroy();
        return { status, outcome: "answered", retryAfterMs: wait };
      } catch (error) {
        void open.client?.destroy();
        return { status: 0, outcome: failureOf(error, isLate()), retryAfterMs: null };
      } finally {
        stop();
      }
    },
  };
}
