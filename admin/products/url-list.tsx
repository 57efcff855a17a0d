import { Anchor, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { Fragment, useState } from "react";
import { removeUrl, useProductAction } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { number, quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { AddLink } from "./add-link.tsx";
import { UrlForm } from "./url-form.tsx";

type ItemUrl = Product["item_urls"][number];

/** Links to other sites, which customers open through a counted link. */
export function UrlList({ product, canAdd, canChange }: { product: Product; canAdd: boolean; canChange: boolean }) {
  const [edited, setEdited] = useState<ItemUrl | null>(null);
  const { id, item_urls: urls } = product;
  return (
    <Section title="Links to other sites" actions={canAdd && <AddLink product={id} />}>
      {urls.length === 0 ? (
        <Text size="sm" c="dimmed">
          No links yet. You can also deliver files hosted elsewhere, or a page such as a course.
        </Text>
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label="Links to other sites">
          {urls.map((url, index) => (
            <Fragment key={url.id}>
              {index > 0 && <Divider component="li" aria-hidden />}
              <UrlRow product={id} url={url} canChange={canChange} onEdit={() => setEdited(url)} />
            </Fragment>
          ))}
        </Stack>
      )}
      {edited && <UrlForm key={edited.id} product={id} url={edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

interface UrlRowProps {
  product: number;
  url: ItemUrl;
  canChange: boolean;
  onEdit: () => void;
}

function UrlRow({ product, url: { id, url, name, download_count }, canChange, onEdit }: UrlRowProps) {
  const removing = useProductAction(() => removeUrl(product, id));
  const ask = () =>
    confirmAction({
      title: `Remove ${quoted(name)}?`,
      words: "Customers can no longer open it, including those who bought the product.",
      confirmLabel: "Remove link",
      onConfirm: () =>
        removing.mutate(undefined, { onSuccess: () => showDone(`${quoted(name)} was removed.`), onError: showError }),
    });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={0} miw={0} flex="1 1 220px">
        <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <Anchor href={url} target="_blank" rel="noreferrer" size="xs" style={{ overflowWrap: "anywhere" }}>
          {url}
        </Anchor>
        <Text size="xs" c="dimmed">
          Opened {download_count === 1 ? "once" : `${number(download_count)} times`}
        </Text>
      </Stack>
      {canChange && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit…
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={removing.isPending}
            onClick={ask}
            aria-label={`Remove ${name}`}
          >
            Remove…
          </Button>
        </Group>
      )}
    </Group>
  );
}
