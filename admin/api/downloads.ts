import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Download } from "./types.ts";

export interface DownloadPage {
  downloads: Download[];
  page: number;
  page_size: number;
  total: number;
}

export interface DownloadQuery {
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
    queryFn: () => request<DownloadPage>("GET", `downloads?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}
