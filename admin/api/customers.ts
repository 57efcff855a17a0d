import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import type { Answer, CustomerChanges } from "./types.ts";
import { useAction } from "./use-action.ts";

const address = (email: string) => `customers/${encodeURIComponent(email)}`;

/** A page of the customers, in the order of `sort`, one of v3's. */
export function useCustomers(query: { page: number; page_size: number; q: string; sort: string }) {
  return useQuery({
    queryKey: ["customers", query],
    queryFn: () => request<Answer<"GET /customers">>("GET", `customers?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

export function useCustomer(email: string) {
  return useQuery({
    queryKey: ["customers", "one", email.toLowerCase()],
    queryFn: async () => (await request<Answer<"GET /customers/{email}">>("GET", address(email))).customer,
  });
}

/** A page of the downloads of all orders of the customer, newest first. */
export function useCustomerDownloads(customer: string, page: { page: number; page_size: number }) {
  return useQuery({
    queryKey: ["customers", "one", customer.toLowerCase(), "downloads", page],
    queryFn: () => request<Answer<"GET /downloads">>("GET", `downloads?${queryString({ customer, ...page })}`),
    placeholderData: keepPreviousData,
  });
}

export const changeCustomer = (email: string, changes: CustomerChanges) =>
  request("PUT", address(email), { customer: changes });

export const resendToCustomer = (email: string) => request("POST", `${address(email)}/resend`);

export const eraseCustomer = (email: string) => request("DELETE", address(email));

/** The URL of everything that is held on the customer, as JSON. */
export const customerExport = (email: string) => `/api/v3/${address(email)}/export`;

/** Does something with a customer. Refetches everything that shows orders. */
export function useCustomerAction<Input = void>(perform: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAction({ mutationFn: perform, onSettled: () => refreshStore(queries) });
}
