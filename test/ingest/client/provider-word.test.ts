// "Wait" is heard wherever a provider says it: in the status, or in a body that comes with 200 or 400.
import t from "tap";
import { callJson } from "../../../ingest/client/http-json.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import type { VenueId } from "../../../ingest/source/venue.ts";
import { isHttpError } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { startAnswering } from "../../support/answering.ts";

const LIMITED = { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } };
const deribit = (code: number, message: string) => ({ jsonrpc: "2.0", error: { code, message }, testnet: false });

t.test("what a body says counts beside its status", async (t) => {
  const told = { status: 200, body: {} as object };
  const { origin: url, http } = await startAnswering(t, (_, response) => {
    response.writeHead(told.status, { "content-type": "application/json" }).end(JSON.stringify(told.body));
  });
  const paused: VenueId[] = [];
  const pace = { take: async () => {}, pause: async (venue: VenueId) => void paused.push(venue) };
  const ask = async (venue: VenueId, status: number, body: object) => {
    Object.assign(told, { status, body });
    const log = openCallLog(systemRandom);
    const context = { about: { source: "test", provider: venue }, log };
    const connections = { http, pace } as unknown as Connections;
    const kind = await callJson(connections, { venue, endpoint: "e", url }, context).then(
      () => "ok",
      (error: unknown) => (isHttpError(error) ? error.kind : String(error)),
    );
    return [kind, log.take()[0]?.outcome, paused.splice(0)];
  };
  t.same(await ask("coingecko", 200, LIMITED), ["rate_limited", "rate_limited", ["coingecko"]]);
  t.same(await ask("geckoterminal", 200, LIMITED), ["rate_limited", "rate_limited", ["geckoterminal"]]);
  t.same(await ask("geckoterminal", 200, { errors: [{ status: "429", title: "Rate Limited" }] }), [
    ...["rate_limited", "rate_limited", ["geckoterminal"]],
  ]);
  t.same(await ask("deribit", 400, deribit(10028, "too_many_requests")), ["rate_limited", "rate_limited", ["deribit"]]);
  t.same(await ask("deribit", 400, deribit(10040, "retry")), ["http_error", "http_error", []]);
  t.same(await ask("deribit", 200, { jsonrpc: "2.0", result: [{ code: 1 }] }), ["ok", "ok", []]);
  t.same(await ask("coingecko", 200, { status: { error_code: 0 }, bitcoin: { usd: 1 } }), ["ok", "ok", []]);
});
