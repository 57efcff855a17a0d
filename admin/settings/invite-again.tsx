import { Button } from "@mantine/core";
import { useInvite } from "../api/members.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { onItsWay } from "../components/email-words.ts";
import { showDone, showError } from "../components/notify.tsx";

interface InviteAgainProps {
  member: Member;
  /** Called with the link if no mail server sends it. */
  onLink: (link: { email: string; url: string }) => void;
}

/** Sends the invitation of a person who has not accepted again, with a new link. */
export function InviteAgain({ member: { email, name, role }, onLink }: InviteAgainProps) {
  const inviting = useInvite();
  const sendsEmail = useSendsEmail();
  const send = () =>
    inviting.mutate(
      { email, name, role },
      {
        onSuccess: ({ member: { invitation_url: url } }) => {
          if (url) onLink({ email, url });
          else showDone(`${email} was invited again. ${onItsWay(email, sendsEmail)}`);
        },
        onError: showError,
      },
    );
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={inviting.isPending}
      onClick={send}
      aria-label={`Invite again: ${email}`}
    >
      Invite again
    </Button>
  );
}
