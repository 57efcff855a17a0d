import { Button } from "@mantine/core";
import type { Wording } from "../api/types.ts";
import { useSaveWording, useUndoWording } from "../api/wording.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";

interface WayBackProps {
  wording: Wording;
  /** Whether a text was typed that is not saved, and would be lost. */
  unsaved: boolean;
  onBack: (wording: Wording) => void;
}

const lost = "What you typed here is not saved and will be lost.";

/** Back to the text before the last change, and back to the built-in one; both can be taken back. */
export function WayBack({ wording, unsaved, onBack }: WayBackProps) {
  const undoing = useUndoWording(wording.name);
  const restoring = useSaveWording(wording.name);
  const said = (words: string) => (answer: { wording: Wording }) => {
    onBack(answer.wording);
    showDone(words);
  };
  const restore = () =>
    confirmAction({
      title: "Back to the built-in text?",
      words: `Customers read the built-in text from now on. Your own stays the version before, to go back to.${unsaved ? ` ${lost}` : ""}`,
      act: "Use the built-in text",
      onConfirm: () => restoring.mutate(null, { onSuccess: said("The built-in text is back."), onError: showError }),
    });
  const undo = () => undoing.mutate(undefined, { onSuccess: said("The version before is back."), onError: showError });
  const askToUndo = () =>
    confirmAction({
      title: "Back to the version before?",
      words: lost,
      act: "Use the version before",
      onConfirm: undo,
    });
  return (
    <>
      {wording.can_undo && (
        <Button variant="default" loading={undoing.isPending} onClick={unsaved ? askToUndo : undo}>
          Version before
        </Button>
      )}
      {wording.source !== null && (
        <Button variant="default" loading={restoring.isPending} onClick={restore}>
          Built-in text
        </Button>
      )}
    </>
  );
}
