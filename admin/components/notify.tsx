import { notifications } from "@mantine/notifications";

const closeButtonProps = { "aria-label": "Close this message" };

/** Says shortly that something was done. */
export function showDone(message: string): void {
  notifications.show({ message, color: "teal", autoClose: 4_000, closeButtonProps });
}

/** Says what went wrong and what to do; stays until it is read. */
export function showError(error: unknown): void {
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
