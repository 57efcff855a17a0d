import { Anchor, Button, Code, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useAccount } from "../api/account.ts";
import { useRights, useSession } from "../api/session.ts";
import type { Setup } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { isolated } from "../components/format.ts";
import { LinkButton, TextLink } from "../components/links.tsx";
import { orderCommand } from "../components/order-command.ts";
import { TryAsCustomer } from "../components/try-as-customer.tsx";
import { MailTest } from "../settings/mail-test.tsx";

interface Step {
  name: keyof Setup["steps"];
  title: string;
  Content: (props: { setup: Setup }) => ReactNode;
}

/** First what shows what Waybill does, then what customers see, and what the store needs to sell. */
export const steps: Step[] = [
  { name: "product", title: "Add a product with its file", Content: ProductStep },
  { name: "order", title: "Try an order as your customer sees it", Content: OrderStep },
  { name: "store", title: "Name, website and logo", Content: StoreStep },
  { name: "email", title: "Send emails", Content: EmailStep },
  { name: "shop", title: "Connect your shop", Content: ShopStep },
  { name: "sign_in", title: "Protect your sign-in", Content: SignInStep },
];

function StoreStep() {
  return (
    <Body words="Your customers see them on their pages and in every email.">
      <OwnersGroup>
        <LinkButton to="/admin/settings/store">Name and website</LinkButton>
        <LinkButton to="/admin/settings/branding" variant="default">
          Logo and color
        </LinkButton>
      </OwnersGroup>
    </Body>
  );
}

function EmailStep({ setup }: { setup: Setup }) {
  if (setup.steps.email) {
    return (
      <Body words="A mail server is set up. Send yourself a test email.">
        <OwnersGroup>
          <MailTest />
        </OwnersGroup>
      </Body>
    );
  }
  return (
    <Body
      words={
        <>
          Without a mail server, emails are kept here and customers receive nothing. Whoever runs this installation sets{" "}
          <Code>WAYBILL_SMTP</Code> and <Code>WAYBILL_MAIL_FROM</Code> in its environment and restarts it.
        </>
      }
    >
      <OwnersGroup>
        <LinkButton to="/admin/settings/email">View mail settings</LinkButton>
        <LinkButton to="/admin/emails/mailbox" variant="default">
          View kept emails
        </LinkButton>
      </OwnersGroup>
    </Body>
  );
}

function SignInStep() {
  return (
    <Body words="Choose a password of your own, and turn on two-factor authentication: a code from an app on your phone.">
      <LinkButton to="/admin/settings/profile">Password and two-factor</LinkButton>
    </Body>
  );
}

function ProductStep({ setup: { product, steps: done } }: { setup: Setup }) {
  const { canChange } = useRights();
  const withoutFile = product && !done.product;
  return (
    <Body
      words={
        withoutFile
          ? `${isolated(product.name)} has no file yet. Add one, or a link.`
          : "A product has a name, your shop's SKU and the files your customers get."
      }
    >
      {canChange && (
        <LinkButton to={withoutFile ? `/admin/products/${product.id}?tab=files` : "/admin/products/new"}>
          {withoutFile ? "Add a file" : "New product"}
        </LinkButton>
      )}
    </Body>
  );
}

function OrderStep({ setup: { product, order } }: { setup: Setup }) {
  const { canChange } = useRights();
  const { data: session } = useSession();
  const { data: account } = useAccount();
  if (!product) return <Body words="Add a product first." />;
  if (!session || !account) return null;
  const emails = session.mailbox ? "/admin/emails/mailbox" : "/admin/emails";
  return (
    <Body
      words={
        <>
          This sends a test order of {product.name} to {account.email} and opens its page. The{" "}
          <TextLink to={emails} underline="always">
            email
          </TextLink>{" "}
          follows in a moment.
        </>
      }
    >
      <Group>
        {canChange && <TryAsCustomer sku={product.sku} again={order !== null} />}
        {order && (
          <Button component="a" href={order.download_url} target="_blank" rel="noreferrer">
            Open the customer's page
          </Button>
        )}
      </Group>
    </Body>
  );
}

function ShopStep({ setup: { product } }: { setup: Setup }) {
  const { canManage } = useRights();
  const { data: account } = useAccount();
  const command = orderCommand(account?.url ?? "", account?.api_key ?? null, product?.sku ?? null);
  return (
    <Body
      words={
        <>
          Most shops need no code: connect yours in about two minutes. Or let your own checkout send an order like this
          one after each payment. Set <Code>WAYBILL_TOKEN</Code> to{" "}
          {canManage ? (
            <TextLink to="/admin/settings/api" underline="always">
              your API token
            </TextLink>
          ) : (
            "the API token"
          )}{" "}
          to try it. The{" "}
          <Anchor href="/docs/api" target="_blank" rel="noreferrer" underline="always">
            API reference
          </Anchor>{" "}
          has every field.
        </>
      }
    >
      {canManage && <LinkButton to="/admin/connections/new">Connect a shop</LinkButton>}
      <Code block w="100%" tabIndex={0} aria-label="Command that sends an order">
        {command}
      </Code>
      <Copy value={command} label="Copy command" />
    </Body>
  );
}

function Body({ words, children }: { words: ReactNode; children?: ReactNode }) {
  return (
    <Stack gap="sm" align="flex-start" maw={720}>
      <Text style={{ overflowWrap: "anywhere" }}>{words}</Text>
      {children}
    </Stack>
  );
}

/** Only owners may change settings. */
function OwnersGroup({ children }: { children: ReactNode }) {
  const { canManage } = useRights();
  return canManage ? (
    <Stack gap="sm" align="flex-start">
      <Group>{children}</Group>
    </Stack>
  ) : (
    <Text c="dimmed">Only owners can change this.</Text>
  );
}
