import { NativeSelect, NumberInput, Stack, Switch } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { languageNames } from "../components/languages.ts";
import { Section } from "../components/section.tsx";
import { type NumberDraft, numberOf } from "./number-or-none.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

const names = [
  "language",
  "self_service_renewals",
  "allow_previews",
  "count_previews",
  "show_file_updates",
  "redirect_downloads",
  "track_email_opens",
] as const;

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

interface Values {
  language: Account["language"];
  self_service_renewals: Exclude<NumberDraft, null>;
  allow_previews: Account["allow_previews"];
  count_previews: Account["count_previews"];
  show_file_updates: Account["show_file_updates"];
  redirect_downloads: Account["redirect_downloads"];
  track_email_opens: Account["track_email_opens"];
}

/** The customers' language, renewals without approval, previews, and who sends the files. */
export function CustomersForm({ account }: { account: Account }) {
  const { language, self_service_renewals, allow_previews, show_file_updates, redirect_downloads } = account;
  const { count_previews, track_email_opens } = account;
  const form = useAccountForm<Values>({
    saved: {
      language,
      self_service_renewals,
      allow_previews,
      count_previews,
      show_file_updates,
      redirect_downloads,
      track_email_opens,
    },
    changesOf: (values) => ({ ...values, self_service_renewals: numberOf(values.self_service_renewals) }),
    problemsOf: ({ self_service_renewals: count }) =>
      count === "" ? { self_service_renewals: "Enter a number, or 0 for none." } : {},
    done: "Customer settings saved.",
  });
  const { values, set, wrong, canManage } = form;
  return (
    <Section title="Customers" untitled>
      <form {...form.element}>
        <Stack>
          <NativeSelect
            label="Language"
            description={
              values.language === null
                ? "Pages follow the customer's browser. Emails are then in English."
                : "Used for pages and emails."
            }
            data={[{ value: "", label: "Customer's browser language" }, ...languages]}
            value={values.language ?? ""}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              set({ language: chosen in languageNames ? (chosen as keyof typeof languageNames) : null });
            }}
            disabled={!canManage}
            error={wrong.language}
            w={{ base: "100%", xs: 320 }}
          />
          <NumberInput
            label="Renewals without approval"
            description="How many times customers can renew links without your approval. 0: always ask you."
            min={0}
            max={100}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            w={{ base: "100%", xs: 320 }}
            value={values.self_service_renewals}
            onChange={(next) => set({ self_service_renewals: next === "" ? "" : Number(next) })}
            readOnly={!canManage}
            error={wrong.self_service_renewals}
          />
          <Switch
            label="Let customers play and view files in the page"
            description="Audio, video, images and PDF files."
            checked={values.allow_previews}
            onChange={(event) => set({ allow_previews: event.currentTarget.checked })}
            disabled={!canManage}
            error={wrong.allow_previews}
          />
          <Switch
            label="Playing and viewing count as downloads"
            description="If not, they use no downloads and work even when none are left. The order's timeline shows them. Anyone can save what they play or view, so the limit then no longer protects these files."
            checked={values.count_previews}
            onChange={(event) => set({ count_previews: event.currentTarget.checked })}
            disabled={!canManage || !values.allow_previews}
            error={wrong.count_previews}
          />
          <Switch
            label="Show customers when a file was updated"
            description="With your note on what is new, on their order page."
            checked={values.show_file_updates}
            onChange={(event) => set({ show_file_updates: event.currentTarget.checked })}
            disabled={!canManage}
            error={wrong.show_file_updates}
          />
          <Switch
            label="Let the S3 store send limited downloads too"
            description="Faster for large files. But for up to 12 hours, the customer can use the store's link again without being counted. No effect if your files are not in an S3 store."
            checked={values.redirect_downloads === "all"}
            onChange={(event) => set({ redirect_downloads: event.currentTarget.checked ? "all" : "unlimited" })}
            disabled={!canManage}
            error={wrong.redirect_downloads}
          />
          <Switch
            label="Show when delivery emails are opened"
            description="Adds a tiny picture to each email. The order's timeline shows when it was fetched. Many mail programs fetch pictures automatically, or never, so it proves nothing. Say so in your privacy notice."
            checked={values.track_email_opens}
            onChange={(event) => set({ track_email_opens: event.currentTarget.checked })}
            disabled={!canManage}
            error={wrong.track_email_opens}
          />
          <FormProblem error={form.error} fields={names} />
          <SaveBar form={form} />
        </Stack>
      </form>
    </Section>
  );
}
