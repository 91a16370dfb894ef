// What becomes known of a request on its way, for who operates the service: it is told once, when the answer leaves.

/** By what it showed of itself; nothing of it is kept. */
export type CallerKind = "key" | "payer" | "open";

export type Trace = {
  /** One of those that are known, or `other`. */
  readonly method: string;
  readonly caller: CallerKind;
  /** By performance.now. */
  readonly since: number;
  /** What it was for: the call's name, a page's path, or a word where it named nothing. */
  route: string;
  /** Request id; empty until it has one. */
  id: string;
};

export const NO_ROUTE = "none";

/** Of RFC 9110, and PATCH. Anybody can send another word: were it told as it came, what is held and shown would grow with each. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]);
const OTHER_METHOD = "other";

type Headers = Readonly<Record<string, string | undefined>>;

function callerOf({ authorization = "", "payment-signature": payment = "" }: Headers): CallerKind {
  if (payment !== "") return "payer";
  return authorization === "" ? "open" : "key";
}

export const traceOf = (
  { method, headers }: { readonly method: string; readonly headers: Headers },
  since: number,
): Trace => ({
  ...{ method: METHODS.has(method) ? method : OTHER_METHOD, caller: callerOf(headers) },
  ...{ since, route: NO_ROUTE, id: "" },
});
