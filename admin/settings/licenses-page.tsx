import { Anchor, Box, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useRights } from "../api/session.ts";
import { useAddSigningKey, useRemoveSigningKey, useSigningKeys } from "../api/signing-keys.ts";
import type { Answer } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { Copy } from "../components/copy.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";

type SigningKey = Answer<"GET /license_signing_keys">["license_signing_keys"][number];

/** The public keys with which programs check what the store says of licenses. */
export function LicensesPage() {
  const { canManage } = useRights();
  const { data: keys = [], error, refetch } = useSigningKeys();
  const adding = useAddSigningKey();
  const ask = () =>
    confirmAction({
      title: "Add a second key?",
      words:
        "Answers then have two signatures, so programs with the old key go on. Publish your program with the new key, and remove the old one when nobody uses the old version any more.",
      confirmLabel: "Add key",
      onConfirm: () =>
        adding.mutate(undefined, { onSuccess: () => showDone("The key was added."), onError: showError }),
    });
  return (
    <>
      <PageHeader title="Licenses" words="For programs that ask this store whether a license key is valid." />
      <Section title="Public keys">
        <Stack>
          <Text size="sm">
            The store signs its answers. Build the public key into your program, which checks the signature with it.{" "}
            <Anchor href="/docs/connect/licenses" target="_blank" rel="noreferrer" size="sm" underline="always">
              How programs ask
            </Anchor>
          </Text>
          {error && <ErrorNotice error={error} retry={refetch} />}
          <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
            {keys.map((key, index) => (
              <Key
                key={key.id}
                signingKey={key}
                canRemove={canManage && keys.length > 1}
                isOld={index < keys.length - 1}
              />
            ))}
          </Stack>
          {canManage && keys.length === 1 && (
            <Group>
              <Button variant="default" onClick={ask} loading={adding.isPending}>
                Add a second key…
              </Button>
            </Group>
          )}
        </Stack>
      </Section>
    </>
  );
}

function Key({ signingKey, canRemove, isOld }: { signingKey: SigningKey; canRemove: boolean; isOld: boolean }) {
  const removing = useRemoveSigningKey();
  const { id, public_key: publicKey, created_at } = signingKey;
  const ask = () =>
    confirmAction({
      title: isOld ? "Remove the old key?" : "Remove the new key?",
      words: "Programs that know only this key no longer believe the store's answers.",
      confirmLabel: "Remove key",
      onConfirm: () => removing.mutate(id, { onSuccess: () => showDone("The key was removed."), onError: showError }),
    });
  return (
    <Box component="li">
      <Group gap="xs">
        <Code style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{publicKey}</Code>
        <Copy value={publicKey} label={`Copy public key ${publicKey}`} />
        {canRemove && (
          <Button
            size="compact-sm"
            variant="default"
            loading={removing.isPending}
            onClick={ask}
            aria-label={`Remove key ${publicKey}`}
          >
            Remove…
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        Ed25519, ID {id}, since {moment(created_at)}
      </Text>
    </Box>
  );
}
