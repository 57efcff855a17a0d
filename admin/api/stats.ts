import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";

/** What happened on the UTC days of a range, both included. */
export function useStats(range: { from: string; to: string }) {
  return useQuery({
    queryKey: ["stats", range],
    queryFn: async () => (await request<Answer<"GET /stats">>("GET", `stats?${queryString(range)}`)).stats,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** What keeps customers from their purchases. */
export function useAttention() {
  return useQuery({
    queryKey: ["attention"],
    queryFn: async () => (await request<Answer<"GET /attention">>("GET", "attention")).attention,
    staleTime: 30_000,
  });
}

/** Whether there is anything to count: an order, or a download through a permalink. */
export function useHasFigures() {
  return useQuery({
    queryKey: ["stats", "any"],
    queryFn: async () => (await hasAny("orders")) || hasAny("downloads"),
  });
}

/** How many delivery emails are kept here, because there was no mail server: of all time, as they are still not sent. */
export function useKeptEmails() {
  return useQuery({
    queryKey: ["emails", "keptTotal"],
    queryFn: () => totalOf("emails", { status: "kept" }),
    staleTime: 30_000,
  });
}

const hasAny = async (list: string) => (await totalOf(list, {})) > 0;

async function totalOf(list: string, filter: Record<string, string>): Promise<number> {
  const { total } = await request<{ total: number }>("GET", `${list}?${queryString({ ...filter, page_size: 1 })}`);
  return total;
}
