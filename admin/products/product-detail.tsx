import { Box, Group, Skeleton, Tabs } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useParams, useSearchParams } from "react-router";
import { useProduct } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { number } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { blankLine, LoadingSection } from "../components/loading-section.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { ProductKeys } from "./lazy-product-keys.tsx";
import { ProductDetails } from "./product-details.tsx";
import { ProductDownloads } from "./product-downloads.tsx";
import { ProductFiles } from "./product-files.tsx";
import { ProductOrders } from "./product-orders.tsx";
import { ProductPermalink } from "./product-permalink.tsx";
import { ArchivedNotice } from "./product-removal.tsx";

const back = { to: "/admin/products", label: "Products" };

const tabs = [
  { value: "details", label: () => "Details", Part: ProductDetails },
  { value: "files", label: (product: Product) => counted("Files", filesOf(product)), Part: ProductFiles },
  { value: "permalink", label: () => "Permalink", Part: ProductPermalink },
  {
    value: "keys",
    label: (product: Product) => keysLabel(product),
    Part: ProductKeys,
  },
  { value: "orders", label: (product: Product) => counted("Orders", product.orders_count), Part: ProductOrders },
  {
    value: "downloads",
    label: (product: Product) => counted("Downloads", product.download_count),
    Part: ProductDownloads,
  },
];

/** One product, with a tab for each part. */
export function ProductDetail() {
  const { id = "" } = useParams();
  const { data: product, error, refetch } = useProduct(id);
  const { canChange } = useRights();
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 422)) return <Missing />;
  return (
    <>
      <PageHeader title={product?.name ?? "Product"} words={product?.sku ?? blankLine} back={back} />
      {product ? (
        <>
          <ArchivedNotice product={product} canChange={canChange} />
          <Parts key={product.id} product={product} />
        </>
      ) : error ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  );
}

const ground = "var(--mantine-color-body)";
const shadow = "light-dark(rgb(0 0 0 / 16%), rgb(0 0 0 / 70%))";

/** Shadows at the edges when there are more tabs to scroll to. */
const moreAside = {
  backgroundImage: [
    `linear-gradient(to right, ${ground} 40%, transparent)`,
    `linear-gradient(to left, ${ground} 40%, transparent)`,
    `radial-gradient(farthest-side at left, ${shadow}, transparent)`,
    `radial-gradient(farthest-side at right, ${shadow}, transparent)`,
  ].join(", "),
  backgroundPosition: "left, right, left, right",
  backgroundSize: "40px 100%, 40px 100%, 16px 100%, 16px 100%",
  backgroundAttachment: "local, local, scroll, scroll",
  backgroundRepeat: "no-repeat",
  boxShadow: "inset 0 -2px 0 var(--tab-border-color)",
};

function Parts({ product }: { product: Product }) {
  const [search, setSearch] = useSearchParams();
  const shown = tabs.find(({ value }) => value === search.get("tab"))?.value ?? "details";
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs do not all fit.
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${shown}"]`);
    tab?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown]);
  return (
    <Tabs
      value={shown}
      onChange={(tab) => setSearch({ tab: tab ?? "details" }, { preventScrollReset: true })}
      keepMounted={false}
      // Arrow keys move between tabs; Enter opens one.
      activateTabWithKeyboard={false}
    >
      <Tabs.List
        ref={list}
        mb="lg"
        aria-label="Product sections"
        style={{ flexWrap: "nowrap", overflowX: "auto", overflowY: "hidden", ...moreAside }}
      >
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} data-tab={value} style={{ flexShrink: 0 }}>
            {label(product)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, Part }) => (
        <Tabs.Panel key={value} value={value}>
          <Part product={product} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading the product">
      <Group gap="xl" wrap="nowrap" h={38} mb="lg" px="md" style={{ overflow: "hidden" }}>
        {tabs.map(({ value }) => (
          <Skeleton key={value} h={16} w={70} style={{ flexShrink: 0 }} />
        ))}
      </Group>
      <Box maw={640}>
        <LoadingSection lines={10} />
      </Box>
    </Box>
  );
}

function Missing() {
  return (
    <>
      <PageHeader title="Product" back={back} />
      <EmptyState title="Product not found" words="It was deleted, or the link is incomplete.">
        <LinkButton to="/admin/products" variant="default">
          Search products
        </LinkButton>
      </EmptyState>
    </>
  );
}

const counted = (label: string, count: number) => (count === 0 ? label : `${label} (${number(count)})`);
const keysLabel = ({ license_keys_available: available, orders_waiting_for_keys: waiting }: Product) =>
  waiting > 0 ? `License keys (${number(waiting)} waiting)` : counted("License keys", available);
const filesOf = ({ files, item_urls }: Product) => files.length + item_urls.length;
