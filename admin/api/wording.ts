import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Locale } from "../components/languages.ts";
import { request } from "./request.ts";
import type { Answer, SentPreviewInput, Wording, WordingPreviewInput } from "./types.ts";
import { useAction } from "./use-action.ts";

export type WordingName = Wording["name"];

/** Which text: its name, and the language that it is for; null for all that have none of their own. */
export interface WordingPlace {
  name: WordingName;
  locale: Locale | null;
}

const queryOf = (locale: Locale | null) => (locale === null ? "" : `?locale=${locale}`);
const listKey = (locale: Locale | null) => ["wordings", "list", locale ?? "all"];

export function useWordings(locale: Locale | null) {
  return useQuery({
    queryKey: listKey(locale),
    queryFn: async () => (await request<Answer<"GET /wordings">>("GET", `wordings${queryOf(locale)}`)).wordings,
  });
}

/**
 * Renders unsaved texts and settings for an order: the latest one, or a sample, if none is named. Renders anew when `saved`
 * changes.
 */
export function usePreview(preview: WordingPreviewInput, enabled: boolean, saved: string | null = null) {
  return useQuery({
    queryKey: ["wordings", "preview", preview, saved],
    queryFn: async () =>
      (await request<Answer<"POST /wordings/preview">>("POST", "wordings/preview", { preview })).preview,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Sends the delivery email, or the one about an update, with an unsaved text to the signed-in person, and waits for the mail server's answer. */
export function useSendPreview() {
  return useAction({
    mutationFn: async (preview: SentPreviewInput) => {
      const path = "wordings/send_preview";
      return (await request<Answer<"POST /wordings/send_preview">>("POST", path, { preview })).mail_test;
    },
  });
}

/** Saves a text; null removes the store's own. */
export function useSaveWording({ name, locale }: WordingPlace) {
  return useWordingChange((source: string | null) =>
    request("PUT", `wordings/${name}${queryOf(locale)}`, { wording: { source } }),
  );
}

/** Restores the text before the last change. */
export function useUndoWording({ name, locale }: WordingPlace) {
  return useWordingChange(() =>
    request<Answer<"POST /wordings/{name}/undo">>("POST", `wordings/${name}/undo${queryOf(locale)}`),
  );
}

function useWordingChange<Input>(change: (input: Input) => Promise<{ wording: Wording }>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: change,
    onSuccess: ({ wording }) => {
      queries.setQueryData<Wording[]>(listKey(wording.locale), (all) =>
        all?.map((one) => (one.name === wording.name ? wording : one)),
      );
      // The lists of other languages name the languages that have a text too.
      queries.invalidateQueries({ queryKey: ["wordings", "list"] });
      return queries.invalidateQueries({ queryKey: ["attention"] });
    },
  });
}
