import { Stack } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { type NumberDraft, NumberOrNone, numberOf } from "./number-or-none.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

const names = ["anonymize_downloads_after_days", "erase_emails_after_days", "erase_activity_after_days"] as const;

/** The limits of v3. */
const days = { least: 2, most: 3650 };

interface Values {
  anonymize_downloads_after_days: NumberDraft;
  erase_emails_after_days: NumberDraft;
  erase_activity_after_days: NumberDraft;
}

/** How long the store keeps personal data. */
export function PrivacyForm({ account }: { account: Account }) {
  const { anonymize_downloads_after_days, erase_emails_after_days, erase_activity_after_days } = account;
  const form = useAccountForm<Values>({
    saved: { anonymize_downloads_after_days, erase_emails_after_days, erase_activity_after_days },
    changesOf: (values) => ({
      anonymize_downloads_after_days: numberOf(values.anonymize_downloads_after_days),
      erase_emails_after_days: numberOf(values.erase_emails_after_days),
      erase_activity_after_days: numberOf(values.erase_activity_after_days),
    }),
    problemsOf,
    done: "Privacy settings saved. Older data is removed within about an hour.",
  });
  const { values, set, wrong, canManage } = form;
  return (
    <Section title="Privacy" untitled>
      <form {...form.element}>
        <Stack>
          <NumberOrNone
            label="Keep IP addresses for"
            description="Then each download loses its IP address and browser for good. It still counts."
            unit="days"
            none="Keep IP addresses forever"
            usual={90}
            max={days.most}
            value={values.anonymize_downloads_after_days}
            onChange={(next) => set({ anonymize_downloads_after_days: next })}
            error={wrong.anonymize_downloads_after_days}
            readOnly={!canManage}
          />
          <NumberOrNone
            label="Keep messages for"
            description="Then each email loses its subject and message for good."
            unit="days"
            none="Keep messages forever"
            usual={365}
            max={days.most}
            value={values.erase_emails_after_days}
            onChange={(next) => set({ erase_emails_after_days: next })}
            error={wrong.erase_emails_after_days}
            readOnly={!canManage}
          />
          <NumberOrNone
            label="Keep the activity log for"
            description="Then each entry is deleted, with its IP address."
            unit="days"
            none="Keep the activity log forever"
            usual={365}
            max={days.most}
            value={values.erase_activity_after_days}
            onChange={(next) => set({ erase_activity_after_days: next })}
            error={wrong.erase_activity_after_days}
            readOnly={!canManage}
          />
          <FormProblem error={form.error} fields={names} />
          <SaveBar form={form} />
        </Stack>
      </form>
    </Section>
  );
}

function problemsOf(values: Partial<Values>) {
  const problems: Record<string, string> = {};
  for (const name of names) {
    const count = values[name];
    if (count === "") problems[name] = "Enter a number of days.";
    else if (typeof count === "number" && count < days.least) problems[name] = `Enter ${days.least} or more.`;
  }
  return problems;
}
