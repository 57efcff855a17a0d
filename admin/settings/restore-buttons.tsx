import { Button } from "@mantine/core";
import type { Wording } from "../api/types.ts";
import { useSaveWording, useUndoWording } from "../api/wording.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";

interface RestoreButtonsProps {
  wording: Wording;
  /** Whether there are unsaved changes that would be lost. */
  unsaved: boolean;
  onBack: (wording: Wording) => void;
}

const lost = "Your unsaved changes will be lost.";

/** Buttons to restore the previous version or the default text. Both can be undone. */
export function RestoreButtons({ wording, unsaved, onBack }: RestoreButtonsProps) {
  const undoing = useUndoWording(wording);
  const restoring = useSaveWording(wording);
  const isOfOne = wording.locale !== null;
  const label = isOfOne ? "Remove this text" : "Restore default text";
  const said = (words: string) => (answer: { wording: Wording }) => {
    onBack(answer.wording);
    showDone(words);
  };
  const restore = () =>
    confirmAction({
      title: isOfOne ? "Remove the text of this language?" : "Restore the default text?",
      words: `Customers will see ${isOfOne ? "what other languages without a text of their own show" : "the default text"}. You can restore your own text later.${unsaved ? ` ${lost}` : ""}`,
      confirmLabel: label,
      onConfirm: () =>
        restoring.mutate(null, {
          onSuccess: said(isOfOne ? "Text removed." : "Default text restored."),
          onError: showError,
        }),
    });
  const undo = () => undoing.mutate(undefined, { onSuccess: said("Previous version restored."), onError: showError });
  const askToUndo = () =>
    confirmAction({
      title: "Restore the previous version?",
      words: lost,
      confirmLabel: "Restore previous version",
      onConfirm: undo,
    });
  return (
    <>
      {wording.can_undo && (
        <Button variant="default" loading={undoing.isPending} onClick={unsaved ? askToUndo : undo}>
          {unsaved ? "Restore previous version…" : "Restore previous version"}{" "}
        </Button>
      )}
      {wording.source !== null && (
        <Button variant="default" loading={restoring.isPending} onClick={restore}>
          {label}…{" "}
        </Button>
      )}
    </>
  );
}
