import { Badge, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useRights, useSession } from "../api/session.ts";
import type { FirstSteps } from "../api/stats.ts";
import { Copy } from "../components/copy.tsx";
import { LinkButton, TextLink } from "../components/links.tsx";
import { newOrderAddress } from "../components/order-address.ts";
import { orderCommand } from "../components/order-command.ts";

/** Steps for a new store until its first delivery. */
export function FirstRun({ firstSteps: { hasProduct, hasOrder } }: { firstSteps: FirstSteps }) {
  const { data: session } = useSession();
  const { canChange } = useRights();
  const command = orderCommand(session?.account.url ?? "", null);
  return (
    <Stack gap="xl" maw={720}>
      <Text>Three steps to your first delivery. Your figures appear here afterwards.</Text>
      <Step title="1. Create a product" done={hasProduct}>
        <Text>A product has a SKU, a name and the files your customers get.</Text>
        {canChange && (
          <Group mt="sm">
            <LinkButton to="/admin/products/new">New product</LinkButton>
          </Group>
        )}
      </Step>
      <Step title="2. Send an order" done={hasOrder}>
        <Text>
          Your checkout does this after each payment. To try it, set <Code>WAYBILL_TOKEN</Code> to the token in{" "}
          <TextLink to="/admin/settings/api" underline="always">
            Settings → API
          </TextLink>
          , put your API key and SKU into this command and run it. Or{" "}
          <TextLink to={newOrderAddress} underline="always">
            create an order here
          </TextLink>
          .
        </Text>
        <Code block mt="sm" tabIndex={0} aria-label="Command that sends an order">
          {command}
        </Code>
        <Group mt="xs">
          <Copy value={command} label="Copy command" />
        </Group>
      </Step>
      <Step title="3. Read the email and open the links">
        {session?.mailbox ? (
          <Text>
            There is no mail server, so emails stay here. Open them in the{" "}
            <TextLink to="/admin/emails/mailbox" underline="always">
              mailbox
            </TextLink>{" "}
            and download as your customer would.
          </Text>
        ) : (
          <Text>
            The customer gets an email with the links.{" "}
            <TextLink to="/admin/emails" underline="always">
              Emails
            </TextLink>{" "}
            shows whether it was sent.
          </Text>
        )}
      </Step>
    </Stack>
  );
}

/** A finished step shows only its title. */
function Step({ title, done = false, children }: { title: string; done?: boolean; children: React.ReactNode }) {
  return (
    <section>
      <Group gap="sm" mb={4}>
        <Title order={2}>{title}</Title>
        {done && (
          <Badge variant="light" tt="none" color="teal">
            ✓ Done
          </Badge>
        )}
      </Group>
      {!done && children}
    </section>
  );
}
