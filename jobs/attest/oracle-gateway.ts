// The door to the gateway of an oracle network's workflow: it is shown a checkpoint and gives back signed reports.
import { Type } from "typebox";
import { compile } from "../../schema/check.ts";
import { type Http, isHttpError } from "../../schema/io/http.ts";
import { parseJson } from "../../schema/json.ts";
import type { SignedReport } from "../../schema/proof/report.ts";
import type { SampleEntry } from "../../schema/proof/sample.ts";

export type OracleAsk = {
  /** Signed note of the checkpoint. */
  readonly note: string;
  /** Public keys of the log. */
  readonly keys: readonly string[];
  /** Proof from the tree the network knows, hex. */
  readonly consistency: readonly string[];
  readonly sample: readonly SampleEntry[];
};

export type OracleAnswer =
  | { readonly kind: "reports"; readonly reports: readonly SignedReport[] }
  /** Too few nodes have signed so far: ask again. */
  | { readonly kind: "working" }
  /** It knows a tree of another size: prove from there. */
  | { readonly kind: "elsewhere"; readonly size: number }
  | { readonly kind: "refused"; readonly reason: string };

/** Nothing of an answer is trusted: the signatures are for the caller to check. Throws where the gateway is away. */
export type OracleGateway = { ask(ask: OracleAsk, signal?: AbortSignal): Promise<OracleAnswer> };

const TIMEOUT_MS = 20_000;
const BODY_BYTES_MAX = 200_000;
const Hex = (lengthMax: number) => Type.String({ pattern: "^([0-9a-f]{2})*$", maxLength: lengthMax });
const isReports = compile(
  Type.Object({
    reports: Type.Array(
      Type.Object({ report: Hex(16_384), context: Hex(1_024), signatures: Type.Array(Hex(256), { maxItems: 64 }) }),
      { maxItems: 8 },
    ),
  }),
);
const isElsewhere = compile(Type.Object({ size: Type.Integer({ minimum: 0 }) }));

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return null;
  }
}

export function openOracle(options: {
  readonly http: Http;
  readonly url: string;
  readonly token: string;
}): OracleGateway {
  const { http, url, token } = options;
  const headers = {
    "content-type": "application/json",
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
  };
  return {
    async ask(ask, signal) {
      try {
        const answer = await http.send({
          provider: "oracle",
          url: `${url}/checkpoint`,
          method: "POST",
          headers,
          body: JSON.stringify(ask),
          timeoutMs: TIMEOUT_MS,
          bodyBytesMax: BODY_BYTES_MAX,
          retriesMax: 1,
          signal,
        });
        if (answer.status === 202) return { kind: "working" };
        const body = parse(answer.body);
        if (!isReports(body)) return { kind: "refused", reason: "the gateway's answer holds no reports" };
        return { kind: "reports", reports: body.reports };
      } catch (error) {
        if (!isHttpError(error) || error.status < 400 || error.status >= 500 || error.status === 429) throw error;
        const body = parse(error.answer?.body ?? Buffer.alloc(0));
        if (error.status === 409 && isElsewhere(body)) return { kind: "elsewhere", size: body.size };
        return { kind: "refused", reason: `the gateway answered ${error.status}` };
      }
    },
  };
}
