import { Button, Group, Stack, Text } from "@mantine/core";
import type { OrderItem } from "../api/types.ts";
import { quoted } from "../components/format.ts";

interface RemovalQuestionProps {
  items: OrderItem[];
  onBack: () => void;
  onRemove: () => void;
}

/** Asks before products are removed from an order. Replaces the form in its dialog. */
export function RemovalQuestion({ items, onBack, onRemove }: RemovalQuestionProps) {
  const names = new Intl.ListFormat("en").format(
    items.map(({ product_name, item_sku }) => quoted(product_name || item_sku)),
  );
  return (
    <Stack>
      <div role="alert">
        <Text fw={600}>Remove {names}?</Text>
        <Text size="sm">
          The customer loses the link for good, even if you add the product again later. The download history stays, and
          license keys are not reused.
        </Text>
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} autoFocus>
          Back
        </Button>
        <Button color="red.9" onClick={onRemove}>
          Remove and save
        </Button>
      </Group>
    </Stack>
  );
}
