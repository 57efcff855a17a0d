import { Box, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { EmailInput, UrlInput } from "../components/address-inputs.tsx";
import { CurrencySelect } from "../components/currency-select.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

const names = ["name", "website", "contact_email", "email", "billing_email", "currency", "weekly_digest"] as const;

/** The store's name and addresses. */
export function StoreForm({ account }: { account: Account }) {
  const { name, website, contact_email, email, billing_email, currency, weekly_digest } = account;
  const form = useAccountForm({
    saved: { name, website, contact_email, email, billing_email, currency, weekly_digest },
    changesOf: (values) => ({
      ...values,
      website: values.website?.trim() || null,
      contact_email: values.contact_email?.trim() || null,
      billing_email: values.billing_email?.trim() || values.email,
    }),
    done: "Store saved.",
  });
  return (
    <Section title="Your store" untitled>
      <form {...form.element}>
        <Stack>
          <TextInput
            label="Store name"
            description="Shown in every email and on every customer page."
            required
            {...form.text("name")}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <UrlInput
              label="Website"
              description="Linked for customers who need help."
              placeholder="https://example.com"
              {...form.text("website")}
            />
            <EmailInput
              label="Contact email"
              description="Shown on customer pages and in emails."
              placeholder={account.email}
              {...form.text("contact_email")}
            />
            <EmailInput label="Email" description="Where Waybill emails you." required {...form.text("email")} />
            <EmailInput label="Billing email" description="If empty: the same email." {...form.text("billing_email")} />
          </SimpleGrid>
          <Box w={{ base: "100%", xs: 320 }}>
            <CurrencySelect
              label="Currency"
              description="Used when a price has no currency of its own."
              value={form.values.currency}
              onChange={(code) => form.set({ currency: code })}
              error={form.wrong.currency}
              disabled={!form.canManage}
            />
          </Box>
          <Switch
            label="Email weekly statistics"
            description="Every Monday, to the email above."
            checked={form.values.weekly_digest}
            onChange={(event) => form.set({ weekly_digest: event.currentTarget.checked })}
            disabled={!form.canManage}
          />
          <FormProblem error={form.error} fields={names} />
          <SaveBar form={form} />
        </Stack>
      </form>
    </Section>
  );
}
