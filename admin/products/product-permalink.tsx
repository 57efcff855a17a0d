import { Anchor, Button, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { changeProduct, renewPermalink, useProductAction } from "../api/products.ts";
import { useRights, useSession } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { Copy } from "../components/copy.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

/** The link that needs no order: copied, turned on and off, replaced by a new one. */
export function ProductPermalink({ product: { id, permalink, permalink_enabled } }: { product: Product }) {
  const { canChange } = useRights();
  const origin = useSession().data?.account.url ?? window.location.origin;
  const link = origin + permalink;
  const switching = useProductAction((on: boolean) => changeProduct(id, { permalink_enabled: on }));
  const enabled = switching.isPending ? switching.variables : permalink_enabled;
  const renewing = useProductAction(() => renewPermalink(id));
  const change = (on: boolean) =>
    switching.mutate(on, {
      onSuccess: () => showDone(on ? "The permalink works." : "The permalink leads nowhere now."),
      onError: showError,
    });
  const askForNew = () =>
    confirmAction({
      title: "Create a new permalink?",
      words: "The link that you have given away leads nowhere from then on. Links of orders stay as they are.",
      act: "Create a new one",
      onConfirm: () =>
        renewing.mutate(undefined, { onSuccess: () => showDone("There is a new permalink."), onError: showError }),
    });
  return (
    <Section title="Permalink">
      <Stack maw={640}>
        <Text size="sm" c="dimmed">
          A link to the product's files that needs no order. It never expires and has no download limit: whoever has it
          gets the files, such as a reviewer or a newsletter's readers.
        </Text>
        <Switch
          label="The permalink works"
          checked={enabled}
          disabled={!canChange}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <TextInput
          label="Link"
          value={link}
          readOnly
          disabled={!enabled}
          description={enabled ? undefined : "It is turned off: whoever opens it is told that it does not exist."}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="sm">
          {enabled && <Copy value={link} label="Copy the permalink" />}
          {enabled && (
            <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
              Open it in a new tab
            </Anchor>
          )}
          {canChange && (
            <Button size="compact-sm" variant="default" loading={renewing.isPending} onClick={askForNew}>
              New permalink
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
