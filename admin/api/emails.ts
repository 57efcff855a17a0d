import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

interface EmailQuery {
  page: number;
  page_size: number;
  status: string;
  /** Empty for all. */
  kind?: string;
  q: string;
}

export function useEmails(query: EmailQuery) {
  return useQuery({
    queryKey: ["emails", query],
    queryFn: () => request<Answer<"GET /emails">>("GET", `emails?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

/** Polls while the email is queued. */
export function useEmail(id: string) {
  return useQuery({
    queryKey: ["emails", "one", id],
    queryFn: async () => (await request<Answer<"GET /emails/{id}">>("GET", `emails/${encodeURIComponent(id)}`)).email,
    refetchInterval: ({ state }) => (state.data?.status === "queued" ? 2_000 : false),
  });
}

/** Resends an order's email and returns the new email. */
export function useSendAgain() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: async (id: number) =>
      (await request<Answer<"POST /emails/{id}/retry">>("POST", `emails/${id}/retry`)).email,
    onSuccess: () => refreshStore(queries),
  });
}

/** Polls for new messages. */
export function useMailbox(query: { page: number; page_size: number }) {
  return useQuery({
    queryKey: ["mailbox", query],
    queryFn: () => request<Answer<"GET /mailbox">>("GET", `mailbox?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === "error" && !state.data ? false : 2_000),
  });
}

export function useMessage(id: string | undefined) {
  return useQuery({
    queryKey: ["mailbox", "one", id],
    queryFn: async () =>
      (await request<Answer<"GET /mailbox/{id}">>("GET", `mailbox/${encodeURIComponent(id ?? "")}`)).message,
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
