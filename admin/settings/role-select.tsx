import { Select, Text } from "@mantine/core";
import { useChangeRole } from "../api/members.ts";
import { type Role, useRights, useSession } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { roles } from "./roles.ts";

/** A person's role. Owners can change it. */
export function RoleSelect({ member }: { member: Member }) {
  const { canManage } = useRights();
  const { data: session } = useSession();
  const changing = useChangeRole();
  if (!canManage) return <Text size="sm">{roles.find(({ value }) => value === member.role)?.label}</Text>;
  const change = (role: Role) =>
    changing.mutate(
      { id: member.id, role },
      { onSuccess: () => showDone(`Role of ${member.email} changed.`), onError: showError },
    );
  const choose = (role: Role) => {
    if (role === member.role) return;
    if (role !== "owner" && member.role !== "owner") return change(role);
    const question = role === "owner" ? giving : member.id === session?.user.id ? givingUp : taking;
    confirmAction({ ...question(member.email), onConfirm: () => change(role) });
  };
  return (
    // A native select would change the role with each arrow key.
    <Select
      aria-label={`Role of ${member.email}`}
      data={roles.map(({ value, label }) => ({ value, label }))}
      value={changing.isPending ? changing.variables.role : member.role}
      readOnly={changing.isPending}
      aria-busy={changing.isPending}
      onChange={(role) => role && choose(role as Role)}
      allowDeselect={false}
      w={140}
    />
  );
}

const giving = (email: string) => ({
  title: `Make ${email} an owner?`,
  words: "Owners can change settings, credentials and people. They can also remove you as an owner.",
  confirmLabel: "Make owner",
});

const taking = (email: string) => ({
  title: `Remove the owner role from ${email}?`,
  words: "They can no longer change settings, credentials or people. You can make them an owner again.",
  confirmLabel: "Remove owner role",
});

const givingUp = () => ({
  title: "Give up your owner role?",
  words: "You can no longer change settings or people. Only another owner can give the role back.",
  confirmLabel: "Give up role",
});
