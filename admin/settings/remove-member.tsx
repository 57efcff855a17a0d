import { Button } from "@mantine/core";
import { useRemoveMember } from "../api/members.ts";
import { useSession } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";

const leaving = "You are signed out at once and lose access to this store. Only another owner can invite you again.";
const withdrawing = "Their invitation stops working. You can invite them again.";
const removal = "They are signed out at once and lose access to this store. You can invite them again.";

/** Removes a person from the store, after a question. */
export function RemoveMember({ member }: { member: Member }) {
  const removing = useRemoveMember();
  const { data: session } = useSession();
  const isYou = member.id === session?.user.id;
  const remove = () =>
    confirmAction({
      title: isYou ? "Leave this store?" : `Remove ${member.email}?`,
      words: isYou ? leaving : member.status === "invited" ? withdrawing : removal,
      confirmLabel: isYou ? "Leave" : "Remove",
      onConfirm: () =>
        removing.mutate(member.id, { onSuccess: () => showDone(`${member.email} was removed.`), onError: showError }),
    });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={removing.isPending}
      onClick={remove}
      aria-label={`Remove ${member.email}`}
    >
      Remove…
    </Button>
  );
}
