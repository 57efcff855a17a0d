import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router";
import type { Session } from "../api/session.ts";
import { readableAddress } from "../components/readable-address.ts";
import { roles } from "../settings/roles.ts";
import { useSignOut } from "./use-sign-out.ts";

export function PersonMenu({ session }: { session: Session }) {
  const signOut = useSignOut();
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
        <Menu.Item onClick={signOut}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
