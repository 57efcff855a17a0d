import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { removeLicenseDevice, useLicenseDevices, useOrderAction } from "../api/orders.ts";
import { useRights } from "../api/session.ts";
import type { Answer, Order } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment, quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

type Device = Answer<"GET /orders/{id}/devices">["devices"][number];

/** The devices on which programs have activated the order's licenses; nothing if there are none. */
export function LicenseDevices({ order }: { order: Order }) {
  const hasKeys = order.order_items.some(({ license_keys }) => license_keys.length > 0);
  const { data: devices = [], error, refetch } = useLicenseDevices(order.id, hasKeys);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (devices.length === 0) return null;
  return (
    <Section title="Devices">
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Stack>
    </Section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { canChange } = useRights();
  const name = device.name ?? "Device without a name";
  const remove = useOrderAction(() => removeLicenseDevice(device));
  const ask = () =>
    confirmAction({
      title: `Remove ${quoted(name)}?`,
      words:
        "Its place becomes free for another device. The program on it may stop working until the customer activates it again.",
      confirmLabel: "Remove device",
      onConfirm: () =>
        remove.mutate(undefined, { onError: showError, onSuccess: () => showDone(`${quoted(name)} was removed.`) }),
    });
  const words = [
    device.product_name,
    device.license_key,
    `last seen ${moment(device.last_seen_at)}`,
    device.takes_place ? null : "local site, takes no place",
  ];
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Box miw={0} flex="1 1 200px" style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {words.filter(Boolean).join(" · ")}
        </Text>
      </Box>
      {canChange && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          aria-label={`Remove ${name}`}
          onClick={ask}
        >
          Remove…
        </Button>
      )}
    </Group>
  );
}
