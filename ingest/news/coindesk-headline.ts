// Headlines of CoinDesk from its public RSS feed.
import { headlineSource } from "./headline-source.ts";

export const coindeskHeadline = headlineSource({
  id: "coindesk",
  url: "https://www.coindesk.com/arc/outboundfeeds/rss/",
  lang: "en",
});
