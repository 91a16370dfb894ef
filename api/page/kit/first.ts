// Asks for what a page shows before what draws it is there: the answer is on its way while the rest loads and is read.
import type { Early } from "./ask.ts";

// It runs as it is read, and no module: those wait until all is laid out. So nothing of it may be called by a name.
(() => {
  // A part in braces stands for that of the page's own path.
  const [, , own = ""] = location.pathname.split("/");
  const part = encodeURIComponent(decodeURIComponent(own));
  const { asks = "" } = document.querySelector<HTMLElement>("script[data-asks]")?.dataset ?? {};
  const early = new Map<string, Early>();
  // What is looked at later is asked for then.
  for (const target of document.hidden ? [] : asks.split(" ").map((one) => one.replace("{id}", () => part))) {
    const stop = new AbortController();
    const headers = { accept: "application/json" };
    const response = fetch(target, { cache: "no-cache", signal: stop.signal, headers });
    const one: Early = { at: performance.now(), came: null, response, stop };
    // Whoever takes it hears of what failed.
    response.then(
      () => {
        one.came = performance.now();
      },
      () => null,
    );
    early.set(target, one);
  }
  window.early = early;
})();
