// The queues as pages: what waits, runs and failed of each lane. Read-only unless it is said otherwise; payloads are shown
// without what is their owners' alone. The only file that knows bull-board and the small server it is mounted on.

import type { Queues } from "../queue.ts";
import type { Mounted } from "./admin.ts";

export const BOARD = "queues";
/** Members of payloads and answers that are for their owners alone. */
const HIDDEN = /secret|sealed|digest|authorization|signature|payment|caller|address|question|claim|text/i;

/** A copy without what is hidden. */
export function shown(value: unknown, name = ""): unknown {
  if (HIDDEN.test(name)) return "[removed]";
  if (Array.isArray(value)) return value.map((item) => shown(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shown(item, key)]));
}

/** Loaded when somebody looks: a process that nobody looks at has no part of it in memory. */
async function open(queues: Queues, isReadOnly: boolean): Promise<Mounted> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, { Hono }, { getRequestListener }, { serveStatic }] =
    await Promise.all([
      import("@bull-board/api"),
      import("@bull-board/api/bullMQAdapter"),
      import("@bull-board/hono"),
      import("hono"),
      import("@hono/node-server"),
      import("@hono/node-server/serve-static"),
    ]);
  const adapters = queues.map((queue) => {
    const adapter = new BullMQAdapter(queue, { readOnlyMode: isReadOnly, allowRetries: !isReadOnly });
    for (const field of ["data", "returnValue"] as const) adapter.setFormatter(field, (value) => shown(value));
    return adapter;
  });
  const server = new HonoAdapter(serveStatic);
  createBullBoard({
    ...{ queues: adapters, serverAdapter: server },
    options: { uiConfig: { boardTitle: "Lanes", boardLogo: { path: "" }, favIcon: { default: "", alternative: "" } } },
  });
  server.setBasePath(`/${BOARD}`);
  const app = new Hono();
  app.route(`/${BOARD}`, server.registerPlugin());
  return getRequestListener(app.fetch);
}

/** Loads `openQueues` of its own, whose calls no job waits for. */
export function mountBoard(queues: () => Queues, isReadOnly: boolean): Mounted {
  let opened: Promise<Mounted> | null = null;
  return async (request, response) => {
    opened ??= open(queues(), isReadOnly).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    await (await opened)(request, response);
  };
}
