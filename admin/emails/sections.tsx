import { Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { useSession } from "../api/session.ts";

const sections = [
  { name: "log", to: "/admin/emails", label: "Delivery emails" },
  { name: "mailbox", to: "/admin/emails/mailbox", label: "Mailbox" },
] as const;

/** Tabs for the log and the mailbox, if there is one. Only owners can open it. */
export function EmailSections({ current }: { current: (typeof sections)[number]["name"] }) {
  const { data: session } = useSession();
  if (!session?.mailbox) return null;
  return (
    <Group component="nav" aria-label="Emails" gap="xs" mb="md">
      {sections.map(({ name, to, label }) => (
        <Button
          key={name}
          component={Link}
          to={to}
          size="xs"
          variant={name === current ? "light" : "subtle"}
          aria-current={name === current ? "page" : undefined}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
