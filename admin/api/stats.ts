import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Email } from "./types.ts";

export interface Totals {
  orders: number;
  downloads: number;
  bytes: number;
  emails: number;
}

export interface DayTotals extends Totals {
  /** A UTC day, `2026-11-20`. */
  date: string;
}

export interface ProductTotals {
  product_id: number;
  sku: string;
  name: string;
  orders: number;
  downloads: number;
  bytes: number;
}

export interface Stats {
  from: string;
  to: string;
  totals: Totals;
  days: DayTotals[];
  products: ProductTotals[];
}

/** What happened on the UTC days of a range, both included. */
export function useStats(range: { from: string; to: string }) {
  return useQuery({
    queryKey: ["stats", range],
    queryFn: async () => (await request<{ stats: Stats }>("GET", `stats?${queryString(range)}`)).stats,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

interface NamedProduct {
  id: number;
  sku: string;
  name: string;
}

interface Undelivered {
  total: number;
  emails: Email[];
}

export interface Attention {
  keys_waiting: { total: number; products: (NamedProduct & { orders_waiting: number })[] };
  failed_emails: Undelivered;
  over_allowance_emails: Undelivered;
  /** Of this UTC day; no limit is null. */
  email_allowance: { limit: number | null; used: number };
  products_without_files: { total: number; products: NamedProduct[] };
}

/** What keeps customers from what they bought. */
export function useAttention() {
  return useQuery({
    queryKey: ["attention"],
    queryFn: async () => (await request<{ attention: Attention }>("GET", "attention")).attention,
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
