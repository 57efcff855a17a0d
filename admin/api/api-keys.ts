import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryString, request } from "./request.ts";
import type { Answer, ApiKey, ApiKeyChanges, NewApiKey } from "./types.ts";
import { useAction } from "./use-action.ts";

export function useApiKeys() {
  return useQuery({
    queryKey: ["api-keys"],
    queryFn: async () => (await request<Answer<"GET /api_keys">>("GET", "api_keys")).api_keys,
  });
}

interface CallsQuery {
  page: number;
  page_size: number;
  q: string;
  api_key_id: string;
  status: string;
}

/** A page of the last calls of the API, newest first. */
export function useCalls(query: CallsQuery) {
  return useQuery({
    queryKey: ["api-calls", query],
    queryFn: () => request<Answer<"GET /requests">>("GET", `requests?${queryString({ ...query })}`),
    placeholderData: keepPreviousData,
  });
}

function useKeyAction<Input, Result>(action: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: action,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}

export function useCreateKey() {
  return useKeyAction(
    async (api_key: NewApiKey) =>
      (await request<Answer<"POST /api_keys">>("POST", "api_keys", { api_key })).api_key.key ?? "",
  );
}

export function useChangeKey(id: ApiKey["id"]) {
  return useKeyAction((api_key: ApiKeyChanges) => request("PUT", `api_keys/${id}`, { api_key }));
}

export function useReplaceKey(id: ApiKey["id"]) {
  return useKeyAction(
    async () =>
      (
        await request<Answer<"POST /api_keys/{id}/replace">>("POST", `api_keys/${id}/replace`, {
          api_key: { overlap_hours: 24 },
        })
      ).api_key.key,
  );
}

export function useRevokeKey(id: ApiKey["id"]) {
  return useKeyAction(() => request("DELETE", `api_keys/${id}`));
}
