// What a person gets at a path that names nothing; programs get the problem that says so.
import type { ViewPage } from "./view-page.ts";

const LEAD = "Nothing is at this address: it may be mistyped, or what linked to it is old.";

export const missingPage: ViewPage = {
  name: "missing",
  path: "/missing",
  title: "No such page",
  lead: LEAD,
  main: () => `<div class="lead"><h1>No such page</h1><p>${LEAD}</p></div>
<div id="view" class="prose" tabindex="-1"><ul>
<li><a href="/">The market</a>, where every coin can be searched</li>
<li><a href="/record">The record</a> of every call, and how it ended</li>
<li><a href="/agents">The agents</a>, whole jobs in one call</li>
<li><a href="/docs">The documents</a>; programs find every path in <a href="/openapi.json">openapi.json</a></li>
</ul></div>`,
};
