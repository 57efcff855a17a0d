import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Announcement, Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

/** Milliseconds between two looks at an announcement that is being sent. */
const pollInterval = 2_000;

const pathOf = (product: number) => `products/${product}/announcements`;

/** What was announced about a file, newest first; looked at again while emails go out. */
export function useAnnouncements(product: number, file: number) {
  return useQuery({
    queryKey: ["products", "announcements", product],
    queryFn: () => request<Answer<"GET /products/{id}/announcements">>("GET", `${pathOf(product)}?page_size=100`),
    select: ({ announcements }) => announcements.filter(({ file_id }) => file_id === file),
    refetchInterval: ({ state }) => (state.data?.announcements.some(isUnderway) ? pollInterval : false),
  });
}

/** Emails are being queued or sent. */
export const isUnderway = ({ status, queued, sent, failed }: Announcement) =>
  status === "sending" || (status === "done" && sent + failed < queued);

/** The email that would be sent, and to how many; nothing is sent. */
export function useAnnouncementPreview(product: number, file: number, note: string) {
  return useQuery({
    queryKey: ["products", "announcement-preview", product, file, note],
    queryFn: async () =>
      (
        await request<Answer<"POST /products/{id}/announcements/preview">>("POST", `${pathOf(product)}/preview`, {
          file_id: file,
          note,
        })
      ).preview,
  });
}

/** Sends the previewed email to the signed-in person, and waits for the mail server's answer. */
export function useSendAnnouncementPreview(product: number) {
  return useAction({
    mutationFn: async (previewed: { file_id: number; note: string }) => {
      const path = `products/${product}/announcements/send_preview` as const;
      return (await request<Answer<"POST /products/{id}/announcements/send_preview">>("POST", path, previewed))
        .mail_test;
    },
  });
}

export function useAnnounce(product: number) {
  const refresh = useRefresh();
  return useAction({
    mutationFn: (announcement: { file_id: number; note: string; again: boolean }) =>
      request("POST", pathOf(product), announcement),
    onSettled: refresh,
  });
}

export function useAnnouncementCommand(product: number) {
  const refresh = useRefresh();
  return useAction({
    mutationFn: ({ id, command }: { id: number; command: "stop" | "resume" }) =>
      request("POST", `${pathOf(product)}/${id}/${command}`),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["products", "announcements"] });
}
