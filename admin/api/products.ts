import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { base64Of } from "./base64.ts";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import type { Answer, NewItemUrl, Product, ProductChanges } from "./types.ts";
import { useAction } from "./use-action.ts";

interface Paging {
  page: number;
  page_size: number;
}

/** A page of the products, in the order of their SKUs. */
export function useProducts(query: Paging & { q: string; archived: boolean | undefined }) {
  return useQuery({
    queryKey: ["products", "list", query],
    queryFn: () => request<Answer<"GET /products">>("GET", `products?${queryString({ ...query })}`),
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
    queryFn: () => request<Answer<"GET /orders">>("GET", `orders?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

/** A page of the product's downloads, newest first. */
export function useProductDownloads(id: number, page: Paging) {
  return useQuery({
    queryKey: ["downloads", "of-product", id, page],
    queryFn: () =>
      request<Answer<"GET /products/{id}/downloads">>("GET", `products/${id}/downloads?${queryString({ ...page })}`),
    placeholderData: keepPreviousData,
  });
}

/** A page of the product's license keys, oldest first; `status` is assigned, unassigned or all. */
export function useLicenseKeys(id: number, query: Paging & { status: string }) {
  return useQuery({
    queryKey: ["products", "keys", id, query],
    queryFn: () =>
      request<Answer<"GET /products/{id}/license_keys">>(
        "GET",
        `products/${id}/license_keys?${queryString({ ...query })}`,
      ),
    placeholderData: keepPreviousData,
  });
}

export async function readProduct(id: number): Promise<Product> {
  return (await request<Answer<"GET /products/{id}">>("GET", `products/${id}`)).product;
}

export async function createProduct(product: ProductChanges): Promise<Product> {
  return (await request<Answer<"POST /products">>("POST", "products", product)).product;
}

export async function changeProduct(id: number, changes: ProductChanges): Promise<Product> {
  return (await request<Answer<"PUT /products/{id}">>("PUT", `products/${id}`, changes)).product;
}

/** Null removes the cover. */
export async function changeCover(id: number, picture: Blob | null): Promise<void> {
  if (picture === null) await request("DELETE", `products/${id}/cover`);
  else await request("PUT", `products/${id}/cover`, { cover: { content: await base64Of(picture) } });
}

/** Adds a link to another site, or changes the one with this id. */
export async function saveUrl(id: number, url: number | null, entry: NewItemUrl): Promise<void> {
  if (url === null) await request("POST", `products/${id}/item_urls`, entry);
  else await request("PUT", `products/${id}/item_urls/${url}`, entry);
}

export const removeUrl = (id: number, url: number) => request("DELETE", `products/${id}/item_urls/${url}`);

export const deleteProduct = (id: number) => request("DELETE", `products/${id}`);
export const renewPermalink = (id: number) => request("POST", `products/${id}/permalink`);

/** Adds the keys of a text, one a line (docs/store/license-keys.md, Lists of keys). */
export const addKeysOfText = (id: number, text: string, earlier_orders: string | undefined) =>
  request<Answer<"POST /products/{id}/license_keys">>("POST", `products/${id}/license_keys`, { text, earlier_orders });
export const removeKeys = (id: number, keys: string[]) =>
  request<Answer<"DELETE /products/{id}/license_keys">>("DELETE", `products/${id}/license_keys`, {
    license_keys: keys,
  });
export const removeUnassignedKeys = (id: number) =>
  request<Answer<"DELETE /products/{id}/license_keys">>("DELETE", `products/${id}/license_keys?all=true`);

/**
 * An action on products. Actions run one after the other. Refetches everything that shows products, also after an
 * error.
 */
export function useProductAction<Input, Given>(run: (input: Input) => Promise<Given>) {
  const refresh = useProductRefresh();
  return useAction({ mutationFn: run, scope: { id: "products" }, onSettled: refresh });
}

/** Refetches everything that shows products. */
export function useProductRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => refreshStore(queries);
}
