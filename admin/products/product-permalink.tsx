import { Alert, Anchor, Button, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { changeProduct, renewPermalink, useProductAction } from "../api/products.ts";
import { useRights, useSession } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { Copy } from "../components/copy.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

/** The permalink: copy it, turn it on or off, replace it. */
export function ProductPermalink({ product: { id, permalink, permalink_enabled, stamp } }: { product: Product }) {
  const { canChange } = useRights();
  const origin = useSession().data?.account.url ?? window.location.origin;
  const link = origin + permalink;
  const switching = useProductAction((on: boolean) => changeProduct(id, { permalink_enabled: on }));
  const enabled = switching.isPending ? switching.variables : permalink_enabled;
  const renewing = useProductAction(() => renewPermalink(id));
  const change = (on: boolean) =>
    switching.mutate(on, {
      onSuccess: () => showDone(on ? "Permalink turned on." : "Permalink turned off."),
      onError: showError,
    });
  const askForNew = () =>
    confirmAction({
      title: "Create a new permalink?",
      words: "The current permalink stops working. Order links are not affected.",
      confirmLabel: "Create permalink",
      onConfirm: () =>
        renewing.mutate(undefined, { onSuccess: () => showDone("New permalink created."), onError: showError }),
    });
  return (
    <Section title="Permalink">
      <Stack maw={640}>
        <Text size="sm" c="dimmed">
          A link to this product's files that works without an order. It never expires and has no download limit. Anyone
          who has it can download, such as reviewers or newsletter readers.
        </Text>
        {stamp !== null && (
          <Alert color="blue" role="status">
            The permalink does not work while files are stamped: each customer gets files of their own.
          </Alert>
        )}
        <Switch
          label="Permalink enabled"
          checked={enabled}
          disabled={!canChange}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <TextInput
          label="Link"
          value={link}
          readOnly
          disabled={!enabled}
          description={enabled ? undefined : "Turned off. Anyone who opens it sees a “not found” page."}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="sm">
          {enabled && <Copy value={link} label="Copy permalink" />}
          {enabled && (
            <Anchor className="tall-link" href={link} target="_blank" rel="noreferrer" size="sm">
              Open in a new tab
            </Anchor>
          )}
          {canChange && (
            <Button size="compact-sm" variant="default" loading={renewing.isPending} onClick={askForNew}>
              Create new permalink…{" "}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
