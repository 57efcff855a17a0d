import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AddedKeys, LicenseKey, Product, RemovedKeys } from "../../clients/typescript/src/types.ts";
import { queryString, request } from "./request.ts";
import type { Download, Order } from "./types.ts";

export type { LicenseKey, Product };

interface Page {
  page: number;
  page_size: number;
  total: number;
}

type Paging = Pick<Page, "page" | "page_size">;

/** What can be changed of a product; lists are whole new lists. */
export interface ProductChanges {
  sku?: string;
  name?: string;
  /** As text, `9.99`; null for none. */
  price?: string | null;
  /** ISO 4217; null for the store's own. */
  currency?: string | null;
  permalink_enabled?: boolean;
  /** Ids of files. */
  item_assets?: number[];
  item_urls?: { url: string; name: string }[];
}

/** A page of the products, in the order of their SKUs. */
export function useProducts(query: Paging & { q: string }) {
  return useQuery({
    queryKey: ["products", "list", query],
    queryFn: () => request<Page & { products: Product[] }>("GET", `products?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

export function useProduct(id: string) {
  return useQuery({ queryKey: ["products", "one", id], queryFn: () => readProduct(Number(id)) });
}

/** A page of the orders that hold the product, newest first; those only that wait for its keys when asked. */
export function useProductOrders(query: Paging & { sku: string; waiting_for_keys: boolean }) {
  return useQuery({
    queryKey: ["orders", "of-product", query],
    queryFn: () => request<Page & { orders: Order[] }>("GET", `orders?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

/** A page of the product's downloads, newest first. */
export function useProductDownloads(id: number, page: Paging) {
  return useQuery({
    queryKey: ["downloads", "of-product", id, page],
    queryFn: () =>
      request<Page & { downloads: Download[] }>("GET", `products/${id}/downloads?${queryString({ ...page })}`),
    placeholderData: keepPreviousData,
  });
}

/** A page of the product's license keys, oldest first; `status` is assigned, unassigned or all. */
export function useLicenseKeys(id: number, query: Paging & { status: string }) {
  return useQuery({
    queryKey: ["products", "keys", id, query],
    queryFn: () =>
      request<Page & { license_keys: LicenseKey[] }>("GET", `products/${id}/license_keys?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

export async function readProduct(id: number): Promise<Product> {
  return (await request<{ product: Product }>("GET", `products/${id}`)).product;
}

export async function createProduct(product: ProductChanges): Promise<Product> {
  return (await request<{ product: Product }>("POST", "products", product)).product;
}

export async function changeProduct(id: number, changes: ProductChanges): Promise<Product> {
  return (await request<{ product: Product }>("PUT", `products/${id}`, changes)).product;
}

/** Changes a list of the product as it is now, not as the screen showed it. */
export async function changeLists(id: number, change: (product: Product) => ProductChanges): Promise<Product> {
  return changeProduct(id, change(await readProduct(id)));
}

export const deleteProduct = (id: number) => request("DELETE", `products/${id}`);
export const renewPermalink = (id: number) => request("POST", `products/${id}/permalink`);

/** The most keys of one request (contract.md section 6). */
export const mostKeys = 10_000;

export const addKeys = (id: number, keys: string[]) =>
  request<AddedKeys>("POST", `products/${id}/license_keys`, { license_keys: keys });
export const removeKeys = (id: number, keys: string[]) =>
  request<RemovedKeys>("DELETE", `products/${id}/license_keys`, { license_keys: keys });
export const removeUnassignedKeys = (id: number) =>
  request<RemovedKeys>("DELETE", `products/${id}/license_keys?all=true`);

/**
 * Does something with products, one deed of a product after the other; whatever shows them is read again afterwards,
 * also when it failed halfway.
 */
export function useProductDeed<Input, Answer>(deed: (input: Input) => Promise<Answer>) {
  const refresh = useProductRefresh();
  return useMutation({ mutationFn: deed, scope: { id: "products" }, onSettled: refresh });
}

/** Reads again whatever shows products. */
export function useProductRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(["products", "orders", "attention"].map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
