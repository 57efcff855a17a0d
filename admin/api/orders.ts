import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Order } from "./types.ts";

export interface OrderPage {
  orders: Order[];
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

export function useOrders(query: OrderQuery) {
  return useQuery({
    queryKey: ["orders", query],
    queryFn: () => request<OrderPage>("GET", `orders?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}
