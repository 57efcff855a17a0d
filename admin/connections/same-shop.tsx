import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { RemovedConnection } from "../api/types.ts";
import { day, quoted } from "../components/format.ts";

interface SameShopProps {
  /** Removed connections of the chosen kind, the last removed first. Empty closes the question. */
  removed: RemovedConnection[];
  onClose: () => void;
  /** With the ID of the connection of the same shop; null for another shop. */
  onAnswer: (continues: number | null) => void;
}

/** Asks whether a shop was connected before. Nothing that such a shop sends tells it. */
export function SameShop({ removed, onClose, onAnswer }: SameShopProps) {
  const [only, ...others] = removed;
  return (
    <Modal
      opened={only !== undefined}
      onClose={onClose}
      title="Is this the same shop as before?"
      centered
      // Without a fade, because the text changes on closing.
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        {only && others.length === 0 && <Text size="sm">Is this the shop that was connected {untilWhen(only)}?</Text>}
        {others.length > 0 && (
          <>
            <Text size="sm">Choose the shop if it was connected before.</Text>
            {removed.map((one) => (
              <Button
                key={one.id}
                variant="default"
                h="auto"
                py="xs"
                styles={{ label: { whiteSpace: "normal", overflowWrap: "anywhere" } }}
                onClick={() => onAnswer(one.id)}
              >
                Connected {untilWhen(one)}
              </Button>
            ))}
          </>
        )}
        <Text size="sm" c="dimmed">
          If it is the same shop, Waybill knows its orders and delivers none of them twice. Your product matches stay,
          too.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onAnswer(null)}>
            {others.length > 0 ? "None of them" : "No, another shop"}
          </Button>
          {only && others.length === 0 && (
            <Button data-autofocus onClick={() => onAnswer(only.id)}>
              Yes, the same shop
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const untilWhen = ({ name, removed_at }: RemovedConnection) => `until ${day(removed_at)} as ${quoted(name)}`;
