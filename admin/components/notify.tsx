import { notifications } from "@mantine/notifications";
import { SignedOut } from "../api/request.ts";

const closeButtonProps = { "aria-label": "Close this message" };

/** Says shortly that something was done. */
export function showDone(message: string): void {
  notifications.show({ message, color: "teal", autoClose: 4_000, closeButtonProps });
}

/** Says what went wrong and what to do; stays until it is closed. Whoever was signed out is told by the frame. */
export function showError(error: unknown): void {
  if (error instanceof SignedOut) return;
  const message = errorWords(error);
  notifications.show({
    // The same one stands there once.
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
