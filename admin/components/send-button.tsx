import { Button, type ButtonProps } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { useState } from "react";
import { useSendsEmail } from "../api/session.ts";

/** Milliseconds in which nobody means to send the same again. */
const pause = 5_000;

/** Whether something was sent just now, and what says that it was. */
export function useJustSent(): { justSent: boolean; markSent: () => void } {
  const [justSent, setJustSent] = useState(false);
  const { start } = useTimeout(() => setJustSent(false), pause);
  const markSent = () => {
    setJustSent(true);
    start();
  };
  return { justSent, markSent };
}

interface SendButtonProps extends ButtonProps {
  children: string;
  justSent: boolean;
  onClick: () => void;
}

/** A button that sends an email with one click. For a moment afterwards it says so and takes no other, in the same width. */
export function SendButton({ children, justSent, ...props }: SendButtonProps) {
  const sendsEmail = useSendsEmail();
  return (
    <Button {...props} disabled={justSent}>
      <span style={{ display: "inline-grid", justifyItems: "center" }}>
        <span style={{ gridArea: "1 / 1", visibility: justSent ? "hidden" : undefined }}>{children}</span>
        {justSent && <span style={{ gridArea: "1 / 1" }}>{sendsEmail ? "Sent" : "Kept here"}</span>}
      </span>
    </Button>
  );
}
