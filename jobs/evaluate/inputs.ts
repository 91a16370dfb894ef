// What an evaluation was judged from that nothing else keeps, stored with it, so that it can be judged again.
import type { OrderRequest } from "../../schema/object/evaluation.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { BookLatestRow } from "../../schema/query/trade/book-latest.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { Quoted } from "./evaluate-order.ts";
import type { QuotedOrder } from "./quote-size.ts";

/** A state without its sources: an issued object lists those that it cites. */
type KeptState = Pick<BuiltState, "token" | "sections"> & {
  /** How many sources it had. */
  readonly sources: number;
  /** Left out by an earlier release: what each of them was read as. */
  readonly roles?: BuiltState["roles"];
};

/** Of a standard check. */
export type StandardInputs = { readonly state: KeptState };

/** Of an order. */
export type SizedInputs = StandardInputs & {
  readonly order: OrderRequest;
  readonly books: readonly BookLatestRow[];
  /** The instant that the books' age was counted from, epoch milliseconds. */
  readonly books_at: number;
  readonly quoted: QuotedOrder["asked"];
  readonly quotes: Quoted["quotes"];
  readonly chain: Quoted["chain"];
};

export const keptState = ({ token, sections, sources, roles }: BuiltState): KeptState => ({
  ...{ token, sections, roles },
  sources: sources.length,
});

/** What an issued object lists. */
export type Listed = { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] };

/** The state as it was judged, with the sources that the object lists; the others are without a provider. */
export function restoreState(kept: KeptState, { sources, calls }: Listed): BuiltState {
  const { token, sections, sources: count, roles = [] } = kept;
  const listed = new Map(sources.map((source) => [placeOf(source.id ?? ""), source]));
  const unlisted = (at: number): Source => ({ id: `S${at + 1}`, provider: "", endpoint: "", as_of: null });
  return {
    ...{ token, sections, roles },
    sources: Array.from({ length: count }, (_, at) => listed.get(at) ?? unlisted(at)),
    calls: calls.filter(({ source_id }) => placeOf(source_id ?? "") < count),
  };
}

/** What the object lists beside the sources of the state: what was asked for it alone. */
export const listedBeside = ({ sources: count }: KeptState, { sources, calls }: Listed): Listed => ({
  sources: sources.filter(({ id = "" }) => placeOf(id) >= count),
  calls: calls.filter(({ source_id }) => placeOf(source_id ?? "") >= count),
});
