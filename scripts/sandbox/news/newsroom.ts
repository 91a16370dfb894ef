// Simulated newsrooms: RSS feeds of headlines that never were, each marked as simulated, some of them hostile.
import { TOKENS } from "../../../schema/token/token-list.ts";
import type { Budget } from "../limit.ts";
import { hash, hashText, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Ask, json, type Provider } from "../provider.ts";
import { HOSTILE_TEXTS, HOSTILE_URLS } from "./hostile.ts";

const SLOT_MS = 20 * 60_000;
const ITEMS = 30;
const HOSTILE_SHARE = 0.08;
const HOSTILE_URL_SHARE = 0.02;

/** `{}` is the name of a token, `[]` its cashtag. */
const TEMPLATES: readonly string[] = [
  "{} holders wait as volumes thin out",
  "Why {} moved today, and what the order books say",
  "{} developers publish a road map for next year",
  "Analysts disagree over {} after a quiet week",
  "Traders position around [] ahead of settlement",
  "{} fees fall to the lowest of the month",
  "Exchange adds a new pair for []",
  "Markets wrap: {} leads while the rest drift",
  "Regulator opens a consultation on stablecoin reserves",
  "Mining hardware maker reports a slow quarter",
];

type NewsroomLook = {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** Whether titles come as CDATA, as some newsrooms do, or escaped. */
  readonly cdata: boolean;
};

const NEWSROOMS: readonly NewsroomLook[] = [
  { id: "coindesk", title: "CoinDesk", path: "/arc/outboundfeeds/rss/", cdata: true },
  { id: "cointelegraph", title: "Cointelegraph", path: "/rss", cdata: true },
  { id: "decrypt", title: "Decrypt", path: "/feed", cdata: false },
];

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const pick = <T>(list: readonly T[], draw: number): T | undefined => list[Math.floor(draw * list.length)];

type Item = { readonly title: string; readonly url: string; readonly at: number };

/** One newsroom writes of what was planted, in place of what chance would have it write. */
function plantedIn(model: Model, { id }: NewsroomLook, slot: number): Item | null {
  if (id !== "cointelegraph") return null;
  for (const token of TOKENS)
    for (const { at } of model.plan.of("headline", token.id))
      if (Math.floor(at / SLOT_MS) === slot)
        return {
          title: `[simulated] ${token.name} says that something happened`,
          url: `https://sandbox.invalid/${id}/${slot}`,
          at: Math.floor(at / 1_000) * 1_000,
        };
  return null;
}

/** The headline of one slot; the same for every reader, whenever asked. */
function itemAt(model: Model, look: NewsroomLook, slot: number): Item {
  const planted = plantedIn(model, look, slot);
  if (planted) return planted;
  const draw = (n: number) => unit(hash(model.seed, hashText(look.id), slot, n));
  const at = slot * SLOT_MS + Math.floor((draw(1) * SLOT_MS) / 1_000) * 1_000;
  const drawn = pick(TOKENS, draw(2) ** 2);
  const isSilent = model.plan.of("silence", drawn?.id ?? "").length > 0;
  const token = isSilent ? TOKENS[0] : drawn;
  const template = pick(TEMPLATES, draw(3)) ?? "";
  const honest = template.replaceAll("{}", token?.name ?? "").replaceAll("[]", `$${token?.symbol ?? ""}`);
  const text = draw(4) < HOSTILE_SHARE ? (pick(HOSTILE_TEXTS, draw(5)) ?? honest) : honest;
  // The host cannot exist: nobody may take a simulated article for a real one.
  const address = `https://sandbox.invalid/${look.id}/${slot}?utm_source=rss`;
  const url = draw(6) < HOSTILE_URL_SHARE ? (pick(HOSTILE_URLS, draw(7)) ?? address) : address;
  return { title: `[simulated] ${text}`, url, at };
}

const itemXml = (look: NewsroomLook, { title, url, at }: Item): string => {
  // A control character cannot stand in XML at all, and no CDATA can hold its own end.
  const legal = [...title].filter((c) => c >= " " || c === "\n").join("");
  const text = look.cdata ? `<![CDATA[${legal.replaceAll("]]>", "]] >")}]]>` : escapeXml(legal);
  return `<item><title>${text}</title><link>${escapeXml(url)}</link><guid isPermaLink="false">${at}</guid>
<pubDate>${new Date(at).toUTCString().replace("GMT", "+0000")}</pubDate><description>simulated</description></item>`;
};

function feedXml(model: Model, look: NewsroomLook, nowMs: number): string {
  const newest = Math.floor(nowMs / SLOT_MS);
  const items = Array.from({ length: ITEMS }, (_, back) => itemAt(model, look, newest - back)).filter(
    ({ at }) => at <= nowMs,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${look.title} (simulated)</title><link>https://sandbox.invalid/${look.id}</link>
<description>Simulated headlines.</description><language>en</language>
${items.map((item) => itemXml(look, item)).join("\n")}
</channel></rss>`;
}

/** The feed of one newsroom. */
export const createNewsroom =
  (id: string) =>
  (model: Model, _budget: Budget): Provider => {
    const look = NEWSROOMS.find((one) => one.id === id);
    if (!look) throw new Error(`no newsroom ${id}`);
    const feed = (ask: Ask) => ({
      status: 200,
      body: feedXml(model, look, ask.nowMs),
      headers: { "content-type": "application/rss+xml; charset=utf-8" },
    });
    return { id, answer: (ask) => (ask.path === look.path ? feed(ask) : json({ error: "not found" }, 404)) };
  };
