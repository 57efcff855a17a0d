import { Paper, Text, Title } from "@mantine/core";
import type { ProductTotals } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { bytes, number } from "../components/format.ts";
import { Shortened } from "../components/shortened.tsx";

const shown = 10;

const columns: Column<ProductTotals>[] = [
  {
    header: "Product",
    cell: ({ product_id, name, sku }) => (
      <>
        <Shortened value={name || sku} to={`/admin/products/${product_id}`} />
        {name && <Shortened value={sku} size="xs" c="dimmed" />}
      </>
    ),
  },
  { header: "Orders", cell: ({ orders }) => number(orders), align: "right" },
  { header: "Downloads", cell: ({ downloads }) => number(downloads), align: "right" },
  { header: "Delivered", cell: (product) => bytes(product.bytes), align: "right", desktopOnly: true },
];

/** The most downloaded products of the period. */
export function TopProducts({ products }: { products: ProductTotals[] | undefined }) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="top-products">
      <Title order={2} id="top-products" size="sm" fw={500} c="dimmed" mb="xs">
        Most downloaded
      </Title>
      <DataTable
        label="Most downloaded products"
        columns={columns}
        rows={products?.slice(0, shown)}
        rowKey={({ product_id }) => product_id}
        empty={<Text py="md">No orders or downloads in this period.</Text>}
      />
    </Paper>
  );
}
