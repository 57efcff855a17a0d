import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer, NewMailSettings } from "./types.ts";
import { useAction } from "./use-action.ts";

/** How emails are sent; for owners. */
export function useMailSettings(enabled: boolean) {
  return useQuery({
    queryKey: ["mail_settings"],
    queryFn: async () => (await request<Answer<"GET /mail_settings">>("GET", "mail_settings")).mail_settings,
    enabled,
  });
}

/** What DNS says about the sender's domain. Takes seconds if the name servers are slow. */
export function useSenderDomain() {
  return useQuery({
    queryKey: ["mail_settings", "sender_domain"],
    queryFn: async () =>
      (await request<Answer<"GET /mail_settings/sender_domain">>("GET", "mail_settings/sender_domain")).sender_domain,
    // People change records and look again: they say when.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sends a test email to the signed-in person, and waits for the mail server's answer. */
export function useMailTest() {
  return useAction({
    mutationFn: async () => (await request<Answer<"POST /mail_settings/test">>("POST", "mail_settings/test")).mail_test,
  });
}

/** What a store's own mail server changes: how emails go, also in the session, and what DNS should say. */
const mailQueries = [["mail_settings"], ["session"], ["setup"]];

function useMailServerAction<Input>(action: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: action,
    onSuccess: () => Promise.all(mailQueries.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** Keeps the store's own mail server once it took a test email. */
export const useKeepMailServer = () =>
  useMailServerAction((mail_settings: NewMailSettings) => request("PUT", "mail_settings", { mail_settings }));

/** Takes the password of the signed-in person. */
export const useRemoveMailServer = () =>
  useMailServerAction((current_password: string) =>
    request("DELETE", "mail_settings", { mail_settings: { current_password } }),
  );
