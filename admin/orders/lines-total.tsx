import { Group, Text } from "@mantine/core";
import { money } from "../components/format.ts";
import { typedPrice } from "../products/price.ts";
import { type Line, priceProblem, quantityProblem, sharedCurrency } from "./order-lines.tsx";

/**
 * What an order of these lines comes to, as the service adds it up: lines without a price count nothing. Null as long as no
 * line has a price, one cannot be read, or their currencies differ.
 */
function totalOf(lines: Line[], currency: string): number | null {
  if (lines.some((line) => quantityProblem(line) || priceProblem(line, currency))) return null;
  const amounts = lines.flatMap(({ price, usualPrice, quantity }) => {
    const one = price === "" ? usualPrice : Number(typedPrice(price));
    return one === null ? [] : one * Number(quantity);
  });
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** The total of a new order while its lines are typed; nothing while there is none. */
export function LinesTotal({ lines }: { lines: Line[] }) {
  const currency = sharedCurrency(lines);
  const total = currency === null ? null : totalOf(lines, currency);
  if (currency === null || total === null) return null;
  return (
    <Group justify="space-between" role="status" aria-label="Total">
      <Text size="sm" fw={600}>
        Total
      </Text>
      <Text size="sm" fw={600}>
        {money(total, currency)}
      </Text>
    </Group>
  );
}
