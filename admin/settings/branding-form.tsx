import { ColorInput, Stack, Switch, TextInput } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { SaveBar } from "./save-bar.tsx";
import type { useAccountForm } from "./use-account-form.ts";

const names = ["name", "brand_color", "sender_name", "reply_to"] as const;
const swatches = ["#2456c4", "#0b7285", "#2b8a3e", "#b08900", "#d9480f", "#c2255c", "#7048e8", "#343a40"];

export type BrandingValues = Pick<Account, "name" | "brand_color" | "sender_name" | "reply_to">;

interface BrandingFormProps {
  account: Account;
  form: ReturnType<typeof useAccountForm<BrandingValues>>;
}

/** Name, color and sender. */
export function BrandingForm({ account, form }: BrandingFormProps) {
  const { brand_color } = account;
  const { values, set, canManage } = form;
  return (
    <Section title="Name, color and sender">
      <form {...form.element}>
        <Stack>
          <TextInput
            label="Store name"
            description="Shown in every email and on every page."
            required
            {...form.text("name")}
          />
          <Switch
            label="Use your own color"
            checked={values.brand_color !== null}
            disabled={!canManage}
            onChange={(event) => set({ brand_color: event.currentTarget.checked ? (brand_color ?? "#2456c4") : null })}
          />
          {values.brand_color !== null && (
            <ColorInput
              label="Color"
              description="Used exactly, and adjusted only where customers could not read or see it."
              format="hex"
              swatches={swatches}
              swatchesPerRow={8}
              w="100%"
              maw={280}
              value={values.brand_color}
              onChange={(color) => set({ brand_color: color })}
              error={form.wrong.brand_color}
              readOnly={!canManage}
              eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
            />
          )}
          <TextInput
            label="Sender name"
            description="Shown as the sender of emails. If empty: your store's name."
            placeholder={account.name}
            {...form.text("sender_name")}
          />
          <EmailInput
            label="Reply-to email"
            description="Where customers' replies go. If empty: your contact email, or your store's email without one."
            placeholder={account.contact_email ?? account.email}
            {...form.text("reply_to")}
          />
          <FormProblem error={form.error} fields={names} />
          <SaveBar form={form} />
        </Stack>
      </form>
    </Section>
  );
}
