import { useNavigate } from "react-router";
import { useSendAgain } from "../api/emails.ts";
import { useRights, useSendsEmail } from "../api/session.ts";
import type { Email } from "../api/types.ts";
import { onItsWay } from "../components/email-words.ts";
import { showDone, showError } from "../components/notify.tsx";
import { SendButton, useJustSent } from "../components/send-button.tsx";
import { isErased } from "./erased.ts";

/** Resends the order's email, then opens the new one. */
export function SendAgain({ email }: { email: Email }) {
  const { canChange } = useRights();
  const navigate = useNavigate();
  const sending = useSendAgain();
  const sendsEmail = useSendsEmail();
  const { justSent, markSent } = useJustSent();
  if (
    !canChange ||
    email.kind !== "delivery" ||
    email.status === "queued" ||
    email.status === "cancelled" ||
    isErased(email)
  )
    return null;
  const send = () =>
    sending.mutate(email.id, {
      onError: showError,
      onSuccess: ({ recipient }) => {
        markSent();
        showDone(onItsWay(recipient ?? "", sendsEmail));
      },
      onSuccessIfMounted: ({ id }) => navigate(`/admin/emails/${id}`),
    });
  return (
    <SendButton
      onClick={send}
      loading={sending.isPending}
      justSent={justSent}
      variant={email.status === "sent" ? "default" : "filled"}
    >
      Resend email
    </SendButton>
  );
}
