import { Group, Image, Paper, Stack, Text } from "@mantine/core";
import { useChangeLogo } from "../api/account.ts";
import { useRights } from "../api/session.ts";
import type { Account } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showDone } from "../components/notify.tsx";
import { PictureUpload } from "../components/picture-upload.tsx";
import { Section } from "../components/section.tsx";

/** Shows the logo on light and dark backgrounds. Replaces and removes it. */
export function LogoField({ account }: { account: Account }) {
  const { canManage } = useRights();
  const changing = useChangeLogo();
  const remove = () =>
    confirmAction({
      title: "Remove the logo?",
      words: "Your store's name appears instead. Emails already sent stop showing the logo too.",
      confirmLabel: "Remove logo",
      onConfirm: () => changing.mutate(null, { onSuccess: () => showDone("Logo removed.") }),
    });
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
        {canManage && (
          <PictureUpload
            name="logo"
            exists={account.logo_url !== null}
            changing={changing}
            onChoose={(file) => changing.mutate(file, { onSuccess: () => showDone("Logo saved.") })}
            onRemove={remove}
          />
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
