import { Alert, Group, Skeleton, Stack, Text } from "@mantine/core";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { useRights } from "../api/session.ts";
import { useSetup } from "../api/setup.ts";
import type { Product } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { number } from "../components/format.ts";
import { Lazy } from "../components/lazy.tsx";
import { Section } from "../components/section.tsx";
import { TryAsCustomer } from "../components/try-as-customer.tsx";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";
import { AddLink } from "./add-link.tsx";
import { deliversNothing } from "./contents.ts";
import { FileList } from "./file-list.tsx";
import { UrlList } from "./url-list.tsx";

const termsCode = lazyCode(() => import("./file-terms.ts"));

/** With more files than this, the button to add a link moves above the files. */
const manyFiles = 10;

/**
 * What customers get: files, then links to other sites. Uploads are above the list, which may be long. Then what their
 * programs get.
 */
export function ProductFiles({ product }: { product: Product }) {
  const { canChange } = useRights();
  const isLong = product.files.length > manyFiles;
  return (
    <Stack gap="lg">
      {canChange && !deliversNothing(product) && <FirstTry product={product} />}
      <Section title="Files" actions={canChange && isLong && <AddLink product={product.id} />}>
        <Stack>
          {product.files.length === 0 && <NoFiles product={product} canChange={canChange} />}
          {canChange && product.orders_count > 0 && <ReachesOrders orders={product.orders_count} />}
          {canChange && <Uploading product={product} />}
          {product.files.length > 0 && <FileList product={product} canChange={canChange} />}
        </Stack>
      </Section>
      <UrlList product={product} canAdd={canChange && !isLong} canChange={canChange} />
      <Lazy loaded={termsCode} lines={3}>
        {({ ProductStamp, ProductUpdates }) => (
          <>
            <ProductStamp product={product} />
            {canChange && <ProductUpdates product={product} />}
          </>
        )}
      </Lazy>
    </Stack>
  );
}

/** Offered until the store has its first order. */
function FirstTry({ product: { sku } }: { product: Product }) {
  const { data: setup } = useSetup();
  if (!setup || setup.dismissed || setup.steps.order) return null;
  return (
    <Alert title="Ready to deliver">
      <Group justify="space-between">
        <Text>
          See what your customers get. This makes a test order, emails it to the store's address and opens its page.
        </Text>
        <TryAsCustomer sku={sku} />
      </Group>
    </Alert>
  );
}

function Uploading({ product }: { product: Product }) {
  const { code, error, retry } = useLazyCode(uploaderCode);
  if (code) return <code.Uploader product={product} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <Skeleton h={110} />;
}

/** Says that a change of the files reaches past customers. */
function ReachesOrders({ orders }: { orders: number }) {
  return (
    <Text size="sm" c="dimmed">
      {orders === 1
        ? "The one order so far gets files and links that you add, too."
        : `The ${number(orders)} orders so far get files and links that you add, too.`}{" "}
      No email is sent.
    </Text>
  );
}

function NoFiles({ product, canChange }: { product: Product; canChange: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      {canChange && deliversNothing(product)
        ? "No files yet. Customers who order this product wait for them."
        : "No files yet."}
    </Text>
  );
}
