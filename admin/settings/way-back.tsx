import { Button } from "@mantine/core";
import type { Wording } from "../api/types.ts";
import { useSaveWording, useUndoWording } from "../api/wording.ts";
import { confirmDeed } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";

/** Back to the text before the last change, and back to the built-in one; both can be taken back. */
export function WayBack({ wording }: { wording: Wording }) {
  const undoing = useUndoWording(wording.name);
  const restoring = useSaveWording(wording.name);
  const restore = () =>
    confirmDeed({
      title: "Back to the built-in text?",
      words: "Customers read the built-in text from now on. Your own stays the version before, to go back to.",
      act: "Use the built-in text",
      onConfirm: () =>
        restoring.mutate(null, { onSuccess: () => showDone("The built-in text is back."), onError: showError }),
    });
  const undo = () =>
    undoing.mutate(undefined, { onSuccess: () => showDone("The version before is back."), onError: showError });
  return (
    <>
      {wording.can_undo && (
        <Button variant="default" loading={undoing.isPending} onClick={undo}>
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
