// What labelled exchange addresses hold on Cardano: ADA and tracked assets.
import { ADA_TOKENS, adaBalances } from "./ada.ts";
import { reserveSource } from "../reserve.ts";

export const adaReserve = reserveSource({ chain: "ada", tokens: ADA_TOKENS, read: adaBalances });
