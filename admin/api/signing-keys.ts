import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

const queryKey = ["license-signing-keys"];

/** The keys with which the store signs what it says of licenses, oldest first. */
export function useSigningKeys() {
  return useQuery({
    queryKey,
    queryFn: async () =>
      (await request<Answer<"GET /license_signing_keys">>("GET", "license_signing_keys")).license_signing_keys,
  });
}

function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAction({ mutationFn: change, onSettled: () => queries.invalidateQueries({ queryKey }) });
}

export const useAddSigningKey = () => useChange((_: undefined) => request("POST", "license_signing_keys"));

export const useRemoveSigningKey = () =>
  useChange((id: string) => request("DELETE", `license_signing_keys/${encodeURIComponent(id)}`));
