import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { longestSearched } from "../components/use-search-text.ts";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";

const maxChoices = 20;

/** The first products on sale whose SKU or name contains the words, and how many there are. */
export function useProductChoices(q: string) {
  return useQuery({
    queryKey: ["products", "choices", q],
    queryFn: () =>
      request<Answer<"GET /products">>("GET", `products?${queryString({ q, archived: false, page_size: maxChoices })}`),
    placeholderData: keepPreviousData,
  });
}

/** The most products that are offered for a search of orders. */
const maxNamed = 3;

/** The first products, archived ones too, whose SKU or name contains the words. */
export function useProductsNamed(q: string) {
  return useQuery({
    queryKey: ["products", "named", q],
    queryFn: async () =>
      (await request<Answer<"GET /products">>("GET", `products?${queryString({ q, page_size: maxNamed })}`)).products,
    enabled: q !== "" && q.length <= longestSearched,
    placeholderData: (before) => (q === "" ? undefined : before),
  });
}
