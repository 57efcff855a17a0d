import { notifications } from "@mantine/notifications";
import { SignedOut } from "../api/request.ts";

const closeButtonProps = { "aria-label": "Close this message" };

/** A short success message. */
export function showDone(message: string): void {
  notifications.show({ message, color: "teal", autoClose: 4_000, closeButtonProps });
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
