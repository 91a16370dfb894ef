// The page /agents in the browser: a card for each.
import { render } from "preact";
import type { AgentListAnswer } from "../../../schema/object/agent.ts";
import { classChip } from "../kit/chip.tsx";
import { isAsking, useLive } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";

type ListData = AgentListAnswer["data"];
type Agent = ListData["agents"][number];

const CARDS_MS = 300_000;

const Card = ({ agent }: { readonly agent: Agent }) => (
  <section class="card" data-row={agent.id}>
    <h2>
      <a href={`/agents/${agent.id}`}>{agent.name}</a>
    </h2>
    <p>{agent.summary}.</p>
    <p class="chips">
      {agent.verdicts.map((verdict) => (
        <span key={verdict.value}>{classChip(verdict.class, verdict.value)}</span>
      ))}
    </p>
    <p class="soft">
      <span class="figure" data-cell="price">
        {agent.price.amount} {agent.price.unit}
      </span>{" "}
      a run, {agent.rules.length} rules, version {agent.version}
    </p>
  </section>
);

function Agents() {
  const live = useLive<ListData>("/v1/agents", CARDS_MS);
  return (
    <>
      <Standing live={live} what="cards" />
      <p class="soft">
        Prices are in tADA, the test coin of Cardano's preprod network: <a href="/docs/paying">how paying works</a>.
      </p>
      <div class="cards">
        {live.answer?.body.data.agents.map((agent) => (
          <Card key={agent.id} agent={agent} />
        ))}
      </div>
      {isAsking(live) && <div class="stats waiting" />}
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  render(<Agents />, place);
}
