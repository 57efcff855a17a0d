import { Group, Stack, Text } from "@mantine/core";
import { changeCover, useProductAction } from "../api/products.ts";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { Cover } from "../components/cover.tsx";
import { showDone } from "../components/notify.tsx";
import { PictureUpload } from "../components/picture-upload.tsx";
import { Section } from "../components/section.tsx";

/** Shows the cover as customers see it. Replaces and removes it. */
export function ProductCover({ product: { id, cover_url } }: { product: Product }) {
  const { canChange } = useRights();
  const changing = useProductAction((picture: Blob | null) => changeCover(id, picture));
  const remove = () =>
    confirmAction({
      title: "Remove the cover?",
      words: "Customers see the product without a picture.",
      confirmLabel: "Remove cover",
      onConfirm: () => changing.mutate(null, { onSuccess: () => showDone("Cover removed.") }),
    });
  return (
    <Section title="Cover">
      <Group align="flex-start" wrap="nowrap" gap="lg">
        <Cover url={cover_url} size={96} />
        <Stack gap="sm" miw={0}>
          <Text size="sm" c="dimmed">
            Shown beside the product on customers' pages. PNG, JPEG or WebP, up to 512 KB. Cut to a square; at least 192
            pixels wide looks best.
          </Text>
          {canChange && (
            <PictureUpload
              name="cover"
              exists={cover_url !== null}
              changing={changing}
              onChoose={(file) => changing.mutate(file, { onSuccess: () => showDone("Cover saved.") })}
              onRemove={remove}
            />
          )}
        </Stack>
      </Group>
    </Section>
  );
}
