import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer, NewWebhookEndpoint, WebhookEndpoint, WebhookEndpointChanges, WebhookReplay } from "./types.ts";
import { useAction } from "./use-action.ts";

/** Milliseconds between two looks at deliveries, which the service makes in the background. */
const poll = 3_000;

export function useEndpoints() {
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: async () =>
      (await request<Answer<"GET /webhook_endpoints">>("GET", "webhook_endpoints")).webhook_endpoints,
  });
}

export function useEndpoint(id: string) {
  return useQuery({
    queryKey: ["webhooks", "one", id],
    queryFn: async () =>
      (await request<Answer<"GET /webhook_endpoints/{id}">>("GET", `webhook_endpoints/${id}`)).webhook_endpoint,
    refetchInterval: poll,
  });
}

/** A page of an endpoint's deliveries, newest first. */
export function useDeliveries(id: number, query: { page: number; page_size: number; status?: string | undefined }) {
  return useQuery({
    queryKey: ["webhooks", "deliveries", id, query],
    queryFn: () =>
      request<Answer<"GET /webhook_endpoints/{id}/deliveries">>(
        "GET",
        `webhook_endpoints/${id}/deliveries?${queryString(query)}`,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: poll,
  });
}

export function useDelivery(id: string) {
  return useQuery({
    queryKey: ["webhooks", "delivery", id],
    queryFn: async () =>
      (await request<Answer<"GET /webhook_deliveries/{id}">>("GET", `webhook_deliveries/${id}`)).webhook_delivery,
    refetchInterval: poll,
  });
}

function useWebhookAction<Input, Result>(action: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: action,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
}

export function useAddEndpoint() {
  return useWebhookAction(
    async (webhook_endpoint: NewWebhookEndpoint) =>
      (await request<Answer<"POST /webhook_endpoints">>("POST", "webhook_endpoints", { webhook_endpoint }))
        .webhook_endpoint,
  );
}

export function useChangeEndpoint(id: WebhookEndpoint["id"]) {
  return useWebhookAction((webhook_endpoint: WebhookEndpointChanges) =>
    request("PUT", `webhook_endpoints/${id}`, { webhook_endpoint }),
  );
}

export function useDeleteEndpoint(id: WebhookEndpoint["id"]) {
  return useWebhookAction(() => request("DELETE", `webhook_endpoints/${id}`));
}

export function useReplaceSecret(id: WebhookEndpoint["id"]) {
  return useWebhookAction(
    async () =>
      (
        await request<Answer<"POST /webhook_endpoints/{id}/rotate_secret">>(
          "POST",
          `webhook_endpoints/${id}/rotate_secret`,
          { webhook_endpoint: {} },
        )
      ).webhook_endpoint.secret,
  );
}

export function useSendTest(id: WebhookEndpoint["id"]) {
  return useWebhookAction(() => request("POST", `webhook_endpoints/${id}/test`));
}

export function useResendFailed(id: WebhookEndpoint["id"]) {
  return useWebhookAction(
    async (since: string) =>
      (
        await request<Answer<"POST /webhook_endpoints/{id}/resend_failed">>(
          "POST",
          `webhook_endpoints/${id}/resend_failed`,
          { webhook_endpoint: { since } },
        )
      ).resent,
  );
}

export function useReplay(id: WebhookEndpoint["id"]) {
  return useWebhookAction(
    async (webhook_endpoint: WebhookReplay) =>
      (
        await request<Answer<"POST /webhook_endpoints/{id}/replay">>("POST", `webhook_endpoints/${id}/replay`, {
          webhook_endpoint,
        })
      ).queued,
  );
}

export function useResend(id: number) {
  return useWebhookAction(() => request("POST", `webhook_deliveries/${id}/resend`));
}
