import { Badge, Box, Group, Stack, Text } from "@mantine/core";
import { PackageIcon } from "@primer/octicons-react";
import { useSearchParams } from "react-router";
import { useProducts } from "../api/products.ts";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { Cover } from "../components/cover.tsx";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { money, number } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Shortened } from "../components/shortened.tsx";
import { deliversNothing } from "./contents.ts";

const pageSize = 50;

const states = [
  { value: "sale", label: "Active" },
  { value: "archived", label: "Archived" },
  { value: "all", label: "All" },
];

const columnsOf = (hasCovers: boolean): Column<Product>[] => [
  { header: "Product", cell: (product) => <Name product={product} hasCovers={hasCovers} /> },
  { header: "Files", cell: (product) => <Files product={product} />, align: "right", desktopOnly: true },
  {
    header: "Price",
    cell: ({ price, currency }) => (price === null ? "" : money(price, currency)),
    align: "right",
    desktopOnly: true,
  },
  { header: "Orders", cell: ({ orders_count }) => number(orders_count), align: "right" },
  { header: "Downloads", cell: ({ download_count }) => number(download_count), align: "right", desktopOnly: true },
  { header: "License keys", cell: (product) => <Keys product={product} />, align: "right", desktopOnly: true },
];

/** All products, sorted by SKU. */
export function ProductList() {
  const [search] = useSearchParams();
  const page = usePage();
  const q = search.get("q") ?? "";
  const shown = useFilter({ name: "show", options: states });
  const archived = shown === "all" ? undefined : shown === "archived";
  const { data, error, refetch } = useProducts({ page, page_size: pageSize, q, archived });
  const { canChange } = useRights();
  return (
    <>
      <PageHeader title="Products">
        {canChange && <LinkButton to="/admin/products/new">New product</LinkButton>}
      </PageHeader>
      <Group mb="md" gap="sm">
        <SearchField label="Search products" placeholder="Part of a SKU or name" />
        <Filter name="show" label="Filter by status" options={states} />
      </Group>
      <DataTable
        label="Products"
        columns={columnsOf(data?.products.some(({ cover_url }) => cover_url !== null) ?? false)}
        rows={data?.products}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoProducts searched={q !== ""} archived={shown === "archived"} canChange={canChange} />}
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}

/** A phone shows the other columns' values below the name. */
function Name({ product, hasCovers }: { product: Product; hasCovers: boolean }) {
  const { id, name, sku, price, currency } = product;
  return (
    <Group gap="sm" wrap="nowrap">
      {hasCovers && <Cover url={product.cover_url} size={36} />}
      <Stack gap={2}>
        <Shortened value={name} to={`/admin/products/${id}`} />
        <Shortened value={sku} size="xs" c="dimmed" />
        {product.archived_at !== null && (
          <Badge color="gray" variant="light">
            Archived
          </Badge>
        )}
        <Box hiddenFrom="sm">
          <Group gap="xs">
            {price !== null && <Text size="xs">{money(price, currency)}</Text>}
            <Files product={product} words />
            <Keys product={product} words />
          </Group>
        </Box>
      </Stack>
    </Group>
  );
}

function Files({ product, words }: { product: Product; words?: boolean }) {
  const count = product.files.length + product.item_urls.length;
  if (deliversNothing(product)) {
    return (
      <Badge color="orange" variant="light">
        No files
      </Badge>
    );
  }
  if (!words) return number(count);
  return <Text size="xs">{count === 1 ? "1 file" : `${number(count)} files`}</Text>;
}

function Keys({ product, words }: { product: Product; words?: boolean }) {
  const { license_keys_available: available, orders_waiting_for_keys: waiting } = product;
  if (waiting > 0) {
    return (
      <Badge color="orange" variant="light">
        {number(waiting)} {waiting === 1 ? "order waiting" : "orders waiting"}
      </Badge>
    );
  }
  if (available === 0) return null;
  return words ? (
    <Text size="xs">
      {number(available)} {available === 1 ? "key" : "keys"}
    </Text>
  ) : (
    number(available)
  );
}

interface NoProductsProps {
  searched: boolean;
  archived: boolean;
  canChange: boolean;
}

function NoProducts({ searched, archived, canChange }: NoProductsProps) {
  if (archived && !searched) {
    return <EmptyState title="No archived products" words="Archive a product when you stop selling it." />;
  }
  if (searched) {
    return (
      <EmptyState title="No matching products" words="Search by words of a SKU or name.">
        <LinkButton to="/admin/products" variant="default">
          Show all products
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={PackageIcon}
      title="No products yet"
      words="A product has a name, your shop's SKU and the files your customers get."
    >
      {canChange && <LinkButton to="/admin/products/new">New product</LinkButton>}
    </EmptyState>
  );
}
