import { Button, Group, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { useRemoveConnection } from "../api/connections.ts";
import type { Connection } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { forgetUnsaved } from "../components/unsaved.tsx";

type Named = Pick<Connection, "id" | "name">;

/** Asks whether to remove a connection, and removes it. */
function useRemoval({ id, name }: Named, onRemoved: () => void = () => {}) {
  const removing = useRemoveConnection();
  const ask = () =>
    confirmAction({
      title: `Remove ${quoted(name)}?`,
      words: "Its address stops working at once, so new orders from this shop no longer arrive. Existing orders stay.",
      confirmLabel: "Remove connection",
      onConfirm: () =>
        removing.mutate(id, {
          onSuccess: () => showDone(`${quoted(name)} was removed.`),
          onSuccessIfMounted: onRemoved,
          onError: showError,
        }),
    });
  return { ask, isPending: removing.isPending };
}

/** The part of a connection's screen that removes it; then the list is shown. */
export function Removal({ connection, list }: { connection: Named; list: string }) {
  const navigate = useNavigate();
  const { ask, isPending } = useRemoval(connection, () => {
    forgetUnsaved();
    navigate(list);
  });
  return (
    <Section title="Remove">
      <Group justify="space-between">
        <Text c="dimmed" flex="1 1 260px">
          Stops taking orders from this shop. Existing orders stay.
        </Text>
        <Button color="red" variant="light" loading={isPending} onClick={ask}>
          Remove connection…
        </Button>
      </Group>
    </Section>
  );
}

/** Removes a connection in the list. */
export function RemoveButton({ connection }: { connection: Named }) {
  const { ask, isPending } = useRemoval(connection);
  return (
    <Button
      size="compact-sm"
      color="red"
      variant="light"
      loading={isPending}
      onClick={ask}
      aria-label={`Remove ${connection.name}`}
    >
      Remove…
    </Button>
  );
}
