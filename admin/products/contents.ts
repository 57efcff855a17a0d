import type { Product } from "../api/types.ts";

/** Whether nothing is known that a customer gets: no file, no address elsewhere and no license key. */
export function deliversNothing(product: Product): boolean {
  const { files, item_urls, license_keys_available, orders_waiting_for_keys } = product;
  return files.length + item_urls.length + license_keys_available + orders_waiting_for_keys === 0;
}
