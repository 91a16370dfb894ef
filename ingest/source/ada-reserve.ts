// What labelled exchange addresses hold on Cardano: ADA and tracked assets.
import { ADA_TOKENS, adaBalances } from "../chain/ada.ts";
import { reserveSource } from "../chain/reserve.ts";

export const adaReserve = reserveSource({ chain: "ada", tokens: ADA_TOKENS, read: adaBalances });
