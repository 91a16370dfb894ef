// Handlers for tests of the motion: each does nothing unless the test says what.
import type { Handlers } from "../../jobs/host.ts";

const nothing = async () => undefined;

export const testHandlers = (given: Partial<Handlers>): Handlers => ({
  "source.pull": nothing,
  "gap.fill": nothing,
  "gap.sweep": nothing,
  "snapshot.build": nothing,
  "signal.detect": nothing,
  "checkpoint.sign": nothing,
  "checkpoint.attest": nothing,
  "checkpoint.witness": nothing,
  "evaluation.mint": nothing,
  "outcome.score": nothing,
  "hour.fold": nothing,
  "brief.plan": nothing,
  "answer.write": nothing,
  "brief.write": nothing,
  "address.inspect": nothing,
  "evaluation.size": nothing,
  "agent.run": nothing,
  "store.sweep": nothing,
  "payment.settle": nothing,
  "usage.store": nothing,
  "key.store": nothing,
  "window.reread": nothing,
  "monitor.create": nothing,
  "monitor.begin": nothing,
  "monitor.list": nothing,
  "monitor.stop": nothing,
  "webhook.match": nothing,
  "webhook.sweep": nothing,
  "webhook.deliver": nothing,
  ...given,
});
