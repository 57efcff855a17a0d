import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Email } from "./types.ts";

interface Page {
  page: number;
  page_size: number;
  total: number;
}

export interface EmailQuery {
  page: number;
  page_size: number;
  status: string;
  q: string;
}

export function useEmails(query: EmailQuery) {
  return useQuery({
    queryKey: ["emails", query],
    queryFn: () => request<Page & { emails: Email[] }>("GET", `emails?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

export interface EmailWithContent extends Email {
  message_id: string;
  /** Null until the message was tried, and after its order was deleted. */
  text_body: string | null;
  html_body: string | null;
}

/** Asks again while the message is on its way. */
export function useEmail(id: string) {
  return useQuery({
    queryKey: ["emails", "one", id],
    queryFn: async () => (await request<{ email: EmailWithContent }>("GET", `emails/${encodeURIComponent(id)}`)).email,
    refetchInterval: ({ state }) => (state.data?.status === "queued" ? 2_000 : false),
  });
}

/** Sends an order's email again as a new message, which is the answer. */
export function useSendAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => (await request<{ email: Email }>("POST", `emails/${id}/retry`)).email,
    onSuccess: () =>
      Promise.all(
        ["emails", "attention", "orders", "mailbox"].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
}

/** A message that was kept in place of sending it. */
export interface Message {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  sent_at: string;
}

export interface MessageWithContent extends Message {
  from: string;
  to: string;
  headers: { name: string; value: string }[];
  text_body: string;
  html_body: string;
}

/** Messages arrive by themselves. */
export function useMailbox(query: { page: number; page_size: number }) {
  return useQuery({
    queryKey: ["mailbox", query],
    queryFn: () => request<Page & { messages: Message[] }>("GET", `mailbox?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
    refetchInterval: 2_000,
  });
}

export function useMessage(id: string | undefined) {
  return useQuery({
    queryKey: ["mailbox", "one", id],
    queryFn: async () =>
      (await request<{ message: MessageWithContent }>("GET", `mailbox/${encodeURIComponent(id ?? "")}`)).message,
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
