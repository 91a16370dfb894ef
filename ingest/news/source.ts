// The publishers whose headlines are read, by their public RSS feeds.
import { headlineSource } from "./headline-source.ts";

/** Headlines of CoinDesk from its public RSS feed. */
export const coindeskHeadline = headlineSource({
  id: "coindesk",
  url: "https://www.coindesk.com/arc/outboundfeeds/rss/",
  lang: "en",
});

/** Headlines of Cointelegraph from its public RSS feed. */
export const cointelegraphHeadline = headlineSource({
  id: "cointelegraph",
  url: "https://cointelegraph.com/rss",
  lang: "en",
});

/** Headlines of Decrypt from its public RSS feed. */
export const decryptHeadline = headlineSource({ id: "decrypt", url: "https://decrypt.co/feed", lang: "en" });
