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

/** What keeps customers from what they bought. */
export function useAttention() {
  return useQuery({
    queryKey: ["attention"],
    queryFn: async () => (await request<Answer<"GET /attention">>("GET", "attention")).attention,
    staleTime: 30_000,
  });
}

/** How far a new store has come. */
export interface Beginnings {
  hasProduct: boolean;
  hasOrder: boolean;
  /** A customer was sent a delivery email, or has downloaded. */
  hasDelivered: boolean;
}

/** A store that has delivered is asked nothing more. */
export function useBeginnings() {
  return useQuery({
    queryKey: ["stats", "beginnings"],
    queryFn: async (): Promise<Beginnings> => {
      if ((await hasAny("downloads")) || (await hasEmailOut())) {
        return { hasProduct: true, hasOrder: true, hasDelivered: true };
      }
      const [hasProduct, hasOrder] = await Promise.all([hasAny("products"), hasAny("orders")]);
      return { hasProduct, hasOrder, hasDelivered: false };
    },
  });
}

/** One that a customer got, or would have, were there a mail server. */
async function hasEmailOut(): Promise<boolean> {
  return (await hasAny("emails", { status: "sent" })) || hasAny("emails", { status: "kept" });
}

async function hasAny(list: string, filter: Record<string, string> = {}): Promise<boolean> {
  const { total } = await request<{ total: number }>("GET", `${list}?${queryString({ ...filter, page_size: 1 })}`);
  return total > 0;
}
