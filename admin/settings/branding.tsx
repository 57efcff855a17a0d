import { Stack } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { BesidePreview } from "./beside-preview.tsx";
import { BrandingForm, type BrandingValues } from "./branding-form.tsx";
import { BrandingPreview } from "./branding-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** Logo, name, color and sender, with what customers see of them. */
export function Branding({ account }: { account: Account }) {
  const { name, brand_color, sender_name, reply_to } = account;
  const form = useAccountForm<BrandingValues>({
    saved: { name, brand_color, sender_name, reply_to },
    changesOf: (values) => ({ ...values, reply_to: values.reply_to?.trim() ?? null }),
    done: "Branding saved.",
  });
  const editor = (
    <Stack gap="lg">
      <LogoField account={account} />
      <BrandingForm account={account} form={form} />
    </Stack>
  );
  if (!form.canManage) return editor;
  return (
    <BesidePreview
      label="Settings"
      editor={editor}
      preview={<BrandingPreview account={account} values={form.values} />}
    />
  );
}
