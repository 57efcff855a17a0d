import { Group, Progress, Stack, Text } from "@mantine/core";
import { useSession } from "../api/session.ts";
import type { Account } from "../api/types.ts";
import { number } from "../components/format.ts";
import { Section } from "../components/section.tsx";
import { AccountPage } from "./account-page.tsx";

/** The plan's limits and usage. */
export function PlanPage() {
  return <AccountPage title="Plan">{(account) => <Plan account={account} />}</AccountPage>;
}

function Plan({ account }: { account: Account }) {
  const { plan, emails_per_day: limit, emails_today: used } = account;
  const { data: session } = useSession();
  return (
    <Section title={`The ${plan} plan`}>
      <Stack>
        {limit === null ? <Text>Unlimited delivery emails.</Text> : <EmailAllowance used={used} limit={limit} />}
        <Text size="sm" c="dimmed">
          The administrator of this installation can change the plan:{" "}
          <code>
            npx waybill account set {session?.account.handle} <span style={{ whiteSpace: "nowrap" }}>--plan …</span>
          </code>
        </Text>
      </Stack>
    </Section>
  );
}

function EmailAllowance({ used, limit }: { used: number; limit: number }) {
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text>Delivery emails today</Text>
        <Text fw={600}>
          {number(used)} of {number(limit)}
        </Text>
      </Group>
      <Progress
        value={share}
        color={share >= 90 ? "red" : "var(--mantine-primary-color-filled)"}
        size="lg"
        aria-label={`${number(used)} of ${number(limit)} delivery emails used`}
      />
      <Text size="sm" c="dimmed">
        The count resets at midnight UTC. Emails over the limit are held back. You can resend them another day.
      </Text>
    </Stack>
  );
}
