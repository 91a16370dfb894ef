// The page /docs/reference in the browser: hands the service's description to the viewer.
import { render } from "preact";
import { askText } from "../kit/ask.ts";

type Viewer = { init(description: unknown, options: object, place: Element, done: () => void): void };

declare global {
  /** Loaded before this, from this service. */
  const Redoc: Viewer;
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';
/** Searching would start a worker from text, which this page may not. */
const OPTIONS = {
  disableSearch: true,
  hideDownloadButtons: true,
  hideLoading: true,
  nativeScrollbars: true,
  expandResponses: "200",
  jsonSamplesExpandLevel: 3,
  schemasExpansionLevel: 1,
  scrollYOffset: 0,
  theme: {
    colors: { primary: { main: "#0b4fb3" }, text: { primary: "#14181f", secondary: "#4f5a69" } },
    typography: {
      fontSize: "15px",
      fontFamily: FONT,
      headings: { fontFamily: FONT, fontWeight: "600" },
      code: { fontFamily: MONO, fontSize: "13px" },
    },
    sidebar: { backgroundColor: "#f6f7f9", textColor: "#14181f" },
    rightPanel: { backgroundColor: "#161a21" },
  },
};

const Refused = ({ why }: { readonly why: string }) => (
  <p class="notice bad">
    <strong role="status">There is nothing to show.</strong> {why} The description itself is at{" "}
    <a href="/openapi.json">/openapi.json</a>.
  </p>
);

/** Examples hold addresses that lead nowhere: in them they are text. */
function unlink(place: Element): void {
  for (const link of place.querySelectorAll(".redoc-json a[href]")) link.removeAttribute("href");
}

async function show(place: Element): Promise<void> {
  const outcome = await askText("/openapi.json");
  if (outcome === null || !outcome.isOk) return render(<Refused why={outcome?.text ?? "No answer came."} />, place);
  new MutationObserver(() => unlink(place)).observe(place, { childList: true, subtree: true });
  Redoc.init(JSON.parse(outcome.text), OPTIONS, place, () => place.setAttribute("data-drawn", ""));
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  void show(place);
}
