import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

/**
 * Asks before something that cannot be undone. Returns a function that closes the question.
 */
export function confirmAction({
  title,
  words,
  confirmLabel,
  cancel = "Cancel",
  onConfirm,
  onClose,
}: {
  title: string;
  words: string;
  confirmLabel: string;
  cancel?: string;
  onConfirm: () => void;
  /** Called whether confirmed or not. */
  onClose?: () => void;
}): () => void {
  const id = modals.openConfirmModal({
    title,
    centered: true,
    closeButtonProps: { "aria-label": cancel },
    children: <Text size="sm">{words}</Text>,
    labels: { confirm: confirmLabel, cancel },
    confirmProps: { color: "red.9" },
    onConfirm,
    ...(onClose ? { onClose } : {}),
  });
  return () => modals.close(id);
}
