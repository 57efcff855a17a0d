import { Button, Group, NumberInput, Paper, Stack, Text } from "@mantine/core";
import { ProductSelect } from "./product-select.tsx";

/** One product of an order that is being made. */
export interface Line {
  productId: number;
  sku: string;
  name: string;
  quantity: number | string;
  /** Downloads of each file; empty for the order's limit. */
  downloads: number | string;
}

interface OrderLinesProps {
  lines: Line[];
  onChange: (lines: Line[]) => void;
  error?: string | null | undefined;
}

/** The products of an order that is being made. */
export function OrderLines({ lines, onChange, error }: OrderLinesProps) {
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
        chosen={lines.map(({ productId }) => productId)}
        onChoose={({ id, sku, name }) => onChange([...lines, { productId: id, sku, name, quantity: 1, downloads: "" }])}
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
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {line.name}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {line.sku}
          </Text>
        </Stack>
        <Button size="compact-sm" variant="default" onClick={onRemove} aria-label={`Remove ${line.name}`} flex="none">
          Remove
        </Button>
      </Group>
      <Group grow align="flex-start">
        <NumberInput
          label="Quantity"
          min={1}
          max={10_000}
          allowDecimal={false}
          clampBehavior="strict"
          value={line.quantity}
          onChange={(quantity) => onChange({ ...line, quantity })}
        />
        <NumberInput
          label="Downloads of each file"
          placeholder="As the order"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={line.downloads}
          onChange={(downloads) => onChange({ ...line, downloads })}
        />
      </Group>
    </Paper>
  );
}
