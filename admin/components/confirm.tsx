import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

/**
 * Asks plainly before something that cannot be undone; `act` names the action on the button. The answer takes the question
 * back.
 */
export function confirmAction({
  title,
  words,
  act,
  cancel = "Cancel",
  onConfirm,
  onClose,
}: {
  title: string;
  words: string;
  act: string;
  cancel?: string;
  onConfirm: () => void;
  /** Called in either case. */
  onClose?: () => void;
}): () => void {
  const id = modals.openConfirmModal({
    title,
    centered: true,
    closeButtonProps: { "aria-label": cancel },
    children: <Text size="sm">{words}</Text>,
    labels: { confirm: act, cancel },
    confirmProps: { color: "red.9" },
    onConfirm,
    ...(onClose ? { onClose } : {}),
  });
  return () => modals.close(id);
}
