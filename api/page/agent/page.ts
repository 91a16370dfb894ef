// GET /agents/{id}: what it looks at, how it judges, and a form that runs it. What its card says of it stands in the frame.
import { AGENT_IDS, AGENTS } from "../../../schema/agent/index.ts";
import type { ViewPage } from "../view-page.ts";

const view = "agent";
const under = "/agents";

export const agentPages: readonly ViewPage[] = AGENT_IDS.map((id) => {
  const { name, summary, description } = AGENTS[id];
  return {
    name: `${view} ${id}`,
    view,
    path: `${under}/${id}`,
    title: name,
    lead: `${summary}.`,
    about: description,
    asks: [`/v1/agents/${id}`],
    under,
  };
});
