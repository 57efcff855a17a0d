import { Radio, Stack } from "@mantine/core";
import type { EarlierOrders } from "../api/types.ts";
import { number } from "../components/format.ts";

/** Asks whether orders from before the first key get keys too. */
export function EarlierOrdersChoice({
  earlier: { orders, units, on_hold: held },
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
  const onHold = held === 0 ? "" : `, ${held === 1 ? "1 order" : `${number(held)} orders`} on hold`;
  const ofUnits = `${units === 1 ? "1 unit" : `${number(units)} units`}${onHold}`;
  const later = held === 0 ? "" : " An order on hold gets them when you release it.";
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
            (orders === 1
              ? "It gets the first keys, and its customer an email."
              : "They get the first keys, oldest first, and each customer an email.") + later
          }
        />
        <Radio
          value="skip"
          label="Only new orders"
          description={
            orders === 1
              ? `The earlier order stays as it is${held === 0 ? "" : ", also when you release it"}. You can give it keys later.`
              : `Earlier orders stay as they are${held === 0 ? "" : ", also when you release them"}. You can give them keys later.`
          }
        />
      </Stack>
    </Radio.Group>
  );
}
