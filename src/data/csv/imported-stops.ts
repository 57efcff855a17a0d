import type { Instant } from "../../platform/instants.ts";
import type { MatchedItem } from "./imported-contents.ts";
import type { WrongCell } from "./kind.ts";
import type { SkuCount } from "./lists.ts";
import type { OrderCells } from "./order-cells.ts";

/** What exports write of orders and products that deliver nothing (docs/store/import-export.md, Columns). */
type StopCells = Pick<OrderCells, "held_at" | "revoked_at" | "revoked_skus" | "skus">;

/** Since when the order is on hold or revoked. An order whose items are all revoked is revoked, as in the service. */
export function importedStop({ held_at, revoked_at, ...value }: StopCells, items: MatchedItem[], now: Instant) {
  const revoked = revokedAmong(value, items);
  const isWhole = items.length > 0 && revoked.size === items.length;
  const revokedAt = revoked_at ?? (isWhole ? now : null);
  return { heldAt: revokedAt === null ? (held_at ?? null) : null, revokedAt };
}

/**
 * The items that `revoked_skus` names. Products of a bundle that `skus` does not name follow their bundle. If the order has a
 * product both separately and in a revoked bundle, the bundle's is revoked first.
 */
export function revokedAmong({ revoked_skus = [] }: Pick<StopCells, "revoked_skus">, items: MatchedItem[]) {
  const named = Map.groupBy(revoked_skus, ({ sku }) => sku.trim());
  const left = new Map(named.entries().map(([sku, entries]) => [sku, entries.length]));
  const isNamed = ({ product }: MatchedItem) => named.has(product.sku.trim());
  const bundles = new Set(items.flatMap((item) => (isNamed(item) ? [item.product.id] : [])));
  const follows = ({ bundle }: MatchedItem) => bundle !== undefined && bundles.has(bundle.id);
  const sorted = [...items.filter(follows), ...items.filter((item) => !follows(item))];
  return new Set(
    sorted.filter((item) => {
      if (item.entries.length === 0) return follows(item);
      const sku = item.product.sku.trim();
      const entries = left.get(sku) ?? 0;
      left.set(sku, entries - item.entries.length);
      return entries > 0;
    }),
  );
}

/** The cells that contradict each other or `skus`. */
export function stopContradictions({ held_at, revoked_at, revoked_skus = [], skus }: StopCells): WrongCell[] {
  const wrong: WrongCell[] = [];
  if (held_at !== undefined && revoked_at !== undefined) {
    wrong.push({ field: "held_at", reason: "must be empty if revoked_at is not" });
  }
  const ordered = Map.groupBy(skus, ({ sku }) => sku.trim());
  const foreign = revoked_skus.find(({ sku }) => !ordered.has(sku.trim()));
  const partly = revoked_skus.find((one) => isPartOf(one, ordered.get(one.sku.trim()) ?? []));
  if (foreign) {
    const reason = `contains ${JSON.stringify(foreign.sku.trim())}, which is not in skus`;
    wrong.push({ field: "revoked_skus", reason });
  } else if (partly) {
    wrong.push({ field: "revoked_skus", reason: "must name a product with all of its units: none is revoked in part" });
  }
  return wrong;
}

/** Without a number, all units are meant. */
const isPartOf = ({ quantity }: SkuCount, ordered: SkuCount[]) =>
  quantity !== 1 && ordered.every((one) => one.quantity !== quantity);
