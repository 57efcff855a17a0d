import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";

/** What happened on the UTC days of a range, both included. */
export function useStats(range: { from: string; to: string }) {
  return useQuery({
    queryKey: ["stats", range],
    queryFn: async () => (await request<Answer<"GET /stats">>("GET", `stats?${queryString(range)}`)).stats,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** What keeps customers from what they bought. */
export function useAttention() {
  return useQuery({
    queryKey: ["attention"],
    queryFn: async () => (await request<Answer<"GET /attention">>("GET", "attention")).attention,
    staleTime: 30_000,
  });
}

/** Whether the store has a product yet. */
export function useHasProducts() {
  return useQuery({
    queryKey: ["products", "any"],
    queryFn: async () => (await request<{ total: number }>("GET", "products?page_size=1")).total > 0,
  });
}
