import { Radio, Stack } from "@mantine/core";
import type { EarlierOrders } from "../api/types.ts";
import { number } from "../components/format.ts";

/** Asks whether orders from before the first key get keys too. */
export function EarlierOrdersChoice({
  earlier: { orders, units },
  value,
  onChange,
  error,
}: {
  earlier: EarlierOrders;
  value: string | null;
  onChange: (choice: string) => void;
  error: string | null;
}) {
  const which = orders === 1 ? "1 earlier order" : `${number(orders)} earlier orders`;
  const ofUnits = units === 1 ? "1 unit" : `${number(units)} units`;
  return (
    <Radio.Group
      label={`${which} (${ofUnits}) ${orders === 1 ? "has" : "have"} no key`}
      value={value}
      onChange={onChange}
      error={error}
      required
    >
      <Stack gap="xs" mt={6} mb={error ? 6 : 0}>
        <Radio
          value="give"
          label={orders === 1 ? "Give it keys" : "Give them keys"}
          description={
            orders === 1
              ? "It gets the first keys, and its customer an email."
              : "They get the first keys, oldest first, and each customer an email."
          }
        />
        <Radio
          value="skip"
          label="Only new orders"
          description={
            orders === 1
              ? "The earlier order stays as it is. You can give it keys later."
              : "Earlier orders stay as they are. You can give them keys later."
          }
        />
      </Stack>
    </Radio.Group>
  );
}
