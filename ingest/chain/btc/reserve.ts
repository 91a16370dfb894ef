// What labelled exchange addresses hold on Bitcoin.
import { btcBalances } from "./btc.ts";
import { reserveSource } from "../reserve.ts";

export const btcReserve = reserveSource({ chain: "btc", tokens: ["bitcoin"], read: btcBalances });
