import type { Instant } from "../../platform/instants.ts";
import { withoutInvisible } from "../../platform/text.ts";
import type { MatchedItem } from "./imported-contents.ts";
import type { WrongCell } from "./kind.ts";
import type { SkuCount } from "./lists.ts";
import type { OrderCells } from "./order-cells.ts";

/** What exports write of orders and products that deliver nothing (docs/store/import-export.md, Columns). */
type StopCells = Pick<OrderCells, "held_at" | "revoked_at" | "revoked_skus" | "skus">;

/** Since when the order is on hold or revoked. An order whose items are all revoked is revoked, as in the service. */
export function importedStop(
  { held_at, revoked_at }: Pick<StopCells, "held_at" | "revoked_at">,
  { items, revoked }: { items: MatchedItem[]; revoked: ReadonlySet<MatchedItem> },
  now: Instant,
) {
  const isWhole = items.length > 0 && revoked.size === items.length;
  const revokedAt = revoked_at ?? (isWhole ? now : null);
  return { heldAt: revokedAt === null ? (held_at ?? null) : null, revokedAt };
}

/**
 * The items that `revoked_skus` names. Products of a bundle that `skus` does not name follow their bundle. If the order has a
 * product both separately and in a revoked bundle, the bundle's is revoked first.
 */
export function revokedAmong(
  { revoked_skus = [], skus }: Pick<StopCells, "revoked_skus" | "skus">,
  items: MatchedItem[],
) {
  const left = new Map<string, number>();
  for (const { inSkus } of readIn(skus, revoked_skus)) {
    if (inSkus !== undefined) left.set(inSkus, (left.get(inSkus) ?? 0) + 1);
  }
  const nameOf = ({ entries: [entry] }: MatchedItem) => (entry === undefined ? undefined : skus[entry]?.sku);
  const bundles = new Set(items.flatMap((item) => (left.has(nameOf(item) ?? "") ? [item.product.id] : [])));
  const follows = ({ bundle }: MatchedItem) => bundle !== undefined && bundles.has(bundle.id);
  const sorted = [...items.filter(follows), ...items.filter((item) => !follows(item))];
  return new Set(
    sorted.filter((item) => {
      const name = nameOf(item);
      if (name === undefined) return follows(item);
      const entries = left.get(name) ?? 0;
      left.set(name, entries - item.entries.length);
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
  const read = readIn(skus, revoked_skus);
  const units = new Set(skus.map(({ sku, quantity }) => `${quantity} ${sku}`));
  const foreign = read.find(({ inSkus }) => inSkus === undefined);
  // Without a number, all units are meant.
  const partly = read.find(({ quantity, inSkus }) => quantity !== 1 && !units.has(`${quantity} ${inSkus}`));
  if (foreign) {
    const reason = `contains ${JSON.stringify(foreign.sku.trim())}, which is not in skus`;
    wrong.push({ field: "revoked_skus", reason });
  } else if (partly) {
    wrong.push({ field: "revoked_skus", reason: "must name a product with all of its units: none is revoked in part" });
  }
  return wrong;
}

/** The entries of `revoked_skus`, each as `skus` writes it. As there, an exact match comes first. */
function readIn(skus: SkuCount[], revoked: SkuCount[]): (SkuCount & { inSkus: string | undefined })[] {
  if (revoked.length === 0) return [];
  const exact = new Set(skus.map(({ sku }) => sku));
  const plain = new Map(skus.map(({ sku }) => [plainSku(sku), sku]));
  return revoked.map((one) => ({ ...one, inSkus: exact.has(one.sku) ? one.sku : plain.get(plainSku(one.sku)) }));
}

const plainSku = (sku: string) => withoutInvisible(sku).trim();
