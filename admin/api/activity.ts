import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer, Order } from "./types.ts";

interface ActivityQuery {
  page: number;
  page_size: number;
  actor: string;
  /** UTC days, `2026-11-20`, both included. */
  from: string;
  to: string;
}

/** A page of the store's changes, newest first. */
export function useActivity(query: ActivityQuery) {
  return useQuery({
    queryKey: ["activity", query],
    queryFn: () => request<Answer<"GET /activity">>("GET", `activity?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

/** The newest events of an order, at most `count`. */
export function useTimeline(id: Order["id"], count: number) {
  const query = queryString({ page_size: count });
  return useQuery({
    queryKey: ["orders", "one", String(id), "timeline", count],
    queryFn: () =>
      request<Answer<"GET /orders/{id}/timeline">>("GET", `orders/${encodeURIComponent(id)}/timeline?${query}`),
    placeholderData: keepPreviousData,
  });
}
