import { NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { placesProblem, priceText, tidyPrice, typedPrice } from "../products/price.ts";
import { LineBox } from "./line-box.tsx";
import { type ChosenProduct, ProductSelect } from "./product-select.tsx";

/** A product to add to an order. */
export interface Line {
  productId: number;
  sku: string;
  name: string;
  quantity: number | string;
  /** Of one unit, as typed; empty for the product's. */
  price: string;
  /** What the product costs; null if it has no price. */
  usualPrice: number | null;
  /** The product's. */
  currency: string;
  /** Downloads per file; empty for the order's limit. */
  downloads: number | string;
}

/** The problem with a line's quantity; null for none. */
export const quantityProblem = ({ quantity }: Line) => (quantity === "" ? "Enter a number." : null);

/** The currency of prices typed for these products; null if the products have different ones. */
export function sharedCurrency(lines: Line[]): string | null {
  const [currency = null, ...others] = new Set(lines.map((line) => line.currency));
  return others.length === 0 ? currency : null;
}

/** The problem with a line's price; null for none. */
export function priceProblem({ price }: Line, currency: string | null): string | null {
  if (price === "") return null;
  if (currency === null) return "Leave prices empty for products of different currencies.";
  if (!/^\d{1,10}(\.\d{1,4})?$/.test(typedPrice(price) ?? "")) return "Enter a price such as 9.50.";
  return placesProblem(price, currency);
}

interface OrderLinesProps {
  lines: Line[];
  onChange: (lines: Line[]) => void;
  /** The currency of an order that exists; a new one takes its products'. */
  currency?: string;
  /** IDs of products already in the order. */
  held?: number[];
  /** Whether at least one is required. */
  required?: boolean;
  error?: string | null | undefined;
}

/** The products to add to an order. */
export function OrderLines({ lines, onChange, currency, held = [], required = false, error }: OrderLinesProps) {
  const change = (changed: Line) =>
    onChange(lines.map((line) => (line.productId === changed.productId ? changed : line)));
  return (
    <Stack gap="sm">
      {lines.map((line) => (
        <OneLine
          key={line.productId}
          line={line}
          currency={currency ?? sharedCurrency(lines)}
          onChange={change}
          onRemove={() => onChange(lines.filter(({ productId }) => productId !== line.productId))}
        />
      ))}
      <ProductSelect
        chosen={[...held, ...lines.map(({ productId }) => productId)]}
        onChoose={(product) => onChange([...lines, lineOf(product)])}
        required={required}
        error={error}
      />
    </Stack>
  );
}

function lineOf({ id, sku, name, price, currency }: ChosenProduct): Line {
  return { productId: id, sku, name, quantity: 1, price: "", usualPrice: price, currency, downloads: "" };
}

interface OneLineProps {
  line: Line;
  currency: string | null;
  onChange: (line: Line) => void;
  onRemove: () => void;
}

function OneLine({ line, currency, onChange, onRemove }: OneLineProps) {
  const { usualPrice } = line;
  return (
    <LineBox name={line.name} sku={line.sku} action="Remove" onAction={onRemove}>
      <SimpleGrid cols={{ base: 2, xs: 3 }} mt="xs" style={{ alignItems: "end" }}>
        <NumberInput
          label="Quantity"
          min={1}
          max={10_000}
          allowDecimal={false}
          clampBehavior="strict"
          value={line.quantity}
          onChange={(quantity) => onChange({ ...line, quantity })}
          error={quantityProblem(line)}
        />
        <TextInput
          label={currency ? `Price of one (${currency})` : "Price of one"}
          inputMode="decimal"
          autoComplete="off"
          placeholder={usualPrice === null ? "None" : priceText(usualPrice, line.currency)}
          value={line.price}
          onChange={(event) => onChange({ ...line, price: event.currentTarget.value })}
          onBlur={() => currency && line.price && onChange({ ...line, price: tidyPrice(line.price, currency) })}
          error={priceProblem(line, currency)}
        />
        <NumberInput
          label="Downloads per file"
          placeholder="Order default"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={line.downloads}
          onChange={(downloads) => onChange({ ...line, downloads })}
        />
      </SimpleGrid>
    </LineBox>
  );
}
