// Calls to CoinPaprika's free API: 20,000 a month, which the periods of its sources stay well below.
import type { Called } from "../../client/client.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";

const ORIGIN = "https://api.coinpaprika.com";

/** GET `/v1/<path>`. Throws HttpError. */
export const callCoinPaprika = ({ connections, context }: Run, path: string): Promise<Called> =>
  callJson(
    connections,
    {
      venue: "coinpaprika",
      endpoint: path,
      url: `${connections.origin("coinpaprika") ?? ORIGIN}/v1/${path}`,
    },
    context,
  );
