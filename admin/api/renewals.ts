import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";

/** A customer's wish that an order be opened again. */
export interface RenewalRequest {
  id: number;
  order_id: number | string;
  email: string;
  first_name: string;
  last_name: string;
  reason: "expired" | "used_up";
  /** Empty for none. */
  message: string;
  status: "open" | "granted" | "declined";
  /** True when the customer renewed without asking. */
  self_service: boolean;
  created_at: string;
  granted_at: string | null;
  declined_at: string | null;
}

interface RenewalPage {
  renewal_requests: RenewalRequest[];
  page: number;
  page_size: number;
  total: number;
}

/** A page of the requests, newest first; they arrive by themselves. */
export function useRenewals(query: { status: string; page: number; page_size: number }) {
  return useQuery({
    queryKey: ["renewals", query],
    queryFn: () => request<RenewalPage>("GET", `renewal_requests?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** How many customers wait for an answer; undefined while it is not known. */
export function useOpenRenewals(): number | undefined {
  return useRenewals({ status: "open", page: 1, page_size: 1 }).data?.total;
}

interface Granted {
  renewal_request: RenewalRequest;
  /** `over_allowance`: it is kept and not sent by itself. */
  email_status: "queued" | "over_allowance";
}

export const grantRenewal = (id: number) => request<Granted>("POST", `renewal_requests/${id}/grant`);

export const declineRenewal = (id: number) => request("POST", `renewal_requests/${id}/decline`);

/** Answers a request; whatever shows requests or orders is read again afterwards. */
export function useRenewalAnswer<Answer>(answer: (id: number) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: answer,
    onSettled: () =>
      Promise.all(
        ["renewals", "orders", "emails", "attention"].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
}
