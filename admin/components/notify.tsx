import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { SignedOut } from "../api/request.ts";

const closeButtonProps = { "aria-label": "Close this message" };

/** A short success message. With `undo` it stays longer, with a button that runs it once. */
export function showDone(message: string, undo?: () => void): void {
  if (!undo) {
    notifications.show({ message, color: "teal", autoClose: 4_000, closeButtonProps });
    return;
  }
  const id = `undo-${++lastUndo}`;
  const run = () => {
    notifications.hide(id);
    undo();
  };
  notifications.show({
    id,
    message: <Undoable message={message} onUndo={run} />,
    color: "teal",
    autoClose: 12_000,
    closeButtonProps,
  });
}

let lastUndo = 0;

function Undoable({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" c="inherit">
        {message}
      </Text>
      <Button size="compact-sm" variant="default" flex="none" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}

/** An error message that stays until closed. The page frame shows when somebody was signed out. */
export function showError(error: unknown): void {
  if (error instanceof SignedOut) return;
  const message = errorWords(error);
  notifications.show({
    // Shows the same message only once.
    id: message,
    title: "That did not work",
    message,
    color: "red",
    autoClose: false,
    closeButtonProps,
  });
}

export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}
