import { Alert, Badge, Button, Code, Group, Stack, Table, Text } from "@mantine/core";
import { useDomainCheck } from "../api/account.ts";
import { useRights } from "../api/session.ts";
import type { Account } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { moment } from "../components/format.ts";
import { Section } from "../components/section.tsx";

type Proof = NonNullable<Account["custom_domain_verification"]>;

const states = {
  unverified: { label: "Not verified yet", color: "yellow" },
  verified: { label: "Verified", color: "green" },
  failing: { label: "No longer verified", color: "red" },
} as const;

/** Whether the custom domain is verified, and the DNS records that verify it. */
export function DomainProof({ domain, proof }: { domain: string; proof: Proof }) {
  const { canManage } = useRights();
  const check = useDomainCheck();
  const { label, color } = states[proof.state];
  return (
    <Section
      title="Verification"
      actions={
        <Badge color={color} variant="light">
          {label}
        </Badge>
      }
    >
      <Stack>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {wordsOf(domain, proof)}
        </Text>
        {proof.state !== "verified" && (
          <>
            <Text size="sm">Add one of these records at your domain provider, and keep it:</Text>
            <Record type="TXT" {...proof.txt_record} />
            {proof.cname_record && <Record type="CNAME" {...proof.cname_record} />}
          </>
        )}
        {proof.problem !== null && (
          <Alert color="yellow" style={{ overflowWrap: "anywhere" }}>
            {proof.problem}
          </Alert>
        )}
        <Group gap="sm">
          {canManage && (
            <Button variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
              Check now
            </Button>
          )}
          <Text size="sm" c="dimmed" role="status">
            {proof.checked_at === null ? "Not checked yet." : `Last checked ${moment(proof.checked_at)}.`}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}

function wordsOf(domain: string, { state, serving, serves_until }: Proof): string {
  if (state === "verified") return `${domain} is verified and shows your store. We check it daily, so keep the record.`;
  if (state === "failing") {
    return `${domain} still shows your store, but we cannot find its record. Others can claim it now, and after 30 days it stops working.`;
  }
  if (serving && serves_until !== null) {
    return `${domain} shows your store until ${moment(serves_until)}. Verify it by then.`;
  }
  return `${domain} shows your store once it is verified. We also check automatically.`;
}

function Record({ type, name, value }: { type: string; name: string; value: string }) {
  const rows = [
    { label: "Name", text: name },
    { label: "Value", text: value },
  ];
  return (
    <div>
      <Text size="sm" fw={500}>
        {type}
      </Text>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {rows.map(({ label, text }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400} w="4rem" style={{ verticalAlign: "top" }}>
                {label}
              </Table.Th>
              <Table.Td>
                <Group gap="xs">
                  <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
                    {text}
                  </Code>
                  <Copy value={text} label={`Copy ${type} record ${label.toLowerCase()}`} />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
