import { ColorInput, Stack, Switch, TextInput } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

const names = ["brand_color", "sender_name", "reply_to"] as const;
const swatches = ["#2456c4", "#0b7285", "#2b8a3e", "#b08900", "#d9480f", "#c2255c", "#7048e8", "#343a40"];

/** Color and sender. */
export function BrandingForm({ account }: { account: Account }) {
  const { brand_color, sender_name, reply_to } = account;
  const form = useAccountForm({
    saved: { brand_color, sender_name, reply_to },
    changesOf: (values) => ({ ...values, reply_to: values.reply_to?.trim() ?? null }),
    done: "Branding saved.",
  });
  const { values, set, canManage } = form;
  return (
    <Section title="Color and sender">
      <form {...form.element}>
        <Stack>
          <Switch
            label="Use your own color"
            checked={values.brand_color !== null}
            disabled={!canManage}
            onChange={(event) => set({ brand_color: event.currentTarget.checked ? (brand_color ?? "#2456c4") : null })}
          />
          {values.brand_color !== null && (
            <ColorInput
              label="Color"
              description="Adjusted where text would be hard to read."
              format="hex"
              swatches={swatches}
              swatchesPerRow={8}
              w={{ base: "100%", xs: 280 }}
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
          <TextInput
            label="Reply-to email"
            description="Where customers' replies go. If empty: your contact email, or your store's email without one."
            type="email"
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
