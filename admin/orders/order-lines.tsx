import { Group, NumberInput, Stack } from "@mantine/core";
import { LineBox } from "./line-box.tsx";
import { ProductSelect } from "./product-select.tsx";

/** A product to add to an order. */
export interface Line {
  productId: number;
  sku: string;
  name: string;
  quantity: number | string;
  /** Downloads per file; empty for the order's limit. */
  downloads: number | string;
}

/** The problem with a line's quantity; null for none. */
export const quantityProblem = ({ quantity }: Line) => (quantity === "" ? "Enter a number." : null);

interface OrderLinesProps {
  lines: Line[];
  onChange: (lines: Line[]) => void;
  /** IDs of products already in the order. */
  held?: number[];
  /** Whether at least one is required. */
  required?: boolean;
  error?: string | null | undefined;
}

/** The products to add to an order. */
export function OrderLines({ lines, onChange, held = [], required = false, error }: OrderLinesProps) {
  const change = (changed: Line) =>
    onChange(lines.map((line) => (line.productId === changed.productId ? changed : line)));
  return (
    <Stack gap="sm">
      {lines.map((line) => (
        <OneLine
          key={line.productId}
          line={line}
          onChange={change}
          onRemove={() => onChange(lines.filter(({ productId }) => productId !== line.productId))}
        />
      ))}
      <ProductSelect
        chosen={[...held, ...lines.map(({ productId }) => productId)]}
        onChoose={({ id, sku, name }) => onChange([...lines, { productId: id, sku, name, quantity: 1, downloads: "" }])}
        required={required}
        error={error}
      />
    </Stack>
  );
}

interface OneLineProps {
  line: Line;
  onChange: (line: Line) => void;
  onRemove: () => void;
}

function OneLine({ line, onChange, onRemove }: OneLineProps) {
  return (
    <LineBox name={line.name} sku={line.sku} action="Remove" onAction={onRemove}>
      <Group grow align="flex-end" mt="xs">
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
        <NumberInput
          label="Downloads per file"
          placeholder="Order default"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={line.downloads}
          onChange={(downloads) => onChange({ ...line, downloads })}
        />
      </Group>
    </LineBox>
  );
}
