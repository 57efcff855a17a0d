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
  const undoing = useUndoWording(wording.name);
  const restoring = useSaveWording(wording.name);
  const said = (words: string) => (answer: { wording: Wording }) => {
    onBack(answer.wording);
    showDone(words);
  };
  const restore = () =>
    confirmAction({
      title: "Restore the default text?",
      words: `Customers will see the default text. You can restore your own text later.${unsaved ? ` ${lost}` : ""}`,
      confirmLabel: "Restore default text",
      onConfirm: () => restoring.mutate(null, { onSuccess: said("Default text restored."), onError: showError }),
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
          Restore previous version{" "}
        </Button>
      )}
      {wording.source !== null && (
        <Button variant="default" loading={restoring.isPending} onClick={restore}>
          Restore default text{" "}
        </Button>
      )}
    </>
  );
}
