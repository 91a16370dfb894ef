// What a brief is written from: its evidence by kind, each item with the form of its kind.
import { HOUR_MS } from "../../schema/duration.ts";
import type { EvidenceData, EvidenceKind } from "../../schema/evidence/index.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Gathered } from "../evidence/gather.ts";
import type { BuiltState } from "../state/built-state.ts";

type Item<K extends EvidenceKind> = {
  readonly id: string;
  readonly data: EvidenceData<K>;
};

export type Material = {
  readonly token: BuiltState["token"];
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly EvidenceItem[];
  readonly coverage: Gathered["coverage"];
};

/** Items were checked against the shapes of their kinds when they were made. */
export const itemsOf = <K extends EvidenceKind>({ items }: Pick<Material, "items">, kind: K): Item<K>[] =>
  items.filter((item) => item.kind === kind).map(({ id, data }) => ({ id, data: data as EvidenceData<K> }));

export const itemOf = <K extends EvidenceKind>(material: Pick<Material, "items">, kind: K): Item<K> | null =>
  itemsOf(material, kind)[0] ?? null;

/** A number that was measured, else null. */
export const known = (value: number | typeof UNASSESSED | null | undefined): number | null =>
  typeof value === "number" ? value : null;

/** Whether no minute of its window is missing: extremes are known of a whole one alone. */
export const isWhole = (material: Pick<Material, "items">): boolean =>
  known(itemOf(material, "price")?.data.high) !== null;

/** What is compared of a window: in one with holes something sharper may have gone unseen. */
export const stretchOf = (material: Pick<Material, "items">): string =>
  isWhole(material) ? "stretch" : "stretch that was measured";

type MoveShape = Exclude<EvidenceData<"price">["sharpest_move"], typeof UNASSESSED | null>;

/** The sharpest move of the window as the evidence shows it; null where there is none or it was not measured. */
export function moveOf(material: Pick<Material, "items">): (MoveShape & { readonly id: string }) | null {
  const price = itemOf(material, "price");
  const move = price?.data.sharpest_move;
  return price && move && move !== UNASSESSED ? { id: price.id, ...move } : null;
}

/** What the price moves in the sharpest hour of a usual window as long, percent; lengths compare by the square root of time. */
export function usualMovePct(material: Pick<Material, "items">): number | null {
  const move = moveOf(material);
  const [size, ratio] = [known(move?.change_pct), known(move?.usual_ratio)];
  if (move === null || size === null || ratio === null || ratio <= 0) return null;
  const lengthMs = Date.parse(move.to) - Date.parse(move.from);
  return lengthMs <= 0 ? null : (Math.abs(size) * Math.sqrt(HOUR_MS / lengthMs)) / ratio;
}
