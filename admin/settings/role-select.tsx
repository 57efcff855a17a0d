import { NativeSelect, Text } from "@mantine/core";
import { useChangeRole } from "../api/members.ts";
import { type Role, useRights, useSession } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { confirmDeed } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { roles } from "./roles.ts";

/** A person's role; for an owner, with the choice of another. */
export function RoleSelect({ member }: { member: Member }) {
  const { canManage } = useRights();
  const { data: session } = useSession();
  const changing = useChangeRole();
  if (!canManage) return <Text size="sm">{roles.find(({ value }) => value === member.role)?.label}</Text>;
  const change = (role: Role) =>
    changing.mutate(
      { id: member.id, role },
      { onSuccess: () => showDone(`The role of ${member.email} was changed.`), onError: showError },
    );
  const choose = (role: Role) => {
    if (member.id !== session?.user.id) return change(role);
    confirmDeed({
      title: "Give up being an owner?",
      words: "You can no longer change settings or people. Another owner can give it back to you.",
      act: "Give it up",
      onConfirm: () => change(role),
    });
  };
  return (
    <NativeSelect
      aria-label={`Role of ${member.email}`}
      data={roles.map(({ value, label }) => ({ value, label }))}
      value={changing.isPending ? changing.variables.role : member.role}
      disabled={changing.isPending}
      onChange={(event) => choose(event.currentTarget.value as Role)}
      miw={124}
    />
  );
}
