import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { Connection } from "../api/types.ts";
import { moment, quoted } from "../components/format.ts";

/** The newest connection of a shop from which nothing has come yet. */
export const begunAmong = (connections: Connection[], kind: Connection["kind"]): Connection | undefined =>
  connections.findLast((one) => one.kind === kind && one.first_event_at === null && one.refused_count === 0);

interface BegunShopProps {
  /** Null closes the question. */
  begun: Connection | null;
  onClose: () => void;
  onContinue: () => void;
  onAnother: () => void;
}

/** Asks whether to go on with a connection, so that none is left unused. */
export function BegunShop({ begun, onClose, onContinue, onAnother }: BegunShopProps) {
  return (
    <Modal
      opened={begun !== null}
      onClose={onClose}
      title="Continue where you left off?"
      centered
      // Without a fade, because the text changes on closing.
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        {begun && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            You began to connect {quoted(begun.name)} on {moment(begun.created_at)}. Nothing has come from it yet.
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onAnother}>
            Connect another shop
          </Button>
          <Button data-autofocus onClick={onContinue}>
            Continue
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
