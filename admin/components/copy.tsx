import { Button } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { useState } from "react";
import { showError } from "./notify.tsx";

/** Copies a text to the clipboard. */
export function Copy({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), 2_000);
  const copy = async (button: HTMLElement) => {
    if (!(await isCopied(value, button)))
      return showError(new Error("Copying failed. Select the text and copy it yourself."));
    setCopied(true);
    start();
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={({ currentTarget }) => copy(currentTarget)}
      aria-label={copied ? "Copied" : label}
    >
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}

async function isCopied(value: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Without HTTPS there is no clipboard API, but a selection can be copied.
    const field = document.createElement("textarea");
    field.value = value;
    // Next to the button, because a dialog traps the focus.
    button.after(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    button.focus();
    return copied;
  }
}
