import t from "tap";
import { checkChains } from "../../support/market/flow-scan.ts";

t.test("flows and balances of btc", { timeout: 120_000 }, (t) => checkChains(t, ["btc"]));
