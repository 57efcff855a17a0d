import { Button } from "@mantine/core";
import { useRemoveMember } from "../api/members.ts";
import type { Member } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";

/** Removes a person from the store, after a question. */
export function RemoveMember({ member }: { member: Member }) {
  const removing = useRemoveMember();
  const remove = () =>
    confirmAction({
      title: `Remove ${member.email}?`,
      words:
        member.status === "invited"
          ? "Their invitation stops working. You can invite them again."
          : "They are signed out at once and lose access to this store. You can invite them again.",
      confirmLabel: "Remove",
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
