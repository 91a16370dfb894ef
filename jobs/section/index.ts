// The registry of state section builders: a shape without its builder does not compile.
import type { SectionId } from "../../schema/section/index.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { brief } from "./brief.ts";
import { context } from "./context.ts";
import { derivatives } from "./derivatives.ts";
import { identity } from "./identity.ts";
import { liquidity } from "./liquidity.ts";
import { market } from "./market.ts";
import { onchain } from "./onchain.ts";
import { security } from "./security.ts";
import { signals } from "./signals.ts";
import { supply } from "./supply.ts";

export const SECTION_BUILDERS = {
  identity,
  market,
  liquidity,
  derivatives,
  onchain,
  supply,
  security,
  context,
  signals,
  brief,
} satisfies { readonly [Id in SectionId]: SectionBuilder<Id> };
