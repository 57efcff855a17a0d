import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer, Wording } from "./types.ts";
import { useAction } from "./use-action.ts";

export type WordingName = Wording["name"];

export function useWordings() {
  return useQuery({
    queryKey: ["wordings"],
    queryFn: async () => (await request<Answer<"GET /wordings">>("GET", "wordings")).wordings,
  });
}

/** Renders an unsaved text for an order; the latest order when `orderId` is empty. */
export function useWordingPreview(name: WordingName, source: string, orderId: string, enabled: boolean) {
  return useQuery({
    queryKey: ["wordings", "preview", name, source, orderId],
    queryFn: async () => {
      const preview = { wordings: { [name]: source }, ...(orderId === "" ? {} : { order_id: orderId }) };
      return (await request<Answer<"POST /wordings/preview">>("POST", "wordings/preview", { preview })).preview;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Sends the delivery email with an unsaved text to the signed-in person, and waits for the mail server's answer. */
export function useSendPreview(name: WordingName) {
  return useAction({
    mutationFn: async ({ source, orderId }: { source: string; orderId: string }) => {
      const email = name.startsWith("update_") ? "update" : "delivery";
      const preview = { wordings: { [name]: source }, ...(orderId === "" ? {} : { order_id: orderId }), email };
      const path = "wordings/send_preview";
      return (await request<Answer<"POST /wordings/send_preview">>("POST", path, { preview })).mail_test;
    },
  });
}

/** Saves a text; null restores the default text. */
export function useSaveWording(name: WordingName) {
  return useWordingChange((source: string | null) => request("PUT", `wordings/${name}`, { wording: { source } }));
}

/** Restores the text before the last change. */
export function useUndoWording(name: WordingName) {
  return useWordingChange(() => request<Answer<"POST /wordings/{name}/undo">>("POST", `wordings/${name}/undo`));
}

function useWordingChange<Input>(change: (input: Input) => Promise<{ wording: Wording }>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: change,
    onSuccess: ({ wording }) => {
      queries.setQueryData<Wording[]>(["wordings"], (all) =>
        all?.map((one) => (one.name === wording.name ? wording : one)),
      );
      return queries.invalidateQueries({ queryKey: ["attention"] });
    },
  });
}
