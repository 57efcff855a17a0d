import { Stack } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { LifetimeField } from "./lifetime-field.tsx";
import { type NumberDraft, NumberOrNone, numberOf } from "./number-or-none.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

const names = ["order_expiration_in_hours", "download_limit_per_item"] as const;

interface Values {
  order_expiration_in_hours: NumberDraft;
  download_limit_per_item: NumberDraft;
}

/** Default expiry and download limit of new orders. */
export function DeliveryForm({ account }: { account: Account }) {
  const { order_expiration_in_hours, download_limit_per_item } = account;
  const form = useAccountForm<Values>({
    saved: { order_expiration_in_hours, download_limit_per_item },
    changesOf: (values) => ({
      order_expiration_in_hours: numberOf(values.order_expiration_in_hours),
      download_limit_per_item: numberOf(values.download_limit_per_item),
    }),
    problemsOf,
    done: "Saved. New orders use these settings.",
  });
  const { values, set, wrong, canManage } = form;
  return (
    <Section title="New orders" untitled>
      <form {...form.element}>
        <Stack>
          <LifetimeField
            label="Links work for"
            none="Links never expire"
            usual={240}
            value={values.order_expiration_in_hours}
            onChange={(hours) => set({ order_expiration_in_hours: hours })}
            error={wrong.order_expiration_in_hours}
            readOnly={!canManage}
          />
          <NumberOrNone
            label="Downloads per file"
            unit="times"
            none="No download limit"
            usual={5}
            value={values.download_limit_per_item}
            onChange={(limit) => set({ download_limit_per_item: limit })}
            error={wrong.download_limit_per_item}
            readOnly={!canManage}
          />
          <FormProblem error={form.error} fields={names} />
          <SaveBar form={form} />
        </Stack>
      </form>
    </Section>
  );
}

/** v3 allows 0, but here it would break every new order. */
function problemsOf({ order_expiration_in_hours: hours, download_limit_per_item: limit }: Partial<Values>) {
  const problems: Record<string, string> = {};
  if (hours === "") problems.order_expiration_in_hours = "Enter a number.";
  if (hours === 0) problems.order_expiration_in_hours = "With 0, links expire at once. Enter 1 or more.";
  if (limit === "") problems.download_limit_per_item = "Enter a number.";
  if (limit === 0) problems.download_limit_per_item = "With 0, nobody can download. Enter 1 or more.";
  return problems;
}
