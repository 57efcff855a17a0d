import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

/** A page of the requests, newest first; they arrive by themselves. */
export function useRenewals(query: { status: string; page: number; page_size: number }) {
  return useQuery({
    queryKey: ["renewals", query],
    queryFn: () => request<Answer<"GET /renewal_requests">>("GET", `renewal_requests?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** How many customers wait for an answer; undefined while it is not known. */
export function useOpenRenewals(): number | undefined {
  return useRenewals({ status: "open", page: 1, page_size: 1 }).data?.total;
}

/** The answer's `email_status` over_allowance: the email is kept and not sent by itself. */
export const grantRenewal = (id: number) =>
  request<Answer<"POST /renewal_requests/{id}/grant">>("POST", `renewal_requests/${id}/grant`);

export const declineRenewal = (id: number) => request("POST", `renewal_requests/${id}/decline`);

/** Answers a request; whatever shows requests or orders is read again afterwards. */
export function useRenewalAnswer<Given>(answer: (id: number) => Promise<Given>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: answer,
    onSettled: () => refreshStore(queries),
  });
}
