// What labelled exchange addresses hold on Bitcoin.
import { btcBalances } from "../chain/btc.ts";
import { reserveSource } from "../chain/reserve.ts";

export const btcReserve = reserveSource({ chain: "btc", tokens: ["bitcoin"], read: btcBalances });
