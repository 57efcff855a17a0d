import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";

interface DownloadQuery {
  page: number;
  page_size: number;
  order_id?: string;
  sku?: string;
  ip_address?: string;
  /** UTC days, `2026-11-20`, both included. */
  from?: string;
  to?: string;
}

export function useDownloads(query: DownloadQuery) {
  return useQuery({
    queryKey: ["downloads", query],
    queryFn: () => request<Answer<"GET /downloads">>("GET", `downloads?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}
