import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { signOut } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showError } from "../components/notify.tsx";
import { forgetUnsaved } from "../components/unsaved.tsx";
import { underwayNow } from "../components/upload/underway.ts";
import { isBulkRunning } from "../orders/bulk-run.ts";
import { endUnderway } from "./end-underway.ts";

/** Signs out, after a question if that ends something. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leaving = useAction({
    mutationFn: async () => {
      await endUnderway();
      await signOut();
    },
    onError: showError,
    onSuccess: async () => {
      forgetUnsaved();
      await navigate("/admin/sign-in");
      queries.clear();
    },
  });
  return () => askToLeave(leaving.mutate);
}

/** Signing out stops bulk actions and uploads, so it asks first. */
function askToLeave(leave: () => void): void {
  const ending = [
    ...(underwayNow().files.length > 0 ? ["Unfinished uploads are canceled."] : []),
    ...(isBulkRunning() ? ["The bulk action on orders stops."] : []),
  ];
  const question = { title: "Sign out now?", words: ending.join(" "), confirmLabel: "Sign out", cancel: "Stay" };
  if (ending.length === 0) leave();
  else confirmAction({ ...question, onConfirm: leave });
}
