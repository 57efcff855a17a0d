import { Alert, Button, Group, Text } from "@mantine/core";
import { useRights } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { holderName, isToCome } from "../components/email-words.ts";
import { moment } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { keysOnRelease } from "./keys-on-release.ts";
import { useStopping } from "./use-stopping.ts";

/** Whether the order delivers nothing until somebody releases or restores it. */
export const isStopped = ({ held_at, revoked_at }: Pick<Order, "held_at" | "revoked_at">) =>
  held_at !== null || revoked_at !== null;

const ruleWords: Record<Order["held_by"][number], string> = {
  many_addresses: "downloads from many addresses",
  countries: "a country on your list",
  total: "a total above your amount",
  many_orders: "many orders with this email address",
  email_domains: "an email domain on your list",
};

/** Says of an order on hold or revoked what that means, with buttons to end it. */
export function StoppedOrder({ order }: { order: Order }) {
  if (order.held_at !== null) return <OnHold order={order} since={order.held_at} />;
  if (order.revoked_at !== null) return <Revoked order={order} since={order.revoked_at} />;
  return null;
}

function OnHold({ order, since }: { order: Order; since: string }) {
  const { canChange } = useRights();
  const { busy, askRelease, askRevoke } = useStopping(order);
  const keys = keysOnRelease([order]);
  return (
    <Alert color="orange" title="This order is on hold" mb="lg">
      {order.held_by.length > 0 && (
        <Text size="sm" mb={4}>
          Held by your rules: {order.held_by.map((rule) => ruleWords[rule]).join(", ")}. After a release, they do not
          hold it again. <TextLink to="/admin/settings/checks">Change the rules</TextLink>
        </Text>
      )}
      <Text size="sm">
        Since {moment(since)}, its links do not work, and it gets no license keys and no emails. The {holderName(order)}{" "}
        reads that you are checking the order.
      </Text>
      <Text size="sm" mt={4}>
        {isToCome(order)
          ? "Once it is released, the gift is delivered on its day. "
          : "Releasing it makes its links work and sends its email, if it is to get one. "}
        {keys && `It also delivers ${keys}, if the product has any left. `}
        Time on hold does not count toward the expiry date.
      </Text>
      {canChange && (
        <Group gap="xs" mt="sm">
          <Button size="sm" loading={busy} onClick={askRelease}>
            Release…
          </Button>
          <Button size="sm" variant="default" disabled={busy} onClick={askRevoke}>
            Revoke…
          </Button>
        </Group>
      )}
    </Alert>
  );
}

function Revoked({ order, since }: { order: Order; since: string }) {
  const { canChange } = useRights();
  const { busy, askRestore } = useStopping(order);
  return (
    <Alert color="red" title="This order is revoked" mb="lg">
      <Text size="sm">
        Since {moment(since)}, its links do not work, and the customer reads that you have withdrawn the order. Its
        license keys stay assigned.
      </Text>
      {canChange && (
        <Button size="sm" variant="default" mt="sm" loading={busy} onClick={askRestore}>
          Restore…
        </Button>
      )}
    </Alert>
  );
}
