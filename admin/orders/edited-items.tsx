import { Input, Stack, Text } from "@mantine/core";
import type { OrderItem } from "../api/types.ts";
import type { ItemEdits } from "./item-edits.ts";
import { LineBox } from "./line-box.tsx";
import { OrderLines } from "./order-lines.tsx";

interface EditedItemsProps {
  items: OrderItem[];
  edits: ItemEdits;
  onChange: (edits: ItemEdits) => void;
}

/** The products that an order holds, those that are to go, and those that are to come. */
export function EditedItems({ items, edits: { removed, added }, onChange }: EditedItemsProps) {
  return (
    <Stack gap="xs">
      <div>
        <Input.Label labelElement="div">Products</Input.Label>
        <Input.Description>
          What you add stands on the customer's page at once. No email is sent: resend it afterwards.
        </Input.Description>
      </div>
      {items.map(({ item_id, item_sku, product_name }) => {
        const goes = removed.includes(item_id);
        const others = removed.filter((id) => id !== item_id);
        return (
          <LineBox
            key={item_id}
            name={product_name}
            sku={item_sku}
            act={goes ? "Keep" : "Remove"}
            onAct={() => onChange({ added, removed: goes ? others : [...removed, item_id] })}
          >
            {goes && (
              <Text size="sm" c="var(--mantine-color-red-light-color)">
                Goes when you save: the customer loses the link.
              </Text>
            )}
          </LineBox>
        );
      })}
      <OrderLines
        lines={added}
        onChange={(lines) => onChange({ removed, added: lines })}
        held={items.map(({ item_id }) => item_id)}
      />
    </Stack>
  );
}
