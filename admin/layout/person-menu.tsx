import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { useDeed } from "../api/deed.ts";
import type { Session } from "../api/session.ts";
import { signOut } from "../api/sign-in.ts";
import { showError } from "../components/notify.tsx";
import { forgetUnsaved } from "../components/unsaved.tsx";

const roles = { owner: "Owner", staff: "Staff", read_only: "Read only" };

export function PersonMenu({ session }: { session: Session }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leaving = useDeed({
    mutationFn: signOut,
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
          <VisuallyHidden>Signed in as {session.user.email}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm">{session.user.email}</Text>
          {roles[session.role]} of {session.account.name}
        </Menu.Label>
        <Menu.Item component={Link} to="/admin/settings/profile">
          Password, second factor, sessions
        </Menu.Item>
        <Menu.Item onClick={() => leaving.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
