import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import type { Session } from "../api/session.ts";
import { signOut } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showError } from "../components/notify.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { forgetUnsaved } from "../components/unsaved.tsx";
import { underwayNow } from "../components/upload/underway.ts";
import { isBulkRunning } from "../orders/bulk-run.ts";
import { roles } from "../settings/roles.ts";
import { endUnderway } from "./end-underway.ts";

export function PersonMenu({ session }: { session: Session }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leaving = useAction({
    mutationFn: async () => {
      await endUnderway();
      await signOut();
    },
    onError: showError,
    onSuccess: async () => {
      forgetUnsaved();
      await navigate("/admin/sign-in");
      queries.clear();
    },
  });
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <UnstyledButton>
          <Avatar name={session.user.name || session.user.email} color="initials" size={34} aria-hidden />
          <VisuallyHidden>Signed in as {readableAddress(session.user.email)}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm">{readableAddress(session.user.email)}</Text>
          {roles.find(({ value }) => value === session.role)?.label} of {session.account.name}
        </Menu.Label>
        <Menu.Item component={Link} to="/admin/settings/profile">
          Your profile
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
          Help
        </Menu.Item>
        <Menu.Item onClick={() => askToLeave(leaving.mutate)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Signing out stops bulk actions and uploads, so it asks first. */
function askToLeave(leave: () => void): void {
  const ending = [
    ...(underwayNow().files.length > 0 ? ["Unfinished uploads are canceled."] : []),
    ...(isBulkRunning() ? ["The bulk action on orders stops."] : []),
  ];
  const question = { title: "Sign out now?", words: ending.join(" "), confirmLabel: "Sign out", cancel: "Stay" };
  if (ending.length === 0) leave();
  else confirmAction({ ...question, onConfirm: leave });
}
