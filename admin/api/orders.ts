import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Download, Email, Order } from "./types.ts";

interface Page {
  page: number;
  page_size: number;
  total: number;
}

export interface OrderQuery {
  page: number;
  page_size: number;
  status: string;
  q: string;
}

/** What can be changed of an order; null means none. */
export interface OrderChanges {
  email?: string;
  first_name?: string;
  last_name?: string;
  title?: string;
  vendor_id?: string;
  custom_1?: string | null;
  custom_2?: string | null;
  custom_3?: string | null;
  /** ISO 8601 with an offset. */
  expiration_date?: string | "never" | null;
  download_limit?: number | "unlimited" | null;
  order_items?: { item_id: number; quantity?: number; downloads_remaining?: number }[];
}

export type NewOrder = OrderChanges & { email: string; send_email: boolean };

type OrderId = Order["id"];

const address = (id: OrderId) => `orders/${encodeURIComponent(id)}`;

/** A page of the orders, newest first. */
export function useOrders(query: OrderQuery) {
  return useQuery({
    queryKey: ["orders", query],
    queryFn: () => request<Page & { orders: Order[] }>("GET", `orders?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

export function useOrder(id: OrderId) {
  return useQuery({
    queryKey: ["orders", "one", String(id)],
    queryFn: async () => (await request<{ order: Order }>("GET", address(id))).order,
  });
}

const emailsShown = 50;

/** The order's delivery emails, newest first; asked for again while one is on its way. */
export function useOrderEmails(id: OrderId) {
  const query = queryString({ order_id: id, page_size: emailsShown });
  return useQuery({
    queryKey: ["orders", "one", String(id), "emails"],
    queryFn: () => request<Page & { emails: Email[] }>("GET", `emails?${query}`),
    refetchInterval: ({ state }) => (state.data?.emails.some(({ status }) => status === "queued") ? 3_000 : false),
  });
}

/** A page of the order's downloads, newest first. */
export function useOrderDownloads(id: OrderId, page: { page: number; page_size: number }) {
  return useQuery({
    queryKey: ["orders", "one", String(id), "downloads", page],
    queryFn: () => request<Page & { downloads: Download[] }>("GET", `${address(id)}/downloads?${queryString(page)}`),
    placeholderData: keepPreviousData,
  });
}

export const createOrder = async (order: NewOrder) => (await request<{ order: Order }>("POST", "orders", order)).order;
export const changeOrder = (id: OrderId, changes: OrderChanges) => request("PUT", address(id), changes);
export const expireOrder = (id: OrderId) => request("POST", `${address(id)}/expire`);
export const reopenOrder = (id: OrderId) => request("POST", `${address(id)}/reopen`);
export const resendOrder = (id: OrderId) => request("POST", `${address(id)}/resend`);
export const deleteOrder = (id: OrderId) => request("DELETE", address(id));

/** Does something with orders; whatever shows orders is read again afterwards, also when it failed halfway. */
export function useOrderDeed<Input, Answer>(deed: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSettled: () =>
      Promise.all(
        ["orders", "emails", "downloads", "stats", "attention"].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}

/** Where the orders can be had as a CSV file: those with the ids, else those that the filter shows. */
export function ordersExport(filter: { status: string; q: string } | { ids: OrderId[] }): string {
  const query =
    "ids" in filter ? new URLSearchParams(filter.ids.map((id) => ["id", String(id)])) : queryString({ ...filter });
  return `/api/v3/exports/orders.csv?${query}`;
}
