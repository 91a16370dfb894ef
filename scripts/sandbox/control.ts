// The control origin: time, faults, limits, counters and the truth behind the simulated market.
import { createFlowTruth } from "./chain/truth-flow.ts";
import type { Clock } from "./clock.ts";
import { type Faults, parseFault } from "./fault.ts";
import type { Budget } from "./limit.ts";
import type { Model } from "./model/model.ts";
import type { Origin } from "./origin.ts";
import { type Answer, type Ask, json, type Provider, type Route } from "./provider.ts";
import { type AddressChange, setAddress } from "./risk/address.ts";
import { PROFILES, setProfile } from "./risk/profile.ts";
import { truthCandles, truthDerivative, truthLiquidations, truthMarkets, truthShocks } from "./truth.ts";

type ControlDeps = {
  readonly model: Model;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly budgets: ReadonlyMap<string, Budget>;
  readonly origins: ReadonlyMap<string, Origin>;
};

const PAGE = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Sandbox market</title>
<h1>Everything here is simulated</h1>
<p>This process imitates exchanges, a price directory and chain nodes on loopback. No price, trade, balance or
transfer it serves ever happened; venue and token names are used so that the real clients can talk to it.</p>
<p>GET /sandbox/time, /sandbox/fault, /sandbox/stats, /sandbox/truth/candles, /sandbox/truth/markets,
/sandbox/truth/derivative, /sandbox/truth/liquidations, /sandbox/truth/flows, /sandbox/truth/shocks · POST /sandbox/time, /sandbox/fault, /sandbox/limits, /sandbox/contract, /sandbox/address · DELETE /sandbox/fault</p></html>`;

const parse = (body: string): Record<string, unknown> => {
  if (body.trim() === "") return {};
  const value: unknown = JSON.parse(body);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
};

const instantOf = (value: unknown): number | undefined => {
  const ms = typeof value === "string" ? Date.parse(value) : value;
  return typeof ms === "number" && Number.isFinite(ms) ? ms : undefined;
};

export const createControl = (deps: ControlDeps): Provider => {
  const { model, clock, faults } = deps;
  const truthFlows = createFlowTruth(model);

  const changeTime = (ask: Ask): Answer => {
    const body = parse(ask.body);
    const frozenMs = instantOf(body.frozen_ms ?? body.frozen_at);
    const offsetMs = typeof body.offset_ms === "number" ? body.offset_ms : undefined;
    if (Object.keys(body).length > 0 && frozenMs === undefined && offsetMs === undefined)
      return json(
        { error: "frozen_ms, frozen_at or offset_ms is expected; an empty body returns to the real clock" },
        400,
      );
    clock.change({ ...(frozenMs === undefined ? {} : { frozenMs }), ...(offsetMs === undefined ? {} : { offsetMs }) });
    return json(clock.read());
  };

  const setFault = (ask: Ask): Answer => {
    const fault = parseFault(parse(ask.body), [...deps.origins.keys()]);
    return typeof fault === "string" ? json({ error: fault }, 400) : json({ id: faults.set(fault) }, 201);
  };

  const clearFaults = (ask: Ask): Answer => {
    const match: { id?: string; provider?: string; kind?: string } = {};
    for (const name of ["id", "provider", "kind"] as const) {
      const value = ask.query.get(name);
      if (value !== null) match[name] = value;
    }
    return json({ cleared: faults.clear(match) });
  };

  const limits = (ask: Ask): Answer => {
    const { provider, enforce } = parse(ask.body);
    for (const [id, budget] of deps.budgets)
      if (provider === undefined || provider === id) budget.enforce(enforce === true);
    return json(Object.fromEntries([...deps.budgets].map(([id, budget]) => [id, budget.enforced])));
  };

  const setContract = (ask: Ask): Answer => {
    const { address, profile = null } = parse(ask.body);
    const known = PROFILES.find((one) => one === profile) ?? null;
    if (typeof address !== "string" || (profile !== null && known === null))
      return json({ error: `address and a profile of ${PROFILES.join(", ")} or null are expected` }, 400);
    setProfile(model, address, known);
    return json({ address, profile: known });
  };

  const changeAddress = (ask: Ask): Answer => {
    const { address, ...change } = parse(ask.body);
    if (typeof address !== "string") return json({ error: "address is expected, and what it is to be" }, 400);
    setAddress(model, address, Object.keys(change).length === 0 ? null : (change as AddressChange));
    return json({ address, ...change });
  };

  const routes: Record<string, Route> = {
    "GET /sandbox": () => ({ status: 200, body: PAGE, headers: { "content-type": "text/html; charset=utf-8" } }),
    "GET /sandbox/time": () => json(clock.read()),
    "POST /sandbox/time": changeTime,
    "GET /sandbox/fault": () => json({ faults: faults.list() }),
    "POST /sandbox/fault": setFault,
    "DELETE /sandbox/fault": clearFaults,
    "POST /sandbox/limits": limits,
    "POST /sandbox/contract": setContract,
    "POST /sandbox/address": changeAddress,
    "GET /sandbox/stats": () =>
      json({
        simulated: true,
        seed: model.seed,
        origins: Object.fromEntries(
          [...deps.origins].map(([id, origin]) => [id, { url: origin.url, ...origin.requests() }]),
        ),
      }),
    "GET /sandbox/truth/candles": (ask) => truthCandles(model, ask),
    "GET /sandbox/truth/markets": (ask) => truthMarkets(model, ask),
    "GET /sandbox/truth/derivative": (ask) => truthDerivative(model, ask),
    "GET /sandbox/truth/liquidations": (ask) => truthLiquidations(model, ask),
    "GET /sandbox/truth/flows": truthFlows,
    "GET /sandbox/truth/shocks": (ask) => truthShocks(model, ask),
  };

  return {
    id: "control",
    answer: (ask) => {
      const route = routes[`${ask.method} ${ask.path}`];
      if (!route) return json({ error: "no such control" }, 404);
      try {
        return route(ask);
      } catch (error) {
        if (error instanceof SyntaxError) return json({ error: "the body is not JSON" }, 400);
        throw error;
      }
    },
  };
};
