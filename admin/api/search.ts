import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { longestSearched } from "../components/use-search-text.ts";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";

export type SearchResult = Answer<"GET /search">["results"][number];

/** Orders, products and customers that contain the text. Keeps what an earlier text found until it is answered. */
export function useSearch(q: string) {
  return useQuery({
    queryKey: ["search", q],
    queryFn: async () => (await request<Answer<"GET /search">>("GET", `search?${queryString({ q })}`)).results,
    enabled: q !== "" && q.length <= longestSearched,
    placeholderData: keepPreviousData,
    // Orders may have changed since.
    gcTime: 0,
  });
}
