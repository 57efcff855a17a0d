import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

/** Asks plainly before something that cannot be undone; `act` names the deed on the button. */
export function confirmDeed({
  title,
  words,
  act,
  onConfirm,
}: {
  title: string;
  words: string;
  act: string;
  onConfirm: () => void;
}) {
  modals.openConfirmModal({
    title,
    centered: true,
    closeButtonProps: { "aria-label": "Cancel" },
    children: <Text size="sm">{words}</Text>,
    labels: { confirm: act, cancel: "Cancel" },
    confirmProps: { color: "red.9" },
    onConfirm,
  });
}
