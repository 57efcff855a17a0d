import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { isToCome, waitsForDay } from "../components/email-words.ts";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import type { Answer, NewOrder, Order, OrderChanges, OrderItem, OrderItemChanges } from "./types.ts";
import { useAction } from "./use-action.ts";

/** Filters and sorting, by the names of v3's parameters. Empty values are left out. */
type OrderFilter = Record<string, string>;

interface OrderQuery {
  page: number;
  page_size: number;
  [filter: string]: string | number;
}

type OrderId = Order["id"];

const address = (id: OrderId) => `orders/${encodeURIComponent(id)}`;

/** A page of the orders. */
export function useOrders(query: OrderQuery) {
  return useQuery({
    queryKey: ["orders", query],
    queryFn: () => request<Answer<"GET /orders">>("GET", `orders?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

/** The most orders that can be selected at once. Exports of the list have no limit. */
export const maxSelected = 2_000;

/** The first orders that a search finds: as many as can be selected at once. */
export async function readOrders(search: OrderFilter): Promise<Order[]> {
  const found: Order[] = [];
  for (let page = 1; ; page++) {
    const query = queryString({ ...search, page, page_size: maxInPage });
    const { orders } = await request<Answer<"GET /orders">>("GET", `orders?${query}`);
    found.push(...orders);
    if (orders.length < maxInPage || found.length >= maxSelected) return found.slice(0, maxSelected);
  }
}

const maxInPage = 500;

/** Polls while its email is on its way, but not for the day of a gift. */
export function useOrder(id: OrderId) {
  return useQuery({
    queryKey: ["orders", "one", String(id)],
    queryFn: () => readOrder(id),
    refetchInterval: ({ state }) => (state.data?.state === "email_pending" && !isToCome(state.data) ? 3_000 : false),
  });
}

const emailsShown = 50;

/** The order's delivery emails, newest first. Polls while one is queued, but not for the day of a gift. */
export function useOrderEmails(order: Order) {
  const { id } = order;
  const query = queryString({ order_id: id, page_size: emailsShown });
  return useQuery({
    queryKey: ["orders", "one", String(id), "emails"],
    queryFn: () => request<Answer<"GET /emails">>("GET", `emails?${query}`),
    refetchInterval: ({ state }) =>
      state.data?.emails.some((email) => email.status === "queued" && !waitsForDay(email, order)) ? 3_000 : false,
  });
}

/** A page of the order's downloads, newest first. */
export function useOrderDownloads(id: OrderId, page: { page: number; page_size: number }) {
  return useQuery({
    queryKey: ["orders", "one", String(id), "downloads", page],
    queryFn: () =>
      request<Answer<"GET /orders/{id}/downloads">>("GET", `${address(id)}/downloads?${queryString(page)}`),
    placeholderData: keepPreviousData,
  });
}

/** The devices of the order's licenses. */
export function useLicenseDevices(id: OrderId, enabled: boolean) {
  return useQuery({
    queryKey: ["orders", "one", String(id), "devices"],
    queryFn: async () => (await request<Answer<"GET /orders/{id}/devices">>("GET", `${address(id)}/devices`)).devices,
    enabled,
  });
}

type ItemId = OrderItem["id"];

/** The license keys of an order item, with replaced ones. */
export function useItemKeys(id: ItemId) {
  return useQuery({
    queryKey: ["orders", "item-keys", id],
    queryFn: async () => {
      const path = `order_items/${id}/license_keys?page_size=${maxInPage}` as const;
      return (await request<Answer<"GET /order_items/{id}/license_keys">>("GET", path)).license_keys;
    },
  });
}

export const replaceLicenseKey = (
  id: ItemId,
  keyId: number,
  how: { reason: string; license_key: string | null; send_email: boolean },
) =>
  request<Answer<"POST /order_items/{id}/license_keys/{key_id}/replace">>(
    "POST",
    `order_items/${id}/license_keys/${keyId}/replace`,
    how,
  );

export const handOutLicenseKey = (id: ItemId, how: { license_key: string | null; send_email: boolean }) =>
  request<Answer<"POST /order_items/{id}/license_keys">>("POST", `order_items/${id}/license_keys`, how);

/** Gives the place of a device back. */
export const removeLicenseDevice = ({ license_key_id, id }: { license_key_id: number; id: number }) =>
  request("DELETE", `license_keys/${license_key_id}/devices/${id}`);

export const readOrder = async (id: OrderId) => (await request<Answer<"GET /orders/{id}">>("GET", address(id))).order;

export const createOrder = async (order: NewOrder) =>
  (await request<Answer<"POST /orders">>("POST", "orders", order)).order;

export const changeOrder = async (id: OrderId, changes: OrderChanges) =>
  (await request<Answer<"PUT /orders/{id}">>("PUT", address(id), changes)).order;
export const changeOrderItem = (id: OrderItem["id"], changes: OrderItemChanges) =>
  request<Answer<"PUT /order_items/{id}">>("PUT", `order_items/${id}`, changes);
export const revokeOrderItem = (id: OrderItem["id"]) => request("POST", `order_items/${id}/revoke`);
export const restoreOrderItem = (id: OrderItem["id"]) => request("POST", `order_items/${id}/restore`);
export const expireOrder = (id: OrderId) => request("POST", `${address(id)}/expire`);
export const reopenOrder = (id: OrderId) => request("POST", `${address(id)}/reopen`);
export const resendOrder = async (id: OrderId) =>
  (await request<Answer<"POST /orders/{id}/resend">>("POST", `${address(id)}/resend`)).order;
export const holdOrder = async (id: OrderId) =>
  (await request<Answer<"POST /orders/{id}/hold">>("POST", `${address(id)}/hold`)).order;
export const releaseOrder = async (id: OrderId) =>
  (await request<Answer<"POST /orders/{id}/release">>("POST", `${address(id)}/release`)).order;
export const revokeOrder = async (id: OrderId) =>
  (await request<Answer<"POST /orders/{id}/revoke">>("POST", `${address(id)}/revoke`)).order;
export const restoreOrder = async (id: OrderId) =>
  (await request<Answer<"POST /orders/{id}/restore">>("POST", `${address(id)}/restore`)).order;
export const deleteOrder = (id: OrderId) => request("DELETE", address(id));

/** An action on orders. Refetches everything that shows orders, also after an error. */
export function useOrderAction<Input, Given>(run: (input: Input) => Promise<Given>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: run,
    onSettled: () => refreshStore(queries),
  });
}
