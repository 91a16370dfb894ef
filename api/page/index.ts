// The registry of pages for people, in the order of their menu.
import { homePage } from "./home/page.ts";
import type { ViewPage } from "./view-page.ts";

export const VIEW_PAGES: readonly ViewPage[] = [homePage];
