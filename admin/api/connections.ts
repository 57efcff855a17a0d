import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer, Connection, ConnectionChanges, NewConnection, Order } from "./types.ts";
import { useAction } from "./use-action.ts";

/** Milliseconds between two looks while a shop's first event is awaited. */
const firstEventPoll = 2_000;

/** Milliseconds between two looks for new events. */
const eventsPoll = 10_000;

const useList = <Shown>(select: (list: Answer<"GET /connections">) => Shown) =>
  useQuery({
    queryKey: ["connections"],
    queryFn: () => request<Answer<"GET /connections">>("GET", "connections"),
    select,
  });

export const useConnections = () => useList(({ connections }) => connections);

/** Those of which only the owner knows whether a new one is of the same shop. */
export const useRemovedConnections = () => useList(({ removed_connections }) => removed_connections);

/** Looks again by itself until the first event has come. */
export function useConnection(id: string) {
  return useQuery({
    queryKey: ["connections", "one", id],
    queryFn: async () =>
      (await request<Answer<"GET /connections/{id}">>("GET", `connections/${encodeURIComponent(id)}`)).connection,
    refetchInterval: ({ state: { data } }) => (data?.first_event_at === null ? firstEventPoll : eventsPoll),
  });
}

/** A page of a connection's events, newest first. */
export function useConnectionEvents(id: number, query: { page: number; page_size: number }, since: string | null) {
  return useQuery({
    queryKey: ["connections", "events", id, query, since],
    queryFn: () =>
      request<Answer<"GET /connections/{id}/events">>("GET", `connections/${id}/events?${queryString(query)}`),
    placeholderData: keepPreviousData,
  });
}

/** How many orders wait for a product of the shop, by its ID, SKU or name there. */
export const ordersWaitingFor = async (id: number, external_id: string) =>
  (
    await request<Answer<"GET /connections/{id}/waiting_orders">>(
      "GET",
      `connections/${id}/waiting_orders?${queryString({ external_id })}`,
    )
  ).orders;

/** A page of the events that need attention, newest first. */
export function useEventsToMend(query: { page: number; page_size: number }) {
  return useQuery({
    queryKey: ["connections", "attention", query],
    queryFn: () => request<Answer<"GET /connection_events">>("GET", `connection_events?${queryString(query)}`),
    placeholderData: keepPreviousData,
  });
}

/** What a shop sent about an order, the newest first. */
export function useEventsOfOrder(id: Order["id"]) {
  return useQuery({
    queryKey: ["connections", "order", String(id)],
    queryFn: async () => {
      const path = `connection_events?${queryString({ order_id: String(id), page_size: 1 })}`;
      return (await request<Answer<"GET /connection_events">>("GET", path)).connection_events;
    },
  });
}

export function useConnectionEvent(id: string) {
  return useQuery({
    queryKey: ["connections", "event", id],
    queryFn: async () => {
      const path = `connection_events/${encodeURIComponent(id)}`;
      return (await request<Answer<"GET /connection_events/{id}">>("GET", path)).connection_event;
    },
  });
}

function useConnectionAction<Input, Result>(action: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: action,
    onSuccess: () =>
      Promise.all(["connections", "attention", "setup"].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}

export function useConnect() {
  return useConnectionAction(
    async (connection: NewConnection) =>
      (await request<Answer<"POST /connections">>("POST", "connections", { connection })).connection,
  );
}

export function useChangeConnection(id: Connection["id"]) {
  return useConnectionAction(
    async (connection: ConnectionChanges) =>
      (await request<Answer<"PUT /connections/{id}">>("PUT", `connections/${id}`, { connection })).connection,
  );
}

export function useRemoveConnection() {
  return useConnectionAction((id: Connection["id"]) => request("DELETE", `connections/${id}`));
}

/** Processes an event again, with what the owner decides. */
export function useProcessEvent(id: number) {
  return useConnectionAction(
    async (connection_event: { email?: string; dismiss?: boolean }) =>
      (
        await request<Answer<"POST /connection_events/{id}/process">>("POST", `connection_events/${id}/process`, {
          connection_event,
        })
      ).connection_event,
  );
}
