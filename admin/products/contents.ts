import type { Product } from "../api/types.ts";

/** Whether customers get nothing: the product has no files, links or license keys, and holds no other. */
export function deliversNothing(product: Product): boolean {
  const { files, item_urls, contents, license_keys_available, orders_waiting_for_keys } = product;
  return files.length + item_urls.length + contents.length + license_keys_available + orders_waiting_for_keys === 0;
}
