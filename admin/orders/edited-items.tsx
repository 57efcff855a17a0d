import { Input, NumberInput, Stack, Text } from "@mantine/core";
import type { OrderItem } from "../api/types.ts";
import { listed, number } from "../components/format.ts";
import type { ItemEdits } from "./item-edits.ts";
import { LineBox } from "./line-box.tsx";
import { OrderLines } from "./order-lines.tsx";

interface EditedItemsProps {
  items: OrderItem[];
  /** The order's. */
  currency: string;
  edits: ItemEdits;
  onChange: (edits: ItemEdits) => void;
}

/** The products of an order, with those being removed and added. */
export function EditedItems({ items, currency, edits, onChange }: EditedItemsProps) {
  const { removed, quantities, added } = edits;
  const own = items.filter(({ bundle_item_id }) => bundle_item_id === null);
  return (
    <Stack gap="xs">
      <div>
        <Input.Label labelElement="div">Products</Input.Label>
        <Input.Description>
          Added products appear on the customer's page at once. No email is sent, so resend it after saving.
        </Input.Description>
      </div>
      {own.map(({ id: itemId, item_id, item_sku, product_name, quantity: before, license_keys: keys }) => {
        const brought = items.filter(({ bundle_item_id }) => bundle_item_id === itemId);
        const goes = removed.includes(item_id);
        const others = removed.filter((id) => id !== item_id);
        return (
          <LineBox
            key={item_id}
            name={product_name}
            sku={item_sku}
            action={goes ? "Keep" : "Remove"}
            onAction={() => onChange({ ...edits, removed: goes ? others : [...removed, item_id] })}
          >
            {goes ? (
              <Text size="sm" c="var(--mantine-color-red-light-color)">
                Will be removed when you save. The customer loses the link.
              </Text>
            ) : (
              <Quantity
                name={product_name}
                before={before}
                keys={keys.length}
                value={quantities[item_id] ?? before}
                onChange={(quantity) => onChange({ ...edits, quantities: { ...quantities, [item_id]: quantity } })}
              />
            )}
            {brought.length > 0 && (
              <Text size="xs" c="dimmed" mt="xs" style={{ overflowWrap: "anywhere" }}>
                {`With ${listed(brought.map((one) => `${number(one.quantity)} × ${one.product_name}`))}`}
              </Text>
            )}
          </LineBox>
        );
      })}
      <OrderLines
        lines={added}
        currency={currency}
        onChange={(lines) => onChange({ ...edits, added: lines })}
        held={items.map(({ item_id }) => item_id)}
      />
    </Stack>
  );
}

interface QuantityProps {
  name: string;
  before: number;
  /** License keys that the customer has. */
  keys: number;
  value: number | string;
  onChange: (quantity: number | string) => void;
}

function Quantity({ name, before, keys, value, onChange }: QuantityProps) {
  return (
    <NumberInput
      mt="xs"
      label="Quantity"
      aria-label={`Quantity of ${name}`}
      description={keys > 0 ? keyWords(keys, before, Number(value)) : null}
      min={1}
      max={10_000}
      allowDecimal={false}
      clampBehavior="strict"
      value={value}
      onChange={onChange}
      error={value === "" ? "Enter a number." : null}
    />
  );
}

/** What a quantity means for the license keys of a product that has some. */
function keyWords(keys: number, before: number, now: number): string | null {
  if (now === 0 || now === before) return null;
  if (now > keys) return "The customer gets one license key per unit, as soon as keys are available.";
  return keys > now ? `The customer keeps all ${number(keys)} license keys.` : null;
}
