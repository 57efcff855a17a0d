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

/** How far a new store has come. */
export interface FirstSteps {
  hasProduct: boolean;
  hasOrder: boolean;
  /** A customer was sent a delivery email, or has downloaded. */
  hasDelivered: boolean;
}

/** Checks further steps only for a store that has not delivered yet. */
export function useFirstSteps() {
  return useQuery({
    queryKey: ["stats", "firstSteps"],
    queryFn: async (): Promise<FirstSteps> => {
      if ((await hasAny("downloads")) || (await hasEmailOut())) {
        return { hasProduct: true, hasOrder: true, hasDelivered: true };
      }
      const [hasProduct, hasOrder] = await Promise.all([hasAny("products"), hasAny("orders")]);
      return { hasProduct, hasOrder, hasDelivered: false };
    },
  });
}

/** Sent emails, or kept ones when there is no mail server. */
async function hasEmailOut(): Promise<boolean> {
  return (await hasAny("emails", { status: "sent" })) || hasAny("emails", { status: "kept" });
}

/** How many delivery emails are kept here, because there was no mail server: of all time, as they are still not sent. */
export function useKeptEmails() {
  return useQuery({
    queryKey: ["emails", "keptTotal"],
    queryFn: () => totalOf("emails", { status: "kept" }),
    staleTime: 30_000,
  });
}

const hasAny = async (list: string, filter: Record<string, string> = {}) => (await totalOf(list, filter)) > 0;

async function totalOf(list: string, filter: Record<string, string>): Promise<number> {
  const { total } = await request<{ total: number }>("GET", `${list}?${queryString({ ...filter, page_size: 1 })}`);
  return total;
}
