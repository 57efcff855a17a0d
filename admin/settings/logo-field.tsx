import { Alert, Button, FileButton, Group, Image, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useChangeLogo } from "../api/account.ts";
import { useRights } from "../api/session.ts";
import type { Account } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { errorWords, showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

/** The service's limit in bytes. */
const maxBytes = 524_288;
const types = "image/png,image/jpeg,image/webp";

/** Shows the logo on light and dark backgrounds. Replaces and removes it. */
export function LogoField({ account }: { account: Account }) {
  const { canManage } = useRights();
  const changing = useChangeLogo();
  const [problem, setProblem] = useState<string | null>(null);
  const upload = (file: File | null) => {
    if (!file) return;
    changing.reset();
    setProblem(file.size > maxBytes ? "The file is larger than 512 KB. Choose a smaller image." : null);
    if (file.size > maxBytes) return;
    changing.mutate(file, { onSuccess: () => showDone("Logo saved.") });
  };
  const remove = () =>
    confirmAction({
      title: "Remove the logo?",
      words: "Your store's name appears instead. Emails already sent stop showing the logo too.",
      confirmLabel: "Remove logo",
      onConfirm: () => changing.mutate(null, { onSuccess: () => showDone("Logo removed.") }),
    });
  const wrong = problem ?? (changing.error ? errorWords(changing.error) : null);
  return (
    <Section title="Logo">
      <Stack>
        {account.logo_url ? (
          <Group gap="sm">
            <OnBackground color="#ffffff" account={account} background="light" />
            <OnBackground color="#1b2129" account={account} background="dark" />
          </Group>
        ) : (
          <Text c="dimmed">No logo yet. Customers see your store's name.</Text>
        )}
        {wrong && (
          <Alert color="red" role="alert">
            {wrong}
          </Alert>
        )}
        {canManage && (
          <Group gap="xs">
            <FileButton onChange={upload} accept={types}>
              {(props) => (
                <Button {...props} variant="default" loading={changing.isPending}>
                  {account.logo_url ? "Replace logo" : "Choose image"}
                </Button>
              )}
            </FileButton>
            {account.logo_url && (
              <Button variant="subtle" color="red" onClick={remove}>
                Remove
              </Button>
            )}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          PNG, JPEG or WebP, up to 512 KB. Shown 48 pixels high. A transparent background looks best.
        </Text>
      </Stack>
    </Section>
  );
}

function OnBackground({ color, background, account }: { color: string; background: string; account: Account }) {
  // Loads it from this page's host, which may differ from the URL's.
  const source = new URL(account.logo_url ?? "", window.location.href).pathname;
  return (
    <Paper withBorder p="md" bg={color}>
      <Image src={source} alt={`Logo on a ${background} background`} h={48} w="auto" maw={220} fit="contain" />
    </Paper>
  );
}
