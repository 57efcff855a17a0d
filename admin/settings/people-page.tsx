import { Badge, Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useMembers } from "../api/members.ts";
import { useRights, useSession } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { day, isolated } from "../components/format.ts";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { Shortened } from "../components/shortened.tsx";
import { useDialog } from "../components/use-dialog.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { InviteAgain } from "./invite-again.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { RoleSelect } from "./role-select.tsx";

const pageSize = 50;

/** Who signs in to this store, and what they may do. */
export function PeoplePage() {
  const page = usePage();
  const { data, error, refetch } = useMembers(page, pageSize);
  const { data: session } = useSession();
  const { canManage } = useRights();
  const inviting = useDialog("invite");
  const owners = data?.members.filter(({ role }) => role === "owner") ?? [];
  const isOnlyOwner = (member: Member) =>
    owners.length === 1 && data?.total === data?.members.length && member.role === "owner";
  const [link, setLink] = useState<{ email: string; url: string } | null>(null);
  const columns: Column<Member>[] = [
    { header: "Person", cell: (member) => <Person member={member} isYou={member.id === session?.user.id} /> },
    {
      header: "Role",
      cell: (member) =>
        isOnlyOwner(member) ? <OnlyOwner /> : <Role member={member} canManage={canManage} onLink={setLink} />,
    },
    { header: "Since", cell: (member) => day(member.created_at), nowrap: true, desktopOnly: true },
    ...(canManage
      ? [
          {
            header: "",
            cell: (member: Member) => !isOnlyOwner(member) && <MemberActions member={member} onLink={setLink} />,
            align: "right" as const,
            desktopOnly: true,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader title="People" words="Who can sign in to this store, and what they can do.">
        {canManage && <Button onClick={inviting.open}>Invite…</Button>}
      </PageHeader>
      <DataTable
        label="People"
        columns={columns}
        rows={data?.members}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<EmptyState title="No people on this page" words="Go back to the first page." />}
      />
      <Pager list={data} pageSize={pageSize} />
      <InviteDialog opened={canManage && inviting.opened} onClose={inviting.close} onLink={setLink} />
      <InvitationLink link={link} onClose={() => setLink(null)} />
    </>
  );
}

interface ActionsProps {
  member: Member;
  onLink: (link: { email: string; url: string }) => void;
}

function MemberActions({ member, onLink }: ActionsProps) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {member.status === "invited" && <InviteAgain member={member} onLink={onLink} />}
      <RemoveMember member={member} />
    </Group>
  );
}

/** Cannot be removed, or get another role. */
const OnlyOwner = () => (
  <Stack gap={2}>
    <Text size="sm">Owner</Text>
    <Text size="xs" c="dimmed">
      The only one
    </Text>
  </Stack>
);

/** On a phone the buttons are here, to leave room for email addresses. */
function Role({ member, canManage, onLink }: ActionsProps & { canManage: boolean }) {
  return (
    <Stack gap={4} align="flex-start">
      <RoleSelect member={member} />
      {canManage && (
        <Box hiddenFrom="sm">
          <MemberActions member={member} onLink={onLink} />
        </Box>
      )}
    </Stack>
  );
}

function Person({ member, isYou }: { member: Member; isYou: boolean }) {
  return (
    <Stack gap={2} align="flex-start">
      <Shortened value={isYou ? `${isolated(member.name)} (you)` : member.name} fw={500} />
      <Shortened value={member.email} size="xs" c="dimmed" />
      {member.status === "invited" && (
        <Badge size="sm" variant="light" color="gray">
          Invited
        </Badge>
      )}
      {member.two_factor_enabled && (
        <Badge size="sm" variant="light" color="teal">
          Two-factor{" "}
        </Badge>
      )}
    </Stack>
  );
}
