import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer, MailHook, NewMailHook } from "./types.ts";
import { useAction } from "./use-action.ts";

/** Milliseconds between two looks while a service's first report is awaited. */
const firstReportPoll = 3_000;

/** The addresses at which mail services report; for owners. Looks again by itself until each has reported. */
export function useMailHooks() {
  return useQuery({
    queryKey: ["mail_hooks"],
    queryFn: async () => (await request<Answer<"GET /mail_hooks">>("GET", "mail_hooks")).mail_hooks,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ first_event_at }) => first_event_at === null) ? firstReportPoll : false,
  });
}

function useMailHookAction<Input>(action: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: action,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["mail_hooks"] }),
  });
}

export const useAddMailHook = () =>
  useMailHookAction((service: NewMailHook["service"]) => request("POST", "mail_hooks", { mail_hook: { service } }));

export const useMailHookSecret = (id: MailHook["id"]) =>
  useMailHookAction((secret: string) => request("PUT", `mail_hooks/${id}`, { mail_hook: { secret } }));

export const useRemoveMailHook = () => useMailHookAction((id: MailHook["id"]) => request("DELETE", `mail_hooks/${id}`));
