import { notifications } from "@mantine/notifications";
import { SignedOut } from "../api/request.ts";

const closeButtonProps = { "aria-label": "Close this message" };

/** Says shortly that something was done. */
export function showDone(message: string): void {
  notifications.show({ message, color: "teal", autoClose: 4_000, closeButtonProps });
}

/** Says what went wrong and what to do; stays until it is read. Whoever was signed out is told by the frame. */
export function showError(error: unknown): void {
  if (error instanceof SignedOut) return;
  notifications.show({
    title: "That did not work",
    message: errorWords(error),
    color: "red",
    autoClose: 12_000,
    closeButtonProps,
  });
}

export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}
