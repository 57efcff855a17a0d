import { useQuery, useQueryClient } from "@tanstack/react-query";
import { base64Of } from "./base64.ts";
import { request } from "./request.ts";
import type { AccountChanges, Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

type AccountAnswer = Answer<"GET /account">;

export function useAccount() {
  return useQuery({
    queryKey: ["account"],
    queryFn: async () => (await request<AccountAnswer>("GET", "account")).account,
  });
}

/** A change that returns the changed account. Changes run one after the other, so the last one wins. */
function useAccountChange<Input>(change: (input: Input) => Promise<AccountAnswer>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: change,
    scope: { id: "account" },
    onSuccess: async ({ account }) => {
      queries.setQueryData(["account"], account);
      await queries.invalidateQueries({ queryKey: ["session"] });
      await queries.invalidateQueries({ queryKey: ["account"], refetchType: "none" });
    },
  });
}

export function useChangeAccount() {
  return useAccountChange((changes: AccountChanges) => request("PUT", "account", { account: changes }));
}

/** Takes a picture; null removes the logo. */
export function useChangeLogo() {
  return useAccountChange(async (picture: Blob | null) =>
    picture === null
      ? request("DELETE", "account/logo")
      : request("PUT", "account/logo", { logo: { content: await base64Of(picture) } }),
  );
}

export const readToken = async () => (await request<Answer<"GET /account/token">>("GET", "account/token")).api_token;

/** Creates and returns a new API token. The old one stops working at once. */
export const renewToken = async () => (await request<Answer<"POST /account/token">>("POST", "account/token")).api_token;

/** Looks for the records that verify the domain. */
export function useDomainCheck() {
  return useAccountChange(() => request("POST", "account/domain/check"));
}
