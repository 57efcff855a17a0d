import type { OrderWithItems } from "../queries.ts";

type Item = OrderWithItems["items"][number];

/** The products that name an order. A bundle among them stands for what it brought. */
export function namedProducts<Named extends Pick<Item, "id" | "bundleItemId">>(items: Named[]): Named[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter(({ bundleItemId }) => bundleItemId === null || !ids.has(bundleItemId));
}
