// Headlines of Cointelegraph from its public RSS feed.
import { headlineSource } from "./headline-source.ts";

export const cointelegraphHeadline = headlineSource({
  id: "cointelegraph",
  url: "https://cointelegraph.com/rss",
  lang: "en",
});
