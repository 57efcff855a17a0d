import { useQuery, useQueryClient } from "@tanstack/react-query";
import { base64Of } from "./base64.ts";
import { useDeed } from "./deed.ts";
import { request } from "./request.ts";
import type { Account, AccountChanges, Answer } from "./types.ts";

type AccountAnswer = Answer<"GET /account">;

export function useAccount() {
  return useQuery({
    queryKey: ["account"],
    queryFn: async () => withoutToken((await request<AccountAnswer>("GET", "account")).account),
  });
}

/** The browser keeps the token for no other screen than the one that shows it. */
const withoutToken = (account: Account): Account => ({ ...account, api_token: null });

/** The API token; null for whoever may not read it. */
export const readToken = async () => (await request<AccountAnswer>("GET", "account")).account.api_token;

/** A change whose answer is the account as it is afterwards. */
function useAccountChange<Input>(change: (input: Input) => Promise<AccountAnswer>) {
  const queries = useQueryClient();
  return useDeed({
    mutationFn: change,
    onSuccess: async ({ account }) => {
      queries.setQueryData(["account"], withoutToken(account));
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

/** Replaces the API token by the one that is the answer; the one before stops being valid at once. */
export const renewToken = async () => (await request<Answer<"POST /account/token">>("POST", "account/token")).api_token;
