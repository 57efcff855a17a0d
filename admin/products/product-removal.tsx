import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { changeProduct, deleteProduct, useProductAction } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { isolated, number, quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { forgetUnsaved } from "../components/unsaved.tsx";

/** Archives and unarchives a product. */
function useArchiving({ id, name, sku }: Product) {
  const changing = useProductAction((archived_at: string | null) => changeProduct(id, { archived_at }));
  const sellAgain = () =>
    changing.mutate(null, { onSuccess: () => showDone(`${quoted(name || sku)} was unarchived.`), onError: showError });
  const archived = () => showDone(`${quoted(name || sku)} was archived.`, sellAgain);
  return {
    archive: () => changing.mutate(new Date().toISOString(), { onSuccess: archived, onError: showError }),
    sellAgain,
    isPending: changing.isPending,
  };
}

/** Says that a product is archived, and offers to unarchive it. */
export function ArchivedNotice({ product, canChange }: { product: Product; canChange: boolean }) {
  const { sellAgain, isPending } = useArchiving(product);
  if (product.archived_at === null) return null;
  return (
    <Alert color="gray" title="This product is archived" mb="lg">
      <Text size="sm">Customers keep their downloads, and orders from your shop can still include it.</Text>
      {canChange && (
        <Button size="xs" variant="default" mt="sm" loading={isPending} onClick={sellAgain}>
          Unarchive
        </Button>
      )}
    </Alert>
  );
}

/** Archives or deletes a product. */
export function ProductRemoval({ product }: { product: Product }) {
  const { archive, isPending } = useArchiving(product);
  return (
    <>
      {product.archived_at === null && (
        <Section title="Archive">
          <Group justify="space-between">
            <Text size="sm" c="dimmed" maw={420}>
              Hide a product you no longer sell from your lists. Customers keep their downloads.
            </Text>
            <Button variant="default" loading={isPending} onClick={archive}>
              Archive product
            </Button>
          </Group>
        </Section>
      )}
      <Deletion product={product} />
    </>
  );
}

function Deletion({ product }: { product: Product }) {
  const { id, name, sku } = product;
  const navigate = useNavigate();
  const deleting = useProductAction(deleteProduct);
  const [opened, { open, close }] = useDisclosure();
  const remove = () => {
    close();
    deleting.mutate(id, {
      onSuccess: () => showDone(`${quoted(name || sku)} was deleted.`),
      onSuccessIfMounted: () => {
        forgetUnsaved();
        navigate("/admin/products");
      },
      onError: showError,
    });
  };
  return (
    <Section title="Delete">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={420}>
          Removes the product from your store and from every order. The download history stays.
        </Text>
        <Button color="red" variant="light" loading={deleting.isPending} onClick={open}>
          Delete product…
        </Button>
      </Group>
      <Modal
        opened={opened}
        onClose={close}
        title={`Delete ${quoted(name || sku)}?`}
        centered
        size={480}
        closeButtonProps={{ "aria-label": "Cancel" }}
      >
        <DeletionQuestion product={product} onCancel={close} onDelete={remove} />
      </Modal>
    </Section>
  );
}

/** To delete a product with orders, its name must be typed. */
function DeletionQuestion(props: { product: Product; onCancel: () => void; onDelete: () => void }) {
  const { product, onCancel, onDelete } = props;
  const { name, orders_count: orders } = product;
  const { archive } = useArchiving(product);
  const [typed, setTyped] = useState("");
  const isSure = orders === 0 || asRead(typed) === asRead(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSure) onDelete();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{consequences(orders)}</Text>
        {orders > 0 && (
          <TextInput
            label={`Type “${isolated(asShown(name))}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {orders > 0 && product.archived_at === null && (
            <Button
              variant="default"
              onClick={() => {
                onCancel();
                archive();
              }}
            >
              Archive instead
            </Button>
          )}
          <Button type="submit" color="red.9" disabled={!isSure}>
            Delete product
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The text as a browser shows it: with its white space joined. */
const asShown = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text as people read it: also without characters that nobody sees, and with accents in one form. */
const asRead = (text: string) => asShown(text.normalize("NFC").replace(/\p{Cf}/gu, ""));

function consequences(orders: number): string {
  if (orders === 0) return "No order contains it. Its permalink stops working. This cannot be undone.";
  const which =
    orders === 1
      ? "1 order contains this product. Its customer loses"
      : `${number(orders)} orders contain this product. Their customers lose`;
  return `${which} the download for good. This cannot be undone. To stop selling it and keep the downloads, archive it instead.`;
}
