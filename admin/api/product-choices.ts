import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";

const mostChoices = 20;

/** The first products whose SKU or name begins so. */
export function useProductChoices(q: string) {
  return useQuery({
    queryKey: ["products", "choices", q],
    queryFn: async () => {
      const query = queryString({ q, page_size: mostChoices });
      return (await request<Answer<"GET /products">>("GET", `products?${query}`)).products;
    },
    placeholderData: keepPreviousData,
  });
}
