import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

/** How the installation sends emails; for owners. */
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
