// Headlines of Decrypt from its public RSS feed.
import { headlineSource } from "./headline-source.ts";

export const decryptHeadline = headlineSource({ id: "decrypt", url: "https://decrypt.co/feed", lang: "en" });
