import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import { useSession } from "./session.ts";
import type { Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

/** A page of the requests, newest first, perhaps of one order. Polls for new ones while `enabled`. */
export function useRenewals(
  query: { status: string; order_id?: string; page: number; page_size: number },
  enabled = true,
) {
  const { isSuccess: isSignedIn } = useSession();
  return useQuery({
    enabled: isSignedIn && enabled,
    queryKey: ["renewals", query],
    queryFn: () => request<Answer<"GET /renewal_requests">>("GET", `renewal_requests?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** The number of pending requests; undefined while loading. */
export function useOpenRenewals(): number | undefined {
  return useRenewals({ status: "open", page: 1, page_size: 1 }).data?.total;
}

/** With `email_status` over_allowance the email is held back. */
export const grantRenewal = (id: number) =>
  request<Answer<"POST /renewal_requests/{id}/grant">>("POST", `renewal_requests/${id}/grant`);

export const declineRenewal = (id: number) => request("POST", `renewal_requests/${id}/decline`);

/** Answers a request. Refetches everything that shows requests or orders. */
export function useRenewalAnswer<Given>(answer: (id: number) => Promise<Given>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: answer,
    onSettled: () => refreshStore(queries),
  });
}
