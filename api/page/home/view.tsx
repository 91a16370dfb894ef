// The page / in the browser: one line of health, the market in numbers, and the tokens.
import { render } from "preact";
import { DetailHost } from "../kit/detail.tsx";
import { useLive } from "../kit/live.ts";
import { Health } from "./health.tsx";
import { Overview } from "./overview.tsx";
import { type TokenListData, Tokens } from "./tokens.tsx";

/** Numbers are built every 8 to 20 seconds: asked for so often, none waits ten. */
const TOKENS_MS = 8_000;

function Home() {
  const tokens = useLive<TokenListData>("/v1/tokens", TOKENS_MS);
  return (
    <>
      <Health />
      <Overview tokens={tokens} />
      <Tokens live={tokens} />
      <DetailHost />
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  render(<Home />, place);
}
