import { Stack } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { NumberOrNone } from "./number-or-none.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

const names = ["order_expiration_in_hours", "download_limit_per_item"] as const;

/** How long links live and how often files can be downloaded, unless an order says otherwise. */
export function DeliveryForm({ account }: { account: Account }) {
  const { order_expiration_in_hours, download_limit_per_item } = account;
  const form = useAccountForm({
    initial: { order_expiration_in_hours, download_limit_per_item },
    changesOf: (values) => values,
    done: "New orders get these settings from now on.",
  });
  const { values, set, wrong, canManage } = form;
  return (
    <Section title="New orders">
      <form {...form.element}>
        <Stack>
          <NumberOrNone
            label="Links work for"
            unit="hours"
            none="Links never expire"
            usual={240}
            value={values.order_expiration_in_hours}
            onChange={(hours) => set({ order_expiration_in_hours: hours })}
            hint={hoursInWords(values.order_expiration_in_hours)}
            error={wrong.order_expiration_in_hours}
            readOnly={!canManage}
          />
          <NumberOrNone
            label="Downloads of each file"
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

/** `= 10 days`; nothing for what is no whole number of days. */
function hoursInWords(hours: number | null): string | undefined {
  if (hours === null || hours < 24 || hours % 24 !== 0) return undefined;
  const days = hours / 24;
  return days === 1 ? "= 1 day" : `= ${new Intl.NumberFormat().format(days)} days`;
}
