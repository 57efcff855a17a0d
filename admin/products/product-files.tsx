import { Skeleton, Stack } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { Section } from "../components/section.tsx";
import { FileList } from "./file-list.tsx";
import { UrlList } from "./url-list.tsx";

const Uploader = lazy(() => import("../components/upload/uploader.tsx"));

/** What customers get: files in their order, and addresses elsewhere after them. */
export function ProductFiles({ product }: { product: Product }) {
  const { canChange } = useRights();
  return (
    <Stack gap="lg">
      <Section title="Files">
        <Stack>
          <FileList product={product} canChange={canChange} />
          {canChange && (
            <Suspense fallback={<Skeleton h={110} />}>
              <Uploader product={product.id} />
            </Suspense>
          )}
        </Stack>
      </Section>
      <UrlList product={product} canChange={canChange} />
    </Stack>
  );
}
